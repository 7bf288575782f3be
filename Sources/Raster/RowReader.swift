/// Rows of an image, in order, each read once. Used by one thread at a time.
package protocol RowReader: AnyObject, Sendable {
    /// Decodes the next `count` rows and appends them to `band`.
    ///
    /// - Parameter count: a multiple of 4 unless the rows end the image.
    func read(_ count: Int, into band: Band) throws
}
