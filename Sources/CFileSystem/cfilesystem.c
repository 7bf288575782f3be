/* What the C library's headers show only to C, with extensions switched on. */
#define _GNU_SOURCE
#include "cfilesystem.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#if defined(__APPLE__)

int cfilesystem_exchange(int folder, const char *a, const char *b) {
    return renameatx_np(folder, a, folder, b, RENAME_SWAP);
}

int cfilesystem_rename_new(int folder, const char *from, const char *to) {
    return renameatx_np(folder, from, folder, to, RENAME_EXCL);
}

int cfilesystem_sync(int folder) {
    sync();
    return fcntl(folder, F_FULLFSYNC);
}

#else

int cfilesystem_exchange(int folder, const char *a, const char *b) {
    return renameat2(folder, a, folder, b, RENAME_EXCHANGE);
}

int cfilesystem_rename_new(int folder, const char *from, const char *to) {
    return renameat2(folder, from, folder, to, RENAME_NOREPLACE);
}

int cfilesystem_sync(int folder) {
    return syncfs(folder);
}

#endif
