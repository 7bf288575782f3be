/* What libjpeg's messages mean: a warning, damage, a kind of JPEG that is not decoded here. */
#include "reader.h"

#include <string.h>

#include <jerror.h>

const char cjpegrows_premature_end[] = "premature end of file";

/* Segments that begin no picture that libjpeg knows, by the second byte of their marker. */
enum { MARKER_DHP = 0xde, MARKER_JPEG_LS = 0xf7 };

/* ---- Warnings ---- */

/* What a writer that aligns to 16 bytes may leave of its buffer is no scan. */
enum { STRAY = 16 };

typedef enum {
    HARMLESS,   /* pixels are what they should be */
    DAMAGE,     /* pixels are made up, or decoded from the wrong bits */
    LEFT_OVER,  /* depends on which bytes they are */
    PROGRESSION /* depends on what the scan refines */
} consequence;

/* Every warning of libjpeg-turbo's, and whether the pixels that come with it are right. One that is
 * not here is of another version, and counts as damage. */
static const struct {
    int code;
    consequence consequence;
} meanings[] = {
    /* The transform is guessed from the number of components, as every reader does. */
    {JWRN_ADOBE_XFORM, HARMLESS},
    {JWRN_ARITH_BAD_CODE, DAMAGE},
    {JWRN_BOGUS_PROGRESSION, PROGRESSION},
    {JWRN_EXTRANEOUS_DATA, LEFT_OVER},
    /* A scan needs more bits, and a marker stands there. */
    {JWRN_HIT_MARKER, DAMAGE},
    {JWRN_HUFF_BAD_CODE, DAMAGE},
    /* Nothing that depends on the revision is used. */
    {JWRN_JFIF_MAJOR, HARMLESS},
    /* Told by libjpeg's own sources; here `end_input` takes its place. */
    {JWRN_JPEG_EOF, DAMAGE},
    /* A restart marker is missing or has another's number: data are lost. */
    {JWRN_MUST_RESYNC, DAMAGE},
    /* Spectral selection and approximation in a sequential scan, which has neither: libjpeg reads
     * all coefficients at full precision whatever these numbers say. */
    {JWRN_NOT_SEQUENTIAL, HARMLESS},
    /* Told to a caller that asks for more rows than there are; none does. */
    {JWRN_TOO_MUCH_DATA, DAMAGE},
    /* Told by libjpeg's own assembly of profiles; `cjpegrows_join_profile` is used. */
    {JWRN_BOGUS_ICC, HARMLESS},
};

/* Bytes that a scan leaves over mean that its decoder lost its way in it: what it made of the rest
 * is wrong, however well it ended. Padding, which some cameras write, is of one value. Before a
 * restart marker nothing but zeros can be padding: the marker says where the data end. */
static int is_rest_of_scan(cjpegrows *reader) {
    long count = reader->errors.msg_parm.i[0];
    int marker = reader->errors.msg_parm.i[1];
    if (reader->jpeg.input_scan_number == 0) return 0;
    if (reader->restarts_after_scan > 0) return 1;
    if (marker >= JPEG_RST0 && marker < JPEG_RST0 + 8)
        return !cjpegrows_is_padding(reader, count, 1);
    return count > STRAY && !cjpegrows_is_padding(reader, count, 0);
}

/* What a scan says to refine is not what came before it. */
static int is_out_of_order(const cjpegrows *reader) {
    /* The others of a block before its first coefficient: which of them comes first is all the same,
     * as long as both come. */
    return !(reader->jpeg.Ss > 0 && reader->errors.msg_parm.i[1] == 0);
}

static int is_damage(cjpegrows *reader, int code) {
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (meanings[i].code != code) continue;
        switch (meanings[i].consequence) {
        case HARMLESS: return 0;
        case DAMAGE: return 1;
        case LEFT_OVER: return is_rest_of_scan(reader);
        case PROGRESSION: return is_out_of_order(reader);
        }
    }
    return 1;
}

void cjpegrows_warn(cjpegrows *reader, int code, const char *text) {
    for (int i = 0; i < reader->warnings_found; i++)
        if (reader->warnings[i].code == code) return;
    if (reader->warnings_found == WARNINGS) return;
    reader->warnings[reader->warnings_found].code = code;
    snprintf(reader->warnings[reader->warnings_found].text, CJPEGROWS_MESSAGE, "%s", text);
    reader->warnings_found++;
}

static void emit_message(j_common_ptr jpeg, int level) {
    cjpegrows *reader = jpeg->client_data;
    int code = jpeg->err->msg_code;
    if (level >= 0) {
        /* A trace. One of them tells of a restart marker outside a scan. */
        int marker = jpeg->err->msg_parm.i[0];
        if (code == JTRC_PARMLESS_MARKER && marker >= JPEG_RST0 && marker < JPEG_RST0 + 8 &&
            reader->jpeg.input_scan_number > 0)
            reader->restarts_after_scan++;
        if (code == JTRC_SOS) reader->restarts_after_scan = 0;
        return;
    }
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    if (is_damage(reader, code)) {
        if (reader->has_ended && code != JWRN_EXTRANEOUS_DATA)
            snprintf(text, sizeof text, "%s", cjpegrows_premature_end);
        else if (code == JWRN_HIT_MARKER && reader->jpeg.unread_marker != JPEG_EOI)
            snprintf(text, sizeof text, "Corrupt JPEG data: marker 0x%02x inside a scan",
                     (unsigned)reader->jpeg.unread_marker);
        cjpegrows_note_damage(reader, text);
        return;
    }
    cjpegrows_warn(reader, code, text);
}

static void output_message(j_common_ptr jpeg) { (void)jpeg; }

/* ---- Errors ---- */

_Noreturn void cjpegrows_fail(cjpegrows *reader, cjpegrows_cause cause, const char *text) {
    reader->failure.cause = cause;
    snprintf(reader->failure.text, CJPEGROWS_MESSAGE, "%s", text);
    longjmp(reader->landing, FAILED);
}

void cjpegrows_note_damage(cjpegrows *reader, const char *text) {
    if (!reader->keeps_damaged) cjpegrows_fail(reader, CJPEGROWS_DAMAGED, text);
    if (reader->is_damaged) return;
    reader->is_damaged = 1;
    reader->damage.cause = CJPEGROWS_DAMAGED;
    snprintf(reader->damage.text, CJPEGROWS_MESSAGE, "%s", text);
}

/* The process of ITU-T T.81 that a start-of-frame marker announces, of those that libjpeg has not. */
static const char *process(int marker) {
    switch (marker) {
    case 0xc3:
    case 0xcb: return "lossless JPEG";
    case 0xc5:
    case 0xc6:
    case 0xc7:
    case 0xcd:
    case 0xce:
    case 0xcf:
    case MARKER_DHP: return "hierarchical JPEG";
    case MARKER_JPEG_LS: return "JPEG-LS";
    default: return NULL;
    }
}

/* The name of a kind of JPEG that libjpeg gives up on, or NULL for a broken file. */
static const char *unsupported(const cjpegrows *reader, char *text, size_t size) {
    const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    int number = reader->errors.msg_parm.i[0];
    switch (reader->errors.msg_code) {
    case JERR_SOF_UNSUPPORTED: return process(number);
    case JERR_UNKNOWN_MARKER:
        return number == MARKER_DHP || number == MARKER_JPEG_LS ? process(number) : NULL;
    case JERR_BAD_PRECISION:
        if (number < 2 || number > 16) return NULL;
        snprintf(text, size, "%d-bit JPEG", number);
        return text;
    case JERR_COMPONENT_COUNT:
        snprintf(text, size, "JPEG of %d components", number);
        return text;
    case JERR_EMPTY_IMAGE:
        return jpeg->image_width > 0 && jpeg->num_components > 0
                   ? "JPEG whose height stands behind its pixels (DNL)"
                   : NULL;
    case JERR_IMAGE_TOO_BIG:
        snprintf(text, size, "JPEG of more than %d pixels a side", number);
        return text;
    case JERR_BAD_MCU_SIZE: return "JPEG of more than 10 blocks a unit";
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL: return "JPEG with components of sizes that do not divide";
    case JERR_ARITH_NOTIMPL: return "arithmetic-coded JPEG";
    case JERR_WIDTH_OVERFLOW:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_NOT_COMPILED:
        snprintf(text, size, "JPEG (");
        reader->errors.format_message((j_common_ptr)jpeg, text + strlen(text));
        snprintf(text + strlen(text), size - strlen(text), ")");
        return text;
    default: return NULL;
    }
}

static void error_exit(j_common_ptr jpeg) {
    cjpegrows *reader = jpeg->client_data;
    char text[JMSG_LENGTH_MAX + 16];
    if (jpeg->err->msg_code == JERR_OUT_OF_MEMORY)
        cjpegrows_fail(reader, CJPEGROWS_UNREADABLE, "out of memory");
    if (cjpegrows_has_all_pixels(reader)) {
        /* What is behind them changes none. */
        jpeg->err->format_message(jpeg, text);
        cjpegrows_warn(reader, CODE_TAIL, text);
        longjmp(reader->landing, FINISHED);
    }
    if (reader->has_ended) cjpegrows_fail(reader, CJPEGROWS_DAMAGED, cjpegrows_premature_end);
    const char *kind = unsupported(reader, text, sizeof text);
    if (kind != NULL) cjpegrows_fail(reader, CJPEGROWS_UNSUPPORTED, kind);
    jpeg->err->format_message(jpeg, text);
    cjpegrows_fail(reader, CJPEGROWS_DAMAGED, text);
}

void cjpegrows_handle_errors(cjpegrows *reader) {
    reader->jpeg.err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = error_exit;
    reader->errors.emit_message = emit_message;
    reader->errors.output_message = output_message;
    reader->jpeg.client_data = reader;
}
