/* What the shim's own files know of its sources. */
#ifndef CVIPSSOURCE_H
#define CVIPSSOURCE_H

#include "cvipsshim.h"

/* The open file under a streamed source. Valid as long as the source is. */
int cvips_source_file(VipsSource *source, int64_t *size);

#endif
