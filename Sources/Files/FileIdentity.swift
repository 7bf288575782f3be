import Glibc

/// What tells, without reading it, whether a file is the one that was read before.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    /// In bytes.
    package let size: Int
    /// Time of the last change of the content, in nanoseconds since 1970.
    package let modified: Int
    /// Time of the last change of anything; no program can set it back.
    package let changed: Int

    package init(device: UInt64, inode: UInt64, size: Int, modified: Int, changed: Int) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    package init(_ status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
            size: Int(status.st_size), modified: nanoseconds(status.st_mtim),
            changed: nanoseconds(status.st_ctim))
    }

    /// Whether a file that was like this when it was read at `time` may have changed since without
    /// any of this telling: time stamps have steps, up to 2 s where disks came from cameras, and
    /// two changes within one step look alike.
    package func mayHideAChange(readAt time: Int) -> Bool { changed >= time - 2_000_000_000 }
}

/// Nanoseconds since 1970; exact from 1678 to 2262, and beyond that still equal for equal times.
package func nanoseconds(_ time: timespec) -> Int {
    Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
}

/// The wall clock that file systems stamp with, in nanoseconds since 1970.
package func wallClock() -> Int {
    var now = timespec()
    guard clock_gettime(CLOCK_REALTIME, &now) == 0 else {
        preconditionFailure("every system has a real-time clock")
    }
    return nanoseconds(now)
}
