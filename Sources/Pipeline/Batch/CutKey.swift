import TilePyramid

/// The digest of everything that shapes an image's folder. Equal keys mean equal bytes, so an
/// image whose published key is the one it would get now is up to date.
enum CutKey {
    static func key(of job: Job, sourceSHA256: String, recipe: Recipe) -> String {
        let image = JSONText.object([
            ("name", .string(job.name)),
            ("path", .string(job.source.manifestPath)),
            ("source", .string(sourceSHA256)),
        ])
        return SHA256.hex(recipe.text + image.document)
    }
}
