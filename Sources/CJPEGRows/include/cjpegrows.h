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
    int components;      /* 1 or 3; others are not read here */
    int is_grey;         /* stored as grey */
    int is_ycc;          /* stored as YCbCr */
    int is_420;          /* YCbCr with chroma at half the width and half the height */
    int is_multiscan;    /* progressive, or a scan a component: all coefficients are kept */
} cjpegrows_info;

typedef enum { CJPEGROWS_GREY, CJPEGROWS_RGB, CJPEGROWS_YCC420 } cjpegrows_format;

enum { CJPEGROWS_MESSAGE = 256 };

/* Opens the file and reads its header. NULL on error, with a text in `message`. */
cjpegrows *cjpegrows_open(const char *path, cjpegrows_info *info,
                          char message[CJPEGROWS_MESSAGE]);

/* Starts decoding. 0, or -1 with `cjpegrows_message`. */
int cjpegrows_start(cjpegrows *reader, cjpegrows_format format);

/* Decodes `count` rows into `out`, `stride` bytes apart (grey and RGB). */
int cjpegrows_read(cjpegrows *reader, uint8_t *out, size_t stride, int count);

/* Decodes `count` rows of luma and as many of chroma as belong to them. `count` is even unless the
 * rows end the image. Strides are at least the planes' widths rounded up to 16. */
int cjpegrows_read_planes(cjpegrows *reader, uint8_t *const out[3], const size_t stride[3],
                          int count);

/* The error after a call that failed. */
const char *cjpegrows_message(const cjpegrows *reader);

/* The first remark that changes no pixel, or "". */
const char *cjpegrows_warning(const cjpegrows *reader);

void cjpegrows_close(cjpegrows *reader);

#endif
