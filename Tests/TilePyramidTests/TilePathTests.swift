import Testing
import TilePyramid

@Suite struct TilePathTests {
    private let tile = TileIndex(x: 3, y: 14)

    @Test("a plain name stands in the template")
    func plainName() {
        let template = TilePath.template(name: "bench", extension: "jpg")
        #expect(template == "{size}/bench_{size}_{level}_{x}_{y}.jpg")
        let path = TilePath.fill(template, name: "bench", size: 256, level: 2, tile: tile)
        #expect(path == "256/bench_256_2_3_14.jpg")
    }

    @Test(
        "a name with a brace is a placeholder, and never read as one when it is put in",
        arguments: [
            "{x}", "{", "}", "}{", "a{size}b", "{name}", "{{x}}", "x}y{", "{unknown}",
            "{\u{301}", "a}\u{308}",
        ])
    func bracedName(_ name: String) {
        let template = TilePath.template(name: name, extension: "png")
        #expect(template == "{size}/{name}_{size}_{level}_{x}_{y}.png")
        let path = TilePath.fill(template, name: name, size: 64, level: 1, tile: tile)
        #expect(path == "64/\(name)_64_1_3_14.png")
    }

    @Test("what is no placeholder stays", arguments: ["", "a", "{", "}", "{z}", "a}b{c", "{}"])
    func otherText(_ template: String) {
        #expect(TilePath.fill(template, name: "n", size: 1, level: 1, tile: tile) == template)
    }

    @Test("placeholders in any order, any number of times")
    func ownTemplate() {
        let path = TilePath.fill(
            "{y}/{x}{x}-{name}@{level}.{size}", name: "n", size: 512, level: 7, tile: tile)
        #expect(path == "14/33-n@7.512")
    }

    @Test(
        "the template leads to the file that the cutter writes",
        arguments: ["bench", "a_b", "{x}", "x y", "e\u{301}", "\u{301}", "日本", "😀{y}", "%20"])
    func sameAsCutter(_ name: String) {
        let job = job(name: name)
        let imageSize = PixelSize(width: 1000, height: 700)
        let descriptor = Descriptor(job: job, imageSize: imageSize, sourceSHA256: "", key: "")
        for (level, entry) in zip(job.layout.levels(of: imageSize), descriptor.levels) {
            for tile in level.tiles {
                let cut = TiledLayout.path(name: name, level: level, tile: tile, extension: "jpg")
                let viewed = descriptor.path(of: tile, in: entry)
                #expect(Array(viewed.utf8) == Array(cut.utf8))
            }
        }
    }
}
