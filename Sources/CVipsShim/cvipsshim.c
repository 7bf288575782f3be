#include "cvipsshim.h"

#include <vips/vector.h>

int cvips_load_sequential(VipsSource *source, const char *options, int keeps_damaged,
                          VipsImage **out) {
    *out = vips_image_new_from_source(source, options, "access", VIPS_ACCESS_SEQUENTIAL,
                                      "fail_on",
                                      keeps_damaged ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_TRUNCATED,
                                      NULL);
    return *out == NULL ? -1 : 0;
}

int cvips_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space) {
    return vips_colourspace(in, out, space, NULL);
}

int cvips_labq_to_lab(VipsImage *in, VipsImage **out) { return vips_LabQ2Lab(in, out, NULL); }

int cvips_map(VipsImage *in, VipsImage **out, VipsImage *table) {
    return vips_maplut(in, out, table, NULL);
}

int cvips_scale(VipsImage *in, VipsImage **out, double factor) {
    return vips_linear1(in, out, factor, 0.0, NULL);
}

int cvips_round(VipsImage *in, VipsImage **out) { return vips_rint(in, out, NULL); }

int cvips_cast_ushort(VipsImage *in, VipsImage **out) {
    return vips_cast(in, out, VIPS_FORMAT_USHORT, NULL);
}

int cvips_cast_uchar(VipsImage *in, VipsImage **out) {
    return vips_cast(in, out, VIPS_FORMAT_UCHAR, NULL);
}

int cvips_extract_bands(VipsImage *in, VipsImage **out, int first, int count) {
    return vips_extract_band(in, out, first, "n", count, NULL);
}

int cvips_bandjoin2(VipsImage *a, VipsImage *b, VipsImage **out) {
    return vips_bandjoin2(a, b, out, NULL);
}

int cvips_flatten(VipsImage *in, VipsImage **out, double *background, int count) {
    VipsArrayDouble *array = vips_array_double_new(background, count);
    int result = vips_flatten(in, out, "background", array, NULL);
    vips_area_unref(VIPS_AREA(array));
    return result;
}

int cvips_premultiply(VipsImage *in, VipsImage **out) { return vips_premultiply(in, out, NULL); }

int cvips_unpremultiply(VipsImage *in, VipsImage **out) {
    return vips_unpremultiply(in, out, NULL);
}

int cvips_orient(VipsImage *in, VipsImage **out, int orientation) {
    VipsImage *copy;
    if (vips_copy(in, &copy, NULL) != 0) return -1;
    vips_image_set_int(copy, VIPS_META_ORIENTATION, orientation);
    int result = vips_autorot(copy, out, NULL);
    g_object_unref(copy);
    return result;
}

int cvips_flip_horizontal(VipsImage *in, VipsImage **out) {
    return vips_flip(in, out, VIPS_DIRECTION_HORIZONTAL, NULL);
}

int cvips_resize(VipsImage *in, VipsImage **out, double horizontal, double vertical) {
    return vips_resize(in, out, horizontal, "vscale", vertical, NULL);
}

int cvips_copy_interpretation(VipsImage *in, VipsImage **out, VipsInterpretation space) {
    return vips_copy(in, out, "interpretation", space, NULL);
}

int cvips_save_vips(VipsImage *in, const char *path) { return vips_vipssave(in, path, NULL); }

int cvips_load_vips(const char *path, VipsImage **out) { return vips_vipsload(path, out, NULL); }

int cvips_save_avif(VipsImage *in, void **buffer, size_t *length, int quality, int lossless) {
    return vips_heifsave_buffer(in, buffer, length, "Q", quality, "lossless", lossless,
                                "subsample_mode",
                                lossless ? VIPS_FOREIGN_SUBSAMPLE_OFF
                                         : VIPS_FOREIGN_SUBSAMPLE_AUTO,
                                "compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "strip", TRUE,
                                NULL);
}

static cvips_log_handler log_handler;

static void forward_log(const char *domain, GLogLevelFlags level, const char *message,
                        void *data) {
    (void)domain;
    (void)level;
    (void)data;
    log_handler(message);
}

void cvips_set_log_handler(cvips_log_handler handler) {
    log_handler = handler;
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, forward_log, NULL);
}

int cvips_start(const char *program) { return VIPS_INIT(program); }

void cvips_compile_no_loops(void) { vips_vector_set_enabled(FALSE); }
