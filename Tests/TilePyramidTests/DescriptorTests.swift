import Foundation
import Testing
import TilePyramid

/// `datasource.json` and `catalog.json`, to the byte.
@Suite struct DescriptorTests {
    private let bench = Descriptor(
        job: job(
            thumbnails: [("thumbnail", PixelSize(width: 512, height: 512))], maxZoomLevel: 8),
        imageSize: PixelSize(width: 5214, height: 7300), sourceSHA256: "5e4a", key: "c0de")

    @Test("the documented example")
    func example() {
        #expect(
            bench.json.document == """
                {
                  "formatVersion": 1,
                  "name": "bench",
                  "layout": "tiled",
                  "imageSize": { "width": 5214, "height": 7300 },
                  "tileSizes": [ { "width": 512, "height": 512 }, { "width": 256, "height": 256 }, { "width": 128, "height": 128 } ],
                  "minTileLevel": 1,
                  "maxTileLevel": 3,
                  "maxZoomLevel": 8,
                  "imageExtension": "jpg",
                  "density": 2,
                  "tilePath": "{size}/bench_{size}_{level}_{x}_{y}.jpg",
                  "levels": [
                    { "level": 1, "tileSize": 512, "scale": 0.5, "pixelSize": { "width": 2607, "height": 3650 }, "columns": 11, "rows": 15 },
                    { "level": 2, "tileSize": 256, "scale": 1, "pixelSize": { "width": 5214, "height": 7300 }, "columns": 21, "rows": 29 },
                    { "level": 3, "tileSize": 128, "scale": 1, "pixelSize": { "width": 5214, "height": 7300 }, "columns": 41, "rows": 58 }
                  ],
                  "thumbnails": [ { "name": "thumbnail", "path": "thumbnail.jpg", "width": 366, "height": 512 } ],
                  "source": { "path": "photos/bench.jpg", "sha256": "5e4a" },
                  "key": "c0de"
                }

                """)
    }

    @Test("levels that are not cut keep their tile size; no thumbnail is an empty list")
    func someLevels() {
        let job = job(
            name: "a {x} \"b\"", tileSizes: [1024, 512, 256], levels: 2...2, density: .full,
            extension: "png", maxZoomLevel: 2.5, attribution: "Zürich/ETH\n2024")
        let descriptor = Descriptor(
            job: job, imageSize: PixelSize(width: 513, height: 1), sourceSHA256: "", key: "")
        #expect(
            descriptor.json.document == #"""
                {
                  "formatVersion": 1,
                  "name": "a {x} \"b\"",
                  "layout": "tiled",
                  "imageSize": { "width": 513, "height": 1 },
                  "tileSizes": [ { "width": 1024, "height": 1024 }, { "width": 512, "height": 512 }, { "width": 256, "height": 256 } ],
                  "minTileLevel": 2,
                  "maxTileLevel": 2,
                  "maxZoomLevel": 2.5,
                  "imageExtension": "png",
                  "density": "full",
                  "tilePath": "{size}/{name}_{size}_{level}_{x}_{y}.png",
                  "levels": [
                    { "level": 2, "tileSize": 512, "scale": 1, "pixelSize": { "width": 513, "height": 1 }, "columns": 2, "rows": 1 }
                  ],
                  "thumbnails": [],
                  "attribution": "Zürich/ETH\n2024",
                  "source": { "path": "photos/bench.jpg", "sha256": "" },
                  "key": ""
                }

                """#)
    }

    @Test("what is written reads back", arguments: Density.allCases)
    func roundTrip(density: Density) throws {
        for attribution in [nil, "© \"A\" \\ B"] {
            for imageSize in samplePairs(10, upTo: 9000) {
                let job = job(
                    name: "日本 {x}",
                    thumbnails: [
                        ("small", PixelSize(width: 100, height: 100)),
                        ("large", PixelSize(width: 512, height: 768)),
                    ], maxZoomLevel: 1.0 / 3, attribution: attribution,
                    layouts: [
                        TiledLayout(
                            tileSizes: [512, 256, 128], minTileLevel: 1, maxTileLevel: 3,
                            density: density), DeepZoomLayout(tileSize: 254, overlap: 1),
                    ])
                let written = Descriptor(
                    job: job, imageSize: imageSize, sourceSHA256: "ab", key: "cd")
                let read = try JSONDecoder().decode(
                    Descriptor.self, from: Data(written.json.document.utf8))
                #expect(read == written)
                #expect(read.json.document == written.json.document)
            }
        }
    }

    @Test("keys written are the keys that Foundation's encoder knows")
    func sameKeys() throws {
        // With everything that may be left out.
        let full = Descriptor(
            job: job(
                thumbnails: [("t", PixelSize(width: 9, height: 9))], attribution: "A",
                layouts: [
                    DeepZoomLayout(tileSize: 254, overlap: 1), TiledLayout(LayoutSettings()),
                ]), imageSize: PixelSize(width: 52, height: 73), sourceSHA256: "5e",
            damage: "cut off",
            key: "c0")
        let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(full))
        let written = try JSONSerialization.jsonObject(with: Data(full.json.document.utf8))
        let keys = Set((written as? [String: Any] ?? [:]).keys)
        let stored = Mirror(reflecting: full).children.compactMap(\.label)
        #expect(keys.isSuperset(of: stored.filter { $0 != "layouts" }))
        let layout = Mirror(reflecting: full.layouts[0]).children.compactMap(\.label)
        #expect(keys.isSuperset(of: layout.map { $0 == "name" ? "layout" : $0 }))
        #expect(encoded as? NSDictionary == written as? NSDictionary)
    }

    @Test("the catalog lists images in the order of their names' bytes")
    func catalog() throws {
        let image = PixelSize(width: 300, height: 200)
        let names = ["b", "a-2", "Z", "a", "é", "e\u{301}", "a_"]
        let descriptors = names.map { name in
            Descriptor(
                job: job(
                    name: name,
                    thumbnails: name == "a" ? [("t", PixelSize(width: 100, height: 100))] : []),
                imageSize: image, sourceSHA256: "", key: "")
        }
        let lines = descriptors.map { Catalog.Entry($0) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map(\.line)
        let document = Catalog.document(lines: lines)
        #expect(
            document == """
                {
                  "formatVersion": 1,
                  "images": [
                    { "name": "Z", "layout": "tiled", "size": { "width": 300, "height": 200 }, "datasource": "Z/datasource.json", "thumbnails": [] },
                    { "name": "a", "layout": "tiled", "size": { "width": 300, "height": 200 }, "datasource": "a/datasource.json", "thumbnails": [ { "name": "t", "path": "a/t.jpg", "width": 100, "height": 67 } ] },
                    { "name": "a-2", "layout": "tiled", "size": { "width": 300, "height": 200 }, "datasource": "a-2/datasource.json", "thumbnails": [] },
                    { "name": "a_", "layout": "tiled", "size": { "width": 300, "height": 200 }, "datasource": "a_/datasource.json", "thumbnails": [] },
                    { "name": "b", "layout": "tiled", "size": { "width": 300, "height": 200 }, "datasource": "b/datasource.json", "thumbnails": [] },
                    { "name": "e\u{301}", "layout": "tiled", "size": { "width": 300, "height": 200 }, "datasource": "e\u{301}/datasource.json", "thumbnails": [] },
                    { "name": "é", "layout": "tiled", "size": { "width": 300, "height": 200 }, "datasource": "é/datasource.json", "thumbnails": [] }
                  ]
                }

                """)
        let read = try JSONDecoder().decode(Catalog.self, from: Data(document.utf8))
        #expect(read.images.map(\.line) == lines)
        #expect(read.formatVersion == Catalog.currentFormatVersion)
    }

    @Test("an empty catalog")
    func emptyCatalog() {
        #expect(
            Catalog.document(lines: []) == """
                {
                  "formatVersion": 1,
                  "images": []
                }

                """)
    }
}
