/* Colours of libvips images, row by row. The callbacks run on libvips' threads and once for each
 * sample of an image, which is why this is C. */
#include "cvipsshim.h"

#include <lcms2.h>
#include <stdatomic.h>
#include <string.h>

typedef struct {
    VipsImage *in;
    cmsHTRANSFORM transform; /* or NULL */
    float (*light)[4];       /* or NULL */
    uint8_t encoded[65536];
    _Atomic(void *) known; /* colours that nobody uses now, or NULL */
} conversion;

static void release(gpointer data) {
    conversion *colours = data;
    if (colours->transform != NULL) cmsDeleteTransform(colours->transform);
    g_object_unref(colours->in);
    g_free(colours->light);
    g_free(colours->known);
    g_free(colours);
}

/* Takes over `colours`; `*out` is an image of what `generate` makes of its rows. */
static int image_of(conversion *colours, VipsStartFn start, VipsGenerateFn generate,
                    VipsStopFn stop, VipsImage **out) {
    VipsImage *image = vips_image_new();
    g_object_ref(colours->in);
    g_object_set_data_full(G_OBJECT(image), "colours", colours, release);
    if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, colours->in, NULL) == 0) {
        image->Bands = 3;
        image->BandFmt = VIPS_FORMAT_UCHAR;
        image->Type = VIPS_INTERPRETATION_sRGB;
        if (vips_image_generate(image, start, generate, stop, colours->in, colours) == 0) {
            *out = image;
            return 0;
        }
    }
    g_object_unref(image);
    return -1;
}

/* --- By LittleCMS -------------------------------------------------------------------------------- */

/* LittleCMS is exact where it works out each colour by itself, and takes 0.2 to 0.4 us for one. Pictures
 * repeat their colours: what was worked out is kept, in the place that a hash of the pixel gives,
 * until another colour needs it. */
enum { PLACES_BITS = 20, RUN = 256 };

typedef struct {
    uint64_t pixel;
    uint8_t rgb[3];
    uint8_t is_known;
} known_colour;

typedef struct {
    VipsRegion *in;
    known_colour *known;
    /* Of a run of pixels, those that are not known. */
    uint64_t pixels[RUN];
    known_colour *places[RUN];
    VipsPel *targets[RUN];
    uint8_t samples[RUN * sizeof(uint64_t)];
    uint16_t light[RUN * 3];
} transformation;

/* A sequence lasts as long as a region; what it knows goes from one to the next. */
static void *start_transforming(VipsImage *out, void *in, void *context) {
    conversion *colours = context;
    transformation *sequence = g_new0(transformation, 1);
    (void)out;
    sequence->in = vips_region_new(in);
    sequence->known = atomic_exchange(&colours->known, NULL);
    if (sequence->known == NULL) sequence->known = g_new0(known_colour, 1 << PLACES_BITS);
    return sequence;
}

static int stop_transforming(void *data, void *in, void *context) {
    conversion *colours = context;
    transformation *sequence = data;
    (void)in;
    g_free(atomic_exchange(&colours->known, sequence->known));
    g_object_unref(sequence->in);
    g_free(sequence);
    return 0;
}

static inline uint64_t pixel_at(const VipsPel *from, size_t size) {
    uint64_t pixel = 0;
    switch (size) {
    case 3: memcpy(&pixel, from, 3); break; /* RGB */
    case 4: memcpy(&pixel, from, 4); break; /* CMYK */
    case 6: memcpy(&pixel, from, 6); break; /* of 16 bit */
    default: memcpy(&pixel, from, 8);
    }
    return pixel;
}

/* For pixels too large to be remembered. */
static void transform_all(transformation *sequence, const conversion *colours, const VipsPel *from,
                          VipsPel *to, int count) {
    cmsDoTransform(colours->transform, from, sequence->light, (cmsUInt32Number)count);
    for (int i = 0; i < 3 * count; i++) to[i] = colours->encoded[sequence->light[i]];
}

static void transform_run(transformation *sequence, const conversion *colours, const VipsPel *from,
                          size_t size, VipsPel *to, int count) {
    int unknown = 0;
    for (int x = 0; x < count; x++, from += size, to += 3) {
        uint64_t pixel = pixel_at(from, size);
        known_colour *place =
            &sequence->known[pixel * 0xD6E8FEB86659FD93 >> (64 - PLACES_BITS)];
        if (place->is_known && place->pixel == pixel) {
            memcpy(to, place->rgb, 3);
            continue;
        }
        memcpy(sequence->samples + unknown * size, from, size);
        sequence->pixels[unknown] = pixel;
        sequence->places[unknown] = place;
        sequence->targets[unknown] = to;
        unknown++;
    }
    if (unknown == 0) return;
    cmsDoTransform(colours->transform, sequence->samples, sequence->light,
                   (cmsUInt32Number)unknown);
    for (int i = 0; i < unknown; i++) {
        known_colour *place = sequence->places[i];
        place->pixel = sequence->pixels[i];
        place->is_known = TRUE;
        for (int c = 0; c < 3; c++) place->rgb[c] = colours->encoded[sequence->light[3 * i + c]];
        memcpy(sequence->targets[i], place->rgb, 3);
    }
}

static int transform_rows(VipsRegion *out, void *data, void *in, void *context, gboolean *stop) {
    transformation *sequence = data;
    const conversion *colours = context;
    VipsRect *area = &out->valid;
    size_t size = VIPS_IMAGE_SIZEOF_PEL((VipsImage *)in);
    (void)stop;
    if (vips_region_prepare(sequence->in, area) != 0) return -1;
    for (int y = area->top; y < VIPS_RECT_BOTTOM(area); y++) {
        const VipsPel *from = VIPS_REGION_ADDR(sequence->in, area->left, y);
        VipsPel *to = VIPS_REGION_ADDR(out, area->left, y);
        for (int x = 0; x < area->width; x += RUN) {
            int count = VIPS_MIN(RUN, area->width - x);
            if (size > sizeof(uint64_t))
                transform_all(sequence, colours, from + x * size, to + x * 3, count);
            else
                transform_run(sequence, colours, from + x * size, size, to + x * 3, count);
        }
    }
    return 0;
}

int cvips_transform(VipsImage *in, VipsImage **out, void *transform, const uint8_t *encoded) {
    conversion *colours = g_new0(conversion, 1);
    colours->in = in;
    colours->transform = transform;
    memcpy(colours->encoded, encoded, sizeof colours->encoded);
    return image_of(colours, start_transforming, transform_rows, stop_transforming, out);
}

/* --- By light ------------------------------------------------------------------------------------ */

static inline uint8_t encoded(const conversion *colours, float light) {
    /* Written so that what is no number counts as black. */
    float bounded = light > 0 ? light : 0;
    return colours->encoded[(int)(bounded < 65535 ? bounded : 65535)];
}

#define ADD_LIGHT(SAMPLE, VALUES)                                                                 \
    do {                                                                                          \
        const SAMPLE *sample = (const SAMPLE *)from;                                              \
        for (int x = 0; x < area->width; x++, sample += 3, to += 3) {                             \
            const float *red = colours->light[sample[0]];                                         \
            const float *green = colours->light[(VALUES) + sample[1]];                            \
            const float *blue = colours->light[2 * (VALUES) + sample[2]];                         \
            for (int c = 0; c < 3; c++) to[c] = encoded(colours, red[c] + green[c] + blue[c]);    \
        }                                                                                         \
    } while (0)

static int add_light_in_rows(VipsRegion *out, void *sequence, void *in, void *context,
                             gboolean *stop) {
    VipsRegion *region = sequence;
    const conversion *colours = context;
    VipsRect *area = &out->valid;
    (void)stop;
    if (vips_region_prepare(region, area) != 0) return -1;
    for (int y = area->top; y < VIPS_RECT_BOTTOM(area); y++) {
        const VipsPel *from = VIPS_REGION_ADDR(region, area->left, y);
        VipsPel *to = VIPS_REGION_ADDR(out, area->left, y);
        if (((VipsImage *)in)->BandFmt == VIPS_FORMAT_UCHAR)
            ADD_LIGHT(uint8_t, 256);
        else
            ADD_LIGHT(uint16_t, 65536);
    }
    return 0;
}

int cvips_add_light(VipsImage *in, VipsImage **out, const float *light, const uint8_t *encoded) {
    size_t bytes = (in->BandFmt == VIPS_FORMAT_UCHAR ? 256 : 65536) * 3 * 4 * sizeof *light;
    conversion *colours = g_new0(conversion, 1);
    colours->in = in;
    colours->light = g_malloc(bytes);
    memcpy(colours->light, light, bytes);
    memcpy(colours->encoded, encoded, sizeof colours->encoded);
    return image_of(colours, vips_start_one, add_light_in_rows, vips_stop_one, out);
}

int cvips_profile_of_inks(VipsBlob **out) { return vips_profile_load("cmyk", out, NULL); }
