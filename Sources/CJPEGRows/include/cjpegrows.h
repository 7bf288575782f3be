/* Reads the rows of a JPEG file through libjpeg, as RGB, grey, CMYK, or the file's own YCbCr planes.
 *
 * libjpeg reports errors by longjmp, which must not cross Swift frames: every function here has
 * its own landing, and an error becomes a return value with a fault. */
#ifndef CJPEGROWS_H
#define CJPEGROWS_H

#include <stddef.h>
#include <stdint.h>

typedef struct cjpegrows cjpegrows;

typedef struct {
    int width;
    int height;
    int components;      /* 1, 3 or 4; files with others are refused */
    int is_grey;         /* stored as grey */
    int is_ycc;          /* stored as YCbCr */
    int is_420;          /* YCbCr with chroma at half the width and half the height */
    size_t coefficients; /* bytes that decoding holds when the image comes in several scans, or 0 */
    /* The EXIF segment's TIFF structure, or NULL. As long as the reader. */
    const uint8_t *exif;
    size_t exif_length;
    /* The ICC profile, put together from its parts, or NULL. As long as the reader. */
    const uint8_t *profile;
    size_t profile_length;
} cjpegrows_info;

/* What is wrong with a file that cannot be read right. */
typedef enum {
    CJPEGROWS_DAMAGED,
    /* A kind of JPEG that is not decoded here, however whole. The text names it. */
    CJPEGROWS_UNSUPPORTED,
    /* Not the file's fault: it cannot be read, or memory is short. */
    CJPEGROWS_UNREADABLE
} cjpegrows_cause;

enum { CJPEGROWS_MESSAGE = 256 };

typedef struct {
    cjpegrows_cause cause;
    char text[CJPEGROWS_MESSAGE];
} cjpegrows_fault;

/* Rows of samples; CMYK as ink, of which 0 is none. JPEGs of four components hold the opposite,
 * whether Adobe's marker says so or nothing does. */
typedef enum {
    CJPEGROWS_GREY,
    CJPEGROWS_RGB,
    CJPEGROWS_CMYK,
    CJPEGROWS_YCC420
} cjpegrows_format;

/* Reads the header of the first `size` bytes of an open file, which stays the caller's and open as
 * long as the reader is used. It is read by place: readers share a file without knowing of each
 * other. NULL on error, with `fault` set.
 *
 * With `keeps_damaged`, damage behind the header is no error as long as libjpeg can go on:
 * `cjpegrows_damage` tells of it, and what is missing is as libjpeg leaves it, grey for the most
 * part. */
cjpegrows *cjpegrows_open(int file, int64_t size, int keeps_damaged, cjpegrows_info *info,
                          cjpegrows_fault *fault);

/* Says in what form rows are wanted, at 1 / `shrink` of the size, rounded up; `shrink` is 1, 2, 4
 * or 8, and 1 for planes. Decoding starts with the first row. 0, or -1 with `cjpegrows_failure`. */
int cjpegrows_prepare(cjpegrows *reader, cjpegrows_format format, int shrink);

/* The size at which rows come, once that has been said. */
int cjpegrows_width(const cjpegrows *reader);
int cjpegrows_height(const cjpegrows *reader);

/* Decodes `count` rows into `out`, `stride` bytes apart (all but planes). More than are left is an
 * error, here and below. */
int cjpegrows_read(cjpegrows *reader, uint8_t *out, size_t stride, int count);

/* Decodes `count` rows of luma and as many of chroma as belong to them. `count` is even unless the
 * rows end the image. Strides are at least the planes' widths rounded up to 16. */
int cjpegrows_read_planes(cjpegrows *reader, uint8_t *const out[3], const size_t stride[3],
                          int count);

/* The error after a call that failed. */
const cjpegrows_fault *cjpegrows_failure(const cjpegrows *reader);

/* The first damage that was no error, or NULL. */
const cjpegrows_fault *cjpegrows_damage(const cjpegrows *reader);

/* The next warning that has not been taken, each kind once, or NULL. It changes no pixel. */
const char *cjpegrows_next_warning(cjpegrows *reader);

void cjpegrows_close(cjpegrows *reader);

#endif
