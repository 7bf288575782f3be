/// Settings that are kept key by key, each in a property of its own.
///
/// What is the same for every key is written here once. What a key is by itself, `field(of:)`
/// says: a switch over all keys, so that a new one does not compile until it has been said.
protocol KeyedSettings: Sendable {
    associatedtype Key: RawRepresentable<String> & CaseIterable
    /// What the settings become once they have passed the rules.
    associatedtype Product

    static func field(of key: Key) -> SettingField<Self, Product>

    /// The fields of all keys, in their order: `Self.fieldsOfAllKeys()`, kept.
    static var fields: [SettingField<Self, Product>] { get }
}

extension KeyedSettings {
    static func fieldsOfAllKeys() -> [SettingField<Self, Product>] { Key.allCases.map(field) }

    /// Takes in the value that `node` has for `key`.
    mutating func read(_ key: Key, _ node: Node, _ findings: inout [Diagnostic]) {
        Self.field(of: key).read(node, key.rawValue, &self, &findings)
    }

    /// Takes `key` as given but unusable where other keys are judged by it.
    mutating func assumeFaulty(_ key: Key) {
        Self.field(of: key).assumeFaulty(&self)
    }

    /// These settings, with those of `base` where nothing is said here. Key by key; a value is
    /// taken whole or not at all.
    func over(_ base: Self) -> Self {
        var settings = self
        for field in Self.fields { field.inherit(base, &settings) }
        return settings
    }

    /// Nothing that is given is unusable.
    var areUsable: Bool { Self.fields.allSatisfy { !$0.isFaulty(self) } }

    /// `product`, which was made of these settings; it has every value that they give.
    func arrived(in product: Product) -> Product {
        for (key, field) in zip(Key.allCases, Self.fields) {
            precondition(
                field.isIn(self, product),
                "what is given for '\(key.rawValue)' goes into what is made of the settings")
        }
        return product
    }
}

extension Node {
    /// A method that makes a value of a node, or rejects it as one of the key that it is given.
    typealias Reader<Value> = @Sendable (Node) -> (String) throws(Rejected) -> Value
}

/// What a key is to the settings that it is one of, whatever the type of its value.
struct SettingField<Settings, Product>: Sendable {
    fileprivate let read: @Sendable (Node, String, inout Settings, inout [Diagnostic]) -> Void
    fileprivate let inherit: @Sendable (Settings, inout Settings) -> Void
    fileprivate let assumeFaulty: @Sendable (inout Settings) -> Void
    fileprivate let isIn: @Sendable (Settings, Product) -> Bool
    /// The value cannot be used, which has been reported.
    let isFaulty: @Sendable (Settings) -> Bool
    /// Where the value is written, if one is given.
    let place: @Sendable (Settings) -> Place?

    /// A value that is kept at `path` and made by `reader`; `isIn` finds it in the product.
    init<Value>(
        _ path: WritableKeyPath<Settings, Setting<Value>> & Sendable,
        _ reader: @escaping Node.Reader<Value>,
        isIn: @escaping @Sendable (Value, Product) -> Bool
    ) {
        read = { node, key, settings, findings in
            settings[keyPath: path] = Setting(node, &findings) { node throws(Rejected) in
                try reader(node)(key)
            }
        }
        inherit = { base, settings in
            settings[keyPath: path] = settings[keyPath: path].over(base[keyPath: path])
        }
        assumeFaulty = { $0[keyPath: path] = .faulty }
        self.isIn = { settings, product in
            settings[keyPath: path].given.map { isIn($0.value, product) } ?? true
        }
        isFaulty = { $0[keyPath: path].isFaulty }
        place = { $0[keyPath: path].given?.place }
    }

    /// The product has the value as it is given.
    init<Value: Equatable>(
        _ path: WritableKeyPath<Settings, Setting<Value>> & Sendable,
        _ reader: @escaping Node.Reader<Value>,
        in product: KeyPath<Product, Value> & Sendable
    ) {
        self.init(path, reader) { $0 == $1[keyPath: product] }
    }

    /// The product has the value as it is given, and `nil` where none is.
    init<Value: Equatable>(
        _ path: WritableKeyPath<Settings, Setting<Value>> & Sendable,
        _ reader: @escaping Node.Reader<Value>,
        in product: KeyPath<Product, Value?> & Sendable
    ) {
        self.init(path, reader) { $0 == $1[keyPath: product] }
    }

    /// A field of the settings that are kept at `path` in others. Whether its value arrives is
    /// seen where those become their own product.
    init<Inner, InnerProduct>(
        _ path: WritableKeyPath<Settings, Inner> & Sendable,
        _ field: SettingField<Inner, InnerProduct>
    ) {
        read = { node, key, settings, findings in
            field.read(node, key, &settings[keyPath: path], &findings)
        }
        inherit = { base, settings in
            field.inherit(base[keyPath: path], &settings[keyPath: path])
        }
        assumeFaulty = { field.assumeFaulty(&$0[keyPath: path]) }
        isIn = { _, _ in true }
        isFaulty = { field.isFaulty($0[keyPath: path]) }
        place = { field.place($0[keyPath: path]) }
    }
}
