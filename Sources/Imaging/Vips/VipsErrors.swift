import CVips

/// libvips' error buffer, which all threads share: its text is a detail, not the whole story.
enum VipsErrors {
    /// The newest message, in one line; the buffer is empty afterwards.
    static func take() -> String {
        guard let copy = vips_error_buffer_copy() else { return "unknown error" }
        defer { g_free(copy) }
        let lines = String(cString: copy).split(separator: "\n").map { line in
            line.trimmingSpaces()
        }
        return lines.last { !$0.isEmpty } ?? "unknown error"
    }

    /// Throws away what earlier calls left behind.
    static func clear() { vips_error_clear() }
}

extension Substring {
    func trimmingSpaces() -> String {
        var text = self
        while text.last?.isWhitespace ?? false { text.removeLast() }
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        return String(text)
    }
}
