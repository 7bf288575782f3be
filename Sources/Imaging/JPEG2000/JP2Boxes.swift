import Files

/// What a JPEG 2000 file says around its codestream (ISO/IEC 15444-1 annex I): nothing where it is a
/// bare codestream.
struct JP2Boxes {
    /// Where the codestream is in the file. It reaches to the file's end where that has been cut off.
    var codestream: Range<Int>
    var colour: Colour?
    var palette: Palette?
    /// For each channel the component that it comes from, and the palette's column.
    var mapping: [Mapping] = []
    var definitions: [Definition] = []

    enum Colour {
        case enumerated(Int)
        case profile([UInt8])
        /// CIE L\*a\*b\*; `nil` where the file leaves the ranges to the standard.
        case lab(LabRanges?)

        /// Whether it says what the colours are.
        var isKnown: Bool {
            if case .enumerated(let space) = self { return ChannelLayout.knows(space) }
            return true
        }
    }

    /// What 0 and the largest sample mean.
    struct LabRanges {
        /// Of L\*, a\* and b\*: the width of the range, and the sample that means 0.
        let ranges: [Double]
        let offsets: [Double]
    }

    struct Palette {
        /// A column's depth.
        let bits: [Int]
        let isSigned: [Bool]
        /// Columns beside one another, an entry after the other.
        let values: [Int32]

        var entries: Int { values.count / bits.count }
    }

    struct Mapping {
        let component: Int
        /// `nil` for the component as it is.
        let column: Int?
    }

    struct Definition {
        let channel: Int
        let kind: Kind
        /// 0 the whole image, 1... the colour of that number.
        let association: Int

        enum Kind {
            case colour, opacity, premultipliedOpacity, other
        }
    }

    /// - Throws: `ImagingError.damaged` where no codestream can be found, `.unsupportedPixels` for
    ///   relatives of the format that hold no single picture.
    init(_ file: OpenSource) throws(ImagingError) {
        codestream = 0..<file.size
        guard try file.number(at: 0, size: 4) != 0xff4f_ff51 else { return }
        var found: Range<Int>?
        for box in try ISOBox.all(in: 0..<file.size, of: file, cutOff: true) where found == nil {
            switch box.type {
            case "ftyp": try Self.checkBrand(box, file)
            case "jp2h": try readHeader(box, file)
            case "jp2c": found = box.content
            case "ftbl": throw .unsupportedPixels("JPX whose codestream lies in pieces")
            default: break
            }
        }
        guard let found, !found.isEmpty else {
            throw .damaged(format: "JPEG 2000", detail: "premature end of file: no codestream")
        }
        codestream = found
    }

    private static func checkBrand(_ box: ISOBox, _ file: OpenSource) throws(ImagingError) {
        switch String(decoding: try file.bytes(at: box.content.lowerBound, count: 4), as: UTF8.self)
        {
        case "mjp2": throw .unsupportedPixels("Motion JPEG 2000")
        case "jpm ": throw .unsupportedPixels("JPM, a document of several layers")
        default: break
        }
    }

    private mutating func readHeader(_ header: ISOBox, _ file: OpenSource) throws(ImagingError) {
        var unreadable: ImagingError?
        for box in try ISOBox.all(in: header.content, of: file) {
            var bytes = BoxBytes(
                try file.bytes(at: box.content.lowerBound, count: box.content.count))
            switch box.type {
            // Of several, the first that can be read.
            case "colr" where colour == nil:
                do {
                    colour = try Self.colour(&bytes)
                } catch {
                    unreadable = unreadable ?? error
                }
            case "pclr": palette = try Self.palette(&bytes)
            case "cmap":
                while bytes.left >= 4 {
                    let component = bytes.next(2)
                    let usesPalette = bytes.next(1) == 1
                    let column = bytes.next(1)
                    mapping.append(
                        Mapping(component: component, column: usesPalette ? column : nil))
                }
            case "cdef":
                for _ in 0..<bytes.next(2) where bytes.left >= 6 {
                    let channel = bytes.next(2)
                    let kind: Definition.Kind =
                        switch bytes.next(2) {
                        case 0: .colour
                        case 1: .opacity
                        case 2: .premultipliedOpacity
                        default: .other
                        }
                    definitions.append(
                        Definition(channel: channel, kind: kind, association: bytes.next(2)))
                }
            default: break
            }
        }
        if colour == nil, let unreadable { throw unreadable }
    }

    /// - Returns: `nil` for a profile that is empty, and for a method that is not known.
    private static func colour(_ bytes: inout BoxBytes) throws(ImagingError) -> Colour? {
        let method = bytes.next(1)
        _ = bytes.next(2)
        switch method {
        case 1:
            let space = bytes.next(4)
            guard space == 14 else { return .enumerated(space) }
            return .lab(try labRanges(&bytes))
        case 2, 3:
            let profile = bytes.rest
            return profile.isEmpty ? nil : .profile(profile)
        // A vendor's own, or newer than this: the standard has readers pass over the box.
        default: return nil
        }
    }

    private static func labRanges(_ bytes: inout BoxBytes) throws(ImagingError) -> LabRanges? {
        guard bytes.left >= 28 else { return nil }
        var ranges: [Double] = []
        var offsets: [Double] = []
        for _ in 0..<3 {
            ranges.append(Double(bytes.next(4)))
            offsets.append(Double(bytes.next(4)))
        }
        // "D50", or what it means in numbers.
        let light = bytes.next(4)
        guard light == 0x0044_3530 || light == 0x4354_1388 else {
            throw .unsupportedPixels("L*a*b* under another light than D50")
        }
        return LabRanges(ranges: ranges, offsets: offsets)
    }

    private static func palette(_ bytes: inout BoxBytes) throws(ImagingError) -> Palette {
        let entries = bytes.next(2)
        let columns = bytes.next(1)
        let depths = (0..<columns).map { _ in bytes.next(1) }
        let sizes = depths.map { ($0 & 0x7f) / 8 + 1 }
        guard (1...1024).contains(entries), columns > 0, sizes.allSatisfy({ $0 <= 4 }),
            bytes.left >= entries * sizes.reduce(0, +)
        else {
            throw .damaged(format: "JPEG 2000", detail: "its palette cannot be read")
        }
        var values: [Int32] = []
        for _ in 0..<entries {
            for (size, depth) in zip(sizes, depths) {
                let value = bytes.next(size)
                let bits = (depth & 0x7f) + 1
                let isNegative = depth & 0x80 != 0 && bits < 32 && value >= 1 << (bits - 1)
                values.append(Int32(truncatingIfNeeded: isNegative ? value - 1 << bits : value))
            }
        }
        return Palette(
            bits: depths.map { ($0 & 0x7f) + 1 }, isSigned: depths.map { $0 & 0x80 != 0 },
            values: values)
    }
}

/// Big-endian numbers, one after another; 0 beyond the end.
private struct BoxBytes {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var left: Int { bytes.count - at }
    var rest: [UInt8] { Array(bytes[at...]) }

    mutating func next(_ size: Int) -> Int {
        guard left >= size else {
            at = bytes.count
            return 0
        }
        defer { at += size }
        return bytes[at..<at + size].reduce(0) { $0 << 8 | Int($1) }
    }
}
