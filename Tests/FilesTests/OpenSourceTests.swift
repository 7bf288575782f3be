import Files
import Foundation
import Testing

/// A source's one handle: what may be opened, and what is noticed of changes.
@Suite final class OpenSourceTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tilecut-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(at: folder) } catch {
            FileHandle.standardError.write(Data("cannot remove \(folder.path)\n".utf8))
        }
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// A file of the bytes 0, 1, 2, ...
    private func file(_ count: Int) throws -> String {
        let path = path("source")
        try Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
            .write(to: URL(fileURLWithPath: path))
        return path
    }

    private func read(_ source: OpenSource, at offset: Int, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try bytes.withUnsafeMutableBytes { try source.read($0, at: offset) }
        return Array(bytes.prefix(got))
    }

    @Test func bytesAreReadByPlace() throws {
        let source = try OpenSource(try file(10))
        #expect(source.size == 10)
        #expect(try read(source, at: 4, count: 3) == [4, 5, 6])
        #expect(try read(source, at: 0, count: 2) == [0, 1])
        #expect(try read(source, at: 8, count: 5) == [8, 9])
        #expect(try read(source, at: 10, count: 5).isEmpty)
        #expect(try read(source, at: 99, count: 5).isEmpty)
    }

    /// A pipe is refused, not waited for.
    @Test func onlyFilesWithContentAreSources() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        try Data().write(to: URL(fileURLWithPath: path("empty")))
        let refused: [(String, SourceFailure)] = [
            ("missing", .missing), ("pipe", .notAFile), ("empty", .empty), ("", .isFolder),
        ]
        for (name, failure) in refused {
            #expect(throws: failure, "\(name)") { _ = try OpenSource(path(name)) }
            #expect(throws: failure, "\(name)") { _ = try OpenSource.identity(of: path(name)) }
        }
        #expect(throws: SourceFailure.missing) { _ = try OpenSource(try file(1) + "/below") }
    }

    /// What is appended later is no part of what was opened.
    @Test func theSizeIsTheOneAtOpening() throws {
        let path = try file(10)
        let source = try OpenSource(path)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([1, 2, 3]))
        #expect(try read(source, at: 0, count: 20).count == 10)
        #expect(throws: SourceFailure.changedWhileRead) { try source.checkUnchanged() }
        try handle.truncate(atOffset: 4)
        #expect(try read(source, at: 0, count: 20) == [0, 1, 2, 3])
    }

    @Test func anotherFileAtThePathIsNoticed() throws {
        let path = try file(10)
        let source = try OpenSource(path)
        try source.checkUnchanged()
        #expect(try OpenSource.identity(of: path) == source.identity)
        // The same bytes, size and time, in another file.
        let other = self.path("other")
        try FileManager.default.copyItem(atPath: path, toPath: other)
        #expect(rename(other, path) == 0)
        #expect(throws: SourceFailure.changedWhileRead) { try source.checkUnchanged() }
        #expect(try read(source, at: 0, count: 3) == [0, 1, 2])
        #expect(unlink(path) == 0)
        #expect(throws: SourceFailure.changedWhileRead) { try source.checkUnchanged() }
    }
}
