import Files
import Foundation
import Glibc
import TilePyramid

/// An output folder to read from: its published images and what is kept about them.
struct OutputFolder: Sendable {
    static let privateFolder = ".tilecut"
    static let inventories = ".tilecut/inventory"

    let path: String
    let folder: FileDescriptor

    init(_ path: String) throws(SystemError) {
        self.path = path
        folder = try FileDescriptor.folder(path)
    }

    /// Two paths to one folder have the same, and all runs see the same order.
    var identity: [UInt64] {
        var status = stat()
        guard fstat(folder.number, &status) == 0 else {
            preconditionFailure("an open folder has a status")
        }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    /// The bytes of an image's descriptor; `nil` where there is none.
    func descriptorBytes(of name: String) throws(SystemError) -> [UInt8]? {
        try FileSystem.contents("\(name)/\(Descriptor.fileName)", in: folder)
    }

    /// The published descriptor of an image; `nil` where there is none that can be read.
    func descriptor(of name: String) throws(SystemError) -> Descriptor? {
        try descriptorBytes(of: name).flatMap(Descriptor.init(file:))
    }

    /// Whether a whole image of this name stands here.
    func hasPublished(_ name: String) -> Bool {
        faccessat(folder.number, "\(name)/\(Descriptor.fileName)", F_OK, 0) == 0
    }

    /// Why an image of this name cannot take its place: what stands there is not ours.
    ///
    /// - Parameters:
    ///   - standing: what stands there.
    ///   - isRecorded: whether the state file knows it as published here.
    func obstacle(to name: String, standing: stat, isRecorded: Bool) throws(SystemError)
        -> PublishFailure?
    {
        if FileSystem.kind(standing) == .folder {
            if isRecorded { return nil }
            let descriptor = try descriptor(of: name)
            if let descriptor, descriptor.name.utf8.elementsEqual(name.utf8) { return nil }
        }
        return .notOurs("\(path)/\(name)")
    }

    /// What was published under `key`; `nil` where that was not kept.
    func inventory(of name: String, key: String) throws(SystemError) -> Inventory? {
        guard !key.isEmpty,
            let bytes = try FileSystem.contents(Self.inventoryPath(key: key), in: folder),
            let inventory = Inventory(bytes), inventory.name == name, inventory.key == key
        else { return nil }
        return inventory
    }

    /// 128 bits of the key are as good a name as all of it.
    static func inventoryPath(key: String) -> String { "\(inventories)/\(key.prefix(32))" }

    /// The names that images may have here, by their bytes.
    func imageNames() throws(SystemError) -> [String] {
        try FileSystem.names(in: folder).filter { $0.first != 46 }.compactMap { name in
            // Every image's name is UTF-8.
            String(validating: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}

extension Descriptor {
    /// `nil` for what is no descriptor that this version understands: its image is cut again.
    init?(file bytes: [UInt8]) {
        do {
            self = try JSONDecoder().decode(Descriptor.self, from: Data(bytes))
        } catch {
            return nil
        }
        if formatVersion != Self.currentFormatVersion { return nil }
    }
}
