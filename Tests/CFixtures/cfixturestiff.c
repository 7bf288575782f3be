#include "cfixtures.h"

#include <tiffio.h>

int cfixtures_write_tiff(const char *path, cfixtures_tiff how, const uint8_t *strips,
                         size_t length) {
    if (!TIFFIsCODECConfigured((uint16_t)how.compression)) return -1;
    TIFF *tiff = TIFFOpen(path, "w");
    if (tiff == NULL) return -1;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, how.width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, how.height);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, how.samples);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, how.bits);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, how.photometric);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, how.compression);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, how.planar ? 2 : 1);
    if (how.samples == 2 || how.samples == 4) {
        uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
    }
    if (how.predictor) TIFFSetField(tiff, TIFFTAG_PREDICTOR, how.predictor);
    /* YCbCr in JPEG is given as RGB. */
    if (how.photometric == PHOTOMETRIC_YCBCR)
        TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    if (how.tile_width) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, how.tile_width);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, how.tile_height);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, how.rows_per_strip);
    }
    uint32_t count = how.tile_width ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    int result = 0;
    for (uint32_t i = 0; i < count && result == 0; i++) {
        void *bytes = (void *)(strips + i * length);
        uint32_t plane = how.planar ? count / (uint32_t)how.samples : count;
        int left = how.height - (int)(i % plane) * how.rows_per_strip;
        tmsize_t size = how.tile_width ? (tmsize_t)length
                                       : TIFFVStripSize(tiff, (uint32_t)(left < how.rows_per_strip
                                                                             ? left
                                                                             : how.rows_per_strip));
        if ((how.tile_width ? TIFFWriteEncodedTile(tiff, i, bytes, size)
                            : TIFFWriteEncodedStrip(tiff, i, bytes, size)) < 0)
            result = -1;
    }
    TIFFClose(tiff);
    return result;
}
