/* libvips sources over a file that is read by place and never mapped into memory: one that is cut
 * short while it is mapped ends the process. */
#include "cvipsshim.h"

#include <errno.h>
#include <unistd.h>

typedef struct {
    int file;
    gint64 size;
    gint64 position; /* this source's own: others read the file at the same time */
    void *owner;
    void (*release)(void *owner);
} open_file;

static ssize_t read_some(int file, void *buffer, gint64 length, gint64 position) {
    ssize_t got;
    do {
        got = pread(file, buffer, (size_t)length, position);
    } while (got < 0 && errno == EINTR);
    return got;
}

static gint64 read_file(VipsSourceCustom *source, void *buffer, gint64 length, gpointer data) {
    open_file *from = data;
    (void)source;
    gint64 rest = from->size - from->position;
    if (length > rest) length = rest;
    if (length <= 0) return 0;
    ssize_t got = read_some(from->file, buffer, length, from->position);
    if (got > 0) from->position += got;
    return got;
}

static gint64 seek_file(VipsSourceCustom *source, gint64 offset, int whence, gpointer data) {
    open_file *from = data;
    (void)source;
    gint64 base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? from->position : from->size;
    if (offset < -base || offset > G_MAXINT64 - base) return -1;
    from->position = base + offset;
    return from->position;
}

static void release_file(gpointer data) {
    open_file *from = data;
    from->release(from->owner);
    g_free(from);
}

VipsSource *cvips_source_streamed(int file, int64_t size, void *owner, void (*release)(void *owner)) {
    open_file *from = g_new0(open_file, 1);
    from->file = file;
    from->size = size;
    from->owner = owner;
    from->release = release;
    VipsSourceCustom *source = vips_source_custom_new();
    g_object_set_data_full(G_OBJECT(source), "cvips-file", from, release_file);
    g_signal_connect(source, "read", G_CALLBACK(read_file), from);
    g_signal_connect(source, "seek", G_CALLBACK(seek_file), from);
    return VIPS_SOURCE(source);
}

static int free_area(void *bytes, VipsArea *area) {
    (void)area;
    g_free(bytes);
    return 0;
}

VipsSource *cvips_source_whole(int file, int64_t size) {
    char *bytes = g_try_malloc((gsize)size);
    if (bytes == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    gint64 filled = 0;
    while (filled < size) {
        ssize_t got = read_some(file, bytes + filled, size - filled, filled);
        if (got < 0) {
            g_free(bytes);
            return NULL;
        }
        if (got == 0) break;
        filled += got;
    }
    VipsBlob *blob = vips_blob_new((VipsCallbackFn)free_area, bytes, (size_t)filled);
    VipsSource *source = vips_source_new_from_blob(blob);
    vips_area_unref(VIPS_AREA(blob));
    return source;
}
