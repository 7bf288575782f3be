/* Loaded into the program by LD_PRELOAD: makes one call on files below a folder fail, or end the
 * process, and leaves all others alone.
 *
 *   FAULT_ROOT      absolute path; only calls on what stands below it are counted
 *   FAULT_OP        open, write, close, rename, mkdir, unlink, link, sync, or any
 *   FAULT_N         the call that is hit, counted from 1
 *   FAULT_ERRNO     its error number; 0 ends the process by SIGKILL before the call
 *   FAULT_FIRED     a file that is created when the call is hit
 *   FAULT_LOG       a file that gets a line a counted call
 *   FAULT_NO_SWAP   renameat2 is not there
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int count;

static void say(const char *variable, const char *text, int flags) {
    const char *path = getenv(variable);
    if (path == NULL) return;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | flags, 0666);
    if (fd < 0) return;
    syscall(SYS_write, fd, text, strlen(text));
    syscall(SYS_close, fd);
}

static int below_root(const char *path) {
    const char *root = getenv("FAULT_ROOT");
    return root != NULL && strncmp(path, root, strlen(root)) == 0;
}

static void path_of(int fd, char *out, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (fd == AT_FDCWD) strcpy(link, "/proc/self/cwd");
    ssize_t length = syscall(SYS_readlink, link, out, size - 1);
    out[length < 0 ? 0 : length] = 0;
}

/* Whether the call fails; errno is set then. */
static int hit(const char *op, int fd, const char *name) {
    char path[8192] = "";
    int before = errno;
    if (name != NULL && name[0] == '/') {
        snprintf(path, sizeof path, "%s", name);
    } else {
        path_of(fd, path, 4096);
        if (name != NULL) {
            strcat(path, "/");
            strncat(path, name, 4000);
        }
    }
    errno = before;
    if (!below_root(path)) return 0;
    const char *wanted = getenv("FAULT_OP");
    if (wanted == NULL || (strcmp(wanted, "any") != 0 && strcmp(wanted, op) != 0)) return 0;
    char line[9000];
    snprintf(line, sizeof line, "%s %s\n", op, path);
    say("FAULT_LOG", line, O_APPEND);
    const char *number = getenv("FAULT_N");
    const char *code = getenv("FAULT_ERRNO");
    if (number == NULL || atomic_fetch_add(&count, 1) + 1 != atoi(number)) {
        errno = before;
        return 0;
    }
    say("FAULT_FIRED", line, O_TRUNC);
    if (code == NULL || atoi(code) == 0) syscall(SYS_kill, getpid(), SIGKILL);
    errno = atoi(code);
    return 1;
}

#define REAL(type, name) ((type)dlsym(RTLD_NEXT, name))

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

int openat(int folder, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    if (hit("open", folder, path)) return -1;
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    if (hit("open", AT_FDCWD, path)) return -1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

ssize_t write(int fd, const void *bytes, size_t size) {
    if (hit("write", fd, NULL)) return -1;
    return syscall(SYS_write, fd, bytes, size);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) {
    if (hit("write", fd, NULL)) return -1;
    return syscall(SYS_pwrite64, fd, bytes, size, at);
}

int ftruncate(int fd, off_t size) {
    if (hit("write", fd, NULL)) return -1;
    return (int)syscall(SYS_ftruncate, fd, size);
}

int close(int fd) {
    int fails = hit("close", fd, NULL);
    int code = errno;
    int result = (int)syscall(SYS_close, fd);
    if (!fails) return result;
    errno = code;
    return -1;
}

int renameat(int a, const char *from, int b, const char *to) {
    if (hit("rename", b, to)) return -1;
    return (int)syscall(SYS_renameat2, a, from, b, to, 0);
}

int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
    if (getenv("FAULT_NO_SWAP") != NULL) {
        errno = EINVAL;
        return -1;
    }
    if (hit("rename", b, to)) return -1;
    return (int)syscall(SYS_renameat2, a, from, b, to, flags);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    if (hit("mkdir", folder, path)) return -1;
    return (int)syscall(SYS_mkdirat, folder, path, mode);
}

int unlinkat(int folder, const char *path, int flags) {
    if (hit("unlink", folder, path)) return -1;
    return (int)syscall(SYS_unlinkat, folder, path, flags);
}

int linkat(int a, const char *from, int b, const char *to, int flags) {
    if (hit("link", b, to)) return -1;
    return (int)syscall(SYS_linkat, a, from, b, to, flags);
}

int fsync(int fd) {
    if (hit("sync", fd, NULL)) return -1;
    return (int)syscall(SYS_fsync, fd);
}

int syncfs(int fd) {
    if (hit("sync", fd, NULL)) return -1;
    return (int)syscall(SYS_syncfs, fd);
}
