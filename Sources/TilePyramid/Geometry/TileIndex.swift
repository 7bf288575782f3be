/// A tile's column `x` and row `y` in its level, from 0 at the top left.
public struct TileIndex: Hashable, Sendable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}
