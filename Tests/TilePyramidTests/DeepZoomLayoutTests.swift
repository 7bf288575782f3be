import Testing
import TilePyramid

/// Layout `dzi`: levels, tiles and overlaps as Deep Zoom's clients compute them.
@Suite struct DeepZoomLayoutTests {
    private func layout(_ tileSize: Int = 254, overlap: Int = 1) -> DeepZoomLayout {
        DeepZoomLayout(tileSize: tileSize, overlap: overlap)
    }

    @Test("worked by hand: sizes of the levels, from 1 x 1 to the full image")
    func levels() {
        let sizes = layout().levels(of: PixelSize(width: 1025, height: 300)).map(\.pixelSize)
        let expected = [
            (1, 1), (2, 1), (3, 1), (5, 2), (9, 3), (17, 5), (33, 10), (65, 19), (129, 38),
            (257, 75), (513, 150), (1025, 300),
        ]
        #expect(sizes == expected.map { PixelSize(width: $0.0, height: $0.1) })
    }

    @Test("the largest level is ceil(log2(max(W, H)))")
    func topLevel() {
        for (side, top) in [
            (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (256, 8), (257, 9), (65536, 16), (65537, 17),
        ] {
            for size in [PixelSize(width: side, height: 1), PixelSize(width: 1, height: side)] {
                let levels = layout().levels(of: size)
                #expect(levels.map(\.number) == Array(0...top), "\(size)")
                #expect(levels[0].pixelSize == PixelSize(width: 1, height: 1))
                #expect(levels[top].pixelSize == size)
            }
        }
    }

    @Test("as the client has it: where a tile begins and how wide it is, for every size to 300")
    func tilesOfARow() {
        for (side, overlap) in [(254, 1), (64, 0), (64, 8), (7, 3), (3, 1), (1, 0)] {
            for width in 1...300 {
                for level in layout(side, overlap: overlap)
                    .levels(of: PixelSize(width: width, height: 1))
                {
                    for tile in level.tiles {
                        let rect = level.storedPixels(of: tile)
                        let start = tile.x == 0 ? 0 : tile.x * side - overlap
                        let wanted = tile.x == 0 ? side + overlap : side + 2 * overlap
                        let end = min(start + wanted, level.pixelSize.width)
                        guard rect.x == start, rect.width == end - start, rect.height == 1 else {
                            Issue.record("\(width) by \(side), \(overlap): \(tile) is \(rect)")
                            return
                        }
                    }
                    // The last tile holds at least one pixel that no other is the home of.
                    #expect((level.columns - 1) * side < level.pixelSize.width)
                    #expect(level.columns * side >= level.pixelSize.width)
                }
            }
        }
    }

    @Test("the side file, to the byte")
    func sideFile() {
        let image = ImageFacts(
            name: "bench", size: PixelSize(width: 5214, height: 7300), fileExtension: "jpeg")
        let file = layout().sideFile(of: image)
        #expect(file?.path == "bench.dzi")
        #expect(
            file?.text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
                  TileSize="254"
                  Overlap="1"
                  Format="jpeg">
                  <Size Width="5214" Height="7300"/>
                </Image>

                """)
    }

    @Test("beside another layout in the descriptor, and before it")
    func descriptor() {
        let layouts: [any Layout] = [
            TiledLayout(
                tileSizes: [64], minTileLevel: 1, maxTileLevel: 1, density: .two), layout(),
        ]
        func text(_ layouts: [any Layout]) -> String {
            Descriptor(
                job: job(layouts: layouts), imageSize: PixelSize(width: 3, height: 2),
                sourceSHA256: "5e4a", key: "c0de"
            ).json.document
        }
        #expect(
            text(layouts) == """
                {
                  "formatVersion": 1,
                  "name": "bench",
                  "layout": "tiled",
                  "imageSize": { "width": 3, "height": 2 },
                  "tileSizes": [ { "width": 64, "height": 64 } ],
                  "minTileLevel": 1,
                  "maxTileLevel": 1,
                  "maxZoomLevel": 2,
                  "imageExtension": "jpg",
                  "density": 2,
                  "tilePath": "{size}/bench_{size}_{level}_{x}_{y}.jpg",
                  "levels": [
                    { "level": 1, "tileSize": 64, "scale": 1, "pixelSize": { "width": 3, "height": 2 }, "columns": 1, "rows": 1 }
                  ],
                  "otherLayouts": [
                    {
                      "layout": "dzi",
                      "tileSizes": [ { "width": 1016, "height": 1016 }, { "width": 508, "height": 508 }, { "width": 254, "height": 254 } ],
                      "minTileLevel": 0,
                      "maxTileLevel": 2,
                      "tilePath": "bench_files/{level}/{x}_{y}.jpg",
                      "overlap": 1,
                      "sideFile": "bench.dzi",
                      "levels": [
                        { "level": 0, "tileSize": 1016, "scale": 0.25, "pixelSize": { "width": 1, "height": 1 }, "columns": 1, "rows": 1 },
                        { "level": 1, "tileSize": 508, "scale": 0.5, "pixelSize": { "width": 2, "height": 1 }, "columns": 1, "rows": 1 },
                        { "level": 2, "tileSize": 254, "scale": 1, "pixelSize": { "width": 3, "height": 2 }, "columns": 1, "rows": 1 }
                      ]
                    }
                  ],
                  "thumbnails": [],
                  "source": { "path": "photos/bench.jpg", "sha256": "5e4a" },
                  "key": "c0de"
                }

                """)
        let swapped = text(layouts.reversed())
        #expect(swapped.contains("  \"layout\": \"dzi\",\n  \"imageSize\""))
        // Each level is half of the next: sharp at one pixel a point.
        #expect(swapped.contains("  \"density\": 1,\n  \"tilePath\": \"bench_files/"))
        #expect(swapped.contains("  \"sideFile\": \"bench.dzi\",\n  \"levels\""))
        #expect(swapped.contains("      \"layout\": \"tiled\",\n"))
    }

    @Test("an overlap that is no less than half of the tile, and the way out")
    func faults() {
        func message(_ tileSize: Int?, _ overlap: Int?) -> String? {
            var settings = LayoutSettings()
            settings.tileSize = tileSize
            settings.overlap = overlap
            let faults = DeepZoomLayout.faults(in: settings)
            return faults.first.map { "\($0.key.rawValue): \($0.message)" }
        }
        #expect(message(16, 7) == nil)
        #expect(
            message(16, 8)
                == "overlap: 'overlap' is 8, no less than half of a tile of 16; use at most 7, or "
                + "a 'tileSize' of at least 17")
        #expect(message(nil, 126) == nil)
        #expect(message(nil, 127)?.hasPrefix("overlap: 'overlap' is 127, no less") == true)
        #expect(message(3, nil) == nil)
        #expect(
            message(2, nil)
                == "tileSize: a tile of 2 is too small for the built-in 'overlap' of 1, which must "
                + "be less than half of it; use at least 3, or 'overlap: 0'")
        var unusable = LayoutSettings()
        unusable.overlap = 200
        unusable.unusable = [.tileSize]
        #expect(DeepZoomLayout.faults(in: unusable).isEmpty)
    }
}
