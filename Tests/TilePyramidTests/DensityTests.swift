import Foundation
import Testing
import TilePyramid

@Suite struct DensityTests {
    @Test("a level is stored at min(1, density * 2^(level - maxTileLevel))")
    func rule() {
        for (density, number) in [(Density.one, 1.0), (.two, 2), (.four, 4)] {
            for maxTileLevel in 1...20 {
                for level in 1...maxTileLevel {
                    let halvings = density.halvings(level: level, maxTileLevel: maxTileLevel)
                    let scale = min(1, number * pow(2, Double(level - maxTileLevel)))
                    #expect(pow(2, Double(-halvings)) == scale)
                }
            }
        }
    }

    @Test("full stores every level as it is")
    func full() {
        for maxTileLevel in 1...20 {
            for level in 1...maxTileLevel {
                #expect(Density.full.halvings(level: level, maxTileLevel: maxTileLevel) == 0)
            }
        }
    }

    @Test("written as in a manifest", arguments: zip(Density.allCases, ["1", "2", "4", "full"]))
    func text(_ density: Density, _ text: String) throws {
        #expect(density.description == text)
        let json = density == .full ? "\"full\"" : text
        #expect(String(decoding: try JSONEncoder().encode(density), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(Density.self, from: Data(json.utf8)) == density)
    }

    @Test(
        "anything else is refused",
        arguments: ["0", "3", "8", "-1", "2.5", "\"Full\"", "true", "null"])
    func refused(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Density.self, from: Data(json.utf8))
        }
    }
}
