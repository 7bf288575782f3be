import Glibc

extension ICCProfile {
    static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

    /// Reads big-endian numbers out of a profile; what lies outside reads as absent.
    struct Reader {
        let bytes: [UInt8]

        struct Tag {
            let offset: Int
            let size: Int
        }

        func u32(_ at: Int) -> Int? {
            guard at >= 0, at + 4 <= bytes.count else { return nil }
            return bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
        }

        func u16(_ at: Int) -> Int? {
            guard at >= 0, at + 2 <= bytes.count else { return nil }
            return Int(bytes[at]) << 8 | Int(bytes[at + 1])
        }

        /// A signed 15.16 fixed-point number.
        func fixed(_ at: Int) -> Double? {
            u32(at).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
        }

        func text(at offset: Int) -> String? {
            guard offset + 4 <= bytes.count else { return nil }
            return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
        }

        /// The tag table, which follows the 128-byte header.
        var tags: [String: Tag] {
            guard let count = u32(128), count <= 100 else { return [:] }
            var tags: [String: Tag] = [:]
            for index in 0..<count {
                let entry = 132 + 12 * index
                guard let name = text(at: entry), let offset = u32(entry + 4),
                    let size = u32(entry + 8)
                else { return [:] }
                tags[name] = Tag(offset: offset, size: size)
            }
            return tags
        }

        func xyz(_ tag: Tag) -> [Double]? {
            guard text(at: tag.offset) == "XYZ ", let x = fixed(tag.offset + 8),
                let y = fixed(tag.offset + 12), let z = fixed(tag.offset + 16)
            else { return nil }
            return [x, y, z]
        }

        /// A tone curve as a function of 0...1.
        func curve(_ tag: Tag) -> ((Double) -> Double)? {
            switch text(at: tag.offset) {
            case "curv": sampled(tag)
            case "para": parametric(tag)
            default: nil
            }
        }

        private func sampled(_ tag: Tag) -> ((Double) -> Double)? {
            guard let count = u32(tag.offset + 8), count <= 65536 else { return nil }
            if count == 0 { return { $0 } }
            let values = (0..<count).compactMap { u16(tag.offset + 12 + 2 * $0) }
            guard values.count == count else { return nil }
            if count == 1 {
                let gamma = Double(values[0]) / 256
                return { power($0, gamma) }
            }
            return { value in
                let place = value * Double(count - 1)
                let index = min(Int(place), count - 2)
                let part = place - Double(index)
                return (Double(values[index]) * (1 - part) + Double(values[index + 1]) * part)
                    / 65535
            }
        }

        /// Powers with a straight or a flat start; type 3 is sRGB's own.
        private func parametric(_ tag: Tag) -> ((Double) -> Double)? {
            guard let type = u16(tag.offset + 8) else { return nil }
            let counts = [0: 1, 1: 3, 2: 4, 3: 5, 4: 7]
            guard let count = counts[type] else { return nil }
            let p = (0..<count).compactMap { fixed(tag.offset + 12 + 4 * $0) }
            guard p.count == count else { return nil }
            switch type {
            case 0: return { power($0, p[0]) }
            case 1: return { p[1] * $0 + p[2] >= 0 ? power(p[1] * $0 + p[2], p[0]) : 0 }
            case 2: return { p[3] + (p[1] * $0 + p[2] >= 0 ? power(p[1] * $0 + p[2], p[0]) : 0) }
            case 3: return { $0 >= p[4] ? power(p[1] * $0 + p[2], p[0]) : p[3] * $0 }
            default:
                return { $0 >= p[4] ? power(p[1] * $0 + p[2], p[0]) + p[5] : p[3] * $0 + p[6] }
            }
        }
    }
}
