import TilePyramid

/// Tile sizes that divide nothing, everything, and more than the image.
let sampleCoverages = [1, 2, 7, 8, 16, 24, 64, 100, 128, 254, 256, 300, 512, 1024]

/// `count` pairs of numbers from 1 to `limit`, the same ones in each run, corners first.
func samplePairs(_ count: Int, upTo limit: Int) -> [PixelSize] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit + 1
    }
    let corners = [
        PixelSize(width: 1, height: 1), PixelSize(width: 1, height: limit),
        PixelSize(width: limit, height: 1), PixelSize(width: limit, height: limit),
    ]
    return corners + (0..<count).map { _ in PixelSize(width: next(), height: next()) }
}

/// Every level that can be made of `coverage` and `imageSize`: all halvings that leave a tile whole.
func levels(coverage: Int, imageSize: PixelSize) -> [Level] {
    (0...4).filter { coverage % (1 << $0) == 0 }.map {
        Level(coverage: coverage, halvings: $0, imageSize: imageSize)
    }
}

extension Level {
    /// A level as layout `tiled` makes it.
    init(coverage: Int, halvings: Int, imageSize: PixelSize) {
        self.init(
            number: 1, halvings: halvings, tileSide: coverage >> halvings, imageSize: imageSize)
    }

    /// The full-image pixels that a viewer stretches `tile` over, clipped at the image's edge.
    func coverage(of tile: TileIndex) -> PixelRect {
        let x = tile.x * coverage
        let y = tile.y * coverage
        return PixelRect(
            x: x, y: y, width: min(coverage, imageSize.width - x),
            height: min(coverage, imageSize.height - y))
    }
}

func ceilOfQuotient(_ number: Int, _ divisor: Int) -> Int {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder == 0 ? quotient : quotient + 1
}

/// A job as a manifest makes it, where a test says only what it is about.
func job(
    name: String = "bench", tileSizes: [Int] = [512, 256, 128], levels: ClosedRange<Int>? = nil,
    density: Density = .two, extension ext: String = "jpg", thumbnails: [(String, PixelSize)] = [],
    maxZoomLevel: Double = 2, attribution: String? = nil, layouts: [any Layout]? = nil
) -> Job {
    let encoding = Encoding(
        format: ext == "png" ? .png : .jpeg, fileExtension: ext, quality: 80, lossless: false,
        compression: 6)
    return Job(
        name: name,
        source: SourceFile(path: "/data/photos/bench.jpg", manifestPath: "photos/bench.jpg"),
        origin: ManifestOrigin(file: "europe.yaml", line: 7), output: "/data/tiles",
        layouts: layouts ?? [
            TiledLayout(
                tileSizes: tileSizes, minTileLevel: levels?.lowerBound ?? 1,
                maxTileLevel: levels?.upperBound ?? tileSizes.count, density: density)
        ],
        tiles: encoding,
        thumbnails: thumbnails.map { ThumbnailSpec(name: $0.0, box: $0.1, encoding: encoding) },
        background: .white, linearLight: false, maxZoomLevel: maxZoomLevel, page: 0,
        maxPixels: 1_000_000_000, maxTiles: 10_000_000, sha256: nil, onDamage: .fail,
        attribution: attribution)
}
