/* Reads the rows of a JPEG file through libjpeg, as RGB, grey, or the file's own YCbCr planes.
 *
 * libjpeg reports errors by longjmp, which must not cross Swift frames: every function here has
 * its own landing, and an error becomes a return value with a message. */
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
    int is_cmyk;         /* stored as CMYK or YCCK */
    size_t coefficients; /* bytes that decoding holds when the image comes in several scans, or 0 */
} cjpegrows_info;

/* CMYK as ink: 0 is none. Files of Adobe's, which store it inverted, are inverted back. */
typedef enum {
    CJPEGROWS_GREY,
    CJPEGROWS_RGB,
    CJPEGROWS_CMYK,
    CJPEGROWS_YCC420
} cjpegrows_format;

enum { CJPEGROWS_MESSAGE = 256 };

/* Reads the header of the first `size` bytes of an open file, which stays the caller's and open as
 * long as the reader is used. It is read by place: readers share a file without knowing of each
 * other. NULL on error, with a text in `message`. */
cjpegrows *cjpegrows_open(int file, int64_t size, cjpegrows_info *info,
                          char message[CJPEGROWS_MESSAGE]);

/* Starts decoding at 1 / `shrink` of the size, rounded up; `shrink` is 1, 2, 4 or 8, and 1 for
 * planes. 0, or -1 with `cjpegrows_message`. */
int cjpegrows_start(cjpegrows *reader, cjpegrows_format format, int shrink);

/* The size at which rows come, once decoding has started. */
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
const char *cjpegrows_message(const cjpegrows *reader);

/* The first warning so far, which changes no pixel, or "". */
const char *cjpegrows_warning(const cjpegrows *reader);

void cjpegrows_close(cjpegrows *reader);

#endif
