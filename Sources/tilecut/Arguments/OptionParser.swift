import CGLib

/// Options through GLib's GOption: it sorts options from operands and lays out the help.
///
/// Every value is taken as GOption's "file name", which it hands over byte by byte; what it means
/// is found out in Swift, where the messages are better. Used once.
final class OptionParser {
    private typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>

    private let options: [Option]
    private let context: OpaquePointer
    /// One an option, in their order: whether it was given.
    private let flags: UnsafeMutablePointer<gint>
    /// One an option, in their order, and one for the operands: the values, owned, ended by nil.
    private let values: UnsafeMutablePointer<Strings?>
    /// GOption keeps pointers to the texts of its entries.
    private var texts: [UnsafeMutablePointer<gchar>] = []

    /// - Parameters:
    ///   - operands: as help shows them; empty when there are none.
    ///   - summary: a paragraph above the options.
    ///   - notes: what follows the options.
    init(options: [Option], operands: String, summary: String, notes: String) {
        self.options = options
        context = g_option_context_new(nil)
        flags = .allocate(capacity: options.count + 1)
        flags.initialize(repeating: 0, count: options.count + 1)
        values = .allocate(capacity: options.count + 1)
        values.initialize(repeating: nil, count: options.count + 1)
        g_option_context_set_help_enabled(context, 0)
        g_option_context_set_summary(context, summary)
        g_option_context_set_description(context, notes)
        var entries = options.indices.map(entry)
        entries.append(remaining(operands))
        entries.append(GOptionEntry())
        // GOption copies the entries.
        g_option_context_add_main_entries(context, entries, nil)
    }

    deinit {
        g_option_context_free(context)
        for index in 0...options.count { g_strfreev(values[index]) }
        for text in texts { g_free(text) }
        flags.deallocate()
        values.deallocate()
    }

    /// - Parameter program: the words that start the command, such as `tilecut build`.
    func help(program: String) -> String {
        g_set_prgname(program)
        guard let text = g_option_context_get_help(context, 1, nil) else {
            preconditionFailure("GLib ends the process itself when it has no memory")
        }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// - Throws: `CommandFailure.usage`.
    func parse(_ arguments: [String]) throws(CommandFailure) -> ParsedArguments {
        let separated = try OptionWords.separated(arguments, knowing: options)
        var words = Self.copied(["tilecut"] + separated)
        defer { g_strfreev(words) }
        var error: UnsafeMutablePointer<GError>?
        guard g_option_context_parse_strv(context, &words, &error) != 0 else {
            defer { g_error_free(error) }
            throw .usage(
                UnparsedOption.message(error.map { String(cString: $0.pointee.message) }, options))
        }
        var given: [String: [String]] = [:]
        for (index, option) in options.enumerated() where option.value != nil {
            given[option.name] = Self.texts(values[index])
        }
        let set = options.indices.filter { flags[$0] != 0 }.map { options[$0].name }
        return ParsedArguments(
            values: given, flags: Set(set), operands: Self.texts(values[options.count]))
    }

    private func entry(_ index: Int) -> GOptionEntry {
        let option = options[index]
        let takesValue = option.value != nil
        return GOptionEntry(
            long_name: kept(option.name),
            short_name: option.letter?.asciiValue.map { gchar($0) } ?? 0,
            flags: 0,
            arg: takesValue ? G_OPTION_ARG_FILENAME_ARRAY : G_OPTION_ARG_NONE,
            arg_data: takesValue ? gpointer(values + index) : gpointer(flags + index),
            description: kept(option.help),
            arg_description: option.value.map { UnsafePointer(kept($0)) })
    }

    private func remaining(_ operands: String) -> GOptionEntry {
        GOptionEntry(
            long_name: kept(""), short_name: 0, flags: 0, arg: G_OPTION_ARG_FILENAME_ARRAY,
            arg_data: gpointer(values + options.count), description: nil,
            arg_description: kept(operands))
    }

    private func kept(_ text: String) -> UnsafeMutablePointer<gchar> {
        let copy = Self.copied(text)
        texts.append(copy)
        return copy
    }

    private static func copied(_ text: String) -> UnsafeMutablePointer<gchar> {
        guard let copy = g_strdup(text) else {
            preconditionFailure("g_strdup returns nil for nil only")
        }
        return copy
    }

    /// A list ended by nil, as GLib frees it.
    private static func copied(_ texts: [String]) -> Strings? {
        let size = gsize((texts.count + 1) * MemoryLayout<UnsafeMutablePointer<gchar>?>.stride)
        guard let memory = g_malloc0(size) else { return nil }
        // SAFETY: fresh memory of just this size, aligned for pointers.
        let list = memory.bindMemory(
            to: UnsafeMutablePointer<gchar>?.self, capacity: texts.count + 1)
        for (index, text) in texts.enumerated() { list[index] = copied(text) }
        return list
    }

    private static func texts(_ list: Strings?) -> [String] {
        guard let list else { return [] }
        var texts: [String] = []
        while let text = list[texts.count] { texts.append(String(cString: text)) }
        return texts
    }
}
