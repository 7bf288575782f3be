/* libvips sources over a file that is never mapped into memory. */
#include "cvipsshim.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static ssize_t read_some(int file, void *buffer, size_t length) {
    ssize_t got;
    do {
        got = read(file, buffer, length);
    } while (got < 0 && errno == EINTR);
    return got;
}

static gint64 read_file(VipsSourceCustom *source, void *buffer, gint64 length, gpointer file) {
    (void)source;
    return read_some(GPOINTER_TO_INT(file), buffer, (size_t)length);
}

static gint64 seek_file(VipsSourceCustom *source, gint64 offset, int whence, gpointer file) {
    (void)source;
    return lseek(GPOINTER_TO_INT(file), offset, whence);
}

static void close_file(gpointer file) { close(GPOINTER_TO_INT(file)); }

VipsSource *cvips_source_streamed(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    VipsSourceCustom *source = vips_source_custom_new();
    gpointer data = GINT_TO_POINTER(file);
    g_object_set_data_full(G_OBJECT(source), "file", data, close_file);
    g_signal_connect(source, "read", G_CALLBACK(read_file), data);
    g_signal_connect(source, "seek", G_CALLBACK(seek_file), data);
    return VIPS_SOURCE(source);
}

static int free_area(void *bytes, VipsArea *area) {
    (void)area;
    g_free(bytes);
    return 0;
}

/* Up to `size` bytes of an open file; -1 on error. */
static ssize_t read_whole(int file, char *bytes, size_t size) {
    size_t filled = 0;
    while (filled < size) {
        ssize_t got = read_some(file, bytes + filled, size - filled);
        if (got < 0) return -1;
        if (got == 0) break;
        filled += (size_t)got;
    }
    return (ssize_t)filled;
}

VipsSource *cvips_source_whole(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    struct stat status;
    char *bytes = NULL;
    ssize_t length = -1;
    if (fstat(file, &status) == 0) {
        bytes = g_try_malloc((size_t)status.st_size + 1);
        if (bytes == NULL)
            errno = ENOMEM;
        else
            length = read_whole(file, bytes, (size_t)status.st_size);
    }
    int error = errno;
    close(file);
    errno = error;
    if (length < 0) {
        g_free(bytes);
        return NULL;
    }
    VipsBlob *blob = vips_blob_new((VipsCallbackFn)free_area, bytes, (size_t)length);
    VipsSource *source = vips_source_new_from_blob(blob);
    vips_area_unref(VIPS_AREA(blob));
    return source;
}
