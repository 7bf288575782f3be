/// Bytes that grow and are used again: an encoder's output, kept as long as its worker.
package final class ByteBuffer {
    package private(set) var count = 0
    package private(set) var base: UnsafeMutableRawPointer
    package private(set) var capacity: Int

    package init(capacity: Int = 64 << 10) {
        self.capacity = capacity
        base = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    }

    deinit { base.deallocate() }

    /// Makes room for at least `size` bytes; what was in the buffer is gone.
    package func reserve(_ size: Int) {
        count = 0
        guard size > capacity else { return }
        base.deallocate()
        capacity = max(size, capacity * 2)
        base = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    }

    /// Says how many bytes the caller has put at `base`.
    package func setCount(_ size: Int) {
        precondition(size <= capacity, "written within what was reserved")
        count = size
    }

    /// Replaces the content.
    package func assign(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        if let start = bytes.baseAddress { base.copyMemory(from: start, byteCount: bytes.count) }
        count = bytes.count
    }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }
}
