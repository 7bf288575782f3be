import Imaging
import Manifests
import Pipeline

extension Command {
    static let prune = Command(
        name: "prune", operands: "MANIFEST...",
        purpose: "removes images that manifests no longer list",
        summary: """
            Removes the published images that one of these manifests listed at an earlier build and none
            of them lists now. Cuts nothing.
            """,
        options: [.output, .durable, .wait, .quiet, .verbose, .help, .version],
        notes: """
            'tilecut plan' names the images first. An image vanishes in one step, from the catalog and
            then from its place. Files that tilecut did not make stay, in a folder of the image's name.
            Images of other manifests that share the output stay. So do all images of a manifest in
            which a pattern matches no file, because a disk may be missing.

            Standard output gets one line an image that was removed or left alone; with -q it stays
            empty.

            Exit status:
              0         all is well
              2         wrong usage, or a manifest is rejected; nothing was removed
              4         the output cannot be written, or another run holds it
              130, 143  ended by INT or TERM (129 by HUP)

            Example:
              tilecut prune manifests/europe.yaml
            """,
        body: { (parsed, streams) throws(CommandFailure) in
            try PruneRun(
                manifests: ManifestPaths.of(parsed), output: parsed.lastNonEmpty(.output),
                durable: parsed.has(.durable), wait: parsed.has(.wait),
                verbosity: Verbosity(parsed), streams: streams
            ).run()
        })
}
