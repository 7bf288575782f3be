import CLittleCMS

/// A profile whose tables say which colours samples are, written by LittleCMS.
package struct TableProfile {
    /// How a table is stored, and in which version of ICC's format.
    package enum Kind: String, CaseIterable, Sendable {
        /// `mft1` and `mft2` of version 2, `mAB ` of version 4, `mpet` of floating point.
        case bytes, words, modern, float
    }

    package var kind = Kind.words
    /// Samples a pixel: 1 grey, 3 RGB, 4 inks.
    package var channels = 3
    package var isLab = true
    package var deviceClass = cmsSigInputClass
    /// Where the header should not tell it.
    package var space: cmsColorSpaceSignature?
    /// The names of the tables, and how light each makes its colours.
    package var tables: [(name: String, lightness: Double)]
    /// Whether a matrix stands beside the tables.
    package var hasMatrix = false
    /// How far a table of grey is from neutral, in a\* of its middle.
    package var tint = 0.0

    package init(_ tables: [(name: String, lightness: Double)]) { self.tables = tables }

    package var bytes: [UInt8] {
        let profile = made(cmsCreateProfilePlaceholder(nil))
        defer { cmsCloseProfile(profile) }
        cmsSetProfileVersion(profile, kind == .modern || kind == .float ? 4.3 : 2.1)
        cmsSetDeviceClass(profile, deviceClass)
        cmsSetColorSpace(
            profile,
            space
                ?? (channels == 1 ? cmsSigGrayData : channels == 3 ? cmsSigRgbData : cmsSigCmykData)
        )
        cmsSetPCS(profile, isLab ? cmsSigLabData : cmsSigXYZData)
        for (name, lightness) in tables {
            let table = pipeline(lightness)
            defer { cmsPipelineFree(table) }
            let tag = name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
            precondition(
                cmsWriteTag(profile, cmsTagSignature(tag), UnsafeRawPointer(table)) != 0,
                "LittleCMS writes such tables")
        }
        if hasMatrix { addMatrix(to: profile) }
        var size: cmsUInt32Number = 0
        cmsSaveProfileToMem(profile, nil, &size)
        var bytes = [UInt8](repeating: 0, count: Int(size))
        cmsSaveProfileToMem(profile, &bytes, &size)
        return bytes
    }

    private func addMatrix(to profile: cmsHPROFILE) {
        var columns = [
            cmsCIEXYZ(X: 0.61, Y: 0.31, Z: 0.02), cmsCIEXYZ(X: 0.2, Y: 0.62, Z: 0.06),
            cmsCIEXYZ(X: 0.15, Y: 0.07, Z: 0.74),
        ]
        let curve = cmsBuildGamma(nil, 1.8)
        defer { cmsFreeToneCurve(curve) }
        for (index, tag) in [
            cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag,
        ].enumerated() {
            cmsWriteTag(profile, tag, &columns[index])
        }
        for tag in [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
            cmsWriteTag(profile, tag, UnsafeRawPointer(curve))
        }
    }

    // MARK: The table

    private func pipeline(_ lightness: Double) -> OpaquePointer {
        let nodes = 5
        let count = (0..<channels).reduce(1) { product, _ in product * nodes }
        let colours = (0..<count).map { node -> [Double] in
            var rest = node
            var samples: [Double] = []
            for _ in 0..<channels {
                samples.insert(Double(rest % nodes) / Double(nodes - 1), at: 0)
                rest /= nodes
            }
            return colour(samples, lightness)
        }
        let (inputs, outputs) = (cmsUInt32Number(channels), cmsUInt32Number(3))
        let stage: OpaquePointer?
        if kind == .float {
            let table = colours.joined().map { Float($0) }
            stage = cmsStageAllocCLutFloat(nil, cmsUInt32Number(nodes), inputs, outputs, table)
        } else {
            let table = colours.flatMap(encoded)
            stage = cmsStageAllocCLut16bit(nil, cmsUInt32Number(nodes), inputs, outputs, table)
        }
        let pipeline = made(cmsPipelineAlloc(nil, inputs, outputs))
        cmsPipelineInsertStage(pipeline, cmsAT_END, stage)
        if kind != .float {
            cmsPipelineInsertStage(pipeline, cmsAT_BEGIN, straight(inputs))
            cmsPipelineInsertStage(pipeline, cmsAT_END, straight(outputs))
            cmsPipelineSetSaveAs8bitsFlag(pipeline, kind == .bytes ? 1 : 0)
        }
        return pipeline
    }

    /// Curves of 256 points, which all tables but those of floating point have to have.
    private func straight(_ channels: cmsUInt32Number) -> OpaquePointer? {
        let curve = cmsBuildTabulatedToneCurve16(nil, 256, (0..<256).map { UInt16($0 * 257) })
        defer { cmsFreeToneCurve(curve) }
        return cmsStageAllocToneCurves(
            nil, channels, [OpaquePointer?](repeating: curve, count: Int(channels)))
    }

    /// L\*a\*b\* or XYZ of samples from 0 to 1. The darkest colour is not black.
    private func colour(_ samples: [Double], _ lightness: Double) -> [Double] {
        let light = channels == 4 ? samples.map { 1 - $0 } : samples
        let mean = light.reduce(0, +) / Double(channels)
        let lab: [Double]
        if channels == 1 {
            lab = [6 + 94 * lightness * mean, tint * 4 * mean * (1 - mean), 0]
        } else {
            lab = [
                6 + 94 * lightness * mean, 40 * (light[0] - light[1]),
                40 * (light[1] - light[2]),
            ]
        }
        if isLab { return lab }
        var (from, to) = (cmsCIELab(L: lab[0], a: lab[1], b: lab[2]), cmsCIEXYZ())
        cmsLab2XYZ(nil, &to, &from)
        return [to.X, to.Y, to.Z]
    }

    /// As 16 bit (ICC.1:2022, 6.3.4).
    private func encoded(_ colour: [Double]) -> [UInt16] {
        // Version 2 has L* of 100 at 0xff00 in 16 bit, and at 0xff in 8.
        let scale =
            isLab
            ? kind == .words ? [652.8, 256, 256] : [655.35, 257, 257] : [32768, 32768, 32768]
        let offset = isLab ? [0.0, 128, 128] : [0, 0, 0]
        return (0..<3).map { index in
            UInt16(min(65535, max(0, ((colour[index] + offset[index]) * scale[index]).rounded())))
        }
    }

    private func made<Handle>(_ handle: Handle?) -> Handle {
        guard let handle else { preconditionFailure("LittleCMS makes what it is asked for") }
        return handle
    }
}

/// What LittleCMS itself makes of colours, as precisely as it can.
package enum ExactColours {
    /// sRGB, 0 to 255, of colours whose samples are from 0 to 1.
    ///
    /// - Parameter intent: 0 perceptual, 1 relative, 2 saturation.
    package static func sRGB(of colours: [[Double]], profile bytes: [UInt8], intent: Int)
        -> [[Double]]
    {
        guard let from = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)),
            let to = cmsCreate_sRGBProfile(),
            let transform = cmsCreateTransform(
                from, cmsFormatterForColorspaceOfProfile(from, 0, 1), to,
                cmsFormatterForColorspaceOfProfile(to, 0, 1), cmsUInt32Number(intent),
                cmsUInt32Number(
                    cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE
                        | cmsFLAGS_HIGHRESPRECALC))
        else { return [] }
        defer {
            cmsDeleteTransform(transform)
            cmsCloseProfile(to)
            cmsCloseProfile(from)
        }
        // LittleCMS has inks in per cent.
        let scale = cmsGetColorSpace(from) == cmsSigCmykData ? 100.0 : 1
        let samples = colours.flatMap { $0.map { $0 * scale } }
        var out = [Double](repeating: 0, count: colours.count * 3)
        cmsDoTransform(transform, samples, &out, cmsUInt32Number(colours.count))
        return stride(from: 0, to: out.count, by: 3).map { place in
            out[place..<place + 3].map { min(1, max(0, $0)) * 255 }
        }
    }
}
