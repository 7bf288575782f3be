import Files
import Glibc
import Synchronization
import TilePyramid

/// An output folder that this run holds: its lock, its staging area, what is known of its images.
///
/// ```
/// OUT/NAME/...                  published images, each whole
/// OUT/catalog.json
/// OUT/.tilecut/lock             held while a run works here
/// OUT/.tilecut/state            see `StateContents`
/// OUT/.tilecut/inventory/KEY    see `Inventory`
/// OUT/.tilecut/staging/NAME/    images being cut; swept when a run starts
/// OUT/.tilecut/staging/.NAME/   old images on their way out, where folders cannot be exchanged
/// ```
final class OutputRoot: Sendable {
    static let staging = ".tilecut/staging"

    let output: OutputFolder
    let state: StateLog
    /// Data reach the disk before they are published.
    let isDurable: Bool
    private let lock: OutputLock
    private let mustSweep = Atomic(false)

    var path: String { output.path }
    var folder: FileDescriptor { output.folder }

    /// Creates an output folder with what it takes to lock it.
    static func folder(_ path: String) throws(EnvironmentFailure) -> OutputFolder {
        do {
            try FileSystem.makeFolders(path)
            let output = try OutputFolder(path)
            try FileSystem.makeFolder(OutputFolder.privateFolder, in: output.folder)
            return output
        } catch {
            throw EnvironmentFailure.notWritable(output: path, error)
        }
    }

    /// Takes the lock and puts right what a killed run left.
    ///
    /// - Parameter waiting: `nil` fails at once when another run holds the output.
    /// - Throws: `EnvironmentFailure` when the output cannot be written or another run holds it.
    init(_ output: OutputFolder, waiting: OutputLock.Waiting?, isDurable: Bool)
        throws(EnvironmentFailure)
    {
        self.isDurable = isDurable
        self.output = output
        lock = try OutputLock(holding: output, waiting: waiting)
        do {
            state = try StateLog(in: output.folder)
            try Leftovers.clear(in: output, state: state)
            try FileSystem.makeFolder(OutputFolder.inventories, in: output.folder)
            try FileSystem.makeFolder(Self.staging, in: output.folder)
        } catch {
            throw EnvironmentFailure.notWritable(output: output.path, error)
        }
    }

    /// Something could not be removed: the staging folder stays and has the next run look for it.
    func leaveASweep() { mustSweep.store(true, ordering: .releasing) }

    /// Removes everything that was staged of an image.
    func discardStaged(_ name: String) throws(SystemError) {
        do {
            try FileSystem.removeTree("\(Self.staging)/\(name)", in: folder)
        } catch {
            leaveASweep()
            throw error
        }
    }

    /// Brings the state file up to date, removes the empty staging folder and lets go of the lock.
    func close() throws(SystemError) {
        try state.close(isDurable: isDurable)
        if !mustSweep.load(ordering: .acquiring) {
            try FileSystem.removeTree(Self.staging, in: folder)
        }
        try lock.release()
    }
}

/// What a killed run may have left in an output's private folder.
enum Leftovers {
    /// Puts back what was on its way out and never replaced; removes the rest.
    static func clear(in output: OutputFolder, state: StateLog) throws(SystemError) {
        guard try FileSystem.status(of: OutputRoot.staging, in: output.folder) != nil else {
            return
        }
        try putBack(in: output)
        try removeInventories(in: output, state)
        try FileSystem.removeTree(OutputRoot.staging, in: output.folder)
    }

    private static func putBack(in output: OutputFolder) throws(SystemError) {
        let staging = try FileDescriptor.folder(OutputRoot.staging, in: output.folder)
        for name in try FileSystem.names(in: staging) where name.first == 46 {
            let aside = "\(OutputRoot.staging)/\(FileSystem.text(name))"
            let home = String(FileSystem.text(name).dropFirst())
            guard try FileSystem.status(of: home, in: output.folder) == nil,
                try FileSystem.status(of: aside, in: output.folder).map(FileSystem.kind) == .folder
            else { continue }
            try FileSystem.renameNew(aside, home, in: output.folder)
        }
    }

    /// Removes the inventories of folders that were never published, or are no more.
    private static func removeInventories(in output: OutputFolder, _ state: StateLog)
        throws(SystemError)
    {
        guard try FileSystem.status(of: OutputFolder.inventories, in: output.folder) != nil else {
            return
        }
        let folder = try FileDescriptor.folder(OutputFolder.inventories, in: output.folder)
        var published: Set<String> = []
        for name in try output.imageNames() {
            let record = state.image(name)
            if let record,
                record.published.descriptor
                    == (try PublishedStamp.descriptor(of: name, in: output))
            {
                published.insert(String(record.key.prefix(32)))
            } else if let key = try output.descriptor(of: name)?.key ?? record?.key {
                published.insert(String(key.prefix(32)))
            }
        }
        for file in try FileSystem.names(in: folder)
        where !published.contains(FileSystem.text(file)) {
            try FileSystem.removeTree(file, in: folder)
        }
    }
}
