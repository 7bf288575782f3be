import CFixtures
import CVips
import Foundation
import Imaging
import Raster

/// Files that libvips writes.
package struct VipsFixture {
    package let width: Int
    package let height: Int
    package let channels: Int
    package let format: VipsBandFormat
    package let space: VipsInterpretation
    package let samples: [UInt8]
    package var profile: [UInt8]?
    package var metadata: [(name: String, content: [UInt8])] = []
    package var orientation: Int?
    /// Of one of several pages that stand one below the other.
    package var pageHeight: Int?

    package init(_ picture: Picture) {
        width = picture.width
        height = picture.height
        channels = picture.channels
        format = VIPS_FORMAT_UCHAR
        space = picture.channels < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        samples = picture.samples
    }

    /// 16-bit samples.
    package init(
        _ width: Int, _ height: Int, channels: Int, wide value: (Int, Int, Int) -> Int
    ) {
        self.width = width
        self.height = height
        self.channels = channels
        format = VIPS_FORMAT_USHORT
        space = channels < 3 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16
        var bytes = Bytes(isLittleEndian: true)
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<channels { bytes.append(value(x, y, c), size: 2) }
            }
        }
        samples = bytes.data
    }

    /// The file that libvips writes under an ending with options, such as `tif[tile]`.
    package func encoded(_ how: String) throws -> Data {
        // Starts libvips.
        _ = try LibraryVersions.sourceFormats()
        let folder = try TemporaryFolder()
        let bare = samples.withUnsafeBytes { bytes in
            vips_image_new_from_memory_copy(
                bytes.baseAddress, bytes.count, Int32(width), Int32(height), Int32(channels),
                format)
        }
        guard let bare else { throw FixtureFailure(text: "no image of memory") }
        defer { g_object_unref(bare) }
        guard let image = cfixtures_interpreted(bare, space) else {
            throw FixtureFailure(text: "no copy")
        }
        defer { g_object_unref(image) }
        if let profile {
            vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, profile.count)
        }
        for (name, content) in metadata {
            vips_image_set_blob_copy(image, name, content, content.count)
        }
        if let orientation { vips_image_set_int(image, "orientation", Int32(orientation)) }
        if let pageHeight { vips_image_set_int(image, "page-height", Int32(pageHeight)) }
        let name = how.prefix { $0 != "[" }
        let path = folder.url.appendingPathComponent("fixture.\(name)").path
        guard cfixtures_save(image, path + how.dropFirst(name.count)) == 0 else {
            throw FixtureFailure(text: String(cString: vips_error_buffer()))
        }
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }
}

package struct FixtureFailure: Error {
    package let text: String
}

/// JPEG files as libjpeg can write them.
package struct JPEGFixture {
    package var how = cfixtures_jpeg(
        components: 3, stored: 3, given: 2, quality: 95, h: 1, v: 1, progressive: 0,
        arithmetic: 0, restart_rows: 0, one_scan_each: 0, adobe: 0, jfif: 1)

    /// libjpeg's J_COLOR_SPACE.
    package enum Space: Int32 {
        case grey = 1
        case rgb = 2
        case ycc = 3
        case cmyk = 4
        case ycck = 5
    }

    package init(
        stored: Space = .ycc, given: Space = .rgb,
        _ change: (inout cfixtures_jpeg) -> Void = { _ in }
    ) {
        how.stored = stored.rawValue
        how.given = given.rawValue
        how.components = given == .grey ? 1 : given == .rgb ? 3 : 4
        how.jfif = stored == .ycc || stored == .grey ? 1 : 0
        change(&how)
    }

    /// - Parameter pixels: rows without gaps.
    package func encoded(_ pixels: [UInt8], _ width: Int, _ height: Int) -> Data {
        var out: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        _ = cfixtures_write_jpeg(pixels, Int32(width), Int32(height), how, &out, &length)
        defer { free(out) }
        guard let out else { return Data() }
        return Data(bytes: out, count: Int(length))
    }

    package func encoded(_ picture: Picture) -> Data {
        encoded(picture.samples, picture.width, picture.height)
    }
}
