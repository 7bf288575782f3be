import Foundation
import Manifests
import Testing
import TilePyramid

/// Sources that are patterns, against files in a folder.
@Suite struct SourcePatternTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    /// The manifest paths that `source`, as it stands in single quotes, comes to.
    func matches(_ source: String) throws -> [String] {
        let set = try folder.read("version: 1\nimages:\n  - source: '\(source)'\n")
        #expect(set.diagnostics.map(\.description) == [])
        return set.jobs.map(\.source.manifestPath)
    }

    @Test func matchesComeInByteOrder() throws {
        for name in ["b", "a", "Z", "é", "a-b", "10", "9", "_", "e\u{301}x", "f"] {
            try folder.write("photos/\(name).tif")
        }
        try folder.write("photos/note.txt")
        #expect(
            try matches("photos/*.tif")
                == ["10", "9", "Z", "_", "a-b", "a", "b", "e\u{301}x", "f", "é"].map {
                    "photos/\($0).tif"
                })
    }

    @Test func eachMatchIsAnImageNamedAfterItsFile() throws {
        try folder.write("m/photos/b.x.tif")
        try folder.write("m/photos/a.tif")
        let set = try folder.read(
            "version: 1\nimages:\n  - source: photos/*.tif\n    page: 1\n", as: "m/scans.yaml")
        #expect(set.jobs.map(\.name) == ["a", "b.x"])
        #expect(set.jobs.map(\.page) == [1, 1])
        #expect(set.jobs.map(\.origin.line) == [3, 3])
        #expect(set.jobs.first?.source.path == folder.path + "/m/photos/a.tif")
        #expect(set.jobs.first?.source.manifestPath == "photos/a.tif")
    }

    @Test func foldersAreLeftOutAndLinksAreKept() throws {
        try folder.write("p/a.jpg")
        try folder.write("p/folder.jpg/inner.jpg")
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: folder.path + "/p/link.jpg", withDestinationPath: "a.jpg")
        try manager.createSymbolicLink(
            atPath: folder.path + "/p/nowhere.jpg", withDestinationPath: "gone.jpg")
        try manager.createSymbolicLink(
            atPath: folder.path + "/p/to-folder.jpg", withDestinationPath: "folder.jpg")
        #expect(try matches("p/*.jpg") == ["p/a.jpg", "p/link.jpg", "p/nowhere.jpg"])
        #expect(try matches("*/f*/*.jpg") == ["p/folder.jpg/inner.jpg"])
    }

    @Test func wildcardsMeanWhatTheyMeanInAShell() throws {
        for name in ["a1", "a2", "b1", "ab", "é1", ".a1", "a]"] { try folder.write("p/\(name)") }
        #expect(try matches("p/?1") == ["p/a1", "p/b1", "p/é1"])
        #expect(try matches("p/[ab]1") == ["p/a1", "p/b1"])
        #expect(try matches("p/[!a]1") == ["p/b1", "p/é1"])
        #expect(try matches("p/[a-c][0-9]") == ["p/a1", "p/a2", "p/b1"])
        #expect(try matches("p/a[]]") == ["p/a]"])
        #expect(try matches("p/*") == ["p/a1", "p/a2", "p/a]", "p/ab", "p/b1", "p/é1"])
        // A name with a leading dot is matched by a pattern with one, and is then no usable name.
        #expect(try folder.read("version: 1\nimages: [{ source: 'p/.a?' }]\n").isRejected)
        #expect(try matches("?/a1") == ["p/a1"])
        #expect(try matches("./p//*2") == ["p/a2"])
        #expect(try matches(folder.path + "/p/*2") == [folder.path + "/p/a2"])
    }

    @Test func bracesAndTildesAreThemselves() throws {
        try folder.write("{a,b}.jpg")
        try folder.write("~x.jpg")
        #expect(try matches("{a,b}.j*") == ["{a,b}.jpg"])
        #expect(try matches("~*.jpg") == ["~x.jpg"])
    }

    @Test func aSourceThatNamesAFileIsThatFile() throws {
        for name in ["plan[v2].jpg", "planv.jpg", "what?.jpg", "whatx.jpg", "a*b.jpg", "axb.jpg"] {
            try folder.write(name)
        }
        #expect(try matches("plan[v2].jpg") == ["plan[v2].jpg"])
        #expect(try matches("what?.jpg") == ["what?.jpg"])
        #expect(try matches("a*b.jpg") == ["a*b.jpg"])
        // Only when there is no such file is it a pattern.
        #expect(try matches("plan[vx].jpg") == ["planv.jpg"])
        // An escape takes the character as it is.
        #expect(try matches("plan\\[*.jpg") == ["plan[v2].jpg"])
    }

    @Test func wildcardsInTheManifestsOwnFolderAreNone() throws {
        try folder.write("m[1]*/a.jpg")
        try folder.write("m1x/b.jpg")
        let set = try folder.read("version: 1\nimages: [{ source: '*.jpg' }]\n", as: "m[1]*/x.yaml")
        #expect(set.jobs.map(\.source.path) == [folder.path + "/m[1]*/a.jpg"])
    }

    @Test func aPatternThatMatchesNothingIsNoFaultOfTheManifest() throws {
        let set = try folder.read(
            "version: 1\nimages:\n  - source: a.jpg\n  - source: gone/*.tif\n  - source: '*/'\n")
        #expect(!set.isRejected)
        #expect(set.jobs.map(\.name) == ["a"])
        #expect(set.unmatched.map(\.pattern) == ["gone/*.tif", "*/"])
        #expect(set.unmatched.map(\.origin.line) == [4, 5])
        #expect(set.unmatched.map(\.output) == ["out", "out"])
        #expect(set.unmatched.map(\.reason) == ["no file matches", "no file matches"])
    }

    @Test func aFolderThatCannotBeListedIsToldOf() throws {
        // A link to itself: reading it fails for whoever runs the test.
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/loop", withDestinationPath: "loop")
        let set = try folder.read("version: 1\nimages: [{ source: 'loop/*.jpg' }]\n")
        #expect(!set.isRejected)
        let reason = try #require(set.unmatched.first?.reason)
        #expect(reason.hasPrefix("cannot read folder \(folder.path)/loop/: "))
    }

    @Test func aNameThatIsNotUTF8IsRejected() throws {
        try folder.write("p/a.jpg")
        let path = Array((folder.path + "/p/caf").utf8) + [0xE9] + Array(".jpg".utf8) + [0]
        #expect(mknod(path.map { CChar(bitPattern: $0) }, S_IFREG | 0o644, 0) == 0)
        let set = try folder.read("version: 1\nimages: [{ source: 'p/*.jpg' }]\n")
        #expect(set.isRejected)
        #expect(
            set.messages == ["'p/caf\\xE9.jpg' matches, but its name is not UTF-8; rename the file"]
        )
        #expect(remove(path.map { CChar(bitPattern: $0) }) == 0)
    }

    @Test func oneNameForSeveralMatchesIsRejected() throws {
        try folder.write("p/a.jpg")
        let text = "version: 1\nimages:\n  - source: p/*.jpg\n    name: one\n"
        #expect(try folder.read(text).jobs.map(\.name) == ["one"])
        try folder.write("p/b.jpg")
        #expect(
            try folder.read(text).printed(in: folder.path) == """
                images.yaml:4:11: error: one name cannot be of the 2 files that 'source' matches; leave 'name' out, each is then named after its file
                    name: one
                          ^~~

                """)
    }

    @Test func matchesWithOneStemClash() throws {
        try folder.write("p/a.jpg")
        try folder.write("p/a.png")
        #expect(
            try folder.read("version: 1\nimages:\n  - source: p/*\n").printed(in: folder.path)
                == """
                images.yaml:3:13: error: two images of one output are named 'a', p/a.jpg and p/a.png match this pattern; set 'name' on one of them
                    - source: p/*
                              ^~~

                """)
    }

    @Test func twoStarsAreOneWithAWarning() throws {
        try folder.write("p/q/a.jpg")
        try folder.write("p/q/r/b.jpg")
        let set = try folder.read("version: 1\nimages: [{ source: 'p/**/*.jpg' }]\n")
        #expect(set.jobs.map(\.name) == ["a"])
        #expect(set.diagnostics.map(\.severity) == [.warning])
    }

    @Test func aHostilePatternIsAnsweredInTime() throws {
        try folder.write("p/" + String(repeating: "a", count: 200))
        let pattern = String(repeating: "*a", count: 60) + "*b"
        let clock = ContinuousClock()
        let time = try clock.measure {
            let set = try folder.read("version: 1\nimages: [{ source: 'p/\(pattern)' }]\n")
            #expect(set.unmatched.count == 1)
        }
        #expect(time < .seconds(30))
    }
}
