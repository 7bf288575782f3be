import Files
import Foundation
import Imaging
import Raster
import TilePyramid

/// A folder with source files, gone at the end of a test.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("tilecut-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(at: url) } catch {
            FileHandle.standardError.write(Data("cannot remove \(url.path)\n".utf8))
        }
    }

    /// A job whose source is a file of `data`.
    package func job(
        _ data: Data, name: String = "image", tiles: Encoding = .of("png"),
        thumbnails: [ThumbnailSpec] = [],
        linearLight: Bool = false, page: Int = 0, tileSize: Int = 256,
        onDamage: OnDamage = .fail
    ) throws -> Job {
        let path = url.appendingPathComponent("\(UUID().uuidString).img").path
        try data.write(to: URL(fileURLWithPath: path))
        return Job(
            name: name, source: SourceFile(path: path, manifestPath: "\(name).img"),
            origin: ManifestOrigin(file: "test.yaml", line: 1), output: url.path,
            layouts: [
                TiledLayout(
                    tileSizes: [tileSize], minTileLevel: 1, maxTileLevel: 1, density: .one)
            ],
            tiles: tiles, thumbnails: thumbnails, background: .white, linearLight: linearLight,
            maxZoomLevel: 2, page: page, maxPixels: 1 << 40, maxTiles: 1 << 40, sha256: nil,
            onDamage: onDamage,
            attribution: nil)
    }

    /// All pixels of a file, upright, through the rows that tiles are cut from.
    package func read(
        _ data: Data, tiles: Encoding = .of("png"), linearLight: Bool = false, page: Int = 0,
        wholeImageLimit: Int = 1 << 30, onDamage: OnDamage = .fail
    ) throws -> (file: ImageFile, picture: Picture) {
        let file = try ImageFile(
            try job(data, tiles: tiles, linearLight: linearLight, page: page, onDamage: onDamage),
            wholeImageLimit: wholeImageLimit)
        return (file, Picture(try rows(of: file)))
    }

    package func rows(of file: ImageFile) throws -> Band {
        let rows = try file.rows(scratch: url.path)
        let band = Band(
            format: file.format, width: file.size.width,
            capacity: (file.size.height + 3) / 4 * 4)
        // In steps, as the pipeline reads.
        while band.rows < file.size.height {
            try rows.read(min(20, file.size.height - band.rows), into: band)
        }
        return band
    }
}

extension ImageFile {
    /// The job's source, opened for it.
    package convenience init(_ job: Job, wholeImageLimit: Int) throws {
        try self.init(OpenSource(job.source.path), for: job, wholeImageLimit: wholeImageLimit)
    }
}

extension Data {
    /// The JPEG with an EXIF segment that holds an orientation and nothing else.
    package func withEXIF(orientation: Int) -> Data {
        withSegment(0xe1, Array("Exif\0\0".utf8) + Self.exif(orientation: orientation))
    }

    /// EXIF's own TIFF structure with just the tag.
    package static func exif(orientation: Int) -> [UInt8] {
        [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0] + [0, 0, 0, 0]
    }

    /// The JPEG with a colour profile.
    package func withProfile(_ profile: [UInt8]) -> Data {
        withSegment(0xe2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
    }

    /// The JPEG with an application segment right after its start.
    package func withSegment(_ marker: UInt8, _ body: [UInt8]) -> Data {
        let length = body.count + 2
        var data = Data(self[..<2])
        data.append(contentsOf: [0xff, marker, UInt8(length >> 8), UInt8(length & 255)])
        data.append(contentsOf: body)
        return data + self[2...]
    }
}
