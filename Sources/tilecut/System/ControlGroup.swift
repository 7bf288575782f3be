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
    private static func limits(_ file: String) -> [Substring] {
        guard let group = KernelFile.rest(of: "/proc/self/cgroup", after: "0::/") else { return [] }
        var folders = group.split(separator: "/")
        var limits: [Substring] = []
        while true {
            let path = (["/sys/fs/cgroup"] + folders + [file[...]]).joined(separator: "/")
            limits += KernelFile.lines(of: path).prefix(1)
            if folders.popLast() == nil { return limits }
        }
    }
}
