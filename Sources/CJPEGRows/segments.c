/* The segments of a header that say what pixels mean: EXIF's (APP1), whose orientation is wanted, and
 * the parts of an ICC profile (APP2). Others, such as XMP of many megabytes, are skipped. */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

static int next_byte(j_decompress_ptr jpeg) {
    struct jpeg_source_mgr *input = jpeg->src;
    if (input->bytes_in_buffer == 0) input->fill_input_buffer(jpeg);
    input->bytes_in_buffer--;
    return *input->next_input_byte++;
}

/* The rest of a segment, in memory of its own. */
static uint8_t *take(j_decompress_ptr jpeg, size_t length) {
    uint8_t *bytes = malloc(length > 0 ? length : 1);
    if (bytes == NULL) cjpegrows_fail(jpeg->client_data, CJPEGROWS_UNREADABLE, "out of memory");
    for (size_t i = 0; i < length; i++) bytes[i] = (uint8_t)next_byte(jpeg);
    return bytes;
}

/* Reads the segment's length and its first bytes, at most `wanted`. What is left of it. */
static long begin_segment(j_decompress_ptr jpeg, uint8_t *head, long wanted, long *got) {
    long length = next_byte(jpeg) << 8;
    length = (length | next_byte(jpeg)) - 2;
    for (*got = 0; *got < wanted && *got < length; (*got)++)
        head[*got] = (uint8_t)next_byte(jpeg);
    return length - *got;
}

static void skip(j_decompress_ptr jpeg, long count) {
    if (count > 0) jpeg->src->skip_input_data(jpeg, count);
}

static boolean read_exif(j_decompress_ptr jpeg) {
    cjpegrows *reader = jpeg->client_data;
    static const uint8_t name[] = {'E', 'x', 'i', 'f', 0, 0};
    uint8_t head[sizeof name];
    long got;
    long rest = begin_segment(jpeg, head, sizeof head, &got);
    /* The first one counts, even where nothing in it can be read; XMP stands in this segment, too. */
    int is_exif = got > 4 && memcmp(head, name, 4) == 0;
    if (is_exif && !reader->has_exif && jpeg->input_scan_number == 0) {
        reader->has_exif = 1;
        if (got == sizeof name && memcmp(head, name, sizeof name) == 0) {
            reader->exif = take(jpeg, (size_t)rest);
            reader->exif_length = (size_t)rest;
            return TRUE;
        }
    }
    skip(jpeg, rest);
    return TRUE;
}

static boolean read_profile_part(j_decompress_ptr jpeg) {
    cjpegrows *reader = jpeg->client_data;
    static const uint8_t name[] = "ICC_PROFILE";
    uint8_t head[sizeof name + 2];
    long got;
    long rest = begin_segment(jpeg, head, sizeof head, &got);
    if (got == sizeof head && memcmp(head, name, sizeof name) == 0 && rest > 0 &&
        head[sizeof name] > 0 && jpeg->input_scan_number == 0) {
        int index = head[sizeof name] - 1;
        uint8_t *bytes = take(jpeg, (size_t)rest);
        free(reader->parts[index].bytes);
        reader->parts[index].bytes = bytes;
        reader->parts[index].length = (size_t)rest;
        reader->announced_parts = head[sizeof name + 1];
        return TRUE;
    }
    skip(jpeg, rest);
    return TRUE;
}

void cjpegrows_take_segments(cjpegrows *reader) {
    jpeg_set_marker_processor(&reader->jpeg, JPEG_APP0 + 1, read_exif);
    jpeg_set_marker_processor(&reader->jpeg, JPEG_APP0 + 2, read_profile_part);
}

void cjpegrows_join_profile(cjpegrows *reader) {
    int parts = 0;
    int last = 0;
    size_t length = 0;
    for (; parts < PROFILE_PARTS && reader->parts[parts].bytes != NULL; parts++)
        length += reader->parts[parts].length;
    for (int i = 0; i < PROFILE_PARTS; i++)
        if (reader->parts[i].bytes != NULL) last = i + 1;
    if (last == 0) return;
    if (length > 0) {
        reader->profile = malloc(length);
        if (reader->profile == NULL)
            cjpegrows_fail(reader, CJPEGROWS_UNREADABLE, "out of memory");
        for (int i = 0; i < parts; i++) {
            memcpy(reader->profile + reader->profile_length, reader->parts[i].bytes,
                   reader->parts[i].length);
            reader->profile_length += reader->parts[i].length;
        }
    }
    /* Numbers of parts are wrong in files whose profiles are whole: the profile's own length, at its
     * start, decides. */
    int wanted = last > reader->announced_parts ? last : reader->announced_parts;
    if (parts == wanted) return;
    const uint8_t *own = reader->profile;
    if (length >= 4 && length >= ((size_t)own[0] << 24 | (size_t)own[1] << 16 |
                                  (size_t)own[2] << 8 | own[3]))
        return;
    free(reader->profile);
    reader->profile = NULL;
    reader->profile_length = 0;
    cjpegrows_warn(reader, CODE_PROFILE, "the embedded colour profile was ignored: it is incomplete");
}

void cjpegrows_free_segments(cjpegrows *reader) {
    for (int i = 0; i < PROFILE_PARTS; i++) free(reader->parts[i].bytes);
    free(reader->profile);
    free(reader->exif);
}
