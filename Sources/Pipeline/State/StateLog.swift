import Files
import Glibc
import Synchronization

/// The state file of an output that this run holds: read once, then lines are appended as images
/// are published, so that a killed run loses none of what it did; written anew when it has grown.
final class StateLog: Sendable {
    static let path = "\(OutputFolder.privateFolder)/state"
    private static let next = "\(OutputFolder.privateFolder)/state.next"

    private struct State {
        var contents: StateContents
        var text: StateText
        /// Open for appending; `nil` until the first line, and after a write failed.
        var file: FileDescriptor?
        /// What stands in the file cannot be added to.
        var mustRewrite: Bool
        var appended = 0
    }

    private let folder: FileDescriptor
    private let state: Mutex<State>

    init(in folder: FileDescriptor) throws(SystemError) {
        self.folder = folder
        let bytes = try FileSystem.contents(Self.path, in: folder) ?? []
        let contents = StateContents(bytes)
        state = Mutex(
            State(
                contents: contents, text: StateText(shared: contents.shared),
                mustRewrite: contents.isFlawed || bytes.isEmpty))
    }

    func image(_ name: String) -> ImageRecord? {
        state.withLock { $0.contents.image(name) }
    }

    /// All images, in no order.
    var images: [ImageRecord] { state.withLock { Array($0.contents.images.values) } }

    /// What was known when the run started.
    var contents: StateContents { state.withLock { $0.contents } }

    /// A write that fails is no fault of the image: the whole file is written when the run ends,
    /// and that must succeed.
    func put(_ record: ImageRecord) {
        state.withLock { state in
            if state.contents.image(record.name) == record
                && state.contents.damages[Checksum(record.name)] == nil
            {
                return
            }
            state.contents.put(record)
            append(&state) { $0.append(record) }
        }
    }

    func forget(_ name: String) {
        state.withLock { state in
            state.contents.forget(name)
            append(&state) { $0.append(forgetting: name) }
        }
    }

    /// Writes the file anew where that is due.
    func close(isDurable: Bool) throws(SystemError) {
        let bytes: [UInt8]? = state.withLock { state in
            do throws(SystemError) {
                try state.file?.flush()
            } catch {
                state.mustRewrite = true
            }
            state.file = nil
            let hasGrown = state.contents.staleLines > state.contents.images.count / 2 + 100
            guard state.mustRewrite || (hasGrown && state.appended > 0) else { return nil }
            if state.contents.images.isEmpty && state.appended == 0 { return nil }
            return StateText(state.contents).bytes
        }
        guard let bytes else { return }
        try FileSystem.replace(
            Self.path, in: folder, bytes: bytes, via: Self.next, isDurable: isDurable)
    }

    private func append(_ state: inout State, _ add: (inout StateText) -> Void) {
        state.appended += 1
        if state.mustRewrite { return }
        add(&state.text)
        let lines = state.text.take()
        do {
            let file =
                try state.file
                ?? FileDescriptor(
                    opening: Self.path, in: folder, flags: O_WRONLY | O_APPEND, toDo: "write")
            state.file = file
            try FileSystem.write(lines, to: file)
        } catch {
            // Half a line may stand there now, which readers skip.
            state.mustRewrite = true
            state.file = nil
        }
    }
}
