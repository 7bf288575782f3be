import TilePyramid

/// The parts of an image that a cut makes; the others are taken over from what is published.
enum CutParts: Hashable, Sendable {
    case everything
    /// - levels: single ones.
    /// - layouts: names of those of which all levels are cut.
    /// - thumbnails: by their paths.
    case some(levels: Set<LevelID>, layouts: Set<String>, thumbnails: Set<String>)

    static let nothing = CutParts.some(levels: [], layouts: [], thumbnails: [])

    func includes(level: LevelID) -> Bool {
        switch self {
        case .everything: true
        case .some(let levels, let layouts, _):
            levels.contains(level) || layouts.contains(level.layout)
        }
    }

    func includes(thumbnail path: String) -> Bool {
        switch self {
        case .everything: true
        case .some(_, _, let thumbnails): thumbnails.contains(path)
        }
    }
}
