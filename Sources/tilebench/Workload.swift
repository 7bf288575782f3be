/// The same work for tilecut and for `vips dzsave`.
struct Workload {
    let id: String
    let title: String
    /// Files of the bench folder that are needed.
    let sources: [String]
    /// The images of tilecut's manifest, one flow mapping each.
    let images: [String]
    /// What dzsave needs, as a script that writes below `o`; `$SRC` is the bench folder.
    let dzsave: String
    /// dzsave's time divided by ours must be at least this.
    let wanted: Double
    /// The JPEG job whose codec floor is measured, where there is one.
    var floor: CodecFloor.Job?

    static let pyramid = "tileSizes: [4096, 2048, 1024, 512, 256], density: 1"

    static let all: [Workload] = [
        Workload(
            id: "a", title: "49 Mpx JPEG, 512/256/128, density full",
            sources: ["mosaic-49.jpg"],
            images: ["source: mosaic-49.jpg, tileSizes: [512, 256, 128], density: full"],
            dzsave: ["512", "256", "128"].map {
                dz("mosaic-49.jpg", "o/x\($0)", "--depth one", tile: $0)
            }.joined(separator: " && "), wanted: 6,
            floor: CodecFloor.Job(
                file: "mosaic-49.jpg", levels: [(512, 0), (256, 0), (128, 0)])),
        Workload(
            id: "b", title: "197 Mpx JPEG, pyramid of 256", sources: ["mosaic-197.jpg"],
            images: ["source: mosaic-197.jpg, \(pyramid)"],
            dzsave: dz("mosaic-197.jpg", "o/x", "--depth onetile"), wanted: 4,
            floor: CodecFloor.Job(
                file: "mosaic-197.jpg", levels: [(256, 0), (256, 1), (256, 2), (256, 3), (256, 4)])),
        Workload(
            id: "c", title: "200 JPEGs of 12 Mpx, pyramid of 256", sources: ["photos-12"],
            images: ["source: photos-12/*.jpg, \(pyramid)"],
            dzsave: many("photos-12"), wanted: 3),
        Workload(
            id: "d", title: "2,000 JPEGs of 0.3 Mpx, pyramid of 256", sources: ["photos-0.3"],
            images: ["source: photos-0.3/*.jpg, tileSizes: [1024, 512, 256], density: 1"],
            dzsave: many("photos-0.3"), wanted: 3),
        Workload(
            id: "e", title: "49 Mpx PNG to PNG, 256", sources: ["mosaic-49.png"],
            images: ["source: mosaic-49.png, tileSizes: [256], extension: png"],
            dzsave: dz("mosaic-49.png", "o/x", "--depth one", suffix: ".png[strip]"),
            wanted: 1.25),
        Workload(
            id: "f", title: "49 Mpx JPEG to WebP, 256", sources: ["mosaic-49.jpg"],
            images: ["source: mosaic-49.jpg, tileSizes: [256], extension: webp"],
            dzsave: dz("mosaic-49.jpg", "o/x", "--depth one", suffix: ".webp[Q=75,strip]"),
            wanted: 1.25),
        Workload(
            id: "g", title: "197 Mpx tiled TIFF to JPEG, pyramid of 256",
            sources: ["mosaic-197.tif"], images: ["source: mosaic-197.tif, \(pyramid)"],
            dzsave: dz("mosaic-197.tif", "o/x", "--depth onetile"), wanted: 1),
        Workload(
            id: "h", title: "12 Mpx RGBA PNG to PNG, pyramid of 256", sources: ["alpha-12.png"],
            images: ["source: alpha-12.png, \(pyramid), extension: png"],
            dzsave: dz("alpha-12.png", "o/x", "--depth onetile", suffix: ".png[strip]"),
            wanted: 1),
        Workload(
            id: "i", title: "197 Mpx JPEG, Deep Zoom of 254 with overlap 1",
            sources: ["mosaic-197.jpg"], images: ["source: mosaic-197.jpg, layout: dzi"],
            dzsave: dz("mosaic-197.jpg", "o/x", "--depth onepixel", tile: "254", overlap: "1"),
            wanted: 4),
    ]

    /// The manifest; no thumbnail, as dzsave makes none.
    func manifest(images: [String], bench: String) -> String {
        let entries = images.map { image in
            "  - { \(image.replacingFirst("source: ", with: "source: \(bench)/")) }\n"
        }
        return "version: 1\noutput: t\ndefaults: { quality: 75, thumbnail: false }\nimages:\n"
            + entries.joined()
    }

    private static func dz(
        _ source: String, _ out: String, _ options: String, tile: String = "256",
        overlap: String = "0", suffix: String = ".jpg[Q=75,strip]"
    ) -> String {
        "vips dzsave \"$SRC/\(source)\" \(out) --layout dz \(options) --tile-size \(tile) "
            + "--overlap \(overlap) --suffix '\(suffix)'"
    }

    /// One process an image, as many at a time as there are cores.
    private static func many(_ folder: String) -> String {
        "find \"$SRC/\(folder)\" -name '*.jpg' | xargs -P \"$CORES\" -I {} sh -c "
            + "'vips dzsave \"$1\" \"o/$(basename \"$1\" .jpg)\" --layout dz --depth onetile "
            + "--tile-size 256 --overlap 0 --suffix \".jpg[Q=75,strip]\"' dz {}"
    }
}

extension String {
    func replacingFirst(_ text: String, with other: String) -> String {
        guard let found = firstRange(of: text) else { return self }
        return String(self[..<found.lowerBound]) + other + String(self[found.upperBound...])
    }

    private func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
