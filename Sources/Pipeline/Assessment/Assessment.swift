import Files
import TilePyramid

/// What is to be done about an image.
enum Assessment: Sendable {
    /// It is up to date; the record is what to remember of it from now on.
    case current(ImageRecord?, imageSize: PixelSize)
    case due(DueImage)
}

/// An image that is to be cut, and what is known of it before it is opened.
struct DueImage: Sendable {
    /// `nil` when reading the source was not worth it: nothing is published that could be current.
    let source: AssessedSource?
    let recipe: Recipe
    /// Empty without a `source`.
    let key: String
    let parts: CutParts
    /// Whether the parts have to be made of rows that are read in the same format as the published
    /// ones were, to fit beside them.
    let needsSameRows: Bool
    /// What is published, where parts of it are to stay.
    let previous: ImageRecord?
    let reasons: [DueReason]

    /// Cuts all of it.
    func everything() -> DueImage {
        DueImage(
            source: source, recipe: recipe, key: key, parts: .everything, needsSameRows: false,
            previous: nil, reasons: reasons)
    }
}

/// A source whose digest is known.
enum AssessedSource: Sendable {
    /// From an earlier run; it has not been opened in this one.
    case remembered(SourceSnapshot)
    /// It was read now: what is cut is read through the same handle.
    case read(DigestedSource)

    var snapshot: SourceSnapshot {
        switch self {
        case .remembered(let snapshot): snapshot
        case .read(let source): source.snapshot
        }
    }

    /// - Throws: `SourceFailure`; `.changedWhileRead` when it is not the one that is remembered.
    func open(_ path: String) throws(SourceFailure) -> DigestedSource {
        switch self {
        case .remembered(let snapshot):
            try DigestedSource(OpenSource(path), remembered: snapshot)
        case .read(let source): source
        }
    }
}

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
