/// Text that is compared byte by byte.
///
/// `String` takes canonically equivalent texts as equal ("é" and "e" + U+0301); as keys and file
/// names they are two.
struct ExactText: Hashable, Sendable {
    private let bytes: [UInt8]

    init(_ text: String) {
        self.bytes = Array(text.utf8)
    }
}

extension String {
    /// Equal byte by byte.
    func isExactly(_ other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}
