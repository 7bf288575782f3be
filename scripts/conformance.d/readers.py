"""Independent readers, by format: the first ones are trusted most. Each gives a `Picture`, or raises, or
gives None where it does not know enough of such a file."""

import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import zlib

import numpy
from PIL import Image

from colour import Picture, image_bytes, oriented

try:
    import imagecodecs
except ImportError:
    imagecodecs = None
try:
    import pillow_heif
    pillow_heif.register_heif_opener()
except ImportError:
    pillow_heif = None
try:
    import tifffile
except ImportError:
    tifffile = None

PROGRAMS = {"djpeg": "libjpeg-turbo-progs", "opj_decompress": "libopenjp2-tools", "heif-convert": "libheif-examples",
            "avifdec": "libavif-bin", "djxl": "libjxl-tools", "dwebp": "webp", "tiff2rgba": "libtiff-tools",
            "pngtopam": "netpbm", "bmptopnm": "netpbm", "tgatoppm": "netpbm", "vips": "libvips-tools"}
MAGICK = next((name for name in ("magick", "convert-im6.q16", "convert-im7.q16", "convert") if shutil.which(name)), None)


def missing():
    """(what is not installed, how to install it)"""
    for module, name in ((imagecodecs, "imagecodecs"), (tifffile, "tifffile"), (pillow_heif, "pillow-heif")):
        if module is None:
            yield f"Python's {name}", f"pip install {name}"
    for program, package in PROGRAMS.items():
        if not shutil.which(program):
            yield program, f"apt-get install {package}"
    if MAGICK is None:
        yield "ImageMagick", "apt-get install imagemagick"


complaints = []  # what programs said besides


def run(*command, source=None):
    """What a program prints."""
    done = subprocess.run(command, stdin=source, capture_output=True, timeout=60, check=False)
    if done.returncode != 0:
        raise ValueError(done.stderr[-200:])
    if done.stderr.strip():
        complaints.append(done.stderr)
    return done.stdout


def run_to_file(command, suffix, path, extension):
    """A picture that a program writes to a file, upright whatever EXIF it copies along. Programs that go by the
    extension get a fitting one."""
    with tempfile.TemporaryDirectory() as folder:
        link = folder + "/in" + extension
        os.symlink(path, link)
        out = folder + "/out" + suffix
        run(*[{"IN": link, "OUT": out}.get(word, word) for word in command])
        return Image.open(out).copy() if suffix != ".png" else png_samples(open(out, "rb").read(), True)


# --- Pillow ----------------------------------------------------------------------------------------------

def orientation_of(image):
    """What EXIF or TIFF's tag says of an image that is loaded. `getexif` would take XMP's word, too."""
    if hasattr(image, "tag_v2"):
        return image.tag_v2.get(0x0112, 1)  # newer versions turn the pixels and take the tag away
    exif = Image.Exif()
    exif.load(image.info.get("exif", b""))
    return exif.get(0x0112, 1)


def from_pillow(image, orientation=None):
    if getattr(image, "is_animated", False):
        image.seek(0)
    if hasattr(image, "tag_v2"):
        image.info.pop("xmp", None)  # loading would turn the pixels as it says
    image.load()
    if orientation is None:
        orientation = orientation_of(image)
    profile = image.info.get("icc_profile")
    if image.mode == "P" or "transparency" in image.info:
        image = image.convert("RGBA")
    if image.mode in ("1", "YCbCr"):
        image = image.convert("L" if image.mode == "1" else "RGB")
    if image.mode == "LAB":
        lab = numpy.asarray(image).astype(numpy.float64)
        lab = numpy.stack([lab[..., 0] * 100 / 255, (lab[..., 1] + 128) % 256 - 128, (lab[..., 2] + 128) % 256 - 128], 2)
        return Picture(oriented(lab, orientation), "lab")
    known = {"L": ("grey", False), "LA": ("grey", True), "I;16": ("grey", False), "I;16B": ("grey", False),
             "RGB": ("rgb", False), "RGBX": ("rgb", False), "RGBA": ("rgb", True), "CMYK": ("cmyk", False)}
    if image.mode not in known:
        return None
    model, alpha = known[image.mode]
    samples = numpy.asarray(image)
    if samples.dtype.byteorder == ">":
        samples = samples.astype(numpy.uint16)
    samples = samples.reshape(samples.shape[:2] + (-1,))
    return Picture(oriented(samples, orientation), model, alpha, profile)


def pillow(path):
    with Image.open(path) as image:
        if image.format == "JPEG2000" and image.mode not in ("L", "LA", "RGB", "RGBA"):
            return None
        return from_pillow(image)


# --- PNG -------------------------------------------------------------------------------------------------

def png_chunks(data):
    at = 8
    while at + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + size]
        at += size + 12


def png_colour(data):
    """(profile, coded colour) by the chunks' precedence: cICP, iCCP, sRGB, gAMA and cHRM."""
    chunks = dict(reversed(list(png_chunks(data))))
    if b"cICP" in chunks:
        primaries, transfer = chunks[b"cICP"][:2]
        return None, (primaries, {4: 2.2, 5: 2.8, 8: 1.0}.get(transfer))
    if b"iCCP" in chunks:
        try:
            return zlib.decompress(chunks[b"iCCP"].split(b"\0", 1)[1][1:]), None
        except (zlib.error, IndexError):
            return None, None
    if b"sRGB" in chunks or b"gAMA" not in chunks:
        return None, None
    gamma = struct.unpack(">I", chunks[b"gAMA"])[0]
    if gamma == 0:
        return None, None
    numbers = 1
    if b"cHRM" in chunks:
        wx, wy, *rest = (value / 100000 for value in struct.unpack(">8I", chunks[b"cHRM"]))
        numbers = (*rest, wx, wy)
    # Within 5 % of 1 / 2.2 it is what writers say of sRGB.
    return None, (numbers, None if abs(gamma - 45455) < 2273 else 100000 / gamma)


def png_samples(data, is_upright=False):
    """Colour as the chunks say it; 16 bit where there is a decoder for it."""
    picture = None
    header = dict(reversed(list(png_chunks(data)))).get(b"IHDR", b"")
    has_key = any(kind == b"tRNS" for kind, _ in png_chunks(data))
    if len(header) == 13 and header[8] == 16 and imagecodecs is not None and not has_key:
        samples = imagecodecs.png_decode(data)
        samples = samples.reshape(samples.shape[:2] + (-1,))
        picture = Picture(samples, "grey" if samples.shape[2] < 3 else "rgb", samples.shape[2] in (2, 4))
        picture.samples = oriented(samples, 1 if is_upright else orientation_of(image_bytes(data)))
    if picture is None:
        picture = from_pillow(image_bytes(data), 1 if is_upright else None)
    if picture is not None:
        picture.profile, picture.coded = png_colour(data)
    return picture


def png(path):
    with open(path, "rb") as file:
        data = file.read()
    # Pillow checks what it decodes; the end has to be there, too.
    return png_samples(data)


# --- programs --------------------------------------------------------------------------------------------

def anymap(data, **facts):
    """A PBM, PGM, PPM or PAM; the first picture of several."""
    kind, names = data[:2], ""
    if kind == b"P7":
        head, _, body = data.partition(b"ENDHDR\n")
        values = dict(line.split(None, 1) for line in head.decode("latin-1").splitlines()[1:] if " " in line)
        width, height, depth, top = (int(values[key]) for key in ("WIDTH", "HEIGHT", "DEPTH", "MAXVAL"))
        names = values.get("TUPLTYPE", "")
    else:
        head = re.match(rb"P[1-6]" + rb"(?:(?:\s|#[^\n]*\n)+(\d+))" * (2 if kind in (b"P1", b"P4") else 3), data)
        width, height, top = (*map(int, head.groups()), 1)[:3]
        depth = 3 if kind in (b"P3", b"P6") else 1
        body = data[head.end() + 1:] if kind > b"P3" else data[head.end():]
    samples = anymap_samples(kind, body, width, height, depth, top)
    if kind in (b"P1", b"P4"):
        samples = 1 - samples
    if top in (255, 65535):
        samples = samples.astype(numpy.uint8 if top == 255 else numpy.uint16)
    else:
        samples = samples / top
    model = "cmyk" if "CMYK" in names else "grey" if depth < 3 else "rgb"
    return Picture(samples, model, "ALPHA" in names or depth == 2, **facts)


def anymap_samples(kind, body, width, height, depth, top):
    count = width * height * depth
    if kind == b"P4":
        rows = numpy.frombuffer(body, "u1", (width + 7) // 8 * height).reshape(height, -1)
        return numpy.unpackbits(rows, axis=1)[:, :width, None]
    if kind in (b"P1", b"P2", b"P3"):
        text = re.sub(rb"#[^\n]*", b"", body)
        words = [b"%c" % digit for digit in re.sub(rb"\s", b"", text)] if kind == b"P1" else text.split()
        values = numpy.array(words[:count]).astype(int)
    else:
        values = numpy.frombuffer(body, ">u2" if top > 255 else "u1", count)
    return values.reshape(height, width, depth)


def pnm(path):
    """Netpbm's own formats, read here."""
    with open(path, "rb") as file:
        return anymap(file.read())


def magick(path):
    if MAGICK is None:
        return None
    data = run(MAGICK, path + "[0]", "-auto-orient", "-depth", "16", "pam:-")
    picture = anymap(data)
    try:
        picture.profile = run(MAGICK, path + "[0]", "icc:-")
    except ValueError:
        picture.profile = None
    return picture


def magick_as(format):
    def read(path):
        if MAGICK is None:
            return None
        return anymap(run(MAGICK, f"{format}:{path}", "-auto-orient", "-depth", "16", "pam:-"))
    return read


def djpeg(path):
    with Image.open(path) as image:
        if image.mode == "CMYK":
            return None
        orientation, profile = orientation_of(image), image.info.get("icc_profile")
    picture = anymap(run("djpeg", "-pnm", path), profile=profile)
    picture.samples = oriented(picture.samples, orientation)
    return picture


def jpeg2000_facts(data):
    """(whether all components have one step, the profile, whether OpenJPEG's programs apply it)"""
    at = data.find(b"\xff\x4f\xff\x51") + 40
    steps = data[at + 3:at + 2 + 3 * int.from_bytes(data[at:at + 2], "big")]
    is_plain = all(steps[i:i + 2] == steps[:2] for i in range(0, len(steps), 3))
    place = data.find(b"colr", 0, at)
    if place < 0 or data[place + 4] not in (2, 3):
        return is_plain, None, False
    size = int.from_bytes(data[place - 4:place], "big")
    return is_plain, data[place + 7:place - 4 + size], data[place + 4] == 2


def opj(path):
    with open(path, "rb") as file:
        data = file.read()
    extension = ".jp2" if data[4:8] == b"jP  " else ".j2k"
    is_plain, profile, is_applied = jpeg2000_facts(data)
    # Asked to enlarge components that have one step, it makes the image larger than they are.
    command = ["opj_decompress", "-quiet", *([] if is_plain else ["-upsample"]), "-i", "IN", "-o", "OUT"]
    picture = run_to_file(command, ".png", path, extension)
    if not is_applied:
        picture.profile = profile
    return picture


def jpeg2000_codec(path):
    """Samples of plain RGB or grey as coded, without the program's conversions."""
    if imagecodecs is None:
        return None
    with open(path, "rb") as file:
        data = file.read()
    if b"pclr" in data[:4096] or b"cdef" in data[:4096]:
        return None
    samples = imagecodecs.jpeg2k_decode(data)
    samples = samples.reshape(samples.shape[:2] + (-1,))
    if samples.dtype not in (numpy.uint8, numpy.uint16) or samples.shape[2] not in (1, 3):
        return None
    return Picture(samples, "grey" if samples.shape[2] == 1 else "rgb", False, jpeg2000_facts(data)[1])


def nclx(path):
    """Primaries and gamma as an ISO container's numbers say; None where it has a profile instead."""
    with open(path, "rb") as file:
        data = file.read(65536)
    at = data.find(b"colrnclx")
    if at < 0 or b"colrprof" in data or b"colrrICC" in data:
        return None
    primaries, transfer = struct.unpack(">HH", data[at + 8:at + 12])
    return primaries, {4: 2.2, 5: 2.8, 8: 1.0}.get(transfer)


def container(reader):
    def read(path):
        picture = reader(path)
        if picture is not None and picture.profile is None:
            picture.coded = nclx(path)
        return picture
    return read


def heif_convert(path):
    return run_to_file(["heif-convert", "IN", "OUT"], ".png", path, ".heic")


def avifdec(path):
    with open(path, "rb") as file:
        head = file.read(65536)
    if b"irot" in head or b"imir" in head:
        return None  # it gives the picture before it is turned
    return run_to_file(["avifdec", "IN", "OUT"], ".png", path, ".avif")


def jxl_bits(path):
    """Of a colour's samples."""
    return int(re.search(rb"(\d+)-bit ", run("jxlinfo", path))[1])


def djxl(path):
    """Its PNG files hold samples of 8 and 16 bits as they are, and others wrongly."""
    return run_to_file(["djxl", "IN", "OUT"], ".png", path, ".jxl") if jxl_bits(path) in (8, 16) else None


def jpeg_xl_codec(path):
    """Samples in the colours of the profile that djxl says they have."""
    if imagecodecs is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        run("djxl", path, f"--icc_out={folder}/profile")
        with open(folder + "/profile", "rb") as file:
            profile = file.read()
    with open(path, "rb") as file:
        samples = imagecodecs.jpegxl_decode(file.read(), index=0)
    samples = samples.reshape(samples.shape[:2] + (-1,))
    if samples.dtype.kind == "u":
        samples = samples / (2 ** jxl_bits(path) - 1)
    return Picture(samples, "grey" if samples.shape[2] < 3 else "rgb", samples.shape[2] in (2, 4), profile)


def dwebp(path):
    with Image.open(path) as image:
        orientation, profile = orientation_of(image), image.info.get("icc_profile")
    picture = anymap(run("dwebp", "-quiet", "-pam", path, "-o", "-"), profile=profile)
    picture.samples = oriented(picture.samples, orientation)
    return picture


def netpbm(*command):
    def read(path):
        with open(path, "rb") as file:
            return anymap(run(*command, source=file))
    return read


def png_by(reader):
    """A reader of samples as stored, with the colours that the chunks say."""
    def read(path):
        picture = reader(path)
        with open(path, "rb") as file:
            data = file.read()
        picture.profile, picture.coded = png_colour(data)
        picture.samples = oriented(picture.samples, orientation_of(image_bytes(data)))
        return picture
    return read


# --- TIFF ------------------------------------------------------------------------------------------------

def tiff(path):
    """tifffile and imagecodecs: samples as stored, given meaning here by the tags."""
    if tifffile is None or imagecodecs is None:
        return None
    with tifffile.TiffFile(path) as file:
        pages = list(file.pages)
        full = [page for page in pages if not int(getattr(page, "subfiletype", 0) or 0) & 5] or pages
        page = full[0]
        values = page.asarray()
        tags = page.tags
        photometric = int(page.photometric)
        count = page.samplesperpixel
        if int(page.planarconfig) == 2 and count > 1:
            values = numpy.moveaxis(values, 0, -1)
        values = values.reshape(page.imagelength, page.imagewidth, -1)
        return tiff_picture(page, tags, photometric, values, page.bitspersample)


def tiff_picture(page, tags, photometric, values, bits):
    if isinstance(bits, tuple) or values.dtype.kind not in "uf":
        return None
    profile = bytes(tags[34675].value) if 34675 in tags else None
    orientation = int(tags[274].value) if 274 in tags else 1
    if photometric == 6 and int(page.compression) not in (6, 7):
        return None
    model, count = {0: ("grey", 1), 1: ("grey", 1), 2: ("rgb", 3), 3: ("rgb", 1), 5: ("cmyk", 4), 6: ("rgb", 3),
                    8: ("lab", 3)}.get(photometric, (None, 0))
    if model is None or values.shape[2] < count:
        return None
    extra = [int(value) for value in page.extrasamples or ()]
    colours, rest = values[..., :count], values[..., count:]
    if model == "lab":
        return lab_picture(colours, bits, orientation)
    if values.dtype.kind == "f":
        if photometric != 2 or profile is not None:
            return None
        return Picture(oriented(colours, orientation), "linear")
    if photometric == 3:
        table = numpy.asarray(tags[320].value, numpy.uint16).reshape(3, -1)
        colours = numpy.stack([plane[colours[..., 0]] for plane in table], axis=2)
        if table.max() < 256:
            colours = colours.astype(numpy.uint8)
    elif bits not in (8, 16):
        colours = colours.astype(numpy.float64) / (2 ** bits - 1)
        rest = rest.astype(numpy.float64) / (2 ** bits - 1)
    if photometric == 0:
        colours = 1 - colours if colours.dtype.kind == "f" else numpy.iinfo(colours.dtype).max - colours
    place = next((i for i, value in enumerate(extra) if value in (1, 2)), None)
    if place is None or place >= rest.shape[2]:
        if not extra and rest.shape[2] > 0:
            return None  # alpha or not: the file does not say
        return Picture(oriented(colours, orientation), model, False, profile)
    alpha = rest[..., place:place + 1]
    if extra[place] == 1:
        top = 1 if alpha.dtype.kind == "f" else numpy.iinfo(alpha.dtype).max
        share = numpy.maximum(alpha.astype(numpy.float64), 1e-9) / top
        colours = numpy.clip(colours / share, 0, top)
        colours = (colours + (0.5 if top > 1 else 0)).astype(alpha.dtype)
    both = numpy.concatenate([colours, alpha.astype(colours.dtype)], axis=2)
    return Picture(oriented(both, orientation), model, True, profile)


def lab_picture(values, bits, orientation):
    if bits == 8:
        signed = values.astype(numpy.int16)
        lab = numpy.stack([signed[..., 0] * 100 / 255, (signed[..., 1] + 128) % 256 - 128.,
                           (signed[..., 2] + 128) % 256 - 128.], axis=2)
    elif bits == 16:
        wide = values.astype(numpy.int32)
        lab = numpy.stack([wide[..., 0] * 100 / 65535, ((wide[..., 1] + 32768) % 65536 - 32768) / 256,
                           ((wide[..., 2] + 32768) % 65536 - 32768) / 256], axis=2)
    else:
        return None
    return Picture(oriented(lab, orientation), "lab")


def tiff2rgba(path):
    """Through libtiff's own conversion: 8 bit, colours with their alpha multiplied in."""
    with Image.open(path) as image:
        tags = image.tag_v2
        orientation, photometric = tags.get(274, 1), tags.get(262)
        if photometric in (5, 8) or tags.get(34675) is not None:
            return None
    image = run_to_file(["tiff2rgba", "-c", "none", "IN", "OUT"], ".tif", path, ".tif")
    samples = numpy.asarray(image.convert("RGBA"))
    return Picture(oriented(samples, orientation), "rgb", True)


# -----------------------------------------------------------------------------------------------------------

READERS = {
    "JPEG": [("djpeg", djpeg), ("Pillow", pillow), ("ImageMagick", magick)],
    "PNG": [("Pillow", png), ("netpbm", png_by(netpbm("pngtopam", "-alphapam"))),
            ("ImageMagick", png_by(magick_as("png")))],
    "TIFF": [("tifffile", tiff), ("Pillow", pillow), ("tiff2rgba", tiff2rgba), ("ImageMagick", magick)],
    "WebP": [("Pillow", pillow), ("dwebp", dwebp)],
    "GIF": [("Pillow", pillow), ("ImageMagick", magick)],
    "HEIF": [("Pillow", container(pillow)), ("heif-convert", container(heif_convert)), ("avifdec", container(avifdec))],
    "JPEG 2000": [("opj_decompress", opj), ("Pillow", pillow), ("imagecodecs", jpeg2000_codec),
                  ("ImageMagick", magick)],
    "JPEG XL": [("djxl", djxl), ("imagecodecs", jpeg_xl_codec)],
    "PNM": [("numpy", pnm)],
    "BMP": [("Pillow", pillow), ("netpbm", netpbm("bmptopnm")), ("ImageMagick", magick_as("bmp"))],
    "TGA": [("Pillow", pillow), ("netpbm", netpbm("tgatoppm")), ("ImageMagick", magick_as("tga"))],
}


def of(format):
    return READERS[format]
