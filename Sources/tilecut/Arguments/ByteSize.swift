/// A number of bytes as it is typed: `512M`, `2G` or plain bytes; K, M, G and T are powers of 1024.
struct ByteSize: Hashable, Sendable {
    let bytes: Int

    /// What `--memory` takes.
    static let range = (16 << 20)...(64 << 40)

    /// - Throws: `CommandFailure.usage` for anything but a size in `range`.
    init(_ text: String, of option: Option) throws(CommandFailure) {
        guard let bytes = Self.bytes(text), Self.range.contains(bytes) else {
            throw .usage(
                "expected a size from 16M to 64T for '--\(option.name)', such as 512M or 2G, "
                    + "but found '\(text)'")
        }
        self.bytes = bytes
    }

    private static let multiples: [Character: Int] = [
        "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40,
    ]

    private static func bytes(_ text: String) -> Int? {
        let unit = text.last.flatMap { multiples[Character($0.uppercased())] }
        let digits = unit == nil ? text[...] : text.dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits)
        else { return nil }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: unit ?? 1)
        return overflows ? nil : bytes
    }
}
