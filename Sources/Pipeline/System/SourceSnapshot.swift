import Files

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
