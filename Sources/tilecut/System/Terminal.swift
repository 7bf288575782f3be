import Glibc

/// A terminal that a stream may be.
enum Terminal {
    /// Whether lines can be redrawn there.
    static func isCapable(_ descriptor: Int32) -> Bool {
        guard isatty(descriptor) == 1 else { return false }
        guard let kind = getenv("TERM") else { return false }
        return strcmp(kind, "dumb") != 0
    }

    /// Columns, as the terminal says now; 80 when it does not say.
    static func width(_ descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
