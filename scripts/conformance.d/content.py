"""Which format a file is of, by its first bytes."""

import os

STARTS = [
    (0, b"\xff\xd8\xff", "JPEG"), (0, b"\x89PNG\r\n\x1a\n", "PNG"), (0, b"II*\0", "TIFF"), (0, b"MM\0*", "TIFF"),
    (0, b"II+\0", "TIFF"), (0, b"MM\0+", "TIFF"), (8, b"WEBP", "WebP"), (0, b"GIF87a", "GIF"),
    (0, b"GIF89a", "GIF"), (0, b"\0\0\0\x0cjP  ", "JPEG 2000"), (0, b"\xff\x4f\xff\x51", "JPEG 2000"),
    (0, b"\xff\x0a", "JPEG XL"), (0, b"\0\0\0\x0cJXL ", "JPEG XL"), (0, b"BM", "BMP"),
    (0, b"P1", "PNM"), (0, b"P2", "PNM"), (0, b"P3", "PNM"), (0, b"P4", "PNM"), (0, b"P5", "PNM"),
    (0, b"P6", "PNM"), (0, b"P7\n", "PNM"), (0, b"PF", "PNM"), (0, b"Pf", "PNM"),
]
HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"mif2", b"avif", b"avis"}


def format_of(path):
    """The format's name, or None for what is no image that is told by its content. TGA has no signature:
    its extension and a plausible header have to do."""
    with open(path, "rb") as file:
        head = file.read(64)
    for place, start, name in STARTS:
        if head[place:place + len(start)] == start and len(head) > 8:
            return name
    if head[4:8] == b"ftyp":
        size = min(int.from_bytes(head[:4], "big"), len(head))
        brands = {head[at:at + 4] for at in (8, *range(16, size, 4))}
        return "HEIF" if brands & HEIF_BRANDS else None
    if os.path.splitext(path)[1].lower() == ".tga" and len(head) >= 18 and head[2] in (1, 2, 3, 9, 10, 11):
        return "TGA"
    return None
