import Files

/// One picture of a TIFF file, as its tags describe it (TIFF 6.0, BigTIFF).
struct TIFFDirectory: Hashable {
    /// NewSubfileType: bit 0 a reduced copy of another picture, bit 2 a transparency mask.
    var subfileType = 0
    var bitsPerSample = [1]
    var compression = 1
    /// PhotometricInterpretation.
    var photometric = 1
    var samplesPerPixel = 1
    var rowsPerStrip = Int(UInt32.max)
    /// 1 samples of a pixel together, 2 a plane for each.
    var planarConfiguration = 1
    /// Height of a tile; 0 in a file of strips.
    var tileLength = 0
    /// 0 unspecified, 1 associated (premultiplied) alpha, 2 unassociated alpha.
    var extraSamples: [Int] = []
    /// 1 unsigned, 2 signed, 3 floating point, 5 and 6 complex.
    var sampleFormat = [1]

    /// A picture of its own, not a smaller copy or a mask of one.
    var isFullPicture: Bool { subfileType & 5 == 0 }

    /// Rows that are decoded together: of tiles always, of strips where libtiff cannot take them
    /// row by row.
    var rowsAtOnce: Int {
        if tileLength > 0 { return tileLength }
        return compression == 7 || planarConfiguration == 2 ? rowsPerStrip : 0
    }

    /// Samples a pixel that are colour.
    var colours: Int {
        switch photometric {
        case 0, 1, 3: 1
        case 5: 4
        default: min(3, samplesPerPixel)
        }
    }
}

extension TIFFDirectory {
    /// Whether the first directory should stand where the file has ended.
    static func isCutOff(_ file: OpenSource) throws(ImagingError) -> Bool {
        guard let reader = try TIFFReader(file) else { return false }
        return try reader.directory(at: reader.first) == nil && reader.first > 0
    }

    /// The directories of a file's main chain, in order. Sub-directories hold smaller copies and
    /// are not looked at. Empty where the file is no TIFF.
    ///
    /// - Throws: `ImagingError.cannotRead`.
    static func all(of file: OpenSource) throws(ImagingError) -> [TIFFDirectory] {
        guard let reader = try TIFFReader(file) else { return [] }
        var directories: [TIFFDirectory] = []
        var seen: Set<Int> = []
        var next = reader.first
        // A chain that bites its own tail ends there.
        while next > 0, directories.count < 65536, seen.insert(next).inserted {
            guard let (directory, following) = try reader.directory(at: next) else { break }
            directories.append(directory)
            next = following
        }
        return directories
    }
}

extension TIFFDirectory {
    /// Names what has no defined meaning as pixels, or what libvips reads as something else.
    func check() throws(ImagingError) {
        switch photometric {
        case 0...3, 5, 8, 32844, 32845: break
        case 4: throw .unsupportedPixels("a transparency mask")
        case 6 where compression == 6 || compression == 7: break
        case 6: throw .unsupportedPixels("YCbCr samples outside JPEG compression")
        case 9, 10: throw .unsupportedPixels("ICC or ITU L*a*b* samples; CIE L*a*b* ones are read")
        case 32803, 34892: throw .unsupportedPixels("the raw data of a camera's sensor")
        default: throw .unsupportedPixels("TIFF photometric interpretation \(photometric)")
        }
        if planarConfiguration == 2, samplesPerPixel > 1 {
            // libvips takes the planes of grey pictures for rows of one, and refuses tiles.
            if photometric <= 1 {
                throw .unsupportedPixels("grey TIFF with further samples in planes of their own")
            }
            if tileLength > 0 {
                throw .unsupportedPixels("TIFF with a plane a sample, in tiles; strips are read")
            }
        }
        guard photometric != 32844, photometric != 32845 else { return }
        if sampleFormat.contains(where: { $0 == 5 || $0 == 6 }) {
            throw .unsupportedPixels("complex samples")
        }
        for bits in Set(bitsPerSample) {
            let isFloat = sampleFormat.contains(3)
            switch bits {
            case 1, 2, 4: break
            case 8, 16, 32:
                if isFloat && bits != 32 {
                    throw .unsupportedPixels("\(bits)-bit floating-point samples")
                }
            default:
                throw .unsupportedPixels(
                    "\(bits)-bit \(isFloat ? "floating-point " : "")samples")
            }
        }
        if Set(bitsPerSample).count > 1 {
            throw .unsupportedPixels("samples of different depths")
        }
    }
}

extension SampleFacts {
    mutating func readTIFF(_ file: OpenSource, page: Int) throws(ImagingError) {
        let all = try TIFFDirectory.all(of: file)
        // libvips says what is wrong with a file without a readable directory.
        guard !all.isEmpty else { return }
        let full = all.indices.filter { all[$0].isFullPicture }
        // Where everything calls itself a copy, everything counts.
        let pictures = full.isEmpty ? Array(all.indices) : full
        guard page < pictures.count else {
            throw ImagingError.noSuchPage(page: page, pages: pictures.count)
        }
        pages = pictures.count
        self.page = pictures[page]
        let directory = all[pictures[page]]
        try directory.check()
        rowsAtOnce = directory.rowsAtOnce
        let extra = directory.samplesPerPixel - directory.colours
        guard extra > 0, !directory.extraSamples.isEmpty else { return }
        if let place = directory.extraSamples.prefix(extra).firstIndex(where: { $0 == 1 || $0 == 2 }
        ) {
            alpha = .sample(directory.colours + place)
        } else {
            alpha = .none
        }
    }
}

/// Reads directories of either byte order and either size of offset.
private struct TIFFReader {
    private let file: OpenSource
    private let isLittleEndian: Bool
    private let isBig: Bool
    let first: Int

    init?(_ file: OpenSource) throws(ImagingError) {
        self.file = file
        let head = try file.bytes(at: 0, count: 4)
        switch head {
        case [0x49, 0x49, 42, 0]: (isLittleEndian, isBig) = (true, false)
        case [0x4d, 0x4d, 0, 42]: (isLittleEndian, isBig) = (false, false)
        case [0x49, 0x49, 43, 0]: (isLittleEndian, isBig) = (true, true)
        case [0x4d, 0x4d, 0, 43]: (isLittleEndian, isBig) = (false, true)
        default: return nil
        }
        let place = try file.bytes(at: isBig ? 8 : 4, count: isBig ? 8 : 4)
        first = Self.number(place[...], isLittleEndian)
    }

    /// The directory at `offset` and the offset of the next one, 0 after the last.
    func directory(at offset: Int) throws(ImagingError) -> (TIFFDirectory, next: Int)? {
        let countSize = isBig ? 8 : 2
        let entrySize = isBig ? 20 : 12
        let head = try file.bytes(at: offset, count: countSize)
        guard head.count == countSize else { return nil }
        let count = Self.number(head[...], isLittleEndian)
        guard count <= 4096 else { return nil }
        let start = offset + countSize
        let linkSize = isBig ? 8 : 4
        let bytes = try file.bytes(at: start, count: count * entrySize + linkSize)
        guard bytes.count >= count * entrySize else { return nil }
        var directory = TIFFDirectory()
        for index in 0..<count {
            let entry = bytes[index * entrySize..<(index + 1) * entrySize]
            try take(entry, into: &directory)
        }
        return (directory, Self.number(bytes[(count * entrySize)...], isLittleEndian))
    }

    private func take(_ entry: ArraySlice<UInt8>, into directory: inout TIFFDirectory)
        throws(ImagingError)
    {
        let start = entry.startIndex
        let tag = Self.number(entry[start..<start + 2], isLittleEndian)
        guard [254, 258, 259, 262, 277, 278, 284, 323, 338, 339].contains(tag) else { return }
        let values = try values(entry)
        guard let first = values.first else { return }
        switch tag {
        case 254: directory.subfileType = first
        case 258: directory.bitsPerSample = values
        case 259: directory.compression = first
        case 262: directory.photometric = first
        case 277: directory.samplesPerPixel = first
        case 278: directory.rowsPerStrip = first
        case 284: directory.planarConfiguration = first
        case 323: directory.tileLength = first
        case 338: directory.extraSamples = values
        default: directory.sampleFormat = values
        }
    }

    /// The whole numbers of an entry; they stand in the entry itself where they fit.
    private func values(_ entry: ArraySlice<UInt8>) throws(ImagingError) -> [Int] {
        let start = entry.startIndex
        let type = Self.number(entry[start + 2..<start + 4], isLittleEndian)
        guard let size = [1: 1, 3: 2, 4: 4, 16: 8][type] else { return [] }
        let wide = isBig ? 8 : 4
        let count = Self.number(entry[start + 4..<start + 4 + wide], isLittleEndian)
        guard count > 0, count <= 65536 else { return [] }
        let field = entry[(start + 4 + wide)..<(start + 4 + 2 * wide)]
        let bytes =
            count * size <= wide
            ? Array(field)
            : try file.bytes(at: Self.number(field, isLittleEndian), count: count * size)
        guard bytes.count >= count * size else { return [] }
        return (0..<count).map { Self.number(bytes[$0 * size..<($0 + 1) * size], isLittleEndian) }
    }

    /// Numbers that no Int can hold are places that no file has.
    private static func number(_ bytes: ArraySlice<UInt8>, _ isLittleEndian: Bool) -> Int {
        let digits = isLittleEndian ? Array(bytes.reversed()) : Array(bytes)
        return digits.reduce(0) { $0 &<< 8 | Int($1) } & Int.max
    }
}
