/* Scans: what each brings, whether all have come, and what follows the last one. */
#include "reader.h"

enum { MOST_SCANS = 1000 };

/* Notes which components a scan has; called while scans are read, at least once for each. */
static void note_scan(j_common_ptr common) {
    cjpegrows *reader = common->client_data;
    const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    if (jpeg->input_scan_number == reader->last_scan) return;
    reader->last_scan = jpeg->input_scan_number;
    /* Each of them is a walk over the whole image, however little it says. */
    if (reader->last_scan > MOST_SCANS)
        cjpegrows_fail(reader, CJPEGROWS_UNSUPPORTED, "JPEG of more than 1000 scans");
    for (int i = 0; i < jpeg->comps_in_scan; i++)
        reader->seen[jpeg->cur_comp_info[i]->component_index] = 1;
}

/* Whether the scans had all of each component at full precision; `*is_coarse` where they had
 * something of each. */
static int has_all(const cjpegrows *reader, int *is_coarse) {
    const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    int is_fine = 1;
    *is_coarse = 0;
    for (int c = 0; c < jpeg->num_components; c++) {
        if (!reader->seen[c] || (jpeg->progressive_mode && jpeg->coef_bits[c][0] < 0)) return 0;
        if (!jpeg->progressive_mode) continue;
        for (int i = 0; i < DCTSIZE2; i++)
            if (jpeg->coef_bits[c][i] != 0) is_fine = 0;
    }
    *is_coarse = !is_fine;
    return is_fine;
}

int cjpegrows_is_in_scan(const cjpegrows *reader) {
    const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    return jpeg->input_scan_number > 0 && jpeg->input_iMCU_row < jpeg->total_iMCU_rows;
}

int cjpegrows_has_all_pixels(const cjpegrows *reader) {
    int is_coarse;
    return reader->has_pixels ||
           (reader->last_scan > 0 && !reader->is_lost && !cjpegrows_is_in_scan(reader) && has_all(reader, &is_coarse));
}

/* All scans of a file of several have been read. */
static void check_scans(cjpegrows *reader) {
    int is_coarse;
    if (!has_all(reader, &is_coarse)) {
        if (reader->has_ended)
            cjpegrows_note_damage(reader, cjpegrows_premature_end);
        else if (is_coarse)
            cjpegrows_warn(reader, CODE_COARSE, "its scans leave out detail");
        else
            cjpegrows_note_damage(reader, "Corrupt JPEG data: a component has no scan");
    }
}

static void warn_of_missing_end(cjpegrows *reader) {
    if (reader->has_ended && !reader->is_damaged)
        cjpegrows_warn(reader, CODE_NO_END,
                       "the end-of-image marker is missing; all coded data are there");
}

/* Has libjpeg show what it has, as if the file ended here. */
static void end_scans(cjpegrows *reader) {
    reader->is_lost = 1;
    reader->jpeg.unread_marker = JPEG_EOI;
    reader->jpeg.input_iMCU_row = reader->jpeg.total_iMCU_rows;
}

/* Reads up to the first row: of a file in several scans, all of it. */
int cjpegrows_start(cjpegrows *reader) {
    if (reader->has_started) return 0;
    int has_many = jpeg_has_multiple_scans(&reader->jpeg);
    switch (setjmp(reader->landing)) {
    case 0: break;
    case FINISHED: end_scans(reader); break;
    default:
        if (!reader->keeps_damaged || reader->failure.cause != CJPEGROWS_DAMAGED ||
            reader->last_scan == 0 || reader->is_lost || cjpegrows_is_in_scan(reader))
            return -1;
        /* A scan that cannot be begun ends the ones before it. */
        cjpegrows_note_damage(reader, reader->failure.text);
        end_scans(reader);
    }
    jpeg_start_decompress(&reader->jpeg);
    if (has_many) {
        if (!reader->is_damaged) check_scans(reader);
        warn_of_missing_end(reader);
    }
    reader->has_started = 1;
    return 0;
}

/* A decoder that is asked for more gives nothing, for ever. */
int cjpegrows_rows_left(const cjpegrows *reader) {
    /* Planes come in whole rows of MCUs, the last of which may reach below the image. */
    return reader->jpeg.output_scanline < reader->jpeg.output_height
               ? (int)(reader->jpeg.output_height - reader->jpeg.output_scanline)
               : 0;
}

/* After the last row the rest of the file is read, so that bytes which its scan left over are
 * noticed: 0, or -1. Of a file in several scans nothing is left. */
int cjpegrows_finish_if_done(cjpegrows *reader) {
    if (reader->has_finished || cjpegrows_rows_left(reader) > 0) return 0;
    switch (setjmp(reader->landing)) {
    case 0:
        reader->has_pixels = 1;
        jpeg_finish_decompress(&reader->jpeg);
        break;
    case FINISHED: break;
    default: return -1;
    }
    reader->has_finished = 1;
    warn_of_missing_end(reader);
    return 0;
}

void cjpegrows_watch_scans(cjpegrows *reader) {
    reader->progress.progress_monitor = note_scan;
    reader->jpeg.progress = &reader->progress;
}
