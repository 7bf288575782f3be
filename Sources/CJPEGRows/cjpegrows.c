#include "cjpegrows.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jpeglib.h>
/* Message codes, to tell warnings that change pixels from those that do not. */
#include <jerror.h>

enum { INPUT_BYTES = 65536, MCU_ROWS = 16 };

struct cjpegrows {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr input;
    jmp_buf landing;
    int file;
    int64_t size;
    int64_t position; /* of what comes after the buffer */
    JOCTET buffer[INPUT_BYTES];
    char message[CJPEGROWS_MESSAGE];
    char warning[CJPEGROWS_MESSAGE];
    /* Planar reading: one row of MCUs, decoded and not yet handed out. */
    uint8_t *staged[3];
    size_t staged_stride[3];
    int staged_next;  /* luma rows of it already handed out */
    int staged_count; /* luma rows in it */
    int finished;     /* the whole file has been read */
    int inverted;     /* CMYK with 255 for no ink */
};

/* ---- Errors ---- */

static void error_exit(j_common_ptr jpeg) {
    cjpegrows *reader = jpeg->client_data;
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    snprintf(reader->message, sizeof reader->message, "%s", text);
    longjmp(reader->landing, 1);
}

/* A file that ends early or whose entropy-coded data are broken decodes to invented pixels: an
 * error. Other warnings are about headers and padding. */
static int changes_pixels(int code) {
    return code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE ||
           code == JWRN_MUST_RESYNC || code == JWRN_ARITH_BAD_CODE ||
           code == JWRN_NOT_SEQUENTIAL || code == JWRN_BOGUS_PROGRESSION;
}

/* Bytes that a scan leaves over mean that its decoder lost its way in it: what it made of the rest
 * is wrong, however well it ended. Padding, which some cameras write, is of one value; a few stray
 * bytes are no scan's worth. */
static int is_rest_of_scan(const cjpegrows *reader) {
    enum { STRAY = 64 };
    const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    if (jpeg->err->msg_code != JWRN_EXTRANEOUS_DATA || jpeg->input_scan_number == 0) return 0;
    long count = jpeg->err->msg_parm.i[0];
    if (count <= STRAY) return 0;
    /* The marker has just been read; before it stand the bytes, as far as the buffer goes. */
    const JOCTET *end = reader->input.next_input_byte - 2;
    const JOCTET *start = end - reader->buffer > count ? end - count : reader->buffer;
    for (const JOCTET *byte = start; byte < end; byte++)
        if (*byte != *start) return 1;
    return 0;
}

static void emit_message(j_common_ptr jpeg, int level) {
    cjpegrows *reader = jpeg->client_data;
    if (level >= 0) return; /* a trace, not a warning */
    if (changes_pixels(jpeg->err->msg_code) || is_rest_of_scan(reader)) error_exit(jpeg);
    jpeg->err->num_warnings++;
    if (reader->warning[0] == '\0') {
        char text[JMSG_LENGTH_MAX];
        jpeg->err->format_message(jpeg, text);
        snprintf(reader->warning, sizeof reader->warning, "%s", text);
    }
}

static void output_message(j_common_ptr jpeg) { (void)jpeg; }

/* ---- Input ---- */

static void init_source(j_decompress_ptr jpeg) { (void)jpeg; }
static void term_source(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean fill_input_buffer(j_decompress_ptr jpeg) {
    cjpegrows *reader = jpeg->client_data;
    int64_t rest = reader->size - reader->position;
    size_t length = rest > INPUT_BYTES ? INPUT_BYTES : rest > 0 ? (size_t)rest : 0;
    ssize_t got;
    do {
        got = pread(reader->file, reader->buffer, length, reader->position);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        snprintf(reader->message, sizeof reader->message, "cannot be read: %s", strerror(errno));
        longjmp(reader->landing, 1);
    }
    if (got == 0) {
        snprintf(reader->message, sizeof reader->message, "premature end of file");
        longjmp(reader->landing, 1);
    }
    reader->position += got;
    reader->input.next_input_byte = reader->buffer;
    reader->input.bytes_in_buffer = (size_t)got;
    return TRUE;
}

static void skip_input_data(j_decompress_ptr jpeg, long count) {
    cjpegrows *reader = jpeg->client_data;
    if (count <= 0) return;
    if (count > (long)reader->input.bytes_in_buffer) {
        /* The end, where it lies behind it, is noticed at the next byte. */
        reader->position += count - (long)reader->input.bytes_in_buffer;
        reader->input.bytes_in_buffer = 0;
        return;
    }
    reader->input.next_input_byte += count;
    reader->input.bytes_in_buffer -= (size_t)count;
}

/* ---- Opening ---- */

static int is_420(const struct jpeg_decompress_struct *jpeg) {
    const jpeg_component_info *c = jpeg->comp_info;
    return jpeg->num_components == 3 && jpeg->jpeg_color_space == JCS_YCbCr &&
           c[0].h_samp_factor == 2 && c[0].v_samp_factor == 2 && c[1].h_samp_factor == 1 &&
           c[1].v_samp_factor == 1 && c[2].h_samp_factor == 1 && c[2].v_samp_factor == 1;
}

static void describe(const struct jpeg_decompress_struct *jpeg, cjpegrows_info *info) {
    const jpeg_component_info *c = jpeg->comp_info;
    info->width = (int)jpeg->image_width;
    info->height = (int)jpeg->image_height;
    info->components = jpeg->num_components;
    info->is_grey = jpeg->num_components == 1 && jpeg->jpeg_color_space == JCS_GRAYSCALE;
    info->is_ycc = jpeg->num_components == 3 && jpeg->jpeg_color_space == JCS_YCbCr;
    info->is_420 = is_420(jpeg);
    info->is_cmyk = jpeg->num_components == 4;
    info->coefficients = 0;
    if (jpeg_has_multiple_scans((j_decompress_ptr)jpeg))
        for (int i = 0; i < jpeg->num_components; i++)
            info->coefficients +=
                (size_t)c[i].width_in_blocks * c[i].height_in_blocks * sizeof(JBLOCK);
}

cjpegrows *cjpegrows_open(int file, int64_t size, cjpegrows_info *info,
                          char message[CJPEGROWS_MESSAGE]) {
    cjpegrows *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        snprintf(message, CJPEGROWS_MESSAGE, "out of memory");
        return NULL;
    }
    reader->file = file;
    reader->size = size;
    reader->jpeg.err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = error_exit;
    reader->errors.emit_message = emit_message;
    reader->errors.output_message = output_message;
    reader->jpeg.client_data = reader;
    if (setjmp(reader->landing)) {
        snprintf(message, CJPEGROWS_MESSAGE, "%s", reader->message);
        cjpegrows_close(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->jpeg);
    reader->jpeg.client_data = reader;
    reader->input.init_source = init_source;
    reader->input.fill_input_buffer = fill_input_buffer;
    reader->input.skip_input_data = skip_input_data;
    reader->input.resync_to_restart = jpeg_resync_to_restart;
    reader->input.term_source = term_source;
    reader->jpeg.src = &reader->input;
    jpeg_read_header(&reader->jpeg, TRUE);
    int components = reader->jpeg.num_components;
    if (components != 1 && components != 3 && components != 4) {
        snprintf(message, CJPEGROWS_MESSAGE, "%d colour components", components);
        cjpegrows_close(reader);
        return NULL;
    }
    describe(&reader->jpeg, info);
    return reader;
}

void cjpegrows_close(cjpegrows *reader) {
    if (reader == NULL) return;
    for (int i = 0; i < 3; i++) free(reader->staged[i]);
    if (!setjmp(reader->landing)) jpeg_destroy_decompress(&reader->jpeg);
    free(reader);
}

const char *cjpegrows_message(const cjpegrows *reader) { return reader->message; }
const char *cjpegrows_warning(const cjpegrows *reader) { return reader->warning; }

/* ---- Decoding ---- */

static int fail(cjpegrows *reader, const char *message) {
    snprintf(reader->message, sizeof reader->message, "%s", message);
    return -1;
}

/* Planes of one MCU row; `i` counts components, luma first. */
static int plane_rows(int i) { return i == 0 ? MCU_ROWS : MCU_ROWS / 2; }

static int allocate_staging(cjpegrows *reader) {
    for (int i = 0; i < 3; i++) {
        size_t blocks = reader->jpeg.comp_info[i].width_in_blocks;
        reader->staged_stride[i] = (blocks * DCTSIZE + 15) & ~(size_t)15;
        reader->staged[i] = malloc(reader->staged_stride[i] * (size_t)plane_rows(i));
        if (reader->staged[i] == NULL) return fail(reader, "out of memory");
    }
    return 0;
}

int cjpegrows_start(cjpegrows *reader, cjpegrows_format format, int shrink) {
    if (setjmp(reader->landing)) return -1;
    reader->jpeg.dct_method = JDCT_ISLOW;
    reader->jpeg.scale_num = 1;
    reader->jpeg.scale_denom = (unsigned int)shrink;
    switch (format) {
    case CJPEGROWS_GREY: reader->jpeg.out_color_space = JCS_GRAYSCALE; break;
    case CJPEGROWS_RGB: reader->jpeg.out_color_space = JCS_RGB; break;
    case CJPEGROWS_CMYK:
        reader->jpeg.out_color_space = JCS_CMYK;
        reader->inverted = reader->jpeg.saw_Adobe_marker;
        break;
    case CJPEGROWS_YCC420:
        if (!is_420(&reader->jpeg) || shrink != 1) return fail(reader, "not 4:2:0");
        reader->jpeg.out_color_space = JCS_YCbCr;
        reader->jpeg.raw_data_out = TRUE;
        if (allocate_staging(reader) != 0) return -1;
        break;
    }
    jpeg_start_decompress(&reader->jpeg);
    return 0;
}

int cjpegrows_width(const cjpegrows *reader) { return (int)reader->jpeg.output_width; }
int cjpegrows_height(const cjpegrows *reader) { return (int)reader->jpeg.output_height; }

static void invert(uint8_t *samples, size_t count) {
    for (size_t i = 0; i < count; i++) samples[i] = 255 - samples[i];
}

/* A decoder that is asked for more gives nothing, for ever. */
static int rows_left(const cjpegrows *reader) {
    /* Planes come in whole rows of MCUs, the last of which may reach below the image. */
    return reader->jpeg.output_scanline < reader->jpeg.output_height
               ? (int)(reader->jpeg.output_height - reader->jpeg.output_scanline)
               : 0;
}

/* After the last row the rest of the file is read, so that a file cut off there is noticed. */
static void finish_if_done(cjpegrows *reader) {
    if (reader->finished || rows_left(reader) > 0) return;
    jpeg_finish_decompress(&reader->jpeg);
    reader->finished = 1;
}

static const char *const too_few = "fewer rows than its header announced";

int cjpegrows_read(cjpegrows *reader, uint8_t *out, size_t stride, int count) {
    if (setjmp(reader->landing)) return -1;
    if (count > rows_left(reader)) return fail(reader, too_few);
    JSAMPROW rows[MCU_ROWS];
    int done = 0;
    while (done < count) {
        int want = count - done < MCU_ROWS ? count - done : MCU_ROWS;
        for (int i = 0; i < want; i++) rows[i] = out + (size_t)(done + i) * stride;
        int got = (int)jpeg_read_scanlines(&reader->jpeg, rows, (JDIMENSION)want);
        if (got <= 0) return fail(reader, too_few);
        if (reader->inverted)
            for (int i = 0; i < got; i++) invert(rows[i], (size_t)reader->jpeg.output_width * 4);
        done += got;
    }
    finish_if_done(reader);
    return 0;
}

/* Decodes the next row of MCUs straight to `out`, or to the staging rows where `out` is NULL. */
static int read_mcu_row(cjpegrows *reader, uint8_t *const out[3], const size_t stride[3]) {
    JSAMPROW rows[3][MCU_ROWS];
    JSAMPARRAY planes[3] = {rows[0], rows[1], rows[2]};
    for (int i = 0; i < 3; i++)
        for (int row = 0; row < plane_rows(i); row++)
            rows[i][row] = out != NULL ? out[i] + (size_t)row * stride[i]
                                       : reader->staged[i] + (size_t)row * reader->staged_stride[i];
    if (jpeg_read_raw_data(&reader->jpeg, planes, MCU_ROWS) == 0) return fail(reader, too_few);
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
    if (setjmp(reader->landing)) return -1;
    if (count > rows_left(reader) + reader->staged_count - reader->staged_next)
        return fail(reader, too_few);
    int done = 0;
    while (done < count) {
        uint8_t *const at[3] = {
            out[0] + (size_t)done * stride[0],
            out[1] + (size_t)(done / 2) * stride[1],
            out[2] + (size_t)(done / 2) * stride[2],
        };
        int staged = reader->staged_count - reader->staged_next;
        if (staged == 0) {
            int below = rows_left(reader);
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
    finish_if_done(reader);
    return 0;
}
