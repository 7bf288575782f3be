extension SourceText {
    /// The first thing in the text that YAML's characters do not have: bytes that are not UTF-8,
    /// or a control character.
    func illegalCharacter() -> Diagnostic? {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return error("the file is UTF-16; save it as UTF-8")
        }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        var byte = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput:
                return nil
            case .error:
                return place(from: offset, to: offset + 1).error(
                    "byte 0x\(Self.hex(bytes[byte])) is not UTF-8; save the manifest as UTF-8")
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if !Self.isAllowed(scalar) {
                    let digits = Self.hex(scalar.value)
                    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
                    return place(from: offset, to: offset + 1).error(
                        "control character U+\(code) cannot stand in a manifest; "
                            + "remove it, or write it as an escape in double quotes"
                    )
                }
                byte += encoded.count
                offset += 1
            }
        }
    }

    /// The printable characters of YAML 1.1.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFFFD: true
        case 0x10000...: true
        default: false
        }
    }

    private static func hex(_ number: some BinaryInteger) -> String {
        String(number, radix: 16, uppercase: true)
    }
}
