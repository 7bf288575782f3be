import CDeflate
import Files

/// What the chunks of a PNG say of its colours (PNG, third edition, 4.3): the first of `cICP`, `iCCP`,
/// `sRGB`, and `cHRM` with `gAMA` that is there holds. Of several chunks of a name the first counts.
struct PNGColours {
    private var numbers: [UInt8]?
    private var profile: PNGProfile?
    private var isSRGB = false
    private var primaries: Primaries?
    /// The power that values were made of light with.
    private var gamma: Double?
    private(set) var warnings: [String] = []

    static let names: Set<String> = ["cICP", "iCCP", "sRGB", "cHRM", "gAMA"]

    /// Takes a chunk from before the palette and the pixels.
    ///
    /// - Parameter check: the chunk's checksum, as the file has it.
    mutating func take(_ name: String, _ content: [UInt8], check: Int) {
        guard Self.checksum(name, content) == check else {
            ignore(name, "its checksum is wrong")
            return
        }
        switch name {
        case "iCCP": if profile == nil { profile = PNGProfile(content) }
        case "sRGB": isSRGB = true
        case "cICP":
            guard content.count == 4, content[2] == 0, content[3] <= 1 else {
                ignore(name, "it has no values of RGB")
                return
            }
            if numbers == nil { numbers = content }
        case "gAMA":
            let value = Self.numbers(content)
            // What libpng takes to be meant, too.
            guard value.count == 1, (16...625_000_000).contains(value[0]) else {
                ignore(name, "its value is none")
                return
            }
            if gamma == nil { gamma = Double(value[0]) / 100_000 }
        default:
            let values = Self.numbers(content).map { Double($0) / 100_000 }
            guard values.count == 8 else {
                ignore(name, "its length is wrong")
                return
            }
            let found = Primaries(
                red: .init(values[2], values[3]), green: .init(values[4], values[5]),
                blue: .init(values[6], values[7]), white: .init(values[0], values[1]))
            guard found.areUsable else {
                ignore(name, "its primaries are no triangle around white")
                return
            }
            if primaries == nil { primaries = found }
        }
    }

    private mutating func ignore(_ name: String, _ cause: String) {
        warnings.append("\(name) was ignored: \(cause)")
    }

    /// The profile where libpng drops it, because `sRGB` stands before it.
    var droppedProfile: [UInt8]? { isSRGB ? profile?.bytes : nil }

    /// What samples mean; `nil` where the profile says it, or nothing.
    ///
    /// - Throws: `ImagingError.unsupportedPixels` for colours that are not converted.
    mutating func settled() throws(ImagingError) -> (colour: CodedColour, outranksProfile: Bool)? {
        if let numbers,
            let colour = try CodedColour(primaries: Int(numbers[0]), transfer: Int(numbers[1]))
        {
            guard numbers[3] == 1 else {
                throw .unsupportedPixels("PNG of limited range")
            }
            return (colour, true)
        }
        let isSRGBsGamma = gamma.map { abs($0 - 0.45455) < 0.01 } ?? true
        let areSRGBsPrimaries = primaries?.areSRGBs ?? true
        if isSRGB && profile == nil {
            if !isSRGBsGamma { ignore("gAMA", "sRGB is there and says otherwise") }
            if !areSRGBsPrimaries { ignore("cHRM", "sRGB is there and says otherwise") }
            return (CodedColour(), false)
        }
        // Beside a profile that is broken, they count again.
        guard primaries != nil || gamma != nil else { return nil }
        // 45455 is how sRGB's curve is written, unless the primaries are others, too.
        let curve: CodedColour.Curve =
            gamma.map { isSRGBsGamma && areSRGBsPrimaries ? .sRGB : .power(1 / $0) } ?? .sRGB
        return (CodedColour(primaries: primaries ?? .sRGB, curve: curve), false)
    }

    private static func numbers(_ content: [UInt8]) -> [Int] {
        guard content.count % 4 == 0 else { return [] }
        return stride(from: 0, to: content.count, by: 4).map { place in
            content[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    private static func checksum(_ name: String, _ content: [UInt8]) -> Int {
        let bytes = Array(name.utf8) + content
        return Int(libdeflate_crc32(0, bytes, bytes.count))
    }
}
