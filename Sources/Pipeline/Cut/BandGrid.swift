import Raster
import TilePyramid

/// How the rows of one image run through bands: one entry a scale (full size, half, a quarter,
/// ...), down to the smallest that a level or a thumbnail needs.
///
/// Levels of whatever layout that are the same scale are made of the same rows. A level whose size
/// is rounded down leaves out the last row or column of its scale.
struct BandGrid: Sendable {
    let format: PixelFormat
    let scales: [Scale]

    /// The rows of one scale, cut into bands in one or more ways.
    struct Scale: Sendable {
        let size: PixelSize
        /// The first track is the one that rows are written to; others get copies.
        let tracks: [Track]

        /// Rows that a band of `track` has room for. Tracks whose bands are about as large have the
        /// same, so that a band that one has done with serves another.
        func capacity(of track: Track) -> Int {
            let own = track.capacity(height: size.height)
            let others = tracks.map { $0.capacity(height: size.height) }
            return others.filter { $0 <= own + own / 4 }.max() ?? own
        }
    }

    /// Bands of one height, and the levels whose tile rows they hold.
    ///
    /// Band `b` holds the tile rows that start in `[b * step, (b + 1) * step)`, which reach
    /// `overlap` rows further on both sides. It starts and ends at a multiple of 4, so that rows
    /// pair up within it for halving, chroma's too; so neighbouring bands may have rows in common.
    struct Track: Sendable {
        /// Rows from one band's first tile row to that of the next: a multiple of every level's
        /// tile side.
        let step: Int
        let overlap: Int
        let levels: [CutLevel]
        /// Whether the band, which then holds the whole scale, is kept for thumbnails.
        let isThumbnailSource: Bool

        init(step: Int, overlap: Int = 0, levels: [CutLevel] = [], isThumbnailSource: Bool = false)
        {
            self.step = step
            self.overlap = overlap
            self.levels = levels
            self.isThumbnailSource = isThumbnailSource
        }

        /// The levels, those together whose tiles are the same pixels: each is encoded once.
        var distinctLevels: [[CutLevel]] {
            var groups: [[CutLevel]] = []
            for level in levels {
                if let index = groups.firstIndex(where: {
                    $0[0].level.hasSameTiles(as: level.level)
                }) {
                    groups[index].append(level)
                } else {
                    groups.append([level])
                }
            }
            return groups
        }

        /// The rows of band `band`, of a scale that is `height` rows high.
        func rows(ofBand band: Int, height: Int) -> Range<Int> {
            let first = max(0, band * step - overlap) / 4 * 4
            let end = ((band + 1) * step + overlap).roundedUp(to: 4)
            return first..<min(height, end)
        }

        /// How many bands a scale has that is `height` rows high.
        func bands(height: Int) -> Int { (height + step - 1) / step }

        /// Rows that the largest of these bands holds.
        func capacity(height: Int) -> Int {
            let isEven = step % 4 == 0 && overlap == 0
            let most = (step + 2 * overlap).roundedUp(to: 4) + (isEven ? 0 : 4)
            return min(most, height.roundedUp(to: 4))
        }
    }

    /// - Parameters:
    ///   - levels: those that are cut.
    ///   - thumbnailHalvings: scales whose whole image is wanted for thumbnails.
    init(
        levels: [CutLevel], imageSize: PixelSize, format: PixelFormat, thumbnailHalvings: Set<Int>
    ) {
        self.format = format
        let deepest = max(levels.map(\.level.halvings).max() ?? 0, thumbnailHalvings.max() ?? 0)
        scales = (0...deepest).map { halvings in
            let size = imageSize.halved(times: halvings)
            var tracks = Self.tracks(for: levels.filter { $0.level.halvings == halvings })
            if thumbnailHalvings.contains(halvings) {
                tracks.append(
                    Track(step: size.height.roundedUp(to: 4), isThumbnailSource: true))
            }
            if tracks.isEmpty { tracks = [Track(step: Self.leastStep)] }
            return Scale(size: size, tracks: tracks)
        }
    }

    /// Levels share a track when their tile sides divide the tallest one's: the usual 512, 256,
    /// 128 are one track, and no row is copied.
    private static func tracks(for levels: [CutLevel]) -> [Track] {
        var tracks: [Track] = []
        // Stable, and the same for the same levels whatever the layouts' order.
        let sorted = levels.sorted { a, b in
            (b.level.tileSide, a.id.layout, a.id.number)
                < (a.level.tileSide, b.id.layout, b.id.number)
        }
        for level in sorted {
            let (side, overlap) = (level.level.tileSide, level.level.overlap)
            if let home = tracks.firstIndex(where: { $0.step % side == 0 }) {
                tracks[home] = Track(
                    step: tracks[home].step, overlap: max(tracks[home].overlap, overlap),
                    levels: tracks[home].levels + [level])
            } else {
                tracks.append(
                    Track(
                        step: Self.leastStep.roundedUp(to: side), overlap: overlap,
                        levels: [level]))
            }
        }
        return tracks
    }

    /// Bands of tiny tiles hold several rows of them.
    private static let leastStep = 64
}

/// What the bands take.
extension BandGrid {
    /// Bytes of the largest band of a track.
    func bandBytes(_ track: Track, in scale: Scale) -> Int {
        Band.byteCount(
            format: format, width: scale.size.width, capacity: scale.capacity(of: track))
    }

    /// Bytes that may wait to be encoded while reading goes on, so that no worker idles: two bands
    /// at full size; fewer beside those that several tracks fill at the same time.
    var generousWindow: Int {
        let bands = scales[0].tracks.map { bandBytes($0, in: scales[0]) }
        let largest = bands.max() ?? 0
        return max(largest, 3 * largest - bands.reduce(0, +))
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

extension Int {
    /// The least multiple of `step` that is no less.
    func roundedUp(to step: Int) -> Int { (self + step - 1) / step * step }
}
