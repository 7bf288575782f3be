import TilePyramid

/// The digest of everything that shapes an image's folder. Equal keys mean equal bytes, so an
/// image whose published key is the one it would get now is up to date.
enum CutKey {
    /// Goes up whenever this program's own part in the bytes changes.
    static let cutFormat = 1

    static func key(of job: Job, sourceSHA256: String, fingerprint: String) -> String {
        SHA256.hex(text(of: job, sourceSHA256: sourceSHA256, fingerprint: fingerprint))
    }

    /// The canonical form: one setting a line, in a fixed order, texts as JSON strings so that no
    /// two settings can read the same.
    private static func text(of job: Job, sourceSHA256: String, fingerprint: String) -> String {
        var members: [(key: String, value: JSONText)] = [
            ("cutFormat", .integer(cutFormat)),
            ("descriptor", .integer(Descriptor.currentFormatVersion)),
            ("library", .string(fingerprint)),
            ("source", .string(sourceSHA256)),
            ("path", .string(job.source.manifestPath)),
            ("name", .string(job.name)),
            ("tileSizes", .inlineArray(job.layout.tileSizes.map { .integer($0) })),
            ("minTileLevel", .integer(job.layout.minTileLevel)),
            ("maxTileLevel", .integer(job.layout.maxTileLevel)),
            ("density", .string(job.layout.density.description)),
            ("tiles", json(job.tiles)),
            ("background", .string(job.background.description)),
            ("linearLight", .bool(job.linearLight)),
            ("maxZoomLevel", .number(job.maxZoomLevel)),
            ("page", .integer(job.page)),
            (
                "thumbnails",
                .lines(
                    job.thumbnails.map { thumbnail in
                        .inlineObject([
                            ("name", .string(thumbnail.name)),
                            ("width", .integer(thumbnail.box.width)),
                            ("height", .integer(thumbnail.box.height)),
                            ("encoding", json(thumbnail.encoding)),
                        ])
                    })
            ),
        ]
        if let attribution = job.attribution {
            members.append(("attribution", .string(attribution)))
        }
        return JSONText.object(members).document
    }

    /// Only what the format looks at, so that a setting without effect changes no key.
    private static func json(_ encoding: Encoding) -> JSONText {
        var members: [(key: String, value: JSONText)] = [
            ("extension", .string(encoding.fileExtension))
        ]
        switch encoding.format {
        case .jpeg: members.append(("quality", .integer(encoding.quality)))
        case .png: members.append(("compression", .integer(encoding.compression)))
        case .webp, .avif:
            members.append(("quality", .integer(encoding.quality)))
            members.append(("lossless", .bool(encoding.lossless)))
        }
        return .inlineObject(members)
    }
}
