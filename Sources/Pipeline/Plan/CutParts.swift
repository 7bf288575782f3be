/// The parts of an image that a cut makes; the others are taken over from what is published.
public struct CutParts: Hashable, Sendable {
    /// Numbers of levels; `nil` is all.
    public let levels: Set<Int>?
    /// Paths of thumbnails; `nil` is all.
    public let thumbnails: Set<String>?

    static let everything = CutParts(levels: nil, thumbnails: nil)
    static let nothing = CutParts(levels: [], thumbnails: [])

    func includes(level: Int) -> Bool { levels?.contains(level) ?? true }

    func includes(thumbnail path: String) -> Bool { thumbnails?.contains(path) ?? true }
}
