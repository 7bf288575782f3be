import Imaging
import Pipeline

// What `Imaging` has is what `Pipeline` needs; neither knows the other.

extension VipsLibrary: ImageLibrary {}

extension ImageFile: SourceImage {}

extension ImageEncoder: PixelEncoder {}
