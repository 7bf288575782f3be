import Files

/// The header of a portable anymap (PBM, PGM, PPM: `P1` to `P6`), and whether all the samples that
/// it announces are there. libvips takes what a short file lacks for black.
struct PortableAnymap {
    /// 1...3 are plain text, 4...6 binary.
    let kind: Int
    let width: Int
    let height: Int
    /// The largest value; 1 in a bitmap.
    let top: Int
    /// Where the samples start.
    let start: Int

    private static let tooShort = ImagingError.damaged(
        format: "PPM", detail: "premature end of file")

    /// `nil` for what is no header of an anymap.
    init?(_ file: OpenSource) throws(ImagingError) {
        let head = try file.bytes(at: 0, count: 65536)
        guard head.count > 2, head[0] == 0x50, (0x31...0x36).contains(head[1]) else { return nil }
        kind = Int(head[1]) - 0x30
        var cursor = 2
        var numbers: [Int] = []
        let wanted = kind == 1 || kind == 4 ? 2 : 3
        while numbers.count < wanted {
            guard let number = Self.number(in: head, &cursor) else { return nil }
            numbers.append(number)
        }
        width = numbers[0]
        height = numbers[1]
        top = wanted == 3 ? numbers[2] : 1
        // One white space ends the header.
        start = cursor + 1
    }

    /// The next number after white space and comments, which run from `#` to the line's end.
    private static func number(in bytes: [UInt8], _ cursor: inout Int) -> Int? {
        var isComment = false
        while cursor < bytes.count, isComment || bytes[cursor] <= 32 || bytes[cursor] == 0x23 {
            if bytes[cursor] == 0x23 { isComment = true }
            if bytes[cursor] == 10 || bytes[cursor] == 13 { isComment = false }
            cursor += 1
        }
        var number: Int?
        while cursor < bytes.count, (0x30...0x39).contains(bytes[cursor]) {
            let (next, overflow) = (number ?? 0).multipliedReportingOverflow(by: 10)
            guard !overflow, next < Int(Int32.max) else { return nil }
            number = next + Int(bytes[cursor]) - 0x30
            cursor += 1
        }
        return number
    }

    /// - Throws: `ImagingError.damaged` when samples are missing, `.unsupportedPixels` for a plain
    ///   bitmap whose digits stand together, which libvips reads as one number.
    func check(_ file: OpenSource) throws(ImagingError) {
        guard width > 0, height > 0 else { return }
        let channels = kind == 3 || kind == 6 ? 3 : 1
        switch kind {
        case 4:
            if file.size - start < (width + 7) / 8 * height { throw Self.tooShort }
        case 5, 6:
            let bytes = top > 255 ? 2 : 1
            if file.size - start < width * height * channels * bytes { throw Self.tooShort }
        default: try checkText(file, samples: width * height * channels)
        }
    }

    private func checkText(_ file: OpenSource, samples: Int) throws(ImagingError) {
        var found = 0
        var digits = 0
        var isComment = false
        var at = start - 1
        while at < file.size && found < samples {
            let chunk = try file.bytes(at: at, count: 1 << 20)
            if chunk.isEmpty { break }
            at += chunk.count
            for byte in chunk {
                if byte == 0x23 { isComment = true }
                if byte == 10 || byte == 13 { isComment = false }
                if !isComment && (0x30...0x39).contains(byte) {
                    digits += 1
                    if digits == 1 { found += 1 }
                    if digits > 1 && kind == 1 {
                        throw ImagingError.unsupportedPixels(
                            "a plain PBM whose digits stand together; save it as a binary one")
                    }
                } else {
                    digits = 0
                }
            }
        }
        if found < samples { throw Self.tooShort }
    }
}

extension SampleFacts {
    mutating func readPNM(_ file: OpenSource) throws(ImagingError) {
        guard let header = try PortableAnymap(file) else { return }
        do {
            try header.check(file)
        } catch .damaged(let format, let detail) {
            damage = .damaged(format: format, detail: detail)
        }
        if header.kind != 1 && header.kind != 4 { fullIntensity = header.top }
    }
}
