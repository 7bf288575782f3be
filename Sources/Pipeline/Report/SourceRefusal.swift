import TilePyramid

/// A source that is not cut because of what its job says or allows.
enum SourceRefusal: Error, CustomStringConvertible {
    case wrongDigest(expected: String, found: String)
    case tooManyPixels(size: PixelSize, limit: Int)
    case tooManyTiles(count: Int, limit: Int)
    case tooLittleMemory(needed: Int, limit: Int)

    var description: String {
        switch self {
        case .wrongDigest(let expected, let found):
            "its SHA-256 is \(found), but the manifest pins \(expected)"
        case .tooManyPixels(let size, let limit):
            "\(size.width) x \(size.height) is more than the \(limit) pixels that 'maxPixels' allows"
        case .tooManyTiles(let count, let limit):
            "would make \(count) tiles, more than the \(limit) that 'maxTiles' allows"
        case .tooLittleMemory(let needed, let limit):
            "needs \(needed >> 20) MiB for its rows, more than the \(limit >> 20) MiB that "
                + "--memory allows; raise it or use smaller tiles"
        }
    }
}
