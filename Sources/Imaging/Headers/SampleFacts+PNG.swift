import Files

extension SampleFacts {
    /// PNG (third edition): before the palette and the pixels stand the chunks that tell the colours. An
    /// EXIF orientation may stand on either side of the pixels; libvips reads headers only up to
    /// them.
    mutating func readPNG(_ file: OpenSource) throws(ImagingError) {
        var at = 8
        var colours = PNGColours()
        var mayTellColours = true
        var isBehindPixels = false
        while let length = try file.number(at: at, size: 4) {
            let name = String(decoding: try file.bytes(at: at + 4, count: 4), as: UTF8.self)
            let content = at + 8
            switch name {
            case _ where mayTellColours && PNGColours.names.contains(name):
                guard length <= 1 << 24, let check = try file.number(at: content + length, size: 4)
                else { break }
                colours.take(name, try file.bytes(at: content, count: length), check: check)
            case "PLTE": mayTellColours = false
            case "IDAT":
                mayTellColours = false
                isBehindPixels = true
            case "eXIf" where isBehindPixels:
                orientation = EXIF.orientation(
                    try file.bytes(at: content, count: min(length, 65536)))
                try take(&colours)
                return
            case "IEND":
                try take(&colours)
                return
            default: break
            }
            at = content + length + 4
        }
        try take(&colours)
    }

    private mutating func take(_ colours: inout PNGColours) throws(ImagingError) {
        if let (colour, outranksProfile) = try colours.settled() {
            self.colour = colour
            self.outranksProfile = outranksProfile
        }
        profile = colours.droppedProfile
        warnings = colours.warnings
    }
}
