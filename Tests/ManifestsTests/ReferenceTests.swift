import Foundation
import Manifests
import Testing

/// The README's manifest reference has the keys that manifests may have, and no other.
@Suite struct ReferenceTests {
    /// The keys in the first column of the reference's table.
    private func documented() throws -> Set<String> {
        let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("README.md")
        let text = try String(contentsOf: readme, encoding: .utf8)
        let start = try #require(text.range(of: "## Manifest reference\n")).upperBound
        let end = try #require(text.range(of: "\n## ", range: start..<text.endIndex)).lowerBound
        let rows = text[start..<end].split(separator: "\n").filter { $0.hasPrefix("| `") }
        // Every other piece between backquotes is a key.
        return Set(
            rows.compactMap { $0.split(separator: "|").first }.flatMap { cell in
                cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                    .filter { $0.offset % 2 == 1 }.map { String($0.element) }
            })
    }

    @Test func hasEveryKeyOfAnImage() throws {
        let set = try Folder().read("version: 1\nimages: [{ source: a.jpg, watermark: yes }]\n")
        let message = try #require(set.messages.first)
        let list = try #require(message.range(of: "the keys are ")).upperBound
        let known = Set(message[list...].split(separator: ", ").map(String.init))
        #expect(known.count > 20)
        #expect(try documented() == known)
    }
}
