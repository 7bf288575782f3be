import CYaml

/// One step of a YAML text, as libyaml reports it.
struct Event {
    enum Kind {
        case streamStart, streamEnd
        case documentStart, documentEnd
        case alias(String)
        case scalar(Scalar)
        case sequenceStart(isFlow: Bool)
        case sequenceEnd
        case mappingStart(isFlow: Bool)
        case mappingEnd
    }

    let kind: Kind
    /// The name after `&`, where there is one.
    let anchor: String?
    /// The tag as resolved (`tag:yaml.org,2002:int`), where one is written.
    let tag: String?
    /// In code points from the start of the text.
    let start: Int
    let end: Int
}

/// libyaml's event parser. C stops here.
extension Event {
    /// Hands the events of `bytes`, which are UTF-8 and not empty, to `visit` one by one until
    /// that returns `false`; returns where the syntax failed, if it did.
    static func read(_ bytes: [UInt8], _ visit: (Event) -> Bool) -> SyntaxFault? {
        // On the heap: the parser keeps a pointer to itself, which a Swift variable cannot promise.
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { parser.deallocate() }
        guard yaml_parser_initialize(parser) == 1 else {
            preconditionFailure("libyaml fails to start only when there is no memory")
        }
        defer { yaml_parser_delete(parser) }
        return bytes.withUnsafeBufferPointer { buffer in
            yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(parser, &event) == 1 else {
                    return SyntaxFault(parser.pointee)
                }
                defer { yaml_event_delete(&event) }
                guard let step = Event(event) else { return nil }
                guard visit(step) else { return nil }
                if case .streamEnd = step.kind { return nil }
            }
        }
    }
}

extension Event {
    /// `nil` after the end of the stream.
    fileprivate init?(_ event: yaml_event_t) {
        let data = event.data
        var anchor: UnsafeMutablePointer<yaml_char_t>?
        var tag: UnsafeMutablePointer<yaml_char_t>?
        switch event.type {
        case YAML_STREAM_START_EVENT: kind = .streamStart
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = .alias(Self.text(data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            // The length counts: a scalar may hold NUL.
            let bytes = UnsafeBufferPointer(start: data.scalar.value, count: data.scalar.length)
            kind = .scalar(
                Scalar(
                    text: String(decoding: bytes, as: UTF8.self),
                    isPlain: data.scalar.style == YAML_PLAIN_SCALAR_STYLE))
            (anchor, tag) = (data.scalar.anchor, data.scalar.tag)
        case YAML_SEQUENCE_START_EVENT:
            kind = .sequenceStart(isFlow: data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
            (anchor, tag) = (data.sequence_start.anchor, data.sequence_start.tag)
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            kind = .mappingStart(isFlow: data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
            (anchor, tag) = (data.mapping_start.anchor, data.mapping_start.tag)
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        default: return nil
        }
        self.anchor = Self.text(anchor)
        self.tag = Self.text(tag)
        self.start = event.start_mark.index
        self.end = event.end_mark.index
    }

    private static func text(_ characters: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        characters.map { String(cString: $0) }
    }
}
