import Glibc

/// A glob on the names of images: `*`, `?`, `[a-z]`, as fnmatch(3) has them.
struct NamePattern: Hashable, Sendable {
    let text: String

    func matches(_ name: String) -> Bool { fnmatch(text, name, 0) == 0 }
}
