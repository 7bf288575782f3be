/* TIFF files through libtiff: what takes variadic calls, or handlers that are given a `va_list`, which
 * Swift has not. All else of libtiff is called from Swift, on `tiff`. */
#ifndef CTIFFHANDLE_H
#define CTIFFHANDLE_H

#include <stdint.h>
#include <tiffio.h>

/* Called with each error and warning of one handle's, and of no other's. */
typedef void (*ctiff_report)(void *context, int is_error, const char *text);

typedef struct {
    TIFF *tiff;
    /* Of reads since these were last set to 0: whether one asked for more than the file has, and the
     * `errno` of one that failed. */
    int met_end;
    int read_error;
} ctiff_handle;

/* Opens the first `size` bytes of an open file, which stays the caller's and open as long as the
 * handle. They are read by place and never mapped. NULL on error, which has been reported. `met_end`
 * and `read_error` of a handle that could not be opened are put into `failed`. */
ctiff_handle *ctiff_open(int file, int64_t size, ctiff_report report, void *context,
                         ctiff_handle *failed);
void ctiff_close(ctiff_handle *handle);

/* Values of tags, or libtiff's defaults for them; 0 where there is neither. What is pointed to is
 * libtiff's, up to the next directory. */
int ctiff_short(TIFF *tiff, uint32_t tag, uint16_t *value);
int ctiff_long(TIFF *tiff, uint32_t tag, uint32_t *value);
int ctiff_shorts(TIFF *tiff, uint32_t tag, uint16_t *count, const uint16_t **values);
int ctiff_offsets(TIFF *tiff, uint32_t tag, uint16_t *count, const uint64_t **values);
int ctiff_bytes(TIFF *tiff, uint32_t tag, uint32_t *count, const void **values);
int ctiff_palette(TIFF *tiff, const uint16_t *colours[3]);

/* Sets what a decoder is to give; no tag of the file's. */
int ctiff_set(TIFF *tiff, uint32_t tag, int value);

/* libtiff's own conversion to RGB: of the current directory, row by row of strips or tiles. */
typedef struct ctiff_colours ctiff_colours;
/* NULL where there is none. */
ctiff_colours *ctiff_colours_begin(TIFF *tiff);
/* Whole rows, as they are stored, of pixels with red in the lowest byte; 0 on error. */
int ctiff_colours_read(ctiff_colours *colours, uint32_t top, uint32_t count, uint32_t *out);
void ctiff_colours_end(ctiff_colours *colours);

#endif
