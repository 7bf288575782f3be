import CYaml

/// Where libyaml gave up, in its own words.
struct SyntaxFault {
    let problem: String
    let context: String?
    /// In code points; where the problem showed.
    let problemOffset: Int
    /// In code points; where the construct around it starts.
    let contextOffset: Int
}

extension SyntaxFault {
    init(_ parser: yaml_parser_t) {
        self.problem = parser.problem.map { String(cString: $0) } ?? "out of memory"
        self.context = parser.context.map { String(cString: $0) }
        self.problemOffset = parser.problem_mark.index
        self.contextOffset = parser.context_mark.index
    }
}

extension SyntaxFault {
    /// The fault at the place that a reader has to look at, in the words of someone who writes a
    /// manifest. What libyaml says goes through where there is nothing better to say.
    func diagnostic(in text: SourceText) -> Diagnostic {
        let here = text.place(from: problemOffset, to: problemOffset + 1)
        let start = text.place(from: contextOffset, to: contextOffset + 1)
        switch problem {
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            return tab(near: problemOffset, in: text)
        case "found character that cannot start any token":
            guard let character = text.scalar(at: problemOffset), character != "\t" else {
                return tab(near: problemOffset, in: text)
            }
            return here.error(
                "text cannot start with \(String(character).quoted); put it in quotes")
        case "did not find expected alphabetic or numeric character":
            let isAlias = context?.hasSuffix("alias") ?? false
            return start.error(
                isAlias
                    ? "'*' at the start of a text means an alias; "
                        + "put a pattern in quotes, such as \"*.tif\""
                    : "'&' at the start of a text means an anchor; put the text in quotes")
        case "mapping values are not allowed in this context":
            return here.error(
                "a ':' cannot stand here; check the indent and the line before, "
                    + "or put a text that holds ': ' in quotes"
            )
        case "could not find expected ':'":
            return start.error("expected 'key: value' but found no ':' on this line")
        case "did not find expected key":
            return here.error(
                "expected a key of the mapping that starts on line \(start.line); check the indent")
        case "did not find expected '-' indicator":
            return here.error(
                "expected '-' and the next entry of the list that starts on line \(start.line); "
                    + "check the indent")
        case "did not find expected ',' or ']'":
            return here.error("expected ',' or ']' in the list that starts on line \(start.line)")
        case "did not find expected ',' or '}'":
            return here.error(
                "expected ',' or '}' in the mapping that starts on line \(start.line)")
        case "found unexpected end of stream":
            return start.error("the quoted text that starts here has no closing quote")
        case "found unexpected document indicator":
            return start.error(
                "the quoted text that starts here is not closed before the line '---'")
        case "block sequence entries are not allowed in this context":
            return here.error("a list entry '- ' cannot stand here; start it on a line of its own")
        case "found unknown escape character":
            return here.error(
                "there is no such escape in double quotes; "
                    + "write '\\\\' for a backslash, or use single quotes"
            )
        case "did not find expected <document start>":
            return here.error("expected the end of the manifest; check the indent")
        default:
            return here.error("not YAML: \(problem)" + (context.map { " \($0)" } ?? ""))
        }
    }

    private func tab(near offset: Int, in text: SourceText) -> Diagnostic {
        let line = text.line(at: offset)
        let tab = line.scalars.first { text.scalar(at: $0) == "\t" } ?? offset
        return text.place(from: tab, to: tab + 1).error("a tab cannot indent; use spaces")
    }
}
