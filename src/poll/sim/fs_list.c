/*
 * fs_list.c - what is in a directory, whole or in batches.
 *
 *      the real entries     a c d x
 *      laid over them         b   -x         (- hides)
 *      the list             a b c d
 *
 * A list is sorted by name. Scandir returns it so, as in libuv. On a real
 * system readdir returns the order of the file system, so here it comes in the
 * order that world.choose wants, and sorted without one. It shows the directory
 * as it was when it was opened.
 */
#include "poll/sim/fs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The most options of one choice. */
#define OFFERED 64

typedef struct listing {
    orr__sim_fs *fs;
    sim_node *dir;
    orr_entry *entries; /* while it grows, a name is its place in `names` */
    size_t n, cap;
    char *names;
    size_t names_len, names_cap;
} listing;

/* What orr_dir is in the simulator. */
typedef struct sim_dir {
    orr_entry *entries; /* one block, with the names after them */
    size_t n;
    size_t taken; /* those before it were handed out */
} sim_dir;

static void *list_grow(orr__sim_fs *fs, void *block, size_t *cap, size_t want,
                       size_t size)
{
    size_t more = *cap != 0 ? *cap : 64;
    void *p;

    while (more < want)
        more *= 2;
    if (more == *cap)
        return block;
    p = orr__resize(fs->a, block, more * size);
    if (p != NULL)
        *cap = more;
    return p;
}

static int listing_add(listing *l, const char *name, orr_entry_type type)
{
    const size_t size = strlen(name) + 1;
    orr_entry *entries =
        list_grow(l->fs, l->entries, &l->cap, l->n + 1, sizeof *entries);
    char *names;

    if (entries == NULL)
        return -ENOMEM;
    l->entries = entries;
    names = list_grow(l->fs, l->names, &l->names_cap, l->names_len + size, 1);
    if (names == NULL)
        return -ENOMEM;
    l->names = names;
    memcpy(names + l->names_len, name, size);
    entries[l->n++] =
        (orr_entry){ .name = (const char *)(uintptr_t)l->names_len,
                     .type = type };
    l->names_len += size;
    return 0;
}

static int add_real(void *arg, const char *name, orr_entry_type type)
{
    listing *l = arg;

    if (orr__sim_entry_find(l->dir, name) != NULL)
        return 0;
    return listing_add(l, name, type);
}

static orr_entry_type type_of(const sim_node *node)
{
    switch (node->st.mode & 0170000) {
    case SIM_REG:
        return ORR_ENTRY_FILE;
    case SIM_DIR:
        return ORR_ENTRY_DIR;
    case SIM_LINK:
        return ORR_ENTRY_LINK;
    case SIM_FIFO:
        return ORR_ENTRY_FIFO;
    case SIM_SOCKET:
        return ORR_ENTRY_SOCKET;
    case SIM_CHAR:
        return ORR_ENTRY_CHAR;
    case SIM_BLOCK:
        return ORR_ENTRY_BLOCK;
    default:
        return ORR_ENTRY_UNKNOWN;
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const orr_entry *)a)->name, ((const orr_entry *)b)->name);
}

/* Everything into one block, so that one free() gives it back. */
static int listing_join(listing *l)
{
    const size_t head = l->n * sizeof *l->entries;
    orr_entry *block =
        orr__resize(l->fs->a, l->entries, head + l->names_len + 1);

    if (block == NULL)
        return -ENOMEM;
    l->entries = block;
    if (l->n == 0)
        return 0;
    memcpy((char *)block + head, l->names, l->names_len);
    for (size_t i = 0; i < l->n; i++)
        block[i].name = (char *)block + head + (uintptr_t)block[i].name;
    qsort(block, l->n, sizeof *block, by_name);
    return 0;
}

static int listing_fill(listing *l)
{
    int err = 0;

    if (l->dir->real != NULL)
        err = orr__sim_real_list(l->dir->real, add_real, l);
    for (uint32_t i = 0; i < l->dir->nentries && err == 0; i++) {
        const sim_entry *e = &l->dir->entries[i];

        if (e->node != NULL)
            err = listing_add(l, e->name, type_of(e->node));
    }
    return err < 0 ? err : listing_join(l);
}

static int list_make(orr__sim_fs *fs, const char *path, listing *out)
{
    sim_spot spot;
    int err = orr__sim_spot_need(fs, path, FOLLOW, &spot);

    if (err < 0)
        return err;
    *out = (listing){ .fs = fs, .dir = spot.node };
    if (!orr__sim_is(spot.node, SIM_DIR))
        err = -ENOTDIR;
    else if (!orr__sim_node_allows(fs, spot.node, R_OK))
        err = -EACCES;
    else
        err = listing_fill(out);
    orr__sim_spot_drop(fs, &spot);
    orr__free(fs->a, out->names);
    if (err < 0)
        orr__free(fs->a, out->entries);
    return err;
}

static int64_t scandir_now(orr__sim_fs *fs, orr__op *op)
{
    listing l;
    const int err = list_make(fs, op->u.fs.path, &l);

    if (err < 0)
        return err;
    op->u.fs.made = l.entries;
    op->made_len = l.n;
    return (int64_t)l.n;
}

/* ---- In batches ------------------------------------------------------- */

static int64_t dir_open(orr__sim_fs *fs, orr__op *op)
{
    sim_dir *dir;
    listing l;
    const int err = list_make(fs, op->u.fs.path, &l);

    if (err < 0)
        return err;
    dir = orr__alloc(fs->a, sizeof *dir);
    if (dir == NULL) {
        orr__free(fs->a, l.entries);
        return -ENOMEM;
    }
    dir->entries = l.entries;
    dir->n = l.n;
    op->u.fs.made = dir;
    op->made_len = 1;
    return 0;
}

/* Choose the next entry, and move it to the front of the rest. */
static void choose_next(orr__sim_fs *fs, const orr__op *op, sim_dir *dir)
{
    const size_t left = dir->n - dir->taken;
    const uint32_t n = left < OFFERED ? (uint32_t)left : OFFERED;
    orr_entry *first = dir->entries + dir->taken;
    orr_option options[OFFERED];
    orr_entry chosen;
    uint32_t i;

    for (i = 0; i < n; i++)
        options[i] = (orr_option){ .id = op->record_id,
                                   .value = i,
                                   .what = orr__code_name(OP_READDIR) };
    i = orr__sim_choose(fs->sim, ORR_CHOOSE_ORDER, n, options);
    chosen = first[i];
    memmove(first + 1, first, i * sizeof *first);
    *first = chosen;
}

static int64_t dir_read(orr__sim_fs *fs, orr__op *op)
{
    sim_dir *dir = op->u.fs.out;
    orr_entry *out = op->u.fs.made;
    int64_t n = 0;

    while (n < op->u.fs.a && dir->taken < dir->n) {
        if (orr__sim_asks(fs->sim))
            choose_next(fs, op, dir);
        out[n++] = dir->entries[dir->taken++];
    }
    op->made_len = (size_t)n;
    return n;
}

static int64_t dir_close(orr__sim_fs *fs, orr__op *op)
{
    sim_dir *dir = op->u.fs.out;

    orr__free(fs->a, dir->entries);
    orr__free(fs->a, dir);
    return 0;
}

int64_t orr__sim_fs_list(orr__sim_fs *fs, orr__op *op)
{
    switch (op->code) {
    case OP_SCANDIR:
        return scandir_now(fs, op);
    case OP_OPENDIR:
        return dir_open(fs, op);
    case OP_READDIR:
        return dir_read(fs, op);
    case OP_CLOSEDIR:
        return dir_close(fs, op);
    default:
        must(false, "an operation on lists has a known code");
    }
    return -ENOSYS;
}
