/* Writes image files that tests read: what libvips and libjpeg can write and Swift cannot ask
 * them for. All return 0, or -1. */
#ifndef CFIXTURES_H
#define CFIXTURES_H

#include <stddef.h>
#include <stdint.h>
#include <vips/vips.h>

/* Saves as `path`, whose ending and options (`x.tif[tile,pyramid]`) say how. */
int cfixtures_save(VipsImage *image, const char *path);

/* Cuts the image at `path` into a Deep Zoom pyramid below `out`, by libvips' own means. */
int cfixtures_dzsave(const char *path, const char *out, int tile_size, int overlap,
                     const char *suffix);

/* The same samples under another interpretation; a new reference. */
VipsImage *cfixtures_interpreted(VipsImage *image, VipsInterpretation space);

/* All pixels of a file, upright, as libvips' own operations make 8-bit sRGB of them, with alpha:
 * 4 samples a pixel, in memory. A new reference, or NULL. */
VipsImage *cfixtures_pixels(const char *path, int page);

/* The EXIF orientation that libvips and libexif see in a file, or -1. */
int cfixtures_orientation(const char *path);

/* How a JPEG is written. */
typedef struct {
    int components;      /* 1, 3 or 4 samples a pixel in `pixels` */
    int stored;          /* libjpeg's J_COLOR_SPACE of the file */
    int given;           /* and of `pixels` */
    int quality;
    int h, v;            /* sampling factors of the first component; the others have 1 */
    int progressive;
    int arithmetic;
    int restart_rows;    /* rows of blocks between restart markers; 0 for none */
    int one_scan_each;   /* components in scans of their own */
    int adobe;           /* 0 leaves Adobe's marker out */
    int jfif;            /* 0 leaves JFIF's marker out */
} cfixtures_jpeg;

/* Writes rows of `components` bytes a pixel. `*out` is freed with free(). */
int cfixtures_write_jpeg(const uint8_t *pixels, int width, int height, cfixtures_jpeg how,
                         unsigned char **out, unsigned long *length);

/* How a TIFF is written through libtiff. */
typedef struct {
    int width, height;
    int samples; /* a pixel; those beyond 1 or 3 are unassociated alpha */
    int bits;
    int photometric;
    int compression;
    int predictor;            /* 0 for none */
    int planar;               /* samples in planes of their own */
    int tile_width, tile_height; /* 0 for strips */
    int rows_per_strip;
} cfixtures_tiff;

/* `strips` holds the samples of the strips or tiles as they are stored, each `length` bytes (the last
 * strip of a plane has just its rows). -1 where this libtiff lacks the compression. */
int cfixtures_write_tiff(const char *path, cfixtures_tiff how, const uint8_t *strips, size_t length);

/* How a JPEG XL of 8-bit RGB is written. */
enum {
    CFIXTURES_JXL_NONE,
    CFIXTURES_JXL_ALPHA, /* a fourth sample in `pixels` */
    CFIXTURES_JXL_SPOT,  /* the others hold anything */
    CFIXTURES_JXL_BLACK,
    CFIXTURES_JXL_DEPTH,
};
typedef struct {
    int frames; /* one below the other in `pixels` */
    int extra;  /* one of the above */
    int transfer; /* by its number, under BT.2100's primaries; 0 is sRGB */
} cfixtures_jxl;

/* Writes through libjxl, which may not be there: -1. `*out` is freed with free(), where it is not NULL. */
int cfixtures_write_jxl(const uint8_t *pixels, int width, int height, cfixtures_jxl how,
                        unsigned char **out, unsigned long *length);

#endif
