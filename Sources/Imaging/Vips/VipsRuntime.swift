import CVips
import CVipsShim

/// Starts libvips once, on first use, set up for a program that owns the cores itself.
enum VipsRuntime {
    /// Initialises libvips where that has not been done.
    ///
    /// - Throws: `ImagingError.library` when it cannot start.
    static func start() throws(ImagingError) {
        guard started else { throw ImagingError.library(VipsErrors.take()) }
    }

    private static let started: Bool = {
        guard cvips_start("tilecut") == 0 else { return false }
        // Our workers are the parallelism; a pool of libvips' own a worker would oversubscribe.
        vips_concurrency_set(1)
        // Every image is opened once: a cache of operations would only hold memory.
        vips_cache_set_max(0)
        cvips_set_log_handler(recordVipsWarning)
        return true
    }()

    /// Frees what libvips keeps for the calling thread.
    static func leaveThread() {
        if started { vips_thread_shutdown() }
    }

    /// `8.14.1`
    static var version: String {
        "\(vips_version(0)).\(vips_version(1)).\(vips_version(2))"
    }
}
