import CTIFF
import Files

/// Strips and tiles, numbered through all planes.
extension TIFFHandle {
    /// Where a strip or tile is in the file; `nil` where it was left out.
    ///
    /// Writers of sparse files leave out what is 0 all over (GDAL), with an offset and a count of 0.
    func place(ofStrile strile: Int) -> Range<Int>? {
        let start = Int(clamping: TIFFGetStrileOffset(tiff, UInt32(strile)))
        let count = Int(clamping: TIFFGetStrileByteCount(tiff, UInt32(strile)))
        if start == 0 && count == 0 { return nil }
        return start..<start + min(count, Int.max - start)
    }

    /// Decodes a strip or a tile. What it lacks is 0.
    ///
    /// - Parameter out: as many bytes as it has, or the first of them.
    /// - Throws: `ImagingError`, where damage is not kept.
    func decode(strile: Int, to out: UnsafeMutableRawBufferPointer, log: SourceLog)
        throws(ImagingError)
    {
        out.clear()
        guard let place = place(ofStrile: strile) else {
            log.warn(Self.leftOut)
            return
        }
        let isCutOff = place.upperBound > source.size && place.lowerBound < source.size
        let rest =
            isCutOff
            ? try source.bytes(at: place.lowerBound, count: source.size - place.lowerBound) : []
        let (outcome, warnings) = decoding { tiff in
            if isCutOff { return Self.decode(tiff, strile, from: rest, to: out) }
            let count =
                TIFFIsTiled(tiff) != 0
                ? TIFFReadEncodedTile(tiff, UInt32(strile), out.baseAddress, tmsize_t(out.count))
                : TIFFReadEncodedStrip(tiff, UInt32(strile), out.baseAddress, tmsize_t(out.count))
            return count == out.count
        }
        for text in warnings { log.warn(text) }
        switch outcome {
        case .done:
            try checkDeflate(place, UnsafeRawBufferPointer(out), log: log)
            if isCutOff { log.warn("byte counts reach beyond the end of the file") }
        case .doubtful(let error): try log.damaged(isCutOff ? Self.cutOff : error)
        case .failed(.damaged) where isCutOff:
            out.clear()
            try log.damaged(Self.cutOff)
        case .failed(let error):
            // What a predictor has not been through, or is in the other byte order, is noise.
            out.clear()
            try log.damaged(error)
        }
    }

    /// Looks at the checksum of a strip or tile that libtiff has decoded, where it has one.
    private func checkDeflate(
        _ place: Range<Int>, _ decoded: UnsafeRawBufferPointer, log: SourceLog
    ) throws(ImagingError) {
        guard let deflated else { return }
        let check = try deflateCheck()
        let tail = try source.bytes(at: place.upperBound - 4, count: 4)
        if try check.fits(tail, decoded, deflated) { return }
        // Padding may stand behind the stream, and more rows in it.
        let limit = decoded.count
        let most = TIFFIsTiled(tiff) != 0 ? limit : max(limit, Int(clamping: TIFFStripSize64(tiff)))
        // A byte count may be anything; a stream is hardly larger than what it holds.
        let stream = try source.bytes(
            at: place.lowerBound, count: min(place.count, 2 * most + 4096))
        if try check.isWhole(stream, limit: most) { return }
        try log.damaged(
            .damaged(format: "TIFF", detail: "the checksum of a strip or tile does not fit"))
    }

    private static let cutOff = ImagingError.damaged(
        format: "TIFF", detail: "premature end of file")

    static let leftOut = "strips or tiles that the file leaves out count as 0"

    /// From bytes that are all there are, where the file says that there should be more.
    private static func decode(
        _ tiff: OpaquePointer, _ strile: Int, from bytes: [UInt8],
        to out: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var bytes = bytes
        let count = bytes.count
        return bytes.withUnsafeMutableBytes { bytes in
            TIFFReadFromUserBuffer(
                tiff, UInt32(strile), bytes.baseAddress, tmsize_t(count), out.baseAddress,
                tmsize_t(out.count)) == 1
        }
    }
}
