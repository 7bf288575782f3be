/* A libvips image whose rows come from a decoder of ours. The callbacks run on libvips' threads, with
 * C's error handling, which is why this is C. */
#include "cvipsshim.h"

typedef struct {
    cvips_row_reader reader;
    int next; /* the row that is decoded next */
} row_image;

static void release(gpointer data) {
    row_image *rows = data;
    rows->reader.release(rows->reader.context);
    g_free(rows);
}

/* `vips_sequential` above asks for whole rows in order, each once. */
static int generate(VipsRegion *out, void *sequence, void *data, void *unused, gboolean *stop) {
    row_image *rows = data;
    VipsRect *area = &out->valid;
    (void)sequence;
    (void)unused;
    (void)stop;
    if (area->top != rows->next) {
        vips_error("rows", "row %d was asked for where row %d comes next", area->top, rows->next);
        return -1;
    }
    if (rows->reader.read(rows->reader.context, VIPS_REGION_ADDR(out, 0, area->top),
                          (size_t)VIPS_REGION_LSKIP(out), area->height) != 0) {
        vips_error("rows", "the decoder failed");
        return -1;
    }
    rows->next += area->height;
    return 0;
}

int cvips_image_of_rows(const cvips_row_shape *shape, cvips_row_reader reader, VipsImage **out) {
    row_image *rows = g_new0(row_image, 1);
    rows->reader = reader;
    VipsImage *image = vips_image_new();
    g_object_set_data_full(G_OBJECT(image), "rows", rows, release);
    vips_image_init_fields(image, shape->width, shape->height, shape->bands, shape->format,
                           VIPS_CODING_NONE, shape->interpretation, 1.0, 1.0);
    /* Tells libvips' shrinkers to keep the lines that they will ask for again. */
    vips_image_set_int(image, VIPS_META_SEQUENTIAL, 1);
    if (shape->profile != NULL)
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, shape->profile, shape->profile_length);
    int result = vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, NULL) != 0 ||
                         vips_image_generate(image, NULL, generate, NULL, rows, NULL) != 0 ||
                         vips_sequential(image, out, "tile_height", 16, NULL) != 0
                     ? -1
                     : 0;
    g_object_unref(image);
    return result;
}
