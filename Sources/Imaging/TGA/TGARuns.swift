import Files

/// Where the rows of a run-length coded TGA start. Packets may go on in the next row, though they
/// should not.
struct TGARuns {
    private struct Row {
        /// Of the packet in which the row starts.
        let offset: Int
        /// Pixels of that packet that belong to rows before.
        let skipped: Int
    }

    private var rows: [Row] = []

    init(_ file: OpenSource, _ header: TGAHeader, log: SourceLog) throws(ImagingError) {
        rows.reserveCapacity(header.height)
        var bytes = ByteStream(file, at: header.start)
        var done = 0
        while rows.count < header.height {
            let offset = bytes.offset
            guard let packet = try bytes.next() else {
                try log.damaged(.damaged(format: "TGA", detail: "premature end of file"))
                break
            }
            let count = Int(packet & 0x7f) + 1
            while rows.count < header.height, rows.count * header.width < done + count {
                rows.append(Row(offset: offset, skipped: rows.count * header.width - done))
            }
            done += count
            let size = (packet & 0x80 != 0 ? 1 : count) * header.pixelBytes
            guard try bytes.skip(size) else { continue }
        }
    }

    /// The pixels of a row as the file has them; what it lacks is zero.
    func bytes(of row: Int, _ file: OpenSource, _ header: TGAHeader, log: SourceLog)
        throws(ImagingError) -> [UInt8]
    {
        let size = header.pixelBytes
        let wanted = header.width * size
        var pixels: [UInt8] = []
        pixels.reserveCapacity(wanted + 128 * size)
        guard row < rows.count else { return [UInt8](repeating: 0, count: wanted) }
        var skipped = rows[row].skipped
        var stream = ByteStream(file, at: rows[row].offset)
        while pixels.count < wanted, let packet = try stream.next() {
            let count = Int(packet & 0x7f) + 1 - skipped
            if packet & 0x80 != 0 {
                let pixel = try stream.take(size)
                for _ in 0..<count { pixels += pixel }
            } else {
                _ = try stream.skip(skipped * size)
                pixels += try stream.take(count * size)
            }
            skipped = 0
        }
        if pixels.count < wanted {
            try log.damaged(.damaged(format: "TGA", detail: "premature end of file"))
            pixels += [UInt8](repeating: 0, count: wanted - pixels.count)
        }
        return Array(pixels.prefix(wanted))
    }
}
