import CFixtures
import Foundation

/// JPEG XL files as libjxl writes them, lossless.
package enum JPEGXLFixture {
    /// Whether there is a libjxl.
    package static let isAvailable = file(Picture(.rgb, 8, 8) { _, _, _ in 0 }) != nil

    /// `nil` where that fails.
    package static func file(
        _ picture: Picture, _ change: (inout cfixtures_jxl) -> Void = { _ in }
    ) -> Data? {
        var how = cfixtures_jxl(
            frames: 1, extra: Int32(CFIXTURES_JXL_NONE), transfer: 0)
        change(&how)
        var out: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        let height = picture.height / Int(how.frames)
        let result = cfixtures_write_jxl(
            picture.samples, Int32(picture.width), Int32(height), how, &out, &length)
        defer { free(out) }
        guard result == 0, let out else { return nil }
        return Data(bytes: out, count: Int(length))
    }
}
