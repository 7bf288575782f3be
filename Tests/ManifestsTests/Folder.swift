import Foundation
import Manifests
import TilePyramid

/// A folder of its own for a test, gone with it.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "manifests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            FileHandle.standardError.write(Data("the test's folder stays: \(error)\n".utf8))
        }
    }

    /// Writes `text` to `name`, with the folders above it.
    @discardableResult
    func write(_ name: String, _ text: String = "") throws -> String {
        try write(name, bytes: Data(text.utf8))
    }

    @discardableResult
    func write(_ name: String, bytes: Data) throws -> String {
        let file = path + "/" + name
        let parent = file[..<(file.lastIndex(of: "/") ?? file.endIndex)]
        try FileManager.default.createDirectory(
            atPath: String(parent), withIntermediateDirectories: true)
        try bytes.write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Reads `text` as the manifest `name`.
    func read(_ text: String, as name: String = "images.yaml", output: String? = "out") throws
        -> ManifestSet
    {
        ManifestSet.read([try write(name, text)], output: output)
    }
}

extension ManifestSet {
    /// All that is printed of the diagnostics, without the folder of the manifests.
    func printed(in folder: String) -> String {
        diagnostics.map { "\($0)\n" }.joined().replacing(folder + "/", with: "")
    }

    /// The messages alone.
    var messages: [String] { diagnostics.map(\.message) }
}

extension Job {
    /// The first layout, which is `tiled`.
    var tiled: TiledLayout {
        guard let tiled = layouts[0] as? TiledLayout else {
            preconditionFailure("the test's manifest has layout 'tiled'")
        }
        return tiled
    }
}
