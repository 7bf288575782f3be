/// What becomes of an image whose source is damaged.
package enum OnDamage: String, Sendable, CaseIterable {
    /// It fails.
    case fail
    /// What can be decoded of it is cut, and the descriptor tells of the damage.
    case keep
}
