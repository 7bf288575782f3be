import Foundation

/// A fresh folder that a test's runs work in; gone when the test lets go of it.
final class Workspace: Sendable {
    let folder: URL

    /// Memory where there is such a disk: thousands of files are made and removed here.
    private static let home =
        FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? URL(filePath: "/dev/shm") : FileManager.default.temporaryDirectory

    init() throws {
        folder = Self.home
            .appending(path: "tilecut-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            FileHandle.standardError.write(Data("left behind: \(folder.path): \(error)\n".utf8))
        }
    }

    func url(_ path: String) -> URL { folder.appending(path: path) }

    func write(_ text: String, to path: String) throws {
        try write(Data(text.utf8), to: path)
    }

    func write(_ data: Data, to path: String) throws {
        let target = url(path)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: target)
    }

    func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: url(path)), as: UTF8.self)
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: url(path).path(percentEncoded: false))
    }

    /// Paths of all that stands below `path`, sorted.
    func tree(_ path: String = ".") throws -> [String] {
        try FileManager.default
            .subpathsOfDirectory(atPath: url(path).path(percentEncoded: false)).sorted()
    }
}

extension Workspace {
    /// A manifest with these `images:` entries, writing to `out`.
    func writeManifest(_ entries: String..., defaults: String = "", to path: String = "m.yaml")
        throws
    {
        let images = entries.map { "  - \($0)\n" }.joined()
        let settings = defaults.isEmpty ? "" : "defaults: { \(defaults) }\n"
        try write("version: 1\noutput: out\n\(settings)images:\n\(images)", to: path)
    }

    /// A PPM picture; its file format is simple enough to be written by hand.
    func writePicture(_ path: String, width: Int = 300, height: Int = 200) throws {
        var data = Data("P6\n\(width) \(height)\n255\n".utf8)
        data.reserveCapacity(data.count + width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                data.append(contentsOf: [
                    UInt8(x % 256), UInt8(y % 256), UInt8((x / 256 + y / 256) % 256),
                ])
            }
        }
        try write(data, to: path)
    }

    /// A picture that takes seconds to cut with `slowSettings`.
    func writeSlowPicture(_ path: String) throws {
        let side = 3000
        var random = SystemRandomNumberGenerator()
        var data = Data("P6\n\(side) \(side)\n255\n".utf8)
        for _ in 0..<(side * side * 3 / 8) {
            withUnsafeBytes(of: random.next()) { data.append(contentsOf: $0) }
        }
        try write(data, to: path)
    }

    static let slowSettings =
        "extension: png, compression: 9, density: full, tileSizes: [512, 256, 128, 64]"
}
