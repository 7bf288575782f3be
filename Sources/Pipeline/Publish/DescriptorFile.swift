import Foundation
import TilePyramid

/// Reads `datasource.json`.
enum DescriptorFile {
    /// `nil` for what is no descriptor that this version understands: its image is cut again.
    static func decode(_ bytes: [UInt8]) -> Descriptor? {
        do {
            let descriptor = try JSONDecoder().decode(Descriptor.self, from: Data(bytes))
            return descriptor.formatVersion == Descriptor.currentFormatVersion ? descriptor : nil
        } catch {
            return nil
        }
    }
}
