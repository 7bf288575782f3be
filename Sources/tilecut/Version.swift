/// The version of this program.
enum Version {
    static let number = "0.1.0"
    /// `tilecut 0.1.0`
    static let text = "tilecut \(number)"
}
