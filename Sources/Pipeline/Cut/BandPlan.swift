import Raster
import TilePyramid

/// How the rows of one image run through bands: one entry a scale (full size, half, a quarter,
/// ...), down to the smallest that a level or a thumbnail needs.
struct BandPlan: Sendable {
    let format: PixelFormat
    let scales: [Scale]

    /// The rows of one scale, cut into bands in one or more ways.
    struct Scale: Sendable {
        let size: PixelSize
        /// The first track is the one that rows are written to; others get copies.
        let tracks: [Track]
    }

    /// Bands of one height, and the levels whose tile rows end where such a band ends.
    struct Track: Sendable {
        /// Rows of a band: a multiple of 4 (so that rows pair up within a band, chroma too) and of
        /// every level's tile side; or the whole image.
        let height: Int
        let levels: [Level]
        /// Whether the band, which then holds the whole scale, is kept for thumbnails.
        let isThumbnailSource: Bool
    }

    /// - Parameters:
    ///   - levels: at least one at full size.
    ///   - thumbnailHalvings: scales whose whole image is wanted for thumbnails.
    init(
        levels: [Level], imageSize: PixelSize, format: PixelFormat, thumbnailHalvings: Set<Int>
    ) {
        self.format = format
        let deepest = max(levels.map(\.halvings).max() ?? 0, thumbnailHalvings.max() ?? 0)
        scales = (0...deepest).map { halvings in
            let size = imageSize.halved(times: halvings)
            var tracks = Self.tracks(for: levels.filter { $0.halvings == halvings })
            if thumbnailHalvings.contains(halvings) {
                let height = Self.roundUp(size.height, to: 4)
                tracks.append(Track(height: height, levels: [], isThumbnailSource: true))
            }
            if tracks.isEmpty {
                tracks = [Track(height: 64, levels: [], isThumbnailSource: false)]
            }
            return Scale(size: size, tracks: tracks)
        }
    }

    /// Levels share a track when their tile sides divide the tallest one's band: the usual
    /// 512, 256, 128 are one track, and no row is copied.
    private static func tracks(for levels: [Level]) -> [Track] {
        var tracks: [Track] = []
        for level in levels.sorted(by: { ($1.tileSide, $0.number) < ($0.tileSide, $1.number) }) {
            if let home = tracks.firstIndex(where: { $0.height % level.tileSide == 0 }) {
                tracks[home] = Track(
                    height: tracks[home].height, levels: tracks[home].levels + [level],
                    isThumbnailSource: false)
            } else {
                tracks.append(
                    Track(
                        height: bandHeight(side: level.tileSide), levels: [level],
                        isThumbnailSource: false))
            }
        }
        return tracks
    }

    /// The least multiple of `side` that is a multiple of 4 and, for tiny tiles, at least 64.
    private static func bandHeight(side: Int) -> Int {
        var height = side
        while height % 4 != 0 { height *= 2 }
        return roundUp(max(64, height), to: height)
    }

    private static func roundUp(_ number: Int, to step: Int) -> Int {
        (number + step - 1) / step * step
    }
}

extension BandPlan {
    /// Bytes of one band of a track. No band is taller than its scale.
    func bandBytes(_ track: Track, in scale: Scale) -> Int {
        Band.byteCount(
            format: format, width: scale.size.width, capacity: capacity(of: track, in: scale))
    }

    func capacity(of track: Track, in scale: Scale) -> Int {
        min(track.height, Self.roundUp(scale.size.height, to: 4))
    }

    /// Bytes of one band of every track at full size: what reading goes on in steps of.
    var fullSizeBytes: Int {
        scales[0].tracks.map { bandBytes($0, in: scales[0]) }.reduce(0, +)
    }

    /// The most memory that the bands take when reading pauses while more than `window` bytes
    /// wait to be encoded: the window, what one more step adds to it, and the bands being filled.
    func memory(window: Int) -> Int {
        let step = scales.map { scale in
            scale.tracks.map { bandBytes($0, in: scale) }.reduce(0, +)
        }.reduce(0, +)
        return window + 2 * step
    }
}
