import CVips
import CVipsShim

/// libvips' error buffer, which all threads share: its text is a detail, not the whole story.
enum VipsErrors {
    /// The newest message, in one line; the buffer is empty afterwards.
    static func take() -> String {
        var own = [CChar](repeating: 0, count: 256)
        if cvips_take_jpeg_error(&own) != 0 {
            vips_error_clear()
            return String(
                decoding: own.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        guard let copy = vips_error_buffer_copy() else { return "it cannot be decoded" }
        defer { g_free(copy) }
        let lines = String(cString: copy).split(separator: "\n").map { line in
            line.trimmingSpaces()
        }
        return lines.last { !$0.isEmpty } ?? "it cannot be decoded"
    }

    /// Throws away what earlier calls on this thread left behind.
    static func clear() { _ = take() }
}

extension Substring {
    func trimmingSpaces() -> String {
        var text = self
        while text.last?.isWhitespace ?? false { text.removeLast() }
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        return String(text)
    }
}
