#include "cjpegxl.h"

#if __has_include(<jxl/decode.h>)

#include <dlfcn.h>
#include <jxl/decode.h>
#include <jxl/version.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* --- The library --------------------------------------------------------------------------------- */

#define FUNCTIONS(DO)                                                                             \
    DO(JxlDecoderVersion)                                                                         \
    DO(JxlDecoderCreate)                                                                          \
    DO(JxlDecoderDestroy)                                                                         \
    DO(JxlDecoderSubscribeEvents)                                                                 \
    DO(JxlDecoderSetUnpremultiplyAlpha)                                                           \
    DO(JxlDecoderSetInput)                                                                        \
    DO(JxlDecoderProcessInput)                                                                    \
    DO(JxlDecoderGetBasicInfo)                                                                    \
    DO(JxlDecoderGetExtraChannelInfo)                                                             \
    DO(JxlDecoderGetColorAsEncodedProfile)                                                        \
    DO(JxlDecoderGetICCProfileSize)                                                               \
    DO(JxlDecoderGetColorAsICCProfile)                                                            \
    DO(JxlDecoderImageOutBufferSize)                                                              \
    DO(JxlDecoderSetImageOutBuffer)                                                               \
    DO(JxlDecoderFlushImage)

static struct {
#define DECLARE(NAME) __typeof__(NAME) *NAME;
    FUNCTIONS(DECLARE)
    int is_there;
} jxl;

/* The library whose headers this was compiled with: others have other interfaces. */
#define TEXT_OF(VALUE) #VALUE
#define TEXT(VALUE) TEXT_OF(VALUE)
#if JPEGXL_MAJOR_VERSION == 0
#define VERSION TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION)
#else
#define VERSION TEXT(JPEGXL_MAJOR_VERSION)
#endif
#ifdef __APPLE__
#define LIBRARY "libjxl." VERSION ".dylib"
#else
#define LIBRARY "libjxl.so." VERSION
#endif

static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
#define FIND(NAME)                                                                                \
    jxl.NAME = (__typeof__(NAME) *)dlsym(library, #NAME);                                         \
    if (jxl.NAME == NULL) return;
    FUNCTIONS(FIND)
    jxl.is_there = 1;
}

static int is_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return jxl.is_there;
}

uint32_t cjpegxl_version(void) { return is_there() ? jxl.JxlDecoderVersion() : 0; }

/* Before 0.9 a pixel format that nobody looked at stood among the arguments. */
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
#define NO_FORMAT NULL,
#else
#define NO_FORMAT
#endif

/* --- Reading ------------------------------------------------------------------------------------- */

struct cjpegxl_reader {
    JxlDecoder *decoder;
    JxlPixelFormat format;
    uint8_t *profile; /* or NULL */
    size_t profile_length;
};

static cjpegxl_result failure(JxlDecoderStatus status) {
    return status == JXL_DEC_NEED_MORE_INPUT ? CJPEGXL_TRUNCATED : CJPEGXL_DAMAGED;
}

static void read_extra_channels(const JxlDecoder *decoder, uint32_t count, cjpegxl_info *info) {
    for (uint32_t index = 0; index < count; index++) {
        JxlExtraChannelInfo channel;
        if (jxl.JxlDecoderGetExtraChannelInfo(decoder, index, &channel) != JXL_DEC_SUCCESS) continue;
        if (channel.type == JXL_CHANNEL_SPOT_COLOR) info->has_spot = 1;
        if (channel.type == JXL_CHANNEL_BLACK) info->has_black = 1;
    }
}

static cjpegxl_result read_basic_info(cjpegxl_reader *reader, cjpegxl_info *info) {
    JxlBasicInfo basic;
    if (jxl.JxlDecoderGetBasicInfo(reader->decoder, &basic) != JXL_DEC_SUCCESS ||
        basic.xsize > INT32_MAX || basic.ysize > INT32_MAX)
        return CJPEGXL_DAMAGED;
    info->width = (int)basic.xsize;
    info->height = (int)basic.ysize;
    info->colours = basic.num_color_channels == 1 ? CJPEGXL_GREY : CJPEGXL_RGB;
    info->has_alpha = basic.alpha_bits > 0;
    info->bits = basic.bits_per_sample > 8 || basic.exponent_bits_per_sample > 0 ? 16 : 8;
    info->is_animated = basic.have_animation;
    read_extra_channels(reader->decoder, basic.num_extra_channels, info);
    reader->format.num_channels = (uint32_t)(info->colours + info->has_alpha);
    reader->format.data_type = info->bits == 8 ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16;
    reader->format.endianness = JXL_NATIVE_ENDIAN;
    return CJPEGXL_OK;
}

static cjpegxl_result read_colours(cjpegxl_reader *reader, cjpegxl_info *info) {
    JxlColorEncoding colours;
    if (jxl.JxlDecoderGetColorAsEncodedProfile(reader->decoder, NO_FORMAT
                                               JXL_COLOR_PROFILE_TARGET_ORIGINAL,
                                               &colours) == JXL_DEC_SUCCESS &&
        colours.transfer_function != JXL_TRANSFER_FUNCTION_GAMMA)
        info->transfer = (int)colours.transfer_function;
    size_t length = 0;
    if (jxl.JxlDecoderGetICCProfileSize(reader->decoder, NO_FORMAT JXL_COLOR_PROFILE_TARGET_DATA,
                                        &length) != JXL_DEC_SUCCESS ||
        length == 0)
        return CJPEGXL_OK;
    uint8_t *profile = malloc(length);
    if (profile == NULL) return CJPEGXL_NO_MEMORY;
    if (jxl.JxlDecoderGetColorAsICCProfile(reader->decoder, NO_FORMAT JXL_COLOR_PROFILE_TARGET_DATA,
                                           profile, length) != JXL_DEC_SUCCESS) {
        free(profile);
        return CJPEGXL_OK;
    }
    free(reader->profile);
    reader->profile = profile;
    reader->profile_length = length;
    return CJPEGXL_OK;
}

static cjpegxl_result read_header(cjpegxl_reader *reader, cjpegxl_info *info) {
    for (;;) {
        JxlDecoderStatus status = jxl.JxlDecoderProcessInput(reader->decoder);
        cjpegxl_result result;
        switch (status) {
        case JXL_DEC_BASIC_INFO: result = read_basic_info(reader, info); break;
        case JXL_DEC_COLOR_ENCODING: return read_colours(reader, info);
        default: return failure(status);
        }
        if (result != CJPEGXL_OK) return result;
    }
}

cjpegxl_result cjpegxl_open(const uint8_t *bytes, size_t length, cjpegxl_info *info,
                            cjpegxl_reader **out) {
    memset(info, 0, sizeof *info);
    if (!is_there()) return CJPEGXL_DAMAGED;
    cjpegxl_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return CJPEGXL_NO_MEMORY;
    reader->decoder = jxl.JxlDecoderCreate(NULL);
    cjpegxl_result result = CJPEGXL_NO_MEMORY;
    if (reader->decoder != NULL) {
        jxl.JxlDecoderSubscribeEvents(reader->decoder,
                                      JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE);
        jxl.JxlDecoderSetUnpremultiplyAlpha(reader->decoder, JXL_TRUE);
        /* Not closed: where a closed input ends early, libjxl calls it broken. */
        jxl.JxlDecoderSetInput(reader->decoder, bytes, length);
        result = read_header(reader, info);
    }
    if (result == CJPEGXL_OK)
        *out = reader;
    else
        cjpegxl_close(reader);
    return result;
}

const uint8_t *cjpegxl_profile(const cjpegxl_reader *reader, size_t *length) {
    *length = reader->profile_length;
    return reader->profile;
}

cjpegxl_result cjpegxl_decode(cjpegxl_reader *reader, void *out, size_t size) {
    for (;;) {
        JxlDecoderStatus status = jxl.JxlDecoderProcessInput(reader->decoder);
        size_t wanted;
        switch (status) {
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
            if (jxl.JxlDecoderImageOutBufferSize(reader->decoder, &reader->format, &wanted) !=
                    JXL_DEC_SUCCESS ||
                wanted != size ||
                jxl.JxlDecoderSetImageOutBuffer(reader->decoder, &reader->format, out, size) !=
                    JXL_DEC_SUCCESS)
                return CJPEGXL_DAMAGED;
            break;
        case JXL_DEC_FULL_IMAGE: return CJPEGXL_OK;
        case JXL_DEC_NEED_MORE_INPUT:
            /* Fails where no part of the picture has been decoded. */
            jxl.JxlDecoderFlushImage(reader->decoder);
            return CJPEGXL_TRUNCATED;
        default: return CJPEGXL_DAMAGED;
        }
    }
}

void cjpegxl_close(cjpegxl_reader *reader) {
    if (reader->decoder != NULL) jxl.JxlDecoderDestroy(reader->decoder);
    free(reader->profile);
    free(reader);
}

#else

uint32_t cjpegxl_version(void) { return 0; }

cjpegxl_result cjpegxl_open(const uint8_t *bytes, size_t length, cjpegxl_info *info,
                            cjpegxl_reader **reader) {
    (void)bytes, (void)length, (void)info, (void)reader;
    return CJPEGXL_DAMAGED;
}

const uint8_t *cjpegxl_profile(const cjpegxl_reader *reader, size_t *length) {
    (void)reader;
    *length = 0;
    return NULL;
}

cjpegxl_result cjpegxl_decode(cjpegxl_reader *reader, void *out, size_t size) {
    (void)reader, (void)out, (void)size;
    return CJPEGXL_DAMAGED;
}

void cjpegxl_close(cjpegxl_reader *reader) { (void)reader; }

#endif
