#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

/* Swaps two directory entries in one atomic step. Returns 0, or -1 with errno set; errno is
 * EINVAL or ENOSYS where the file system or the kernel has no such operation. */
int cfilesystem_exchange(int fd, const char *a, const char *b);

/* Renames `from` to `to`, failing with EEXIST rather than replacing anything. Where the file
 * system has no such operation, errno is EINVAL or ENOSYS. */
int cfilesystem_rename_new(int fd, const char *from, const char *to);

/* Waits until everything that was written to the file system of `fd` is on the disk. Returns 0, or
 * -1 with errno set, also for a write that has failed since `fd` was opened. */
int cfilesystem_sync(int fd);

#endif
