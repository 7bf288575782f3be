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

/// A scalar's text, and whether it stood without quotes and not as a block.
struct Scalar: Sendable {
    let text: String
    let isPlain: Bool
}

/// Where libyaml gave up, in its own words.
struct SyntaxFault {
    let problem: String
    let context: String?
    /// In code points; where the problem showed.
    let problemOffset: Int
    /// In code points; where the construct around it starts.
    let contextOffset: Int
}
