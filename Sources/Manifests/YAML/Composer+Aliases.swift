extension Composer {
    /// The node that an alias stands for; a faulty one, with a finding, when there is none.
    mutating func resolve(alias name: String, at place: Place) -> Node {
        let anchor = ExactText(name)
        if open.contains(where: { $0.anchor == anchor }) {
            diagnostics.append(
                place.error("the alias '*\(name)' stands inside the value that it repeats"))
        } else if let node = anchors[anchor] {
            return node
        } else {
            diagnostics.append(
                place.error(
                    "there is no anchor '&\(name)' before this alias; "
                        + "put a text that starts with '*' in quotes"
                ))
        }
        return Node(content: .faulty, place: place, size: 1, depth: 0)
    }
}
