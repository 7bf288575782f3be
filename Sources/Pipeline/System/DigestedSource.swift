import Files

/// An open source whose digest is known: what is published under the digest is what is read
/// through `file`, or the image fails.
struct DigestedSource: Sendable {
    let file: OpenSource
    let snapshot: SourceSnapshot

    /// Reads the whole file once.
    ///
    /// - Throws: `SourceFailure.changedWhileRead`, `SystemError`, `Cancelled`.
    init(reading file: OpenSource, isCancelled: () -> Bool) throws {
        self.file = file
        snapshot = SourceSnapshot(
            sha256: try Self.digest(of: file, isCancelled: isCancelled), identity: file.identity,
            readAt: file.openedAt)
        try file.checkUnchanged()
    }

    /// A file that was read by an earlier run.
    ///
    /// - Throws: `SourceFailure.changedWhileRead` when it is another one now.
    init(_ file: OpenSource, remembered snapshot: SourceSnapshot) throws(SourceFailure) {
        guard file.identity == snapshot.identity else { throw .changedWhileRead }
        self.file = file
        self.snapshot = snapshot
    }

    /// - Throws: `SourceFailure.changedWhileRead` when the file is not what it was, or its path
    ///   names another.
    func checkUnchanged(isCancelled: () -> Bool) throws {
        try file.checkUnchanged()
        // Written within one step of the clock of being read: `stat` may not tell a later change.
        if snapshot.identity.changed >= snapshot.readAt - 20_000_000,
            try Self.digest(of: file, isCancelled: isCancelled) != snapshot.sha256
        {
            throw SourceFailure.changedWhileRead
        }
    }

    private static func digest(of file: OpenSource, isCancelled: () -> Bool) throws -> String {
        let hash = SHA256()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
        defer { buffer.deallocate() }
        var done = 0
        while done < file.size {
            if isCancelled() { throw Cancelled() }
            let got = try file.read(buffer, at: done)
            // It has been cut short since it was opened.
            if got == 0 { throw SourceFailure.changedWhileRead }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
            done += got
        }
        return hash.finish()
    }
}

/// What a source file was when it was read: its digest, and what tells whether it has changed
/// since.
struct SourceSnapshot: Hashable, Sendable {
    let sha256: String
    let identity: FileIdentity
    /// When reading began, by the wall clock.
    let readAt: Int

    /// Size in bytes.
    var size: Int { identity.size }
}
