import CVips
import CVipsShim
import TilePyramid

/// Makes rows of samples out of components: subsampling, palette, signs, chroma, alpha.
final class JPEG2000Samples {
    private let layout: ChannelLayout
    private let palette: JP2Boxes.Palette?
    private let geometry: JPEG2000Geometry
    /// For each channel: its component's place among the planes, and how many pixels share a sample.
    private let sources: [(plane: Int, across: Int, down: Int)]
    /// The depth of the samples that are written: the channels' own, or 8 or 16 where they differ.
    private let bits: Int
    /// A row of each channel, where its samples are not the pixels' as they stand.
    private var rows: [[Int32]]

    init(
        _ layout: ChannelLayout, palette: JP2Boxes.Palette?, geometry: JPEG2000Geometry,
        header: CodestreamHeader, wanted: [Int]
    ) {
        self.layout = layout
        self.palette = palette
        self.geometry = geometry
        sources = layout.channels.map { channel in
            let component = header.components[channel.component]
            return (
                wanted.firstIndex(of: channel.component) ?? 0, component.stepX / geometry.stepX,
                component.stepY / geometry.stepY
            )
        }
        let depths = Set(layout.channels.map(\.bits))
        let deepest = depths.max() ?? 8
        bits = depths.count == 1 ? deepest : deepest <= 8 ? 8 : 16
        rows = layout.channels.map { _ in [] }
    }

    private var isLab: Bool {
        if case .lab = layout.colours { return true }
        return false
    }

    /// - Parameter profile: the file's.
    func shape(size: PixelSize, profile: [UInt8]?) -> SampleShape {
        let isWide = bits > 8
        let interpretation =
            switch layout.colours {
            case .grey: isWide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W
            case .rgb, .ycc: isWide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
            case .cmyk: VIPS_INTERPRETATION_CMYK
            case .lab: VIPS_INTERPRETATION_LAB
            }
        let format =
            isLab ? VIPS_FORMAT_FLOAT : isWide ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR
        return SampleShape(
            size: size, bands: layout.channels.count, format: format,
            interpretation: interpretation, profile: profile)
    }

    var facts: SampleFacts {
        var facts = SampleFacts()
        facts.alpha = layout.hasAlpha ? .after : .none
        if case .cmyk = layout.colours { facts.isCMYK = true }
        if !isLab && bits != 8 && bits != 16 { facts.fullIntensity = 1 << bits - 1 }
        return facts
    }

    /// Writes a row of pixels.
    ///
    /// - Parameters:
    ///   - row: its place on the grid of pixels.
    ///   - planes: those of the wanted components, in order.
    func write(row: Int, of planes: [ComponentPlane], to out: UnsafeMutableRawPointer) {
        for index in layout.channels.indices { fill(index, row, planes) }
        if case .ycc = layout.colours { turnIntoRGB() }
        if layout.isPremultiplied { divideByAlpha() }
        if case .lab(let ranges) = layout.colours {
            writeLab(ranges, to: out.assumingMemoryBound(to: Float.self))
        } else if bits <= 8 {
            write(to: out.assumingMemoryBound(to: UInt8.self))
        } else {
            write(to: out.assumingMemoryBound(to: UInt16.self))
        }
    }

    /// One channel's samples of all pixels of a row, from 0 to the largest of `bits`.
    private func fill(_ index: Int, _ row: Int, _ planes: [ComponentPlane]) {
        let channel = layout.channels[index]
        let (place, across, down) = sources[index]
        let plane = planes[place]
        let samples = plane.row(row.floored(by: down))
        let columns = geometry.columns
        let count = columns.count
        if rows[index].isEmpty { rows[index] = [Int32](repeating: 0, count: count) }
        let full = Int32(1 << channel.bits - 1)
        let shift: Int32 = channel.isSigned ? 1 << Int32(channel.bits - 1) : 0
        let wanted = Int32(1 << bits - 1)
        let last = plane.width - 1
        rows[index].withUnsafeMutableBufferPointer { out in
            if across == 1 && columns.lowerBound == plane.x && plane.width == count {
                for x in 0..<count { out[x] = samples[x] }
            } else {
                for x in 0..<count {
                    let at = (columns.lowerBound + x).floored(by: across) - plane.x
                    out[x] = samples[min(max(at, 0), last)]
                }
            }
            if let column = channel.column, let palette {
                let (entries, width) = (Int32(palette.entries), palette.bits.count)
                for x in 0..<count {
                    let entry = Int(min(max(out[x], 0), entries - 1))
                    out[x] = palette.values[entry * width + column]
                }
            }
            for x in 0..<count { out[x] = min(max(out[x] &+ shift, 0), full) }
            if full != wanted {
                for x in 0..<count {
                    out[x] = Int32((Int(out[x]) * Int(wanted) * 2 + Int(full)) / (2 * Int(full)))
                }
            }
        }
    }

    /// sYCC (IEC 61966-2-1 amendment 1): the luma and chroma of JFIF.
    private func turnIntoRGB() {
        let full = Float(1 << bits - 1)
        let middle = Float(1 << (bits - 1))
        func sample(_ value: Float) -> Int32 { Int32(min(max(value + 0.5, 0), full)) }
        for x in 0..<geometry.columns.count {
            let luma = Float(rows[0][x])
            let blue = Float(rows[1][x]) - middle
            let red = Float(rows[2][x]) - middle
            rows[0][x] = sample(luma + 1.402 * red)
            rows[1][x] = sample(luma - 0.344136 * blue - 0.714136 * red)
            rows[2][x] = sample(luma + 1.772 * blue)
        }
    }

    private func divideByAlpha() {
        let full = Int(1 << bits - 1)
        let alpha = rows.count - 1
        for x in 0..<geometry.columns.count {
            let opacity = Int(rows[alpha][x])
            for colour in 0..<alpha {
                let value = Int(rows[colour][x])
                rows[colour][x] =
                    opacity == 0 ? 0 : Int32(min(full, (value * full + opacity / 2) / opacity))
            }
        }
    }

    private func write<Sample: FixedWidthInteger>(to out: UnsafeMutablePointer<Sample>) {
        let step = rows.count
        for (channel, row) in rows.enumerated() {
            row.withUnsafeBufferPointer { row in
                var place = out + channel
                for x in 0..<row.count {
                    place.pointee = Sample(truncatingIfNeeded: row[x])
                    place += step
                }
            }
        }
    }

    /// - Parameter ranges: `nil` for those that the standard presumes (ISO/IEC 15444-2 annex M).
    private func writeLab(_ ranges: JP2Boxes.LabRanges?, to out: UnsafeMutablePointer<Float>) {
        let full = Double(1 << bits - 1)
        let middle = Double(1 << (bits - 1))
        let ranges =
            ranges
            ?? JP2Boxes.LabRanges(ranges: [100, 170, 200], offsets: [0, middle, middle * 0.75])
        let step = rows.count
        for channel in 0..<step {
            for x in 0..<geometry.columns.count {
                let value = Double(rows[channel][x])
                // Alpha as libvips has it beside floats, 0 to 1.
                out[x * step + channel] =
                    channel < 3
                    ? Float((value - ranges.offsets[channel]) * ranges.ranges[channel] / full)
                    : Float(value / full)
            }
        }
    }
}

extension Int {
    /// Divided, rounded down: places on the reference grid are never negative.
    fileprivate func floored(by divisor: Int) -> Int {
        self / divisor
    }
}
