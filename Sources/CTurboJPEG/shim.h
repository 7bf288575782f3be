#include <stdio.h>
#include <turbojpeg.h>
/* Only for LIBJPEG_TURBO_VERSION_NUMBER: turbojpeg.h says nothing of its version. */
#include <jconfig.h>
