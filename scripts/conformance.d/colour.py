"""Pictures as others read them, and what README promises that they become: 8-bit sRGB with alpha."""

import ctypes
import ctypes.util
import dataclasses
import functools
import io
import os
import subprocess
import tempfile
from typing import Optional, Tuple

import numpy
from PIL import Image


@dataclasses.dataclass
class Picture:
    """Upright samples, rows x columns x samples: 8 or 16 bit over the whole range, or floating point."""
    samples: numpy.ndarray
    model: str  # grey, rgb, cmyk (as much ink as the value says), lab (CIE, as numbers), linear (RGB light)
    alpha: bool = False  # unassociated, the last sample
    profile: Optional[bytes] = None
    coded: Optional[Tuple[int, object]] = None  # primaries (H.273 or 8 numbers x, y), gamma or None for sRGB's


GREY, RGB, CMYK, LAB = 3, 4, 6, 10  # LittleCMS' numbers
CHANNELS = {"grey": 1, "rgb": 3, "cmyk": 4, "lab": 3, "linear": 3}
FLAGS = 0x2000 | 0x0100 | 0x0040  # black point compensation, colour by colour, without a cache
PRIMARIES = {1: (.64, .33, .30, .60, .15, .06, .3127, .3290), 9: (.708, .292, .170, .797, .131, .046, .3127, .3290),
             12: (.68, .32, .265, .69, .15, .06, .3127, .3290)}


class xyY(ctypes.Structure):
    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double), ("Y", ctypes.c_double)]


@functools.lru_cache(None)
def lcms():
    """LittleCMS, which is on every machine that the program runs on; None where Python does not find it."""
    name = ctypes.util.find_library("lcms2")
    if name is None:
        return None
    library = ctypes.CDLL(name)
    for function in ("cmsOpenProfileFromMem", "cmsCreateRGBProfile", "cmsCreateGrayProfile", "cmsCreateTransform",
                     "cmsBuildParametricToneCurve", "cmsCreate_sRGBProfile", "cmsCreateLab4Profile", "cmsD50_xyY"):
        getattr(library, function).restype = ctypes.c_void_p
    return library


@functools.lru_cache(None)
def inks():
    """The profile that libvips presumes for CMYK without one; None without its program."""
    with tempfile.TemporaryDirectory() as folder:
        Image.new("RGB", (1, 1)).save(folder + "/a.png")
        command = ["vips", "icc_export", folder + "/a.png", folder + "/b.tif", "--output-profile", "cmyk"]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=30)
            return Image.open(folder + "/b.tif").info.get("icc_profile")
        except (OSError, subprocess.SubprocessError):
            return None


def made_profile(coded, grey):
    library = lcms()
    primaries, gamma = coded
    values = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045) if gamma is None else (gamma,)
    curve = library.cmsBuildParametricToneCurve(None, 4 if gamma is None else 1, (ctypes.c_double * 5)(*values))
    if grey:
        return library.cmsCreateGrayProfile(ctypes.c_void_p(library.cmsD50_xyY()), ctypes.c_void_p(curve))
    numbers = primaries if isinstance(primaries, tuple) else PRIMARIES.get(primaries, PRIMARIES[1])
    three = (xyY * 3)(*[xyY(numbers[i], numbers[i + 1], 1) for i in (0, 2, 4)])
    white = xyY(numbers[6], numbers[7], 1)
    return library.cmsCreateRGBProfile(ctypes.byref(white), three, (ctypes.c_void_p * 3)(curve, curve, curve))


def profile_of(picture):
    """(handle, LittleCMS' number of its colours), or None where the samples are sRGB already."""
    library = lcms()
    model = picture.model
    number = {"grey": GREY, "rgb": RGB, "cmyk": CMYK, "linear": RGB}.get(model)
    signature = {"grey": b"GRAY", "rgb": b"RGB ", "cmyk": b"CMYK", "linear": b"RGB "}.get(model)
    if model == "lab":
        return library.cmsCreateLab4Profile(None), LAB
    profile = picture.profile
    if profile is None and model == "cmyk":
        profile = inks()
    if profile is not None and profile[16:20] == signature:
        handle = library.cmsOpenProfileFromMem(profile, len(profile))
        if handle:
            return handle, number
    if model == "cmyk":
        handle = inks() and library.cmsOpenProfileFromMem(inks(), len(inks()))
        return (handle, CMYK) if handle else None
    if picture.profile is None and picture.coded not in (None, (1, None)):
        if model == "grey" and picture.coded[1] is None:
            return None
        return made_profile(picture.coded, model == "grey"), number
    return None


def to_8_bit(samples):
    if samples.dtype == numpy.uint8:
        return samples
    if samples.dtype == numpy.uint16:
        return ((samples.astype(numpy.uint32) * 255 + 32767) // 65535).astype(numpy.uint8)
    return (numpy.clip(numpy.nan_to_num(samples), 0, 1) * 255 + 0.5).astype(numpy.uint8)


def to_16_bit(samples):
    if samples.dtype == numpy.uint8:
        return samples.astype(numpy.uint16) * 257
    if samples.dtype == numpy.uint16:
        return samples
    return (numpy.clip(numpy.nan_to_num(samples), 0, 1) * 65535 + 0.5).astype(numpy.uint16)


def rgba(picture):
    """(8-bit RGBA, whether colours were converted); None where no profile of inks or no LittleCMS is here."""
    count = CHANNELS[picture.model]
    colours = picture.samples[..., :count]
    found = profile_of(picture) if lcms() or picture.profile or picture.model in ("cmyk", "lab") else None
    if found is None and picture.model == "cmyk":
        return None
    converted = found is not None
    if converted:
        colours = transformed(colours, *found)
    elif picture.model == "linear":
        light = numpy.clip(numpy.nan_to_num(colours.astype(numpy.float64)), 0, 1)
        value = numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
        colours, converted = (value * 255 + 0.5).astype(numpy.uint8), True
    colours = to_8_bit(colours)
    if colours.shape[2] == 1:
        colours = numpy.repeat(colours, 3, axis=2)
    if picture.alpha:
        alpha = to_8_bit(picture.samples[..., count:count + 1])
    else:
        alpha = numpy.full(colours.shape[:2] + (1,), 255, numpy.uint8)
    return numpy.concatenate([colours, alpha], axis=2), converted


def transformed(colours, handle, number):
    library = lcms()
    height, width, count = colours.shape
    if number == LAB:
        type_in = 1 << 22 | LAB << 16 | 3 << 3
        data = numpy.ascontiguousarray(colours, numpy.float64)
    else:
        type_in = number << 16 | count << 3 | 2
        data = numpy.ascontiguousarray(to_16_bit(colours))
    out = numpy.zeros((height, width, 3), numpy.uint16)
    srgb = ctypes.c_void_p(library.cmsCreate_sRGBProfile())
    transform = library.cmsCreateTransform(ctypes.c_void_p(handle), type_in, srgb, RGB << 16 | 3 << 3 | 2, 1, FLAGS)
    if not transform:
        return colours if count != 4 else colours[..., :3]
    library.cmsDoTransform(ctypes.c_void_p(transform), ctypes.c_void_p(data.ctypes.data),
                           ctypes.c_void_p(out.ctypes.data), width * height)
    return out


def oriented(samples, orientation):
    """Samples turned and mirrored as EXIF says; nonsense is upright."""
    if orientation in (5, 6, 7, 8):
        samples = samples.swapaxes(0, 1)
    if orientation in (2, 3, 6, 7):
        samples = samples[:, ::-1]
    if orientation in (3, 4, 7, 8):
        samples = samples[::-1]
    return samples


def image_bytes(data):
    return Image.open(io.BytesIO(data))
