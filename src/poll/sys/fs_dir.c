/*
 * fs_dir.c - reading directories, whole or in batches.
 *
 * getdents64() is called directly: the C library's DIR would not use the loop's
 * allocator. An open directory is
 *
 *      orr_dir:  fd | raw, as the kernel gave it:  [entry][entry]...[entry]
 *                                                  ^ taken up to here
 *                   | names of the batch handed out last
 *
 * The names are copied out of `raw` because a batch may need several system
 * calls, each of which overwrites it. An entry is taken from `raw` only once
 * the memory for its name is there, so running out of memory loses none.
 *
 * A whole directory is one block, so that one free() gives it back: the array
 * of entries first, their names after it, sorted by name as libuv does it.
 */
#include "poll/sys/fs.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"

#define RAW_SIZE 32768

/* Strings one after the other, each with its zero byte. */
typedef struct names {
    char *bytes;
    size_t len, capacity;
} names;

struct orr_dir {
    const orr_allocator *allocator;
    int fd;
    uint32_t taken, filled; /* in raw */
    names batch;
    _Alignas(struct dirent64) char raw[RAW_SIZE];
};

orr_entry_type orr__entry_type(unsigned char d_type)
{
    switch (d_type) {
    case DT_REG:
        return ORR_ENTRY_FILE;
    case DT_DIR:
        return ORR_ENTRY_DIR;
    case DT_LNK:
        return ORR_ENTRY_LINK;
    case DT_FIFO:
        return ORR_ENTRY_FIFO;
    case DT_SOCK:
        return ORR_ENTRY_SOCKET;
    case DT_CHR:
        return ORR_ENTRY_CHAR;
    case DT_BLK:
        return ORR_ENTRY_BLOCK;
    default:
        return ORR_ENTRY_UNKNOWN;
    }
}

static int dir_open(const orr_allocator *allocator, const char *path,
                    orr_dir **out)
{
    orr_dir *dir = orr__resize(allocator, NULL, sizeof *dir);

    if (dir == NULL)
        return -ENOMEM;
    memset(dir, 0, offsetof(orr_dir, raw));
    dir->allocator = allocator;
    dir->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir->fd < 0) {
        int err = -errno; /* saved before free() can overwrite it */
        orr__free(allocator, dir);
        return err;
    }
    *out = dir;
    return 0;
}

static void dir_close(orr_dir *dir)
{
    close(dir->fd);
    orr__free(dir->allocator, dir->batch.bytes);
    orr__free(dir->allocator, dir);
}

static bool is_dots(const char *name)
{
    return name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0));
}

/* Peek at the next entry; NULL with *err 0 at the end. */
static const struct dirent64 *dir_peek(orr_dir *dir, int *err)
{
    *err = 0;
    for (;;) {
        if (dir->taken == dir->filled) {
            ssize_t n = getdents64(dir->fd, dir->raw, sizeof dir->raw);

            if (n < 0 && errno == EINTR)
                continue;
            if (n <= 0) {
                *err = n < 0 ? -errno : 0;
                return NULL;
            }
            dir->taken = 0;
            dir->filled = (uint32_t)n;
        }
        const struct dirent64 *d = (const void *)(dir->raw + dir->taken);
        if (!is_dots(d->d_name))
            return d;
        dir->taken += d->d_reclen;
    }
}

static void dir_take(orr_dir *dir, const struct dirent64 *d)
{
    dir->taken += d->d_reclen;
}

/* Reserve n more bytes. */
static int names_reserve(const orr_allocator *allocator, names *s, size_t n)
{
    size_t capacity = s->capacity ? s->capacity : 1024;

    while (capacity - s->len < n)
        capacity *= 2;
    if (capacity == s->capacity)
        return 0;
    char *more = orr__resize(allocator, s->bytes, capacity);
    if (more == NULL)
        return -ENOMEM;
    s->bytes = more;
    s->capacity = capacity;
    return 0;
}

/* Returns the offset of the name. */
static size_t names_add(names *s, const char *name, size_t size)
{
    size_t at = s->len;

    memcpy(s->bytes + at, name, size);
    s->len += size;
    return at;
}

/*
 * Names move while their block grows, so until all are there the `name` of an
 * entry is an offset into the block, stored as a pointer.
 */
static void entries_point(orr_entry *entries, size_t n, const char *bytes)
{
    for (size_t i = 0; i < n; i++)
        entries[i].name = bytes + (uintptr_t)entries[i].name;
}

/* ---- In batches ------------------------------------------------------- */

int64_t orr__fs_opendir(const orr_allocator *allocator, orr__op *op)
{
    orr_dir *dir;
    int err = dir_open(allocator, op->u.fs.path, &dir);

    return err < 0 ? err : orr__fs_made(op, dir, 1, 0);
}

/* An error after the first entry is left to the next call, which meets it
 * again. */
int64_t orr__fs_readdir(orr__op *op)
{
    orr_dir *dir = op->u.fs.out;
    orr_entry *entries = op->u.fs.made;
    const struct dirent64 *d;
    int64_t n = 0;
    int err = 0;

    dir->batch.len = 0;
    while (n < op->u.fs.a && (d = dir_peek(dir, &err)) != NULL) {
        size_t size = strlen(d->d_name) + 1;

        err = names_reserve(dir->allocator, &dir->batch, size);
        if (err < 0)
            break;
        size_t at = names_add(&dir->batch, d->d_name, size);
        entries[n++] = (orr_entry){ .name = (const char *)(uintptr_t)at,
                                    .type = orr__entry_type(d->d_type) };
        dir_take(dir, d);
    }
    if (n == 0)
        return err;
    entries_point(entries, (size_t)n, dir->batch.bytes);
    op->made_len = (size_t)n;
    return n;
}

int64_t orr__fs_closedir(orr__op *op)
{
    dir_close(op->u.fs.out);
    return 0;
}

/* ---- Whole ------------------------------------------------------------ */

typedef struct listing {
    names names;
    orr_entry *entries;
    size_t n, capacity;
} listing;

static int listing_add(const orr_allocator *allocator, listing *l,
                       const struct dirent64 *d)
{
    size_t size = strlen(d->d_name) + 1;

    if (names_reserve(allocator, &l->names, size) < 0)
        return -ENOMEM;
    if (l->n == l->capacity) {
        size_t capacity = l->capacity ? l->capacity * 2 : 64;
        orr_entry *more =
            orr__resize(allocator, l->entries, capacity * sizeof *more);
        if (more == NULL)
            return -ENOMEM;
        l->entries = more;
        l->capacity = capacity;
    }
    size_t at = names_add(&l->names, d->d_name, size);
    l->entries[l->n++] = (orr_entry){ .name = (const char *)(uintptr_t)at,
                                      .type = orr__entry_type(d->d_type) };
    return 0;
}

static int by_name(const void *a, const void *b)
{
    const orr_entry *x = a;
    const orr_entry *y = b;

    return strcmp(x->name, y->name);
}

/* Entries and names into one block; the names keep their order within. */
static int listing_join(const orr_allocator *allocator, listing *l)
{
    size_t head = l->n * sizeof *l->entries;
    orr_entry *block =
        orr__resize(allocator, l->entries, head + l->names.len + 1);

    if (block == NULL)
        return -ENOMEM;
    l->entries = block;
    if (l->names.len > 0)
        memcpy((char *)block + head, l->names.bytes, l->names.len);
    entries_point(block, l->n, (char *)block + head);
    if (l->n > 1)
        qsort(block, l->n, sizeof *block, by_name);
    return 0;
}

int64_t orr__fs_scandir(const orr_allocator *allocator, orr__op *op)
{
    listing l = { .n = 0 };
    const struct dirent64 *d;
    orr_dir *dir;
    int err = dir_open(allocator, op->u.fs.path, &dir);

    if (err < 0)
        return err;
    while (err == 0 && (d = dir_peek(dir, &err)) != NULL) {
        err = listing_add(allocator, &l, d);
        dir_take(dir, d);
    }
    if (err == 0)
        err = listing_join(allocator, &l);
    dir_close(dir);
    orr__free(allocator, l.names.bytes);
    if (err < 0) {
        orr__free(allocator, l.entries);
        return err;
    }
    return orr__fs_made(op, l.entries, l.n, (int64_t)l.n);
}
