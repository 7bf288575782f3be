import Dispatch
import Files
import Glibc
import Synchronization
import TilePyramid

/// Compares an output with what was published there. What is wrong is kept in mind, so that the
/// next build cuts those images again. No run may write meanwhile.
package struct Verifier: Sendable {
    private let path: String
    private let waits: (@Sendable (_ output: String, _ holder: String) -> Void)?

    /// - Parameter waits: told when another run holds the output, before waiting for it; `nil`
    ///   fails instead.
    package init(output path: String, waits: (@Sendable (String, String) -> Void)?) {
        self.path = path
        self.waits = waits
    }

    /// - Throws: `EnvironmentFailure` when the output cannot be read or another run holds it.
    package func run() throws(EnvironmentFailure) -> Verification {
        let output: OutputFolder
        do {
            output = try OutputFolder(path)
        } catch {
            throw .notReadable(output: path, error)
        }
        let waiting = waits.map { OutputLock.Waiting(begins: $0, isCancelled: { false }) }
        let lock = try OutputLock(reading: output, waiting: waiting)
        do {
            let result = try verify(output, canKeep: lock != nil)
            try lock?.release()
            return result
        } catch {
            throw .notReadable(output: path, error)
        }
    }

    private func verify(_ output: OutputFolder, canKeep: Bool) throws(SystemError) -> Verification {
        let bytes = try FileSystem.contents(StateLog.path, in: output.folder)
        let state = StateContents(bytes ?? [])
        var names: [Checksum: String] = [:]
        for name in try output.imageNames() where output.hasPublished(name) {
            names[Checksum(name)] = name
        }
        for record in state.images.values { names[Checksum(record.name)] = record.name }
        let sorted = names.values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let images = try verify(sorted, in: output, state)

        var findings = images.flatMap(\.findings)
        var warnings = images.flatMap(\.warnings)
        findings += try catalog(output, state)
        if let warning = keep(images, state, in: output, canKeep: canKeep && bytes != nil) {
            warnings.append(warning)
        }
        return Verification(
            output: path, images: images.count, files: images.map(\.files).reduce(1, +),
            findings: findings.sorted {
                $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
            }, warnings: warnings)
    }

    private func verify(_ names: [String], in output: OutputFolder, _ state: StateContents)
        throws(SystemError) -> [ImageVerification]
    {
        let results = Mutex(
            [Result<ImageVerification, any Error>?](repeating: nil, count: names.count))
        DispatchQueue.concurrentPerform(iterations: names.count) { index in
            let verifier = ImageVerifier(
                output: output, record: state.image(names[index]), name: names[index])
            let result = Result { try verifier.verify() }
            results.withLock { $0[index] = result }
        }
        do {
            return try results.withLock { try $0.compactMap { try $0?.get() } }
        } catch let error as SystemError {
            throw error
        } catch {
            preconditionFailure("verifying fails in system calls only: \(error)")
        }
    }

    private func catalog(_ output: OutputFolder, _ state: StateContents) throws(SystemError)
        -> [Finding]
    {
        guard let bytes = try FileSystem.contents(Catalog.fileName, in: output.folder) else {
            return [Finding(kind: .missing, path: Catalog.fileName)]
        }
        // The state may be of another time than the descriptors; these are what holds.
        if bytes == (try CatalogFile.expected(in: output, StateContents())) { return [] }
        return [Finding(kind: .changed, path: Catalog.fileName)]
    }

    /// Appends to the state what is wrong now, and what no longer is.
    ///
    /// - Returns: why that could not be done.
    private func keep(
        _ images: [ImageVerification], _ state: StateContents, in output: OutputFolder,
        canKeep: Bool
    ) -> String? {
        var text = StateText(shared: state.shared)
        for image in images where !image.key.isEmpty {
            let known = state.damage(of: image.name, key: image.key)?.what ?? ""
            if known == image.damage { continue }
            text.append(
                StateContents.Damage(name: image.name, key: image.key, what: image.damage))
        }
        let lines = text.take()
        if lines.isEmpty { return nil }
        let remedy = "the next build may not see all of this; 'tilecut build --force' does"
        guard canKeep, !state.isFlawed else { return "nothing is kept about the images: \(remedy)" }
        do {
            let file = try FileDescriptor(
                opening: StateLog.path, in: output.folder, flags: O_WRONLY | O_APPEND,
                toDo: "write")
            try FileSystem.write(lines, to: file)
            return nil
        } catch {
            return "\(error): \(remedy)"
        }
    }
}
