import TilePyramid

extension EncodingSettings {
    mutating func readExtension(_ node: Node, _ findings: inout [Diagnostic]) {
        fileExtension = Setting(node, &findings) { node throws(Rejected) in
            try node.word(ImageFormat.fileExtensions, for: "extension")
        }
    }

    mutating func readQuality(_ node: Node, _ findings: inout [Diagnostic]) {
        quality = Setting(node, &findings) { node throws(Rejected) in
            try node.wholeNumber(for: "quality", in: 1...100)
        }
    }

    mutating func readLossless(_ node: Node, _ findings: inout [Diagnostic]) {
        lossless = Setting(node, &findings) { node throws(Rejected) in
            try node.flag(for: "lossless")
        }
    }

    mutating func readCompression(_ node: Node, _ findings: inout [Diagnostic]) {
        compression = Setting(node, &findings) { node throws(Rejected) in
            try node.wholeNumber(for: "compression", in: 0...9)
        }
    }
}
