/* Pixels of a JPEG XL file through libjxl, which is loaded when it is first wanted: libvips may be
 * without it, and this program builds and runs without it, too. */
#ifndef CJPEGXL_H
#define CJPEGXL_H

#include <stddef.h>
#include <stdint.h>

typedef struct cjpegxl_reader cjpegxl_reader;

enum { CJPEGXL_GREY = 1, CJPEGXL_RGB = 3 };

typedef struct {
    int width; /* upright */
    int height;
    int colours; /* samples of colour a pixel: CJPEGXL_GREY or CJPEGXL_RGB */
    int has_alpha;
    int bits; /* of a sample that `cjpegxl_decode` writes: 8 or 16 */
    int is_animated;
    int has_spot; /* colours of inks beside the others */
    int has_black; /* the colours are inks */
    int transfer; /* by its number (ITU-T H.273), 0 where a profile says it */
} cjpegxl_info;

typedef enum {
    CJPEGXL_OK,
    CJPEGXL_DAMAGED,
    CJPEGXL_TRUNCATED,
    CJPEGXL_NO_MEMORY,
} cjpegxl_result;

/* libjxl's version, such as 7000 for 0.7.0; 0 where there is none. */
uint32_t cjpegxl_version(void);

/* Reads the header of a file in memory, which is needed as long as the reader. `*reader` is closed by the
 * caller where the result is CJPEGXL_OK. */
cjpegxl_result cjpegxl_open(const uint8_t *bytes, size_t length, cjpegxl_info *info,
                            cjpegxl_reader **reader);

/* The profile of the pixels, owned by the reader; NULL where there is none. */
const uint8_t *cjpegxl_profile(const cjpegxl_reader *reader, size_t *length);

/* Decodes the first frame into `out`, rows without gaps, colours then alpha, not premultiplied. After a
 * failure, `out` has what could be decoded, and is as it was besides. Once a reader. */
cjpegxl_result cjpegxl_decode(cjpegxl_reader *reader, void *out, size_t size);

void cjpegxl_close(cjpegxl_reader *reader);

#endif
