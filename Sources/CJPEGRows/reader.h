/* What the parts of the reader share. */
#ifndef CJPEGROWS_READER_H
#define CJPEGROWS_READER_H

#include "cjpegrows.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

enum { INPUT_BYTES = 65536, PIECE_BYTES = 511, WARNINGS = 8, PROFILE_PARTS = 255 };

/* What a landing was jumped to for. */
enum { FAILED = 1, FINISHED = 2 };

struct cjpegrows {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr input;
    struct jpeg_progress_mgr progress;
    jmp_buf landing;

    int file;
    int64_t size;
    int64_t position; /* of what comes after the piece that libjpeg has */
    int64_t start;    /* of the buffer */
    size_t filled;    /* bytes of the buffer */
    int has_ended;    /* the file has, and libjpeg was handed an end-of-image marker */
    JOCTET buffer[INPUT_BYTES];

    uint8_t *exif; /* from its TIFF structure on */
    size_t exif_length;
    int has_exif;
    struct {
        uint8_t *bytes;
        size_t length;
    } parts[PROFILE_PARTS];
    int announced_parts;
    uint8_t *profile;
    size_t profile_length;

    int keeps_damaged;
    cjpegrows_fault failure;
    cjpegrows_fault damage;
    int is_damaged;
    struct {
        int code;
        char text[CJPEGROWS_MESSAGE];
    } warnings[WARNINGS];
    int warnings_found;
    int warnings_taken;

    int last_scan;                   /* the last one whose components were noted */
    uint8_t seen[MAX_COMPONENTS];    /* the components that scans have had */
    int restarts_after_scan;         /* restart markers where none is due */
    int has_pixels;                  /* all rows are decoded; what follows changes none */
    int is_lost;                     /* no more scans can be read */
    int has_started;
    int has_finished; /* the whole file has been read */

    /* Planar reading: one row of MCUs, decoded and not yet handed out. */
    uint8_t *staged[3];
    size_t staged_stride[3];
    int staged_next;  /* luma rows of it already handed out */
    int staged_count; /* luma rows in it */
};

/* Ends the call that is under way. */
_Noreturn void cjpegrows_fail(cjpegrows *reader, cjpegrows_cause cause, const char *text);

/* Damage after which libjpeg can go on: the end of the call, or noted where damage is kept. */
void cjpegrows_note_damage(cjpegrows *reader, const char *text);

/* A warning of a kind that is told once; `code` is libjpeg's, or one of these. */
enum { CODE_NO_END = -1, CODE_PROFILE = -2, CODE_COARSE = -3, CODE_TAIL = -4 };
void cjpegrows_warn(cjpegrows *reader, int code, const char *text);

extern const char cjpegrows_premature_end[];

void cjpegrows_handle_errors(cjpegrows *reader);

void cjpegrows_read_from_file(cjpegrows *reader);
/* Whether the `count` bytes before the marker that has just been read are all the same. */
int cjpegrows_is_padding(cjpegrows *reader, int64_t count, int is_zero);

/* Has the segments taken out of the header that say what the pixels mean. */
void cjpegrows_take_segments(cjpegrows *reader);
/* After the header. */
void cjpegrows_join_profile(cjpegrows *reader);
void cjpegrows_free_segments(cjpegrows *reader);

/* YCbCr with chroma at half the width and half the height. */
int cjpegrows_is_420(const struct jpeg_decompress_struct *jpeg);

void cjpegrows_watch_scans(cjpegrows *reader);
int cjpegrows_is_in_scan(const cjpegrows *reader);
/* Whether all that is left of the file changes no pixel. */
int cjpegrows_has_all_pixels(const cjpegrows *reader);
/* Reads up to the first row, where that has not been done: of a file in several scans, all of it.
 * 0, or -1. */
int cjpegrows_start(cjpegrows *reader);
int cjpegrows_rows_left(const cjpegrows *reader);
/* After the last row the rest of the file is read, so that bytes which its scan left over are
 * noticed: 0, or -1. */
int cjpegrows_finish_if_done(cjpegrows *reader);

#endif
