#include "ctiffhandle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What libtiff's callbacks are given. */
typedef struct {
    ctiff_handle handle; /* the first: one is the other's address */
    int file;
    int64_t size;
    int64_t position;
    ctiff_report report;
    void *context;
} input;

/* ---- Input ---- */

static tmsize_t read_bytes(thandle_t data, void *out, tmsize_t wanted) {
    input *from = data;
    tmsize_t done = 0;
    while (done < wanted && from->position < from->size) {
        int64_t rest = from->size - from->position;
        tmsize_t part = wanted - done < rest ? wanted - done : (tmsize_t)rest;
        ssize_t got = pread(from->file, (char *)out + done, (size_t)part, from->position);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) from->handle.read_error = errno;
        if (got <= 0) break;
        done += got;
        from->position += got;
    }
    if (done < wanted) from->handle.met_end = 1;
    return done;
}

static tmsize_t write_bytes(thandle_t data, void *bytes, tmsize_t count) {
    (void)data;
    (void)bytes;
    (void)count;
    return -1;
}

static toff_t seek(thandle_t data, toff_t offset, int whence) {
    input *from = data;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? from->position : from->size;
    int64_t place = (int64_t)offset;
    if (place < -base || place > INT64_MAX - base) return (toff_t)-1;
    from->position = base + place;
    return (toff_t)from->position;
}

static toff_t size_of(thandle_t data) { return (toff_t)((input *)data)->size; }

static int close_nothing(thandle_t data) {
    (void)data;
    return 0;
}

/* ---- Messages ---- */

static int report(input *from, int is_error, const char *format, va_list arguments) {
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    from->report(from->context, is_error, text);
    return 1; /* and nobody else is told */
}

/* `module` is the function that speaks, or the file's name. */
static int report_error(TIFF *tiff, void *data, const char *module, const char *format,
                        va_list arguments) {
    (void)tiff;
    (void)module;
    return report(data, 1, format, arguments);
}

static int report_warning(TIFF *tiff, void *data, const char *module, const char *format,
                          va_list arguments) {
    (void)tiff;
    (void)module;
    return report(data, 0, format, arguments);
}

/* ---- Opening ---- */

ctiff_handle *ctiff_open(int file, int64_t size, ctiff_report report, void *context,
                         ctiff_handle *failed) {
    input *from = calloc(1, sizeof *from);
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (from == NULL || options == NULL) abort(); /* a few bytes */
    from->file = file;
    from->size = size;
    from->report = report;
    from->context = context;
    TIFFOpenOptionsSetErrorHandlerExtR(options, report_error, from);
    TIFFOpenOptionsSetWarningHandlerExtR(options, report_warning, from);
    /* m: no mapping. h: the header only, so that the first directory is read like the others.
     * c: strips as they are, not divided into smaller ones. */
    from->handle.tiff = TIFFClientOpenExt("", "rmhc", from, read_bytes, write_bytes, seek,
                                          close_nothing, size_of, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    if (from->handle.tiff != NULL) return &from->handle;
    *failed = from->handle;
    free(from);
    return NULL;
}

void ctiff_close(ctiff_handle *handle) {
    TIFFClose(handle->tiff);
    free(handle);
}

/* ---- Tags ---- */

int ctiff_short(TIFF *tiff, uint32_t tag, uint16_t *value) {
    return TIFFGetFieldDefaulted(tiff, tag, value);
}

int ctiff_long(TIFF *tiff, uint32_t tag, uint32_t *value) {
    return TIFFGetFieldDefaulted(tiff, tag, value);
}

int ctiff_shorts(TIFF *tiff, uint32_t tag, uint16_t *count, const uint16_t **values) {
    return TIFFGetFieldDefaulted(tiff, tag, count, values);
}

int ctiff_offsets(TIFF *tiff, uint32_t tag, uint16_t *count, const uint64_t **values) {
    return TIFFGetField(tiff, tag, count, values);
}

int ctiff_bytes(TIFF *tiff, uint32_t tag, uint32_t *count, const void **values) {
    return TIFFGetField(tiff, tag, count, values);
}

int ctiff_palette(TIFF *tiff, const uint16_t *colours[3]) {
    return TIFFGetField(tiff, TIFFTAG_COLORMAP, &colours[0], &colours[1], &colours[2]);
}

int ctiff_set(TIFF *tiff, uint32_t tag, int value) { return TIFFSetField(tiff, tag, value); }

/* ---- Colours ---- */

struct ctiff_colours {
    TIFFRGBAImage image;
};

ctiff_colours *ctiff_colours_begin(TIFF *tiff) {
    char message[1024]; /* libtiff's reason, for people who know libtiff */
    ctiff_colours *colours = calloc(1, sizeof *colours);
    if (colours == NULL) abort(); /* a few bytes */
    if (TIFFRGBAImageOK(tiff, message) && TIFFRGBAImageBegin(&colours->image, tiff, 1, message)) {
        /* Rows as they are stored, from the first to the last. */
        colours->image.req_orientation = colours->image.orientation;
        return colours;
    }
    free(colours);
    return NULL;
}

int ctiff_colours_read(ctiff_colours *colours, uint32_t top, uint32_t count, uint32_t *out) {
    colours->image.row_offset = (int)top;
    return TIFFRGBAImageGet(&colours->image, out, colours->image.width, count);
}

void ctiff_colours_end(ctiff_colours *colours) {
    TIFFRGBAImageEnd(&colours->image);
    free(colours);
}
