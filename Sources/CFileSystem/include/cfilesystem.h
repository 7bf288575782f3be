#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

/* Paths are relative to `folder`, the descriptor of an open folder. All return 0, or -1 with errno
 * set. */

/* What stands at `a` and what stands at `b` change places, in one atomic step. EINVAL or ENOSYS means
 * that the file system or the kernel cannot do it. */
int cfilesystem_exchange(int folder, const char *a, const char *b);

/* Renames `from` to `to` unless something stands there: then EEXIST. EINVAL or ENOSYS means that the
 * file system or the kernel cannot make sure of that. */
int cfilesystem_rename_new(int folder, const char *from, const char *to);

/* Waits until all that was written to the file system that `folder` is on, by whatever program, has
 * reached the disk. Fails also for a write that has failed since `folder` was opened. */
int cfilesystem_sync(int folder);

#endif
