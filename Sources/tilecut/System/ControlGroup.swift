import Glibc

/// The limits that a container or a service manager sets on this process (control groups, v2).
enum ControlGroup {
    /// The quota of cores, rounded up; `nil` where there is none.
    static var cores: Int? {
        limits("cpu.max").compactMap { line -> Int? in
            let fields = line.split(separator: " ")
            guard fields.count == 2, let quota = Double(fields[0]), let period = Double(fields[1]),
                quota > 0, period > 0, quota / period < 1e6
            else { return nil }
            return Int((quota / period).rounded(.up))
        }.min()
    }

    /// Bytes; `nil` where there is no limit.
    static var memory: Int? { limits("memory.max").compactMap { Int($0) }.min() }

    /// What the group of this process says, and the groups above it.
    private static func limits(_ file: String) -> [String] {
        let prefix = "0::/"
        let lines = firstBytes(of: "/proc/self/cgroup").split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix(prefix) }) else { return [] }
        var folders = line.dropFirst(prefix.count).split(separator: "/")
        var limits: [String] = []
        while true {
            let path = (["/sys/fs/cgroup"] + folders + [file[...]]).joined(separator: "/")
            let text = firstBytes(of: path)
            limits += text.split(separator: "\n").prefix(1).map(String.init)
            if folders.popLast() == nil { return limits }
        }
    }

    /// A small file of the kernel's; empty where there is none, which is the usual case.
    private static func firstBytes(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
