"""Compares what was cut of a file with what its readers see."""

import os
import warnings

import numpy
from PIL import Image

import colour
import readers

Image.MAX_IMAGE_PIXELS = None
warnings.simplefilter("ignore")

TOLERANCE = {"JPEG": 4, "WebP": 4, "HEIF": 4}  # chroma is interpolated, each reader in its way
THUMBNAIL = 8


def stitched(folder):
    """The full picture of `folder`'s tiles, and its thumbnail."""
    tiles = {}
    for name in os.listdir(folder / "4096"):
        x, y = name.rsplit(".", 1)[0].split("_")[-2:]
        tiles[int(x), int(y)] = numpy.asarray(Image.open(folder / "4096" / name).convert("RGBA"))
    columns, rows = (max(place[axis] for place in tiles) + 1 for axis in (0, 1))
    whole = numpy.concatenate(
        [numpy.concatenate([tiles[x, y] for x in range(columns)], axis=1) for y in range(rows)], axis=0)
    return whole, numpy.asarray(Image.open(folder / "thumbnail.png").convert("RGBA"))


def difference(a, b):
    """Of each pixel the largest difference of a sample, colours as far as they are seen."""
    alpha = numpy.maximum(a[..., 3], b[..., 3]).astype(numpy.float32) / 255
    colours = numpy.abs(a[..., :3].astype(numpy.int16) - b[..., :3]).max(axis=2)
    return numpy.maximum(colours * alpha, numpy.abs(a[..., 3].astype(numpy.int16) - b[..., 3]))


def thumbnail_difference(small, whole):
    """The mean difference from the area average of what is seen, or from a sharper filter's."""
    premultiplied = whole.astype(numpy.float32)
    premultiplied[..., :3] *= premultiplied[..., 3:] / 255
    height, width = small.shape[:2]
    seen = small.astype(numpy.float32)
    seen[..., :3] *= seen[..., 3:] / 255
    apart = []
    for filter_ in (Image.BOX, Image.LANCZOS):
        planes = [Image.fromarray(premultiplied[..., i]).resize((width, height), filter_) for i in range(4)]
        expected = numpy.clip(numpy.stack([numpy.asarray(plane) for plane in planes], axis=2), 0, 255)
        apart.append(float(numpy.abs(expected - seen).mean()))
    return min(apart)


def agrees(found, reference, format, converted):
    """(whether it does, the words for it)"""
    if found.shape != reference.shape:
        (h, w), (y, x) = found.shape[:2], reference.shape[:2]
        return False, f"{w} x {h} where it has {x} x {y}"
    apart = difference(found, reference)
    largest, mean = float(apart.max()), float(apart.mean())
    interpolated = format in TOLERANCE
    bound = TOLERANCE.get(format, 1) + (1 if converted else 0)
    right = largest <= bound or (interpolated and mean < 1 and (apart > bound).mean() < 0.01)
    return right, f"mean {mean:.2f}, largest {largest:.0f}"


def compare(path, format, folder, keep):
    """What became of a file that was cut: `status`, `detail`, and the reader that agrees."""
    found, small = stitched(folder)
    said, reference = [], None
    for name, read in readers.of(format):
        try:
            picture = read(path)
        except Exception:  # what a reader cannot read says nothing of the file
            continue
        made = picture and colour.rgba(picture)
        if not made:
            continue
        right, words = agrees(found, made[0], format, made[1])
        if right:
            return {**thumbnail_verdict(small, found, keep), "reader": name}
        said.append(f"{name}: {words}")
        reference = made[0] if reference is None else reference
    if reference is None:
        return {"status": "no reference", "detail": "no reader here reads it"}
    if keep:
        side_by_side(found, reference, keep)
    return {"status": "differing", "detail": "; ".join(said)}


def thumbnail_verdict(small, whole, keep):
    apart = thumbnail_difference(small, whole)
    scale = max(small.shape[:2]) / max(whole.shape[:2])
    off = max(abs(small.shape[axis] - whole.shape[axis] * scale) for axis in (0, 1))
    if apart < THUMBNAIL and off <= 1:
        return {"status": "right", "detail": f"thumbnail {apart:.2f}"}
    if keep:
        height, width = small.shape[:2]
        side_by_side(small, numpy.asarray(Image.fromarray(whole).resize((width, height), Image.BOX)), keep)
    return {"status": "differing", "detail": f"thumbnail {small.shape[1]} x {small.shape[0]}: mean {apart:.2f}"}


def side_by_side(found, reference, path):
    height = max(found.shape[0], reference.shape[0])
    padded = [numpy.pad(p, ((0, height - p.shape[0]), (0, 8), (0, 0))) for p in (found, reference)]
    Image.fromarray(numpy.concatenate(padded, axis=1)).save(path)


def readable_by(path, format):
    """The readers that give all pixels of a file without complaint."""
    names = []
    for name, read in readers.of(format):
        readers.complaints.clear()
        try:
            if read(path) is not None and not readers.complaints:
                names.append(name)
        except Exception:  # it cannot be read
            continue
    return names
