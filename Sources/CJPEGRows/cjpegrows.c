/* Opening a file, and what is told of it. */
#include "reader.h"

#include <stdlib.h>

int cjpegrows_is_420(const struct jpeg_decompress_struct *jpeg) {
    const jpeg_component_info *c = jpeg->comp_info;
    return jpeg->num_components == 3 && jpeg->jpeg_color_space == JCS_YCbCr &&
           c[0].h_samp_factor == 2 && c[0].v_samp_factor == 2 && c[1].h_samp_factor == 1 &&
           c[1].v_samp_factor == 1 && c[2].h_samp_factor == 1 && c[2].v_samp_factor == 1;
}

static void describe(const cjpegrows *reader, cjpegrows_info *info) {
    const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    const jpeg_component_info *c = jpeg->comp_info;
    info->width = (int)jpeg->image_width;
    info->height = (int)jpeg->image_height;
    info->components = jpeg->num_components;
    info->is_grey = jpeg->num_components == 1 && jpeg->jpeg_color_space == JCS_GRAYSCALE;
    info->is_ycc = jpeg->num_components == 3 && jpeg->jpeg_color_space == JCS_YCbCr;
    info->is_420 = cjpegrows_is_420(jpeg);
    info->coefficients = 0;
    if (jpeg_has_multiple_scans((j_decompress_ptr)jpeg))
        for (int i = 0; i < jpeg->num_components; i++)
            info->coefficients +=
                (size_t)c[i].width_in_blocks * c[i].height_in_blocks * sizeof(JBLOCK);
    info->exif = reader->exif;
    info->exif_length = reader->exif_length;
    info->profile = reader->profile;
    info->profile_length = reader->profile_length;
}

cjpegrows *cjpegrows_open(int file, int64_t size, int keeps_damaged, cjpegrows_info *info,
                          cjpegrows_fault *fault) {
    cjpegrows *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        *fault = (cjpegrows_fault){CJPEGROWS_UNREADABLE, "out of memory"};
        return NULL;
    }
    reader->file = file;
    reader->size = size;
    reader->keeps_damaged = keeps_damaged;
    cjpegrows_handle_errors(reader);
    if (setjmp(reader->landing)) {
        *fault = reader->failure;
        cjpegrows_close(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->jpeg);
    reader->jpeg.client_data = reader;
    cjpegrows_watch_scans(reader);
    cjpegrows_read_from_file(reader);
    cjpegrows_take_segments(reader);
    jpeg_read_header(&reader->jpeg, TRUE);
    int components = reader->jpeg.num_components;
    if (components != 1 && components != 3 && components != 4) {
        char text[CJPEGROWS_MESSAGE];
        snprintf(text, sizeof text, "JPEG of %d components", components);
        cjpegrows_fail(reader, CJPEGROWS_UNSUPPORTED, text);
    }
    cjpegrows_join_profile(reader);
    describe(reader, info);
    return reader;
}

void cjpegrows_close(cjpegrows *reader) {
    if (reader == NULL) return;
    for (int i = 0; i < 3; i++) free(reader->staged[i]);
    if (!setjmp(reader->landing)) jpeg_destroy_decompress(&reader->jpeg);
    cjpegrows_free_segments(reader);
    free(reader);
}

const cjpegrows_fault *cjpegrows_failure(const cjpegrows *reader) { return &reader->failure; }

const cjpegrows_fault *cjpegrows_damage(const cjpegrows *reader) {
    return reader->is_damaged ? &reader->damage : NULL;
}

const char *cjpegrows_next_warning(cjpegrows *reader) {
    if (reader->warnings_taken == reader->warnings_found) return NULL;
    return reader->warnings[reader->warnings_taken++].text;
}
