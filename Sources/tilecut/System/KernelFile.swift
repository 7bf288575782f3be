import Glibc

/// Small files in which the kernel tells of this process.
enum KernelFile {
    /// The lines of a file; none where there is no such file, which is no fault: not every system
    /// has it.
    static func lines(of path: String) -> [Substring] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 16384) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// What follows the first line's `start`.
    static func rest(of path: String, after start: String) -> Substring? {
        lines(of: path).first { $0.hasPrefix(start) }?.dropFirst(start.count)
    }
}
