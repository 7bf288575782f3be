/// The parts of an image that a cut makes; the others are taken over from what is published.
package struct CutParts: Hashable, Sendable {
    /// Numbers of levels; `nil` is all.
    package let levels: Set<Int>?
    /// Paths of thumbnails; `nil` is all.
    package let thumbnails: Set<String>?

    static let everything = CutParts(levels: nil, thumbnails: nil)
    static let nothing = CutParts(levels: [], thumbnails: [])

    func includes(level: Int) -> Bool { levels?.contains(level) ?? true }

    func includes(thumbnail path: String) -> Bool { thumbnails?.contains(path) ?? true }
}
