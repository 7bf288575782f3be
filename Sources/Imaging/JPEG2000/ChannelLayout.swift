import CVips
import CVipsShim

/// What the channels of a JPEG 2000 picture mean, and which component each comes from.
struct ChannelLayout {
    struct Channel {
        let component: Int
        /// The palette's column that the component's samples choose from.
        let column: Int?
        let bits: Int
        let isSigned: Bool
    }

    enum Colours {
        case grey, rgb, cmyk
        /// Luma and chroma, to be turned into RGB.
        case ycc
        case lab(JP2Boxes.LabRanges?)

        var count: Int {
            switch self {
            case .grey: 1
            case .cmyk: 4
            case .rgb, .ycc, .lab: 3
            }
        }
    }

    let colours: Colours
    /// Those of the colours, and alpha after them.
    let channels: [Channel]
    let hasAlpha: Bool
    /// Colours are multiplied by alpha already.
    let isPremultiplied: Bool

    /// - Throws: `ImagingError.unsupportedPixels` for colours without a meaning here, `.damaged` where
    ///   boxes and codestream contradict each other.
    init(_ boxes: JP2Boxes, _ header: CodestreamHeader) throws(ImagingError) {
        let all = try Self.channels(boxes, header)
        let places = try Self.places(of: boxes.definitions, count: all.count)
        let known = places.colours ?? Array(all.indices)
        colours = try Self.colours(boxes.colour, known: known.map { all[$0] }, header)
        guard known.count >= colours.count else {
            throw Self.contradiction("\(known.count) colour channels, \(colours.count) expected")
        }
        let alpha: Int?
        if let defined = places.opacities.first(where: { [count = colours.count] in
            $0.isAlpha(of: count)
        }) {
            alpha = defined.channel
            isPremultiplied = defined.isPremultiplied
        } else {
            // Where nothing says what the channels are, the one after the colours is alpha.
            alpha =
                boxes.definitions.isEmpty && known.count > colours.count
                ? known[colours.count] : nil
            isPremultiplied = false
        }
        hasAlpha = alpha != nil
        channels = (known.prefix(colours.count) + [alpha].compactMap(\.self)).map { all[$0] }
        for channel in channels where channel.bits > 16 {
            throw .unsupportedPixels("\(channel.bits)-bit samples")
        }
    }

    private static func contradiction(_ detail: String) -> ImagingError {
        .damaged(format: "JPEG 2000", detail: detail)
    }

    private static func channels(_ boxes: JP2Boxes, _ header: CodestreamHeader)
        throws(ImagingError) -> [Channel]
    {
        guard let palette = boxes.palette else {
            return header.components.enumerated().map { index, component in
                Channel(
                    component: index, column: nil, bits: component.bits,
                    isSigned: component.isSigned)
            }
        }
        var channels: [Channel] = []
        var mappings = boxes.mapping
        // Some writers name one column and leave the rest empty, or name none.
        if header.components.count == 1,
            Set(mappings.compactMap(\.column)).count < palette.bits.count
        {
            mappings = palette.bits.indices.map { JP2Boxes.Mapping(component: 0, column: $0) }
        }
        for mapping in mappings {
            guard mapping.component < header.components.count,
                mapping.column ?? 0 < palette.bits.count
            else { throw contradiction("its palette is for other components") }
            let component = header.components[mapping.component]
            channels.append(
                Channel(
                    component: mapping.component, column: mapping.column,
                    bits: mapping.column.map { palette.bits[$0] } ?? component.bits,
                    isSigned: mapping.column.map { palette.isSigned[$0] } ?? component.isSigned))
        }
        return channels
    }

    /// Which channels are the colours, in the order of the colour space, and which may be alpha.
    private static func places(of definitions: [JP2Boxes.Definition], count: Int)
        throws(ImagingError) -> (colours: [Int]?, opacities: [Opacity])
    {
        guard !definitions.isEmpty else { return (nil, []) }
        guard definitions.allSatisfy({ $0.channel < count }) else {
            throw contradiction("it defines channels that are not there")
        }
        var colours: [Int: Int] = [:]
        var opacities: [Opacity] = []
        var others: Set<Int> = []
        for definition in definitions {
            let channel = definition.channel
            switch definition.kind {
            case .colour:
                if definition.association > 0 { colours[definition.association] = channel }
            case .opacity, .premultipliedOpacity:
                others.insert(channel)
                let isPremultiplied = definition.kind == .premultipliedOpacity
                if let known = opacities.firstIndex(where: { $0.channel == channel }) {
                    opacities[known].associations.insert(definition.association)
                } else {
                    opacities.append(
                        Opacity(
                            channel: channel, isPremultiplied: isPremultiplied,
                            associations: [definition.association]))
                }
            case .other: others.insert(channel)
            }
        }
        // What is not told to be the colour of a number is one in its place.
        let told = others.union(colours.values)
        var untold = (0..<count).filter { !told.contains($0) }[...]
        var order: [Int] = []
        while let channel = colours[order.count + 1] ?? untold.popFirst() { order.append(channel) }
        return (order, opacities)
    }

    private struct Opacity {
        let channel: Int
        let isPremultiplied: Bool
        /// 0 the whole image, 1... the colour of that number.
        var associations: Set<Int>

        func isAlpha(of colours: Int) -> Bool {
            associations.contains(0) || associations.isSuperset(of: 1...colours)
        }
    }

    private static func colours(
        _ colour: JP2Boxes.Colour?, known: [Channel], _ header: CodestreamHeader
    ) throws(ImagingError) -> Colours {
        let count = known.count
        let byCount: Colours = count < 3 ? .grey : .rgb
        switch colour {
        case nil:
            guard count <= 4 else {
                throw .unsupportedPixels("\(count) components, whose colours no header tells")
            }
            let steps = known.map { header.components[$0.component].stepX }
            return count >= 3 && steps[1] > steps[0] && steps[2] > steps[0] ? .ycc : byCount
        case .profile(let bytes):
            switch ICCProfile(bytes)?.space {
            case .cmyk where count >= 4: return .cmyk
            case .grey: return .grey
            case .rgb where count >= 3: return .rgb
            default: return byCount
            }
        case .lab(let ranges):
            guard count >= 3 else { throw contradiction("L*a*b* of \(count) channels") }
            return .lab(ranges)
        case .enumerated(let space):
            switch space {
            // Headers that say grey of three channels, or colour of one, are common.
            case 16, 17: return byCount
            case 18: return count < 3 ? .grey : .ycc
            case 12:
                guard count >= 4 else { throw contradiction("CMYK of \(count) channels") }
                return .cmyk
            default:
                // A number that the standard does not have says nothing.
                guard let name = otherSpaces[space] else { return byCount }
                throw .unsupportedPixels("JPEG 2000 colour space \(space) (\(name))")
            }
        }
    }

    /// Whether the standard has a colour space of that number.
    static func knows(_ space: Int) -> Bool {
        [12, 16, 17, 18].contains(space) || otherSpaces[space] != nil
    }

    /// Those of the standard that are not read (ISO/IEC 15444-2 annex M).
    private static let otherSpaces = [
        0: "bi-level", 1: "YCbCr(1)", 3: "YCbCr(2)", 4: "YCbCr(3)", 9: "PhotoYCC", 11: "CMY",
        13: "YCCK", 15: "bi-level(2)", 19: "CIEJab", 20: "e-sRGB", 21: "ROMM-RGB",
        22: "YPbPr(1125/60)", 23: "YPbPr(1250/50)", 24: "e-sYCC",
    ]
}
