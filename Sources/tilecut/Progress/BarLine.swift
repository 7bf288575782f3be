/// The bar as text:
///
///     [=======>            ]  38%  12/40 images  3,040 tiles  1,234 tiles/s  0:07 left
enum BarLine {
    private static let longestBar = 40
    private static let shortestBar = 8

    /// At most `width - 1` columns, so that no terminal wraps it; what fits least is left out.
    static func text(_ snapshot: RunSnapshot, width: Int) -> String {
        let room = max(0, width - 1)
        let percent = percent(snapshot)
        let images =
            "\(Figures.grouped(snapshot.imagesEnded))/\(Figures.count(snapshot.images, "image"))"
        let tiles = Figures.count(snapshot.tiles, "tile")
        let rate = "\(Figures.grouped(Int(snapshot.tilesPerSecond.rounded()))) tiles/s"
        let left = snapshot.secondsLeft.map { ["\(Figures.clock($0)) left"] } ?? []
        let choices = [
            [percent, images, tiles, rate] + left, [percent, images, tiles] + left,
            [percent, images] + left, [percent] + left, [percent],
        ]
        let texts = choices.map { $0.joined(separator: "  ") }
        guard let text = texts.first(where: { $0.count <= room }) else {
            return String(percent.prefix(room))
        }
        // Two brackets and a space.
        let cells = min(longestBar, room - text.count - 3)
        return cells < shortestBar ? text : "\(bar(snapshot.fraction, cells: cells)) \(text)"
    }

    private static func bar(_ fraction: Double, cells: Int) -> String {
        let done = Int(Double(cells) * fraction)
        if done == cells { return "[" + String(repeating: "=", count: cells) + "]" }
        return "[" + String(repeating: "=", count: done) + ">"
            + String(repeating: " ", count: cells - done - 1) + "]"
    }

    /// Never rounds up to what is not reached yet.
    private static func percent(_ snapshot: RunSnapshot) -> String {
        let number = String(Int(snapshot.fraction * 100))
        return String(repeating: " ", count: max(0, 3 - number.count)) + number + "%"
    }
}
