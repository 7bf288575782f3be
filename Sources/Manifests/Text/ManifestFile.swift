import Glibc

/// Reads a manifest's bytes.
enum ManifestFile {
    /// Larger files are refused, so that a wrong path (a device, an image) ends in a message.
    static let maxBytes = 64 << 20

    /// Why a manifest cannot be read, as a message says it.
    struct Unreadable: Error {
        let reason: String

        init(reason: String) {
            self.reason = reason
        }

        init(errno code: Int32) {
            switch code {
            case ENOENT: reason = "there is no such file"
            case EISDIR: reason = "this is a folder; name the manifest in it"
            default: reason = "cannot be read: \(String(cString: strerror(code)))"
            }
        }
    }

    /// What makes two paths one file.
    struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    /// The bytes of the file at `path`, and which file it is.
    static func read(_ path: String) throws(Unreadable) -> (bytes: [UInt8], identity: Identity) {
        guard !path.isEmpty else { throw Unreadable(reason: "the path of a manifest is empty") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Unreadable(errno: errno) }
        // Nothing was written, so closing cannot lose anything.
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Unreadable(errno: errno) }
        let identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        return (try bytes(of: descriptor), identity)
    }

    private static func bytes(of descriptor: Int32) throws(Unreadable) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            switch count {
            case 0: return bytes
            case 1...: bytes.append(contentsOf: chunk[..<count])
            case _ where errno == EINTR: continue
            default: throw Unreadable(errno: errno)
            }
            guard bytes.count <= maxBytes else {
                throw Unreadable(
                    reason: "the file is larger than \(maxBytes >> 20) MB; no manifest is")
            }
        }
    }
}
