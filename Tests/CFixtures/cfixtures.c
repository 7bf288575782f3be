#include "cfixtures.h"

#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

int cfixtures_save(VipsImage *image, const char *path) {
    return vips_image_write_to_file(image, path, NULL);
}

VipsImage *cfixtures_interpreted(VipsImage *image, VipsInterpretation space) {
    VipsImage *out = NULL;
    return vips_copy(image, &out, "interpretation", space, NULL) == 0 ? out : NULL;
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
