import Foundation
import Manifests
import Testing

/// Thousands of manifests that are nearly right: none crashes, and each rejected one says where.
@Suite struct MutatedManifestsTests {
    /// The same numbers in every run (SplitMix64).
    struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    static let manifest = """
        version: 1
        output: ../build/tiles
        defaults: &d
          tileSizes: [512, 256, 128]
          density: 2
          thumbnail: { size: 512, extension: jpg }
          background: "#ffffff"
        images:
          - source: photos/bänch.jpg
            name: 'no'
          - &x
            source: photos/scans/*.tif
            tileSizes: &s [1024, 512, 256]
            density: full
          - <<: *x
            source: "photos/\\u00e9.png"
            extension: png
            maxZoomLevel: 2.5
            thumbnail:
              - { name: a, size: { width: 10, height: 20 } }
              - { name: b, quality: 3 }
            attribution: >
              写真 by
              someone
        """

    static let pieces: [[UInt8]] =
        [
            "\t", "\n", " ", "  ", "[", "]", "{", "}", ":", ": ", "- ", "&x ", "*x", "*s", "<<: *d",
            "'",
            "\"", "#", "|", ">", "!", "!!int ", "%", "@", "\\", "0", "-1", "99999999999999999999",
            "~",
            "---\n", "...\n", "\u{FEFF}", "\u{2028}", "é", "写", "\0", "\u{7}", "\r", "? ", ",",
            "..", "/",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x80]]

    @Test(arguments: 0..<4) func noMutationCrashes(seed: Int) throws {
        var numbers = Numbers(state: UInt64(seed))
        let folder = try Folder()
        let original = Array(Self.manifest.utf8)
        var rejected = 0
        for _ in 0..<1000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                Self.mutate(&bytes, &numbers)
            }
            let path = try folder.write("images.yaml", bytes: Data(bytes))
            let set = ManifestSet.read([path], output: nil)
            for diagnostic in set.diagnostics { #expect(!"\(diagnostic)".isEmpty) }
            guard set.isRejected else { continue }
            rejected += 1
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(set.jobs.isEmpty)
            let isUTF16 = bytes.starts(with: [0xFF, 0xFE])
            #expect(
                isUTF16 || set.diagnostics.contains { $0.severity == .error && $0.line != nil },
                "\(text)")
            let lines = bytes.filter { $0 == 0x0A || $0 == 0x0D }.count + 1
            for diagnostic in set.diagnostics where diagnostic.line != nil {
                #expect((1...lines).contains(diagnostic.line ?? 0), "\(text)")
                #expect((diagnostic.column ?? 0) >= 1 && diagnostic.length >= 1, "\(text)")
            }
        }
        // Most mutations break something; some (a comment, a blank) do not.
        #expect((400..<1000).contains(rejected))
    }

    static func mutate(_ bytes: inout [UInt8], _ numbers: inout Numbers) {
        guard !bytes.isEmpty else { return }
        let at = Int.random(in: bytes.indices, using: &numbers)
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: bytes.remove(at: at)
        case 1: bytes[at] = UInt8.random(in: 0...255, using: &numbers)
        case 2: bytes.insert(contentsOf: pieces.randomElement(using: &numbers) ?? [], at: at)
        case 3:
            let end = min(bytes.count, at + Int.random(in: 1...40, using: &numbers))
            bytes.removeSubrange(at..<end)
        default:
            let end = min(bytes.count, at + Int.random(in: 1...40, using: &numbers))
            let to = Int.random(in: bytes.indices, using: &numbers)
            bytes.insert(contentsOf: bytes[at..<end], at: to)
        }
    }
}
