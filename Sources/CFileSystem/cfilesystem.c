/* What the C library's headers show only to C with extensions switched on. */
#define _GNU_SOURCE
#include "cfilesystem.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#if defined(__APPLE__)

int cfilesystem_exchange(int fd, const char *a, const char *b) {
    return renameatx_np(fd, a, fd, b, RENAME_SWAP);
}

int cfilesystem_rename_new(int fd, const char *from, const char *to) {
    return renameatx_np(fd, from, fd, to, RENAME_EXCL);
}

int cfilesystem_sync(int fd) {
    sync();
    return fcntl(fd, F_FULLFSYNC);
}

#else

int cfilesystem_exchange(int fd, const char *a, const char *b) {
    return renameat2(fd, a, fd, b, RENAME_EXCHANGE);
}

int cfilesystem_rename_new(int fd, const char *from, const char *to) {
    return renameat2(fd, from, fd, to, RENAME_NOREPLACE);
}

int cfilesystem_sync(int fd) {
    return syncfs(fd);
}

#endif
