import Glibc
import TilePyramid

/// An output folder that this run holds: its lock, its staging area, its published images.
///
/// ```
/// OUT/NAME/...                 published images, each whole
/// OUT/catalog.json
/// OUT/.tilecut/lock            held while a run works here
/// OUT/.tilecut/staging/NAME/   images being cut; swept when a run starts
/// ```
final class OutputRoot: Sendable {
    static let privateFolder = ".tilecut"
    static let staging = ".tilecut/staging"
    private static let lock = ".tilecut/lock"

    let path: String
    let folder: FileDescriptor
    private let lockFile: FileDescriptor

    /// Creates what is missing, takes the lock and removes what earlier runs left in staging.
    ///
    /// - Throws: `EnvironmentFailure` when the output cannot be written or another run holds it.
    init(_ path: String) throws(EnvironmentFailure) {
        do {
            try FileSystem.makeFolders(path)
            folder = try FileDescriptor.folder(path)
            try FileSystem.makeFolder(Self.privateFolder, in: folder)
            lockFile = try FileDescriptor(
                opening: Self.lock, in: folder, flags: O_RDWR | O_CREAT, toDo: "write")
        } catch {
            throw EnvironmentFailure.notWritable(output: path, error)
        }
        self.path = path
        guard flock(lockFile.number, LOCK_EX | LOCK_NB) == 0 else {
            if errno == EWOULDBLOCK {
                throw EnvironmentFailure.held(output: path, by: Self.holder(in: folder))
            }
            throw EnvironmentFailure.notWritable(output: path, SystemError("lock", lockFile.path))
        }
        do {
            try sayWhoHoldsIt()
            try FileSystem.removeTree(Self.staging, in: folder)
            try FileSystem.makeFolder(Self.staging, in: folder)
        } catch {
            throw EnvironmentFailure.notWritable(output: path, error)
        }
    }

    /// Removes the empty staging folder and lets go of the lock.
    func close() throws(SystemError) {
        try FileSystem.removeTree(Self.staging, in: folder)
        guard ftruncate(lockFile.number, 0) == 0 else { throw SystemError("write", lockFile.path) }
        guard flock(lockFile.number, LOCK_UN) == 0 else {
            throw SystemError("unlock", lockFile.path)
        }
    }

    /// The published descriptor of an image; `nil` where there is none that can be read.
    func descriptor(of name: String) throws(SystemError) -> Descriptor? {
        guard
            let bytes = try FileSystem.contents("\(name)/\(Descriptor.fileName)", in: folder)
        else { return nil }
        return DescriptorFile.decode(bytes)
    }

    /// Whether a whole image of this name stands here.
    func hasPublished(_ name: String) -> Bool {
        faccessat(folder.number, "\(name)/\(Descriptor.fileName)", F_OK, 0) == 0
    }

    private func sayWhoHoldsIt() throws(SystemError) {
        let line = Array("\(getpid())\n".utf8)
        guard ftruncate(lockFile.number, 0) == 0,
            pwrite(lockFile.number, line, line.count, 0) == line.count
        else { throw SystemError("write", lockFile.path) }
    }

    private static func holder(in folder: FileDescriptor) -> String {
        do {
            let bytes = try FileSystem.contents(lock, in: folder) ?? []
            let digits = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
            return digits.isEmpty ? "another run" : "process \(digits)"
        } catch {
            return "another run"
        }
    }
}

/// Why no image at all can be published: exit status 4.
public enum EnvironmentFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case notWritable(output: String, SystemError)
    case held(output: String, by: String)
    /// Every image failed for want of space.
    case diskFull(output: String)
    /// The image library or its encoders could not be started.
    case noWorkers(String)

    public var description: String {
        switch self {
        case .notWritable(let output, let error): "output \(output) is not writable: \(error)"
        case .held(let output, let holder):
            "output \(output) is held by \(holder); wait for it to end, or give another --output"
        case .diskFull(let output): "no space left on the disk of output \(output)"
        case .noWorkers(let why): "the image library could not be started: \(why)"
        }
    }
}
