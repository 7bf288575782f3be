import Files
import Foundation
import Imaging
import Pipeline
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// A source that is changed while it is cut fails, alone, and the next run cuts it: no hang, no
/// crash, no mixture.
@Suite struct ChangedSourceTests {
    /// A file as it is when its image begins, and how its tiles are encoded.
    struct Original: CustomTestStringConvertible, Sendable {
        let name: String
        var tiles = Encoding.of("jpg")
        var orientation: Int?

        var testDescription: String {
            "\(name) to \(tiles.fileExtension)"
                + (orientation.map { ", orientation \($0)" } ?? "")
        }

        var isJPEG: Bool { name.hasPrefix("jpg") }

        func data(_ picture: Picture) throws -> Data {
            let data = try VipsFixture(picture).encoded(name)
            return orientation.map { data.withEXIF(orientation: $0) } ?? data
        }
    }

    private static let jpeg = "jpg[Q=85]"

    static let originals = [
        // As planes, as RGB, by libvips in rows, by libvips turned; in several scans.
        Original(name: jpeg), Original(name: jpeg, tiles: .of("png")),
        Original(name: jpeg, orientation: 2), Original(name: jpeg, orientation: 6),
        Original(name: "jpg[Q=85,interlace]"),
        Original(name: "png[compression=1]"), Original(name: "png[compression=1,interlace]"),
        Original(name: "tif"), Original(name: "tif[tile,compression=lzw]"),
        Original(name: "webp[Q=90]"), Original(name: "gif"), Original(name: "ppm"),
    ]

    enum Change: CaseIterable {
        case shorter, taller, narrower, wider, grey, otherSubsampling, otherFormat
        case cutShort, emptied, overwritten, appended
        case replaced, removed, touched
    }

    private static let picture = JPEGPathTests.busy(500, 420)
    private static let shorter = JPEGPathTests.busy(500, 90)
    private static let taller = JPEGPathTests.busy(500, 900)
    private static let narrower = JPEGPathTests.busy(90, 420)
    private static let wider = JPEGPathTests.busy(2100, 420)

    @Test(.timeLimit(.minutes(5)), arguments: originals, Change.allCases)
    func itFailsAndIsCutByTheNextRun(original: Original, change: Change) throws {
        let whole = try original.data(Self.picture)
        let small = try original.data(.smooth(.rgb, 64, 48))
        let other = try Self.content(change, whole, original)
        for moment in WatchedLibrary.Moment.allCases where moment != .thumbnail || original.isJPEG {
            let folder = try TemporaryFolder()
            let thumbnail = ThumbnailSpec(
                name: "thumbnail", box: PixelSize(width: 64, height: 64), encoding: .of("jpg"))
            let job = try folder.job(
                whole, name: "changed", tiles: original.tiles, thumbnails: [thumbnail])
            let sibling = try folder.job(small, name: "sibling", tiles: original.tiles)
            let library = WatchedLibrary("changed", at: moment) {
                Self.apply(change, other, to: job.source.path)
            }
            let first = try Self.run([job, sibling], library)
            #expect(first[0].status == .failed, "\(moment)")
            #expect(
                first[0].error == "changed while it was read; run again when it is at rest",
                "\(moment)")
            #expect(first[1].status == .cut, "\(moment)")
            let published = folder.url.appendingPathComponent("changed").path
            #expect(!FileManager.default.fileExists(atPath: published), "\(moment)")
            guard moment == .opened else { continue }

            let second = try Self.run([job, sibling], WatchedLibrary("none", at: .opened) {})
            #expect(second[1].status == .unchanged)
            switch change {
            case .cutShort, .emptied, .removed: #expect(second[0].status == .failed)
            // Formats without a checksum cannot tell it from another picture.
            case .overwritten: break
            default: #expect(second[0].status == .cut, "\(second[0].error ?? "")")
            }
        }
    }

    /// What stands in the file after the change.
    private static func content(_ change: Change, _ whole: Data, _ original: Original) throws
        -> Data
    {
        switch change {
        case .shorter: try original.data(shorter)
        case .taller: try original.data(taller)
        case .narrower: try original.data(narrower)
        case .wider: try original.data(wider)
        case .grey: try original.data(Picture.smooth(.grey, 500, 420))
        case .otherSubsampling:
            JPEGFixture { how in
                how.h = 1
                how.v = 2
            }.encoded(picture)
        case .otherFormat:
            try Original(name: original.isJPEG ? "png" : jpeg).data(JPEGPathTests.busy(420, 500))
        case .cutShort: whole.prefix(whole.count / 3)
        case .emptied: Data()
        case .overwritten:
            whole.prefix(whole.count / 4)
                + Data(repeating: 0x5a, count: whole.count - whole.count / 4)
        case .appended: whole + Data(repeating: 0, count: 5000)
        case .replaced, .removed, .touched: whole
        }
    }

    /// Changes the file where it stands, as `cp` over it does; or its name, as `mv` does.
    private static func apply(_ change: Change, _ content: Data, to path: String) {
        do {
            switch change {
            case .replaced:
                try content.write(to: URL(fileURLWithPath: path), options: .atomic)
            case .removed:
                try FileManager.default.removeItem(atPath: path)
            case .touched:
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
            default:
                let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try file.truncate(atOffset: 0)
                try file.write(contentsOf: content)
                try file.close()
            }
        } catch {
            Issue.record(error)
        }
    }

    private static func run(_ jobs: [Job], _ library: any ImageLibrary) throws -> [JobOutcome] {
        try Batch(
            jobs: jobs, listings: [], options: BatchOptions(workers: 2, memory: 1 << 28),
            library: library, observer: SilentObserver(), counters: RunCounters()
        ).run().outcomes
    }
}

/// What is read is one file, opened once.
@Suite struct OneHandleTests {
    /// Its path is gone before the header is read: what opens by path finds nothing.
    @Test(arguments: [
        "jpg", "jpg[interlace]", "png", "png[interlace]", "tif", "tif[tile]", "webp", "gif", "ppm",
        "avif", "jp2", "jxl",
    ])
    func everythingIsReadThroughTheHandle(file: String) throws {
        let picture = JPEGPathTests.busy(320, 200)
        let data = try VipsFixture(picture).encoded(file)
        for orientation in file.hasPrefix("jpg") ? [1, 2, 6] : [1] {
            let folder = try TemporaryFolder()
            let data = orientation == 1 ? data : data.withEXIF(orientation: orientation)
            let job = try folder.job(data)
            let expected = Picture(try folder.rows(of: ImageFile(job, wholeImageLimit: 1 << 30)))
            let source = try OpenSource(job.source.path)
            try FileManager.default.removeItem(atPath: job.source.path)
            for limit in [0, 1 << 30] {
                let image = try ImageFile(source, for: job, wholeImageLimit: limit)
                #expect(Picture(try folder.rows(of: image)) == expected)
                _ = try image.shrunk(to: image.size.fitted(in: PixelSize(width: 40, height: 40)))
            }
            #expect(throws: SourceFailure.changedWhileRead) { try source.checkUnchanged() }
        }
    }

    /// Rows and thumbnails at once read at places of their own, through one descriptor.
    @Test(arguments: ["jpg", "png", "tif", "ppm"])
    func readersDoNotMoveEachOther(file: String) throws {
        let folder = try TemporaryFolder()
        let picture = JPEGPathTests.busy(900, 700)
        let job = try folder.job(VipsFixture(picture).encoded(file))
        let image = try ImageFile(job, wholeImageLimit: 1 << 30)
        let size = PixelSize(width: 90, height: 70)
        let thumbnail = Picture(try image.shrunk(to: size))
        let whole = Picture(try folder.rows(of: image))
        let readers = try (0..<2).map { _ in try image.rows(scratch: folder.url.path) }
        let bands = (0..<2).map { _ in Band(format: image.format, width: 900, capacity: 700) }
        while bands[1].rows < 700 {
            for (reader, band) in zip(readers, bands) { try reader.read(20, into: band) }
            if bands[0].rows == 360 {
                #expect(Picture(try image.shrunk(to: size)) == thumbnail)
                #expect(try Self.descriptors(of: job.source.path) == 1)
            }
        }
        for band in bands { #expect(Picture(band) == whole) }
    }

    /// Whether it is decoded or found broken: nothing keeps the file when the image is done with.
    @Test(arguments: [
        "jpg", "jpg[interlace]", "png", "png[interlace]", "tif", "tif[tile,compression=lzw]",
        "tif[compression=jpeg]", "webp", "gif", "ppm", "avif", "jp2", "jxl",
    ])
    func theFileIsClosedInTheEnd(file: String) throws {
        let folder = try TemporaryFolder()
        let whole = try VipsFixture(JPEGPathTests.busy(320, 200)).encoded(file)
        for part in [1, 0.9, 0.5, 0.02] {
            for orientation in file.hasPrefix("jpg") ? [1, 6] : [1] {
                let data = orientation == 1 ? whole : whole.withEXIF(orientation: orientation)
                let job = try folder.job(Data(data.prefix(Int(Double(data.count) * part))))
                do {
                    let image = try ImageFile(job, wholeImageLimit: 1 << 30)
                    #expect(try Self.descriptors(of: job.source.path) == 1)
                    _ = try folder.rows(of: image)
                    #expect(part == 1)
                } catch {
                    #expect(part < 1)
                }
                #expect(try Self.descriptors(of: job.source.path) == 0, "\(part)")
            }
        }
    }

    /// A decoder that has no more gives nothing, as often as it is asked.
    @Test(arguments: ["jpg[Q=80]", "jpg[Q=95]", "png", "webp", "ppm"])
    func rowsBeyondTheEndAreAnError(file: String) throws {
        let folder = try TemporaryFolder()
        for height in [32, 37] {
            let data = try VipsFixture(JPEGPathTests.busy(64, height)).encoded(file)
            for tiles in [Encoding.of("jpg"), .of("png")] {
                let image = try ImageFile(folder.job(data, tiles: tiles), wholeImageLimit: 1 << 30)
                for count in [height + 4, 64] {
                    let band = Band(format: image.format, width: 64, capacity: 128)
                    let rows = try image.rows(scratch: folder.url.path)
                    #expect(throws: ImagingError.self) { try rows.read(count, into: band) }
                }
                let band = Band(format: image.format, width: 64, capacity: 128)
                let rows = try image.rows(scratch: folder.url.path)
                try rows.read(height, into: band)
                #expect(throws: ImagingError.self) { try rows.read(4, into: band) }
                #expect(throws: ImagingError.self) { try rows.read(16, into: band) }
            }
        }
    }

    /// How many of the process's open files are the one at `path`.
    private static func descriptors(of path: String) throws -> Int {
        let folder = "/proc/self/fd"
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
            var target = [CChar](repeating: 0, count: 4096)
            let count = readlink("\(folder)/\(name)", &target, 4096)
            return count > 0
                && String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
                    == real
        }.count
    }
}

private struct SilentObserver: RunObserver {
    func waits(for output: String, heldBy holder: String) {}
    func started(_ totals: RunTotals) {}
    func ended(_ outcome: JobOutcome) {}
}
