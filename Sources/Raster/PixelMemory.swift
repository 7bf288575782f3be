import Glibc
import Synchronization

/// The memory of bands: taken from the system in whole pages, outside `malloc`, whose heaps large
/// buffers of many images would tear into holes; and kept for the next band where it is small, so
/// that thousands of small images do not fault in the same pages again and again.
enum PixelMemory {
    struct Block: @unchecked Sendable {
        // SAFETY: a block belongs to one band at a time, or to nobody.
        let base: UnsafeMutableRawPointer
        let byteCount: Int
    }

    /// What is kept at most, in all.
    private static let keptBytes = 32 << 20
    /// Larger blocks go back to the system at once.
    private static let largestKept = 8 << 20

    private static let kept = Mutex<[Block]>([])

    /// A block of at least `byteCount` bytes, on a page's boundary. Its content is anything.
    static func take(_ byteCount: Int) -> Block {
        let found: Block? = kept.withLock { kept in
            // A block of up to half as much again will do.
            guard
                let index = kept.firstIndex(where: {
                    $0.byteCount >= byteCount && $0.byteCount <= byteCount + byteCount / 2
                })
            else { return nil }
            return kept.remove(at: index)
        }
        if let found { return found }
        let whole = (byteCount + 4095) & ~4095
        let base = mmap(nil, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let base, base != MAP_FAILED else {
            preconditionFailure("out of memory: the system has no \(whole) bytes for pixels")
        }
        return Block(base: base, byteCount: whole)
    }

    static func giveBack(_ block: Block) {
        var unwanted: [Block] = []
        if block.byteCount > largestKept {
            unwanted = [block]
        } else {
            kept.withLock { kept in
                kept.append(block)
                var total = kept.map(\.byteCount).reduce(0, +)
                while total > keptBytes {
                    let oldest = kept.removeFirst()
                    total -= oldest.byteCount
                    unwanted.append(oldest)
                }
            }
        }
        for block in unwanted { munmap(block.base, block.byteCount) }
    }
}
