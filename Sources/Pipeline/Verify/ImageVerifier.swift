import Files
import TilePyramid

/// Compares one image's folder with its inventory, byte by byte, or without one with what its
/// descriptor names.
struct ImageVerifier {
    let output: OutputFolder
    let record: ImageRecord?
    let name: String

    private enum Reference {
        case inventory(Inventory)
        case descriptor(Descriptor)
        case nothing
    }

    func verify() throws -> ImageVerification {
        var result = ImageVerification(name: name)
        let descriptor = try output.descriptor(of: name).flatMap {
            $0.name.utf8.elementsEqual(name.utf8) ? $0 : nil
        }
        result.key = descriptor?.key ?? record?.key ?? ""
        switch try reference(descriptor, key: result.key) {
        case .inventory(let inventory):
            try compare(&result, with: inventory)
        case .descriptor(let descriptor):
            result.warnings.append(
                "\(name): no inventory is kept, so only names were compared; "
                    + "'tilecut build --force' makes one")
            try compare(&result, withNamesOf: descriptor)
        case .nothing:
            result.findings.append(
                Finding(kind: .changed, path: "\(name)/\(Descriptor.fileName)"))
            result.warnings.append("\(name): nothing tells which files there should be")
        }
        return result
    }

    private func reference(_ descriptor: Descriptor?, key: String) throws -> Reference {
        if let inventory = try output.inventory(of: name, key: key) { return .inventory(inventory) }
        if let descriptor, let tiles = descriptor.tileCount, tiles <= 100_000_000 {
            return .descriptor(descriptor)
        }
        return .nothing
    }

    private func compare(_ result: inout ImageVerification, with inventory: Inventory) throws {
        var expected: [Checksum: (size: Int, checksum: Checksum)] = [:]
        for entry in inventory { expected[Checksum(entry.path)] = (entry.size, entry.checksum) }
        result.files = expected.count
        if let folder = try folder() {
            var findings: [Finding] = []
            try FileSystem.walk(folder) { (entry) throws(SystemError) in
                if entry.kind == .folder { return }
                guard let file = expected.removeValue(forKey: Checksum(entry.path)) else {
                    return findings.append(finding(.extra, entry.path))
                }
                if entry.kind != .file || entry.size > file.size {
                    findings.append(finding(.changed, entry.path))
                } else if entry.size < file.size {
                    findings.append(finding(.truncated, entry.path))
                } else {
                    let path = String(decoding: entry.path, as: UTF8.self)
                    let bytes = try FileSystem.contents(path, in: folder)
                    if bytes.map({ Checksum($0) }) != file.checksum {
                        findings.append(finding(.changed, entry.path))
                    }
                }
            }
            result.findings += findings
        }
        guard !expected.isEmpty else { return }
        for entry in inventory where expected[Checksum(entry.path)] != nil {
            result.findings.append(finding(.missing, Array(entry.path.utf8)))
        }
    }

    private func compare(_ result: inout ImageVerification, withNamesOf descriptor: Descriptor)
        throws
    {
        guard let own = OwnFiles(descriptor), let folder = try folder() else { return }
        var found: Set<Checksum> = []
        var findings: [Finding] = []
        try FileSystem.walk(folder) { entry in
            if entry.kind == .folder { return }
            if own.contains(entry.path) {
                found.insert(Checksum(entry.path))
                if entry.kind != .file { findings.append(finding(.changed, entry.path)) }
                if entry.size == 0 { findings.append(finding(.truncated, entry.path)) }
            } else {
                findings.append(finding(.extra, entry.path))
            }
        }
        descriptor.forEachPath { path in
            result.files += 1
            if !found.contains(Checksum(path)) {
                findings.append(finding(.missing, Array(path.utf8)))
            }
        }
        result.findings += findings
    }

    private func folder() throws(SystemError) -> FileDescriptor? {
        guard let status = try FileSystem.status(of: name, in: output.folder),
            FileSystem.kind(status) == .folder
        else { return nil }
        return try FileDescriptor.folder(name, in: output.folder)
    }

    private func finding(_ kind: Finding.Kind, _ path: [UInt8]) -> Finding {
        Finding(kind: kind, path: "\(name)/\(String(decoding: path, as: UTF8.self))")
    }
}
