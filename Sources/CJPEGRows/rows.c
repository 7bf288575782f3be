/* Rows, interleaved or as planes. */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

enum { MCU_ROWS = 16 };

static int fail(cjpegrows *reader, cjpegrows_cause cause, const char *text) {
    reader->failure.cause = cause;
    snprintf(reader->failure.text, CJPEGROWS_MESSAGE, "%s", text);
    return -1;
}

/* Planes of one MCU row; `i` counts components, luma first. */
static int plane_rows(int i) { return i == 0 ? MCU_ROWS : MCU_ROWS / 2; }

static int allocate_staging(cjpegrows *reader) {
    for (int i = 0; i < 3; i++) {
        size_t blocks = reader->jpeg.comp_info[i].width_in_blocks;
        reader->staged_stride[i] = (blocks * DCTSIZE + 15) & ~(size_t)15;
        reader->staged[i] = malloc(reader->staged_stride[i] * (size_t)plane_rows(i));
        if (reader->staged[i] == NULL) return fail(reader, CJPEGROWS_UNREADABLE, "out of memory");
    }
    return 0;
}

int cjpegrows_prepare(cjpegrows *reader, cjpegrows_format format, int shrink) {
    if (setjmp(reader->landing)) return -1;
    reader->jpeg.dct_method = JDCT_ISLOW;
    reader->jpeg.scale_num = 1;
    reader->jpeg.scale_denom = (unsigned int)shrink;
    switch (format) {
    case CJPEGROWS_GREY: reader->jpeg.out_color_space = JCS_GRAYSCALE; break;
    case CJPEGROWS_RGB: reader->jpeg.out_color_space = JCS_RGB; break;
    case CJPEGROWS_CMYK: reader->jpeg.out_color_space = JCS_CMYK; break;
    case CJPEGROWS_YCC420:
        if (!cjpegrows_is_420(&reader->jpeg) || shrink != 1)
            return fail(reader, CJPEGROWS_UNSUPPORTED, "JPEG that is not 4:2:0, as planes");
        reader->jpeg.out_color_space = JCS_YCbCr;
        reader->jpeg.raw_data_out = TRUE;
        if (allocate_staging(reader) != 0) return -1;
        break;
    }
    jpeg_calc_output_dimensions(&reader->jpeg);
    return 0;
}

int cjpegrows_width(const cjpegrows *reader) { return (int)reader->jpeg.output_width; }
int cjpegrows_height(const cjpegrows *reader) { return (int)reader->jpeg.output_height; }

static void invert(uint8_t *samples, size_t count) {
    for (size_t i = 0; i < count; i++) samples[i] = 255 - samples[i];
}

static const char *const too_few = "fewer rows than its header announced";

int cjpegrows_read(cjpegrows *reader, uint8_t *out, size_t stride, int count) {
    if (cjpegrows_start(reader) != 0) return -1;
    if (setjmp(reader->landing)) return -1;
    if (count > cjpegrows_rows_left(reader)) return fail(reader, CJPEGROWS_DAMAGED, too_few);
    JSAMPROW rows[MCU_ROWS];
    int done = 0;
    while (done < count) {
        int want = count - done < MCU_ROWS ? count - done : MCU_ROWS;
        for (int i = 0; i < want; i++) rows[i] = out + (size_t)(done + i) * stride;
        int got = (int)jpeg_read_scanlines(&reader->jpeg, rows, (JDIMENSION)want);
        if (got <= 0) return fail(reader, CJPEGROWS_DAMAGED, too_few);
        if (reader->jpeg.out_color_space == JCS_CMYK)
            for (int i = 0; i < got; i++) invert(rows[i], (size_t)reader->jpeg.output_width * 4);
        done += got;
    }
    return cjpegrows_finish_if_done(reader);
}
/* Decodes the next row of MCUs straight to `out`, or to the staging rows where `out` is NULL. */
static int read_mcu_row(cjpegrows *reader, uint8_t *const out[3], const size_t stride[3]) {
    JSAMPROW rows[3][MCU_ROWS];
    JSAMPARRAY planes[3] = {rows[0], rows[1], rows[2]};
    for (int i = 0; i < 3; i++)
        for (int row = 0; row < plane_rows(i); row++)
            rows[i][row] = out != NULL ? out[i] + (size_t)row * stride[i]
                                       : reader->staged[i] + (size_t)row * reader->staged_stride[i];
    if (jpeg_read_raw_data(&reader->jpeg, planes, MCU_ROWS) == 0) return fail(reader, CJPEGROWS_DAMAGED, too_few);
    return 0;
}

static void copy_staged(cjpegrows *reader, uint8_t *const out[3], const size_t stride[3],
                        int count) {
    for (int i = 0; i < 3; i++) {
        int shift = i == 0 ? 0 : 1;
        int first = reader->staged_next >> shift;
        int rows = (count + shift) >> shift;
        size_t bytes =
            stride[i] < reader->staged_stride[i] ? stride[i] : reader->staged_stride[i];
        for (int row = 0; row < rows; row++)
            memcpy(out[i] + (size_t)row * stride[i],
                   reader->staged[i] + (size_t)(first + row) * reader->staged_stride[i], bytes);
    }
}

int cjpegrows_read_planes(cjpegrows *reader, uint8_t *const out[3], const size_t stride[3],
                          int count) {
    if (cjpegrows_start(reader) != 0) return -1;
    if (setjmp(reader->landing)) return -1;
    if (count > cjpegrows_rows_left(reader) + reader->staged_count - reader->staged_next)
        return fail(reader, CJPEGROWS_DAMAGED, too_few);
    int done = 0;
    while (done < count) {
        uint8_t *const at[3] = {
            out[0] + (size_t)done * stride[0],
            out[1] + (size_t)(done / 2) * stride[1],
            out[2] + (size_t)(done / 2) * stride[2],
        };
        int staged = reader->staged_count - reader->staged_next;
        if (staged == 0) {
            int below = cjpegrows_rows_left(reader);
            if (count - done >= MCU_ROWS && below >= MCU_ROWS) {
                if (read_mcu_row(reader, at, stride) != 0) return -1;
                done += MCU_ROWS;
                continue;
            }
            if (read_mcu_row(reader, NULL, NULL) != 0) return -1;
            reader->staged_next = 0;
            staged = reader->staged_count = below < MCU_ROWS ? below : MCU_ROWS;
        }
        int take = count - done < staged ? count - done : staged;
        copy_staged(reader, at, stride, take);
        reader->staged_next += take;
        done += take;
    }
    return cjpegrows_finish_if_done(reader);
}
