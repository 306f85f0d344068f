/*
 * fs.h - what the files about files, sys_fs*.c, share with each other and
 * with uring/file.c.
 */
#ifndef ORRERY_SYS_FS_H
#define ORRERY_SYS_FS_H

#include <errno.h>

#include "poll/sys/sys.h"

struct statx;

/* The statx() mask: the basic fields, the birth time, the mount. */
#define ORR__STATX_WANTED (STATX_BASIC_STATS | STATX_BTIME | STATX_MNT_ID)
void orr__fs_stat_fill(const struct statx *from, orr_stat *to);

/* Notes for sys/fs_cached.c, see there: what kind of file a path opened for
 * reading was, and the mount of a file. None of them preserves errno. */
void orr__fs_note_open(const char *path, int fd);
void orr__fs_note_written(int fd); /* to the file of this descriptor */
/* Was this path a regular file, and opened, a moment ago? Any thread. */
bool orr__fs_noted_file(const char *path);
/* For tests: notes are written and read at this second; 0: by the clock. */
void orr__fs_set_note_second(uint64_t second);
bool orr__fs_note_mount(int fd, const char *path, const struct statx *x);
int64_t orr__fs_read_noting(const char *path, int fd, const struct statx *x,
                            void *buf, size_t len);

/* All of a file that was just opened, if it is small and in memory, as the
 * result of OP_READ_FILE, and closes it; else -EAGAIN, and the operation keeps
 * the descriptor. */
int64_t orr__fs_read_opened(const orr_allocator *allocator, orr__op *op,
                            int fd);

/*
 * OP_OPEN and OP_READ_FILE may have opened their file, without waiting for what
 * open() waits for, when they are left to another thread. They keep the
 * descriptor in u.fs.a, which is zero otherwise. Returns -EAGAIN.
 */
int64_t orr__fs_keep_opened(orr__op *op, int fd);
bool orr__fs_has_opened(const orr__op *op);
/* Close it, if there is one: the pool will not have the operation. */
void orr__fs_drop_opened(orr__op *op);
/* open(), or what is left of it. May wait. */
int orr__fs_open_or_kept(orr__op *op, int flags, uint32_t mode);
/* Is this no FIFO or socket, so that open() had nothing to wait for? */
bool orr__fs_is_at_once(int fd);

/* read() and write(), as often as needed; both may wait. */
int64_t orr__fs_read(const orr__op *op);
int64_t orr__fs_write(orr__op *op);

/* The groups of operations that have a file of their own. */
int64_t orr__fs_read_file(const orr_allocator *allocator, orr__op *op);
int64_t orr__fs_scandir(const orr_allocator *allocator, orr__op *op);
int64_t orr__fs_opendir(const orr_allocator *allocator, orr__op *op);
int64_t orr__fs_readdir(orr__op *op);
int64_t orr__fs_closedir(orr__op *op);
int64_t orr__fs_copyfile(orr__op *op);
int64_t orr__fs_sendfile(orr__op *op);

/* A system call's result as ours: itself, or minus errno. */
static inline int64_t orr__fs_result(int64_t r)
{
    return r < 0 ? -errno : r;
}

/* Hand `ptr` to the loop as what the operation made. */
static inline int64_t orr__fs_made(orr__op *op, void *ptr, size_t len,
                                   int64_t result)
{
    op->u.fs.made = ptr;
    op->made_len = len;
    return result;
}

#endif
