import TilePyramid

/// The rules on what the layouts of an image make of its settings.
enum LayoutRules {
    /// The layouts of an image find nothing wrong with its settings.
    enum LayoutsFindNoFault: EntryRule {
        static func check(_ entry: ImageEntry) -> [Diagnostic] {
            let written = entry.settings.ofLayouts
            let settings = written.settings
            return (entry.settings.layoutsAsked ?? []).flatMap { $0.faults(in: settings) }.map {
                fault in
                let place = written.place(of: fault.key, element: fault.element) ?? entry.place
                return place.error(
                    fault.message + line(of: fault.related, in: written, from: place))
            }
        }

        /// Where the other key is written, if it is far from `place`.
        private static func line(
            of key: LayoutKey?, in written: LocatedLayoutSettings, from place: Place
        ) -> String {
            guard let other = key.flatMap({ written.place(of: $0) }), other.line != place.line
            else {
                return ""
            }
            return " (line \(other.line))"
        }
    }

    /// No tile is wider than its file format can hold.
    enum TileSidesFitTheFormat: EntryRule {
        static func check(_ entry: ImageEntry) -> [Diagnostic] {
            guard let fileExtension = entry.settings.encoding.fileExtension.value(default: "jpg"),
                let format = ImageFormat(fileExtension: fileExtension)
            else { return [] }
            let sides = entry.soundLayouts.flatMap(\.tileSides)
            return sides.filter { $0.pixels > format.facts.maxSide }.map { side in
                let place = entry.settings.ofLayouts.place(of: side.key, element: side.element)
                return (place ?? entry.place).error(
                    "\(side.tile) is \(side.pixels) pixels wide in its file; "
                        + "\(fileExtension) holds at most \(format.facts.maxSide)")
            }
        }
    }

    /// The layouts of an image write no path that another of them, a thumbnail or the descriptor has.
    enum PathsInTheFolderDiffer: ImageRule {
        static func check(_ image: NamedImage) -> [Diagnostic] {
            guard PathComponent.fault(in: image.name) == nil, let layouts = image.entry.layouts,
                let thumbnails = image.entry.thumbnails
            else { return [] }
            let place = image.entry.settings.layoutTypes.given?.place ?? image.namePlace
            let paths = thumbnails.map(\.path)
            return FolderNames.clashes(in: image.name, of: layouts, thumbnails: paths)
                .map(place.error)
        }
    }
}
