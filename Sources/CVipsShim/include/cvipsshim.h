/* libvips' operations are variadic C functions, which Swift cannot call. Each function here is
 * one such call (or two that belong together) with its arguments spelled out. All return 0, or -1 with the
 * cause in libvips' error buffer; every `*out` is a new reference. */
#ifndef CVIPSSHIM_H
#define CVIPSSHIM_H

#include <stdint.h>
#include <vips/vips.h>

/* Sources over the first `size` bytes of an open file. Any number of them share a file.
 *
 * One reads as rows are wanted; `release(owner)` is called once, when it no longer needs the file.
 * The other holds all bytes, for loaders that take a file to stay as it is while they read it (one
 * of them ends the process where it finds less than it expects); NULL with errno set on error. */
VipsSource *cvips_source_streamed(int file, int64_t size, void *owner,
                                  void (*release)(void *owner));
VipsSource *cvips_source_whole(int file, int64_t size);

/* Loads lazily from `source` with loader options such as "page=2" ("" for none). Rows can only be
 * read from top to bottom. A file that ends early is an error, unless `keeps_damaged`: then loaders
 * that can go on do. */
int cvips_load_sequential(VipsSource *source, const char *options, int keeps_damaged,
                          VipsImage **out);

/* An image whose rows a decoder of ours reads, lazily, from top to bottom, each once. The image owns
 * `context` and gives it to `release`, on failure too. `profile` may be NULL; it is copied. */
typedef struct {
    int width;
    int height;
    int bands;
    VipsBandFormat format;
    VipsInterpretation interpretation;
    const void *profile;
    size_t profile_length;
} cvips_row_shape;
typedef struct {
    void *context;
    /* Decodes the next `count` rows, `stride` bytes apart; 0, or -1. */
    int (*read)(void *context, void *out, size_t stride, int count);
    void (*release)(void *context);
} cvips_row_reader;
int cvips_image_of_rows(const cvips_row_shape *shape, cvips_row_reader reader, VipsImage **out);

int cvips_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space);

/* Unpacks libvips' packed Lab. */
int cvips_labq_to_lab(VipsImage *in, VipsImage **out);

/* 8-bit sRGB of colours without alpha, worked out as rows are asked for. `encoded` has the value for
 * each of 65536 intensities of light, and is copied.
 *
 * By `transform`, a cmsHTRANSFORM from such pixels to 16-bit linear light. The image
 * owns it, on failure too, and uses it from several threads: it has to be without a cache. */
int cvips_transform(VipsImage *in, VipsImage **out, void *transform, const uint8_t *encoded);

/* Of three 8- or 16-bit samples, each of which adds light of its own: for all values of the first,
 * the second, the third, `light` (copied) holds what it adds to red, green and blue, and a fourth
 * number. The sum, without its fraction, is the intensity. */
int cvips_add_light(VipsImage *in, VipsImage **out, const float *light, const uint8_t *encoded);

/* The profile of inks that libvips presumes where a file has none. */
int cvips_profile_of_inks(VipsBlob **out);

/* Each sample replaced by what `table`, one row of them, holds at its value. */
int cvips_map(VipsImage *in, VipsImage **out, VipsImage *table);
/* Samples times `factor`, in floating point. */
int cvips_scale(VipsImage *in, VipsImage **out, double factor);
int cvips_round(VipsImage *in, VipsImage **out);
/* Clips to 0...65535. */
int cvips_cast_ushort(VipsImage *in, VipsImage **out);

int cvips_cast_uchar(VipsImage *in, VipsImage **out);
int cvips_extract_bands(VipsImage *in, VipsImage **out, int first, int count);
int cvips_bandjoin2(VipsImage *a, VipsImage *b, VipsImage **out);
int cvips_flatten(VipsImage *in, VipsImage **out, double *background, int count);
int cvips_premultiply(VipsImage *in, VipsImage **out);
int cvips_unpremultiply(VipsImage *in, VipsImage **out);
/* Turns and mirrors as an EXIF orientation of 1...8 says. */
int cvips_orient(VipsImage *in, VipsImage **out, int orientation);
int cvips_flip_horizontal(VipsImage *in, VipsImage **out);
int cvips_resize(VipsImage *in, VipsImage **out, double horizontal, double vertical);
int cvips_copy_interpretation(VipsImage *in, VipsImage **out, VipsInterpretation space);

/* A file of raw pixels as libvips keeps them, for images that do not fit the memory allowed. */
int cvips_save_vips(VipsImage *in, const char *path);
int cvips_load_vips(const char *path, VipsImage **out);

/* Saves into a new buffer, freed with g_free. No metadata is written. */
int cvips_save_avif(VipsImage *in, void **buffer, size_t *length, int quality, int lossless);

/* Sends libvips' warnings to `handler` instead of stderr. */
typedef void (*cvips_log_handler)(const char *message);
void cvips_set_log_handler(cvips_log_handler handler);

/* Initialises libvips, checking that it is the one that this was built for. */
int cvips_start(const char *program);

/* Has libvips run its loops as they were compiled ahead of time. */
void cvips_compile_no_loops(void);

#endif
