import Files
import Foundation
import Testing

@testable import Pipeline

/// The digest belongs to the bytes that are read through the same handle.
@Suite struct DigestedSourceTests {
    private let fixture: Fixture
    private let path: String

    init() throws {
        fixture = try Fixture()
        path = try fixture.job("a", bytes: 3_000_000).source.path
    }

    private func snapshot(of source: OpenSource, sha256: String, readAfter nanoseconds: Int)
        -> SourceSnapshot
    {
        SourceSnapshot(
            sha256: sha256, identity: source.identity,
            readAt: source.identity.changed + nanoseconds)
    }

    @Test func theDigestIsOfAllBytes() throws {
        let source = try DigestedSource(reading: OpenSource(path), isCancelled: { false })
        #expect(
            source.snapshot.sha256 == SHA256.hex(String(repeating: "A", count: 3_000_000)))
        #expect(source.snapshot.size == 3_000_000)
        try source.checkUnchanged(isCancelled: { false })
    }

    @Test func anotherFileThanTheRememberedOneIsNotCut() throws {
        let remembered = AssessedSource.remembered(
            snapshot(of: try OpenSource(path), sha256: "", readAfter: 1 << 40))
        #expect(try remembered.open(path).snapshot == remembered.snapshot)
        // Other bytes of the same size, and later times.
        try fixture.rewriteInPlace(path)
        #expect(throws: SourceFailure.changedWhileRead) { _ = try remembered.open(path) }
    }

    /// `stat` cannot tell two changes within a step of the clock: the bytes are read once more.
    @Test func aChangeWithinAStepOfTheClockIsNoticed() throws {
        let source = try OpenSource(path)
        func check(readAfter nanoseconds: Int) throws {
            try DigestedSource(
                source,
                remembered: snapshot(of: source, sha256: "another", readAfter: nanoseconds)
            ).checkUnchanged(isCancelled: { false })
        }
        #expect(throws: SourceFailure.changedWhileRead) { try check(readAfter: 0) }
        try check(readAfter: 1_000_000_000)
    }

    @Test func aFileThatIsCutShortBeforeItIsDigestedHasChanged() throws {
        let source = try OpenSource(path)
        #expect(truncate(path, 2_000_000) == 0)
        #expect(throws: SourceFailure.changedWhileRead) {
            _ = try DigestedSource(reading: source, isCancelled: { false })
        }
    }

    @Test func readingEndsWhenTheRunDoes() throws {
        let source = try OpenSource(path)
        #expect(throws: Cancelled.self) {
            _ = try DigestedSource(reading: source, isCancelled: { true })
        }
    }
}
