/* libjpeg's input: an open file, read by place. */
#include "reader.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void init_source(j_decompress_ptr jpeg) { (void)jpeg; }
static void term_source(j_decompress_ptr jpeg) { (void)jpeg; }

static ssize_t read_at(cjpegrows *reader, void *out, size_t length, int64_t position) {
    ssize_t got;
    do {
        got = pread(reader->file, out, length, position);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        char text[CJPEGROWS_MESSAGE];
        snprintf(text, sizeof text, "cannot be read: %s", strerror(errno));
        cjpegrows_fail(reader, CJPEGROWS_UNREADABLE, text);
    }
    return got;
}

/* Many a file lacks nothing but its end-of-image marker, so libjpeg is handed one where the file
 * ends. Whether data are missing shows in what it makes of that:
 *
 * - in a Huffman-coded scan it warns that it needs more bits;
 * - zeros are a legal end of an arithmetic-coded one, whatever they decode to: whoever needs more
 *   there cannot tell, so it counts as a loss;
 * - in the middle of a segment the marker is taken for content, and more is asked for, by a scan or
 *   by the next segment;
 * - scans that never came are looked for in the end. */
static void end_input(cjpegrows *reader) {
    static const JOCTET end_of_image[2] = {0xff, JPEG_EOI};
    if (reader->has_ended && !cjpegrows_is_in_scan(reader)) {
        if (cjpegrows_has_all_pixels(reader)) longjmp(reader->landing, FINISHED);
        cjpegrows_fail(reader, CJPEGROWS_DAMAGED, cjpegrows_premature_end);
    }
    reader->has_ended = 1;
    reader->input.next_input_byte = end_of_image;
    reader->input.bytes_in_buffer = sizeof end_of_image;
    if (reader->jpeg.arith_code && cjpegrows_is_in_scan(reader))
        cjpegrows_note_damage(reader, cjpegrows_premature_end);
}

/* Bytes of the buffer from the position on, read where there are none. */
static size_t bytes_ahead(cjpegrows *reader) {
    int64_t ahead = reader->start + (int64_t)reader->filled - reader->position;
    if (reader->position >= reader->start && ahead > 0) return (size_t)ahead;
    int64_t rest = reader->size - reader->position;
    if (rest <= 0) return 0;
    reader->start = reader->position;
    reader->filled = (size_t)read_at(
        reader, reader->buffer, rest > INPUT_BYTES ? INPUT_BYTES : (size_t)rest, reader->start);
    return reader->filled;
}

/* libjpeg-turbo decodes Huffman codes faster where it has 512 bytes a block ahead, but takes codes
 * that there are not for zeros then and says nothing. It is given less. */
static boolean fill_input_buffer(j_decompress_ptr jpeg) {
    cjpegrows *reader = jpeg->client_data;
    size_t length = bytes_ahead(reader);
    if (length == 0) {
        end_input(reader);
        return TRUE;
    }
    if (length > PIECE_BYTES) length = PIECE_BYTES;
    reader->input.next_input_byte = reader->buffer + (reader->position - reader->start);
    reader->input.bytes_in_buffer = length;
    reader->position += (int64_t)length;
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

int cjpegrows_is_padding(cjpegrows *reader, int64_t count, int is_zero) {
    uint8_t bytes[4096];
    int64_t end = reader->has_ended
                      ? reader->size
                      : reader->position - (int64_t)reader->input.bytes_in_buffer - 2;
    int64_t at = end > count ? end - count : 0;
    int value = is_zero ? 0 : -1;
    while (at < end) {
        size_t length = end - at > (int64_t)sizeof bytes ? sizeof bytes : (size_t)(end - at);
        ssize_t got = read_at(reader, bytes, length, at);
        if (got == 0) break;
        for (ssize_t i = 0; i < got; i++) {
            if (value < 0) value = bytes[i];
            if (bytes[i] != value) return 0;
        }
        at += got;
    }
    return 1;
}

void cjpegrows_read_from_file(cjpegrows *reader) {
    reader->input.init_source = init_source;
    reader->input.fill_input_buffer = fill_input_buffer;
    reader->input.skip_input_data = skip_input_data;
    reader->input.resync_to_restart = jpeg_resync_to_restart;
    reader->input.term_source = term_source;
    reader->jpeg.src = &reader->input;
}
