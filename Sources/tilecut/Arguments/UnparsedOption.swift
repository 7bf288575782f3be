/// What is wrong with an option that GOption refuses, in this program's words.
///
/// GLib's messages are in English here, as no locale's messages are ever loaded.
enum UnparsedOption {
    static func message(_ message: String?, _ options: [Option]) -> String {
        let message = message ?? "the options cannot be read"
        if let typed = rest(of: message, after: "Unknown option ") {
            return unknown(typed, options)
        }
        if let typed = rest(of: message, after: "Missing argument for ") {
            let option = options.first { spellings($0).contains(typed) }
            return "option '\(typed)' needs a value"
                + (option?.value.map { ": \(typed) \($0)" } ?? "")
        }
        return message
    }

    private static func unknown(_ typed: String, _ options: [Option]) -> String {
        let name = String(typed.prefix { $0 != "=" })
        let hint = Suggestion.hint(for: name, among: options.map { "--\($0.name)" })
        return "unknown option '\(name)'\(hint)"
    }

    private static func spellings(_ option: Option) -> [String] {
        ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
    }

    private static func rest(of message: String, after start: String) -> String? {
        message.hasPrefix(start) ? String(message.dropFirst(start.count)) : nil
    }
}
