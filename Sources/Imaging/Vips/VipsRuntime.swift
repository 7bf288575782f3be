import CVips
import CVipsShim
import Synchronization

/// Starts libvips once, on first use, set up for a program that owns the cores itself.
enum VipsRuntime {
    /// Initialises libvips where that has not been done.
    ///
    /// - Throws: `ImagingError.library` when it cannot start.
    static func start() throws(ImagingError) {
        isWanted.store(true, ordering: .relaxed)
        guard started else { throw ImagingError.library(VipsErrors.take()) }
    }

    /// Whether anybody has asked for libvips; a run that finds everything up to date does not.
    private static let isWanted = Atomic(false)

    private static let started: Bool = {
        guard cvips_start("tilecut") == 0 else { return false }
        // Our workers are the parallelism; a pool of libvips' own a worker would oversubscribe.
        vips_concurrency_set(1)
        // Every image is opened once: a cache of operations would only hold memory.
        vips_cache_set_max(0)
        // Before 8.15 libvips compiles its loops through liborc, which gives memory back without a
        // lock: two threads that end a resize at once can bring the process down.
        if vips_version(0) == 8 && vips_version(1) < 15 { cvips_compile_no_loops() }
        cvips_set_log_handler(recordVipsWarning)
        return true
    }()

    /// Frees what libvips keeps for the calling thread.
    static func leaveThread() {
        if isWanted.load(ordering: .relaxed) && started { vips_thread_shutdown() }
    }

    /// `8.14.1`
    static var version: String {
        "\(vips_version(0)).\(vips_version(1)).\(vips_version(2))"
    }
}
