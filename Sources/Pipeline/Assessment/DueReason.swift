/// Why an image is to be cut.
package enum DueReason: Hashable, Sendable, CustomStringConvertible {
    case new
    case forced
    case sourceChanged
    /// `libvips 8.14.1 -> 8.15.0`
    case versions(String)
    /// The tiles' own settings; all of them are made anew.
    case setting(name: String, old: String, new: String)
    /// A setting that only some levels depend on.
    case levels(setting: String, [Int])
    case layoutAdded(String)
    case layoutRemoved(String)
    case thumbnails
    case descriptor
    /// The key differs, and nothing tells in what.
    case unknown
    case damaged(String)

    package var description: String {
        switch self {
        case .new: "new"
        case .forced: "forced"
        case .sourceChanged: "source changed"
        case .versions(let change): change
        case .setting(let name, let old, let new): "\(name) changed: \(old) -> \(new)"
        case .layoutAdded(let name): "layout \(name) added"
        case .layoutRemoved(let name): "layout \(name) removed"
        case .levels(let setting, let numbers):
            "\(setting) changed: level\(numbers.count == 1 ? "" : "s") "
                + numbers.map(String.init).joined(separator: ", ")
        case .thumbnails: "thumbnail settings"
        case .descriptor: "descriptor only"
        case .unknown: "settings changed"
        case .damaged(let what): "damaged: \(what)"
        }
    }
}
