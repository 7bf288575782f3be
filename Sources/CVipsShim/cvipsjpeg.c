/* A libvips image whose rows come from cjpegrows. The callbacks run on libvips' threads, with C's
 * error handling, which is why this is C. */
#include "cvipssource.h"

#include <cjpegrows.h>

typedef struct {
    VipsSource *source; /* keeps the file open */
    cjpegrows *rows;
    int next;        /* the row that is decoded next */
    gboolean warned; /* the reader's warning has been passed on */
} jpeg_image;

/* libvips' error buffer is one for all threads; what a thread's own reader said is kept apart. */
static _Thread_local char last_error[CJPEGROWS_MESSAGE];

static int fail(const char *message) {
    g_strlcpy(last_error, message, sizeof last_error);
    vips_error("jpeg", "%s", message);
    return -1;
}

int cvips_take_jpeg_error(char message[256]) {
    g_strlcpy(message, last_error, 256);
    last_error[0] = '\0';
    return message[0] != '\0';
}

static void release(gpointer data) {
    jpeg_image *jpeg = data;
    cjpegrows_close(jpeg->rows);
    g_object_unref(jpeg->source);
    g_free(jpeg);
}

static void pass_on_warning(jpeg_image *jpeg) {
    const char *warning = cjpegrows_warning(jpeg->rows);
    if (jpeg->warned || warning[0] == '\0') return;
    jpeg->warned = TRUE;
    g_log("VIPS", G_LOG_LEVEL_WARNING, "%s", warning);
}

/* `vips_sequential` above asks for whole rows in order, each once. */
static int generate(VipsRegion *out, void *sequence, void *data, void *unused, gboolean *stop) {
    jpeg_image *jpeg = data;
    VipsRect *area = &out->valid;
    (void)sequence;
    (void)unused;
    (void)stop;
    if (area->top != jpeg->next) {
        vips_error("jpeg", "row %d was asked for where row %d comes next", area->top, jpeg->next);
        return -1;
    }
    if (cjpegrows_read(jpeg->rows, VIPS_REGION_ADDR(out, 0, area->top),
                       (size_t)VIPS_REGION_LSKIP(out), area->height) != 0) {
        return fail(cjpegrows_message(jpeg->rows));
    }
    jpeg->next += area->height;
    pass_on_warning(jpeg);
    return 0;
}

static void copy_profile(VipsImage *from, VipsImage *to) {
    const void *profile;
    size_t length;
    if (vips_image_get_typeof(from, VIPS_META_ICC_NAME) != 0 &&
        vips_image_get_blob(from, VIPS_META_ICC_NAME, &profile, &length) == 0)
        vips_image_set_blob_copy(to, VIPS_META_ICC_NAME, profile, length);
}

int cvips_load_jpeg(VipsSource *source, int shrink, VipsImage *header, VipsImage **out) {
    char message[CJPEGROWS_MESSAGE];
    cjpegrows_info info;
    int64_t size;
    int file = cvips_source_file(source, &size);
    cjpegrows *rows = cjpegrows_open(file, size, &info, message);
    if (rows == NULL) return fail(message);
    jpeg_image *jpeg = g_new0(jpeg_image, 1);
    jpeg->rows = rows;
    jpeg->source = g_object_ref(source);
    VipsImage *image = vips_image_new();
    g_object_set_data_full(G_OBJECT(image), "cjpegrows", jpeg, release);

    cjpegrows_format format = info.components == 1   ? CJPEGROWS_GREY
                              : info.components == 3 ? CJPEGROWS_RGB
                                                     : CJPEGROWS_CMYK;
    if (cjpegrows_start(jpeg->rows, format, shrink) != 0) {
        fail(cjpegrows_message(jpeg->rows));
        g_object_unref(image);
        return -1;
    }
    vips_image_init_fields(image, cjpegrows_width(jpeg->rows), cjpegrows_height(jpeg->rows),
                           info.components, VIPS_FORMAT_UCHAR, VIPS_CODING_NONE,
                           info.components == 1   ? VIPS_INTERPRETATION_B_W
                           : info.components == 3 ? VIPS_INTERPRETATION_sRGB
                                                  : VIPS_INTERPRETATION_CMYK,
                           1.0, 1.0);
    /* Tells libvips' shrinkers to keep the lines that they will ask for again. */
    vips_image_set_int(image, VIPS_META_SEQUENTIAL, 1);
    copy_profile(header, image);
    if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, NULL) != 0 ||
        vips_image_generate(image, NULL, generate, NULL, jpeg, NULL) != 0 ||
        vips_sequential(image, out, "tile_height", 16, NULL) != 0) {
        g_object_unref(image);
        return -1;
    }
    g_object_unref(image);
    return 0;
}
