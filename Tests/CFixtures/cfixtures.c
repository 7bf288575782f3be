#include "cfixtures.h"

#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

int cfixtures_save(VipsImage *image, const char *path) {
    return vips_image_write_to_file(image, path, NULL);
}

int cfixtures_dzsave(const char *path, const char *out, int tile_size, int overlap,
                     const char *suffix) {
    VipsImage *image = vips_image_new_from_file(path, NULL);
    if (!image) return -1;
    int result = vips_dzsave(image, out, "tile_size", tile_size, "overlap", overlap, "suffix",
                             suffix, NULL);
    g_object_unref(image);
    return result;
}

VipsImage *cfixtures_interpreted(VipsImage *image, VipsInterpretation space) {
    VipsImage *out = NULL;
    return vips_copy(image, &out, "interpretation", space, NULL) == 0 ? out : NULL;
}

/* Each step takes over the reference that it is given. */
typedef int (*step)(VipsImage *in, VipsImage **out);

static int upright(VipsImage *in, VipsImage **out) { return vips_autorot(in, out, NULL); }

static int to_srgb(VipsImage *in, VipsImage **out) {
    if (vips_image_get_typeof(in, VIPS_META_ICC_NAME) != 0 &&
        vips_icc_transform(in, out, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_RELATIVE,
                           "black_point_compensation", TRUE, "depth", 8, NULL) == 0)
        return 0;
    if (vips_image_get_interpretation(in) == VIPS_INTERPRETATION_CMYK)
        return vips_icc_transform(in, out, "srgb", "input_profile", "cmyk", "intent",
                                  VIPS_INTENT_RELATIVE, "black_point_compensation", TRUE,
                                  "depth", 8, NULL);
    return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

static int to_bytes(VipsImage *in, VipsImage **out) {
    return vips_cast(in, out, VIPS_FORMAT_UCHAR, NULL);
}

static int with_alpha(VipsImage *in, VipsImage **out) {
    return vips_image_hasalpha(in) ? vips_extract_band(in, out, 0, "n", 4, NULL)
                                   : vips_addalpha(in, out, NULL);
}

VipsImage *cfixtures_pixels(const char *path, int page) {
    char name[4096];
    g_snprintf(name, sizeof name, page > 0 ? "%s[page=%d]" : "%s", path, page);
    VipsImage *image = vips_image_new_from_file(name, NULL);
    step steps[] = {upright, to_srgb, to_bytes, with_alpha};
    for (size_t i = 0; image != NULL && i < sizeof steps / sizeof *steps; i++) {
        VipsImage *next = NULL;
        if (steps[i](image, &next) != 0) next = NULL;
        g_object_unref(image);
        image = next;
    }
    if (image == NULL) return NULL;
    VipsImage *copy = vips_image_copy_memory(image);
    g_object_unref(image);
    return copy;
}

int cfixtures_orientation(const char *path) {
    VipsImage *image = vips_image_new_from_file(path, NULL);
    if (image == NULL) return -1;
    int orientation = vips_image_get_orientation(image);
    g_object_unref(image);
    return orientation;
}

int cfixtures_write_jpeg(const uint8_t *pixels, int width, int height, cfixtures_jpeg how,
                         unsigned char **out, unsigned long *length) {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors); /* an error ends the test */
    jpeg_create_compress(&jpeg);
    *out = NULL;
    jpeg_mem_dest(&jpeg, out, length);
    jpeg.image_width = (JDIMENSION)width;
    jpeg.image_height = (JDIMENSION)height;
    jpeg.input_components = how.components;
    jpeg.in_color_space = (J_COLOR_SPACE)how.given;
    jpeg_set_defaults(&jpeg);
    jpeg_set_colorspace(&jpeg, (J_COLOR_SPACE)how.stored);
    jpeg_set_quality(&jpeg, how.quality, TRUE);
    for (int i = 0; i < jpeg.num_components; i++) {
        jpeg.comp_info[i].h_samp_factor = i == 0 ? how.h : 1;
        jpeg.comp_info[i].v_samp_factor = i == 0 ? how.v : 1;
    }
    /* The black of YCCK is as fine as its luma. */
    if (how.stored == JCS_YCCK) {
        jpeg.comp_info[3].h_samp_factor = how.h;
        jpeg.comp_info[3].v_samp_factor = how.v;
    }
    jpeg.dct_method = JDCT_ISLOW;
    jpeg.arith_code = how.arithmetic;
    jpeg.restart_in_rows = how.restart_rows;
    if (how.progressive) jpeg_simple_progression(&jpeg);
    jpeg_scan_info scans[4];
    if (how.one_scan_each) {
        for (int i = 0; i < jpeg.num_components; i++)
            scans[i] = (jpeg_scan_info){.comps_in_scan = 1,
                                        .component_index = {i},
                                        .Ss = 0,
                                        .Se = 63,
                                        .Ah = 0,
                                        .Al = 0};
        jpeg.scan_info = scans;
        jpeg.num_scans = jpeg.num_components;
    }
    jpeg.write_Adobe_marker = how.adobe;
    jpeg.write_JFIF_header = how.jfif;
    jpeg_start_compress(&jpeg, TRUE);
    for (int y = 0; y < height; y++) {
        JSAMPROW row = (JSAMPROW)(pixels + (size_t)y * (size_t)width * (size_t)how.components);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    return 0;
}
