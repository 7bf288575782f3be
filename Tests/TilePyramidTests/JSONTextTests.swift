import Foundation
import Testing
import TilePyramid

@Suite struct JSONTextTests {
    static let nasty =
        (0...0x2ff).compactMap { Unicode.Scalar($0).map { "a\($0)b" } } + [
            "", "\"", "\\", "/", "</script>", "\\u0041", "\\\"", "\r\n", "\u{0}", "\u{7f}",
            "\u{2028}\u{2029}", "\u{feff}", "\u{fffe}", "\u{ffff}", "\u{fffd}", "\u{10ffff}",
            "😀👨‍👩‍👧‍👦🇩🇪", "e\u{301}", "\u{e9}", "\"\u{301}", "\\\u{301}n", "\n\u{301}", "日本語",
            "{\"a\": [1]}",
            "\u{1b}[31m", "\u{202e}txt.exe",
        ]

    @Test("any text reads back as it was, by both of Foundation's readers")
    func strings() throws {
        for text in Self.nasty {
            let document = Data(JSONText.string(text).document.utf8)
            let object = try JSONSerialization.jsonObject(
                with: document, options: .fragmentsAllowed)
            let decoded = try JSONDecoder().decode(String.self, from: document)
            // By scalars: `==` on strings takes equivalent ones for equal.
            let expected = Array(text.unicodeScalars)
            #expect((object as? String).map { Array($0.unicodeScalars) } == expected)
            #expect(Array(decoded.unicodeScalars) == expected)
        }
    }

    @Test("any text is a key")
    func keys() throws {
        for text in Self.nasty {
            for value in [
                JSONText.object([(text, .integer(1))]), .inlineObject([(text, .integer(1))]),
            ] {
                let decoded = try JSONDecoder().decode(
                    [String: Int].self, from: Data(value.document.utf8))
                #expect(
                    decoded.keys.map { Array($0.unicodeScalars) } == [Array(text.unicodeScalars)])
            }
        }
    }

    @Test("plain slashes, UTF-8 as it is, control characters escaped")
    func spelling() {
        #expect(JSONText.string("a/b").document == "\"a/b\"\n")
        #expect(JSONText.string("Zürich").document == "\"Zürich\"\n")
        #expect(JSONText.string("\"\\\n\r\t").document == #""\"\\\n\r\t""# + "\n")
        #expect(JSONText.string("\u{feff}a").document == #""\ufeffa""# + "\n")
        #expect(JSONText.string("\u{1}\u{1f}").document == #""\u0001\u001f""# + "\n")
    }

    @Test(
        "numbers",
        arguments: [
            (0.0, "0"), (-0.0, "0"), (1.0, "1"), (-3.0, "-3"), (0.5, "0.5"), (0.1, "0.1"),
            (2.5, "2.5"),
            (1.0 / 1024, "0.0009765625"), (1e14, "100000000000000"), (1e15, "1000000000000000"),
            (1e18, "1000000000000000000"), (1e20, "1e+20"),
        ])
    func numbers(_ number: Double, _ text: String) {
        #expect(JSONText.number(number).document == text + "\n")
    }

    @Test("any finite number reads back as the same number")
    func numberRoundTrip() throws {
        var numbers = [
            Double.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
        ]
        numbers += (-60...60).map { pow(10, Double($0)) / 3 }
        numbers += (0...60).map { pow(2, Double($0)) - 0.5 }
        for number in numbers + numbers.map(-) {
            let document = Data(JSONText.number(number).document.utf8)
            #expect(try JSONDecoder().decode(Double.self, from: document) == number)
        }
    }

    @Test("layout: inline values stay on their line, others take a line an element")
    func layout() {
        let value = JSONText.object([
            ("none", .object([])),
            ("empty", .lines([])),
            ("inline", .inlineArray([.integer(1), .bool(true), .null])),
            ("nothing", .inlineArray([])),
            ("pair", .inlineObject([("a", .integer(1)), ("b", .inlineArray([.string("c")]))])),
            ("bare", .inlineObject([])),
            ("lines", .lines([.integer(1), .object([("deep", .lines([.bool(false)]))])])),
        ])
        #expect(
            value.document == """
                {
                  "none": {},
                  "empty": [],
                  "inline": [ 1, true, null ],
                  "nothing": [],
                  "pair": { "a": 1, "b": [ "c" ] },
                  "bare": {},
                  "lines": [
                    1,
                    {
                      "deep": [
                        false
                      ]
                    }
                  ]
                }

                """)
    }
}
