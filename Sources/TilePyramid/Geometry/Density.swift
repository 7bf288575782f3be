/// The screen scale at which the tiles of a level must still be sharp.
///
/// A level `L` is stored at the scale `r = min(1, density * 2^(L - maxTileLevel))`; `full` means
/// that every level is stored at full size. All densities are powers of two, so `r` is always
/// `1 / 2^halvings`.
public enum Density: Hashable, Sendable, CaseIterable {
    case one
    case two
    case four
    case full

    /// How often the full image is halved to make level `level`.
    package func halvings(level: Int, maxTileLevel: Int) -> Int {
        let doublings =
            switch self {
            case .one: 0
            case .two: 1
            case .four: 2
            case .full: Int.max
            }
        let below = maxTileLevel - level
        return below > doublings ? below - doublings : 0
    }
}

extension Density: Codable {
    /// Reads 1, 2, 4 or `"full"`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number: Int
        do {
            number = try container.decode(Int.self)
        } catch DecodingError.typeMismatch {
            let text = try container.decode(String.self)
            guard text == "full" else { throw Self.unknown("\"\(text)\"", in: container) }
            self = .full
            return
        }
        switch number {
        case 1: self = .one
        case 2: self = .two
        case 4: self = .four
        default: throw Self.unknown(String(number), in: container)
        }
    }

    private static func unknown(_ found: String, in container: any SingleValueDecodingContainer)
        -> DecodingError
    {
        DecodingError.dataCorruptedError(
            in: container, debugDescription: "density is 1, 2, 4 or \"full\", not \(found)")
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .one: try container.encode(1)
        case .two: try container.encode(2)
        case .four: try container.encode(4)
        case .full: try container.encode("full")
        }
    }
}

extension Density: CustomStringConvertible {
    /// As written in a manifest: `1`, `2`, `4` or `full`.
    public var description: String {
        switch self {
        case .one: "1"
        case .two: "2"
        case .four: "4"
        case .full: "full"
        }
    }
}
