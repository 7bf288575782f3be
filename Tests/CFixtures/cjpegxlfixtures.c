#include "cfixtures.h"

#if __has_include(<jxl/encode.h>)

#include <dlfcn.h>
#include <jxl/encode.h>
#include <jxl/version.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(DO)                                                                             \
    DO(JxlEncoderCreate)                                                                          \
    DO(JxlEncoderDestroy)                                                                         \
    DO(JxlEncoderInitBasicInfo)                                                                   \
    DO(JxlEncoderSetBasicInfo)                                                                    \
    DO(JxlEncoderInitExtraChannelInfo)                                                            \
    DO(JxlEncoderSetExtraChannelInfo)                                                             \
    DO(JxlColorEncodingSetToSRGB)                                                                 \
    DO(JxlEncoderSetColorEncoding)                                                                \
    DO(JxlEncoderFrameSettingsCreate)                                                             \
    DO(JxlEncoderSetFrameLossless)                                                                \
    DO(JxlEncoderInitFrameHeader)                                                                 \
    DO(JxlEncoderSetFrameHeader)                                                                  \
    DO(JxlEncoderAddImageFrame)                                                                   \
    DO(JxlEncoderSetExtraChannelBuffer)                                                           \
    DO(JxlEncoderCloseInput)                                                                      \
    DO(JxlEncoderProcessOutput)

static struct {
#define DECLARE(NAME) __typeof__(NAME) *NAME;
    FUNCTIONS(DECLARE)
} jxl;

#define TEXT_OF(VALUE) #VALUE
#define TEXT(VALUE) TEXT_OF(VALUE)

static int load(void) {
    void *library =
        dlopen("libjxl.so." TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION), RTLD_NOW);
    if (library == NULL) return -1;
#define FIND(NAME)                                                                                \
    jxl.NAME = (__typeof__(NAME) *)dlsym(library, #NAME);                                         \
    if (jxl.NAME == NULL) return -1;
    FUNCTIONS(FIND)
    return 0;
}

static const JxlExtraChannelType types[] = {JXL_CHANNEL_ALPHA, JXL_CHANNEL_ALPHA,
                                            JXL_CHANNEL_SPOT_COLOR, JXL_CHANNEL_BLACK,
                                            JXL_CHANNEL_DEPTH};

static int set_up(JxlEncoder *encoder, int width, int height, cfixtures_jxl how) {
    JxlBasicInfo info;
    jxl.JxlEncoderInitBasicInfo(&info);
    info.xsize = (uint32_t)width;
    info.ysize = (uint32_t)height;
    info.bits_per_sample = 8;
    info.num_color_channels = 3;
    info.uses_original_profile = JXL_TRUE;
    info.num_extra_channels = how.extra != CFIXTURES_JXL_NONE;
    if (how.extra == CFIXTURES_JXL_ALPHA) info.alpha_bits = 8;
    if (how.frames > 1) {
        info.have_animation = JXL_TRUE;
        info.animation.tps_numerator = 10;
        info.animation.tps_denominator = 1;
    }
    if (jxl.JxlEncoderSetBasicInfo(encoder, &info) != JXL_ENC_SUCCESS) return -1;
    if (how.extra != CFIXTURES_JXL_NONE) {
        JxlExtraChannelInfo channel;
        jxl.JxlEncoderInitExtraChannelInfo(types[how.extra], &channel);
        channel.bits_per_sample = 8;
        if (jxl.JxlEncoderSetExtraChannelInfo(encoder, 0, &channel) != JXL_ENC_SUCCESS) return -1;
    }
    JxlColorEncoding colours;
    jxl.JxlColorEncodingSetToSRGB(&colours, JXL_FALSE);
    if (how.transfer != 0) {
        colours.transfer_function = (JxlTransferFunction)how.transfer;
        colours.primaries = JXL_PRIMARIES_2100;
    }
    return jxl.JxlEncoderSetColorEncoding(encoder, &colours) == JXL_ENC_SUCCESS ? 0 : -1;
}

static int add_frames(JxlEncoder *encoder, const uint8_t *pixels, int width, int height,
                      cfixtures_jxl how) {
    JxlPixelFormat colours = {3, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    JxlPixelFormat extra = {1, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    size_t area = (size_t)width * (size_t)height;
    int given = how.extra == CFIXTURES_JXL_ALPHA ? 4 : 3;
    int result = 0;
    uint8_t *rgb = malloc(3 * area);
    uint8_t *plane = malloc(area);
    for (int frame = 0; frame < how.frames && result == 0; frame++) {
        const uint8_t *from = pixels + (size_t)frame * area * (size_t)given;
        for (size_t i = 0; i < area; i++, from += given) {
            memcpy(rgb + 3 * i, from, 3);
            plane[i] = from[given - 1];
        }
        JxlEncoderFrameSettings *settings = jxl.JxlEncoderFrameSettingsCreate(encoder, NULL);
        jxl.JxlEncoderSetFrameLossless(settings, JXL_TRUE);
        if (how.frames > 1) {
            JxlFrameHeader header;
            jxl.JxlEncoderInitFrameHeader(&header);
            header.duration = 1;
            header.is_last = frame == how.frames - 1;
            if (jxl.JxlEncoderSetFrameHeader(settings, &header) != JXL_ENC_SUCCESS) result = -1;
        }
        if (jxl.JxlEncoderAddImageFrame(settings, &colours, rgb, 3 * area) != JXL_ENC_SUCCESS ||
            (how.extra != CFIXTURES_JXL_NONE &&
             jxl.JxlEncoderSetExtraChannelBuffer(settings, &extra, plane, area, 0) !=
                 JXL_ENC_SUCCESS))
            result = -1;
    }
    free(rgb);
    free(plane);
    jxl.JxlEncoderCloseInput(encoder);
    return result;
}

int cfixtures_write_jxl(const uint8_t *pixels, int width, int height, cfixtures_jxl how,
                        unsigned char **out, unsigned long *length) {
    if (load() != 0) return -1;
    JxlEncoder *encoder = jxl.JxlEncoderCreate(NULL);
    int result = -1;
    if (set_up(encoder, width, height, how) == 0 &&
        add_frames(encoder, pixels, width, height, how) == 0) {
        size_t rest = 1 << 20;
        uint8_t *next = *out = malloc(rest);
        if (jxl.JxlEncoderProcessOutput(encoder, &next, &rest) == JXL_ENC_SUCCESS) {
            *length = (unsigned long)(next - *out);
            result = 0;
        }
    }
    jxl.JxlEncoderDestroy(encoder);
    return result;
}

#else

int cfixtures_write_jxl(const uint8_t *pixels, int width, int height, cfixtures_jxl how,
                        unsigned char **out, unsigned long *length) {
    (void)pixels, (void)width, (void)height, (void)how, (void)out, (void)length;
    return -1;
}

#endif
