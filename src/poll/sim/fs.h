/*
 * fs.h - what the files of the simulated file system share.
 *
 *      sim/fs.c        opening, closing, and which operation goes where
 *      sim/fs_tree.c   nodes, and the way from a path to a node
 *      sim/fs_dir.c    making, removing and moving entries
 *      sim/fs_list.c   what is in a directory
 *      sim/fs_file.c   descriptors
 *      sim/fs_data.c   the bytes of files
 *      sim/fs_copy.c   from one file into another
 *      sim/fs_attr.c   stat and what changes it
 *      sim/fs_watch.c  change events
 *      sim/real.c      the only access to the real file system, for reading
 *
 * The view is the real tree with the changes of the program on top. A node
 * stands for one file, directory or link. Only changes have to be stored:
 *
 *      an unchanged node       describes what is real. It is made when a path
 *                              leads to it and freed with its last reference;
 *                              made again, it is the same.
 *      a changed node          has attributes of its own, and perhaps bytes
 *                              or entries. It stays, found again by the
 *                              device and inode number of the real one.
 *      a node made here        has no real counterpart. An entry in some
 *                              directory, or a descriptor, holds it.
 *
 * So nothing has to be copied on the way down to a changed file, a directory
 * of the real tree moves with all that is in it, and a file that has two names
 * in the real tree has two names here.
 *
 * What must stay true:
 *
 *  1. The real file system is only read, and no real descriptor is kept.
 *  2. All memory is there before the first thing changes: an operation that
 *     fails has changed nothing.
 *  3. One real file has at most one node, one real directory one per path.
 *  4. A directory in the view is held by its child directories: `parent` leads
 *     to the root.
 *
 * Permissions are checked of what was made here: the simulated user owns it,
 * and programs test what becomes of a file without its bits. Of real files,
 * those that this process can really read can be read, and all can be written;
 * only execution needs its bit, as it does for root. Reading does not change
 * the access time. The working directory is a path and not a node: relative
 * paths fail once it was moved.
 */
#ifndef ORRERY_SIM_FS_H
#define ORRERY_SIM_FS_H

#include "poll/sim/sim.h"

#define SIM_NAME_MAX 255
_Static_assert(SIM_NAME_MAX < SIM_RX_NAME, "a name fits where it is lent");
#define SIM_PATH_MAX 4096 /* with its zero byte */
#define SIM_LINKS_MAX 40  /* followed on the way of one path */
#define SIM_BUCKETS 1024
#define SIM_IO_MAX 0x7ffff000 /* bytes that one read or write moves */

typedef struct sim_node sim_node;

/* An entry that differs from the real directory. Without a node it hides the
 * real one. */
typedef struct sim_entry {
    char *name;
    sim_node *node;
} sim_entry;

struct sim_node {
    sim_node *next; /* in its bucket */
    uint32_t refs;  /* entries, descriptors, watches, children, callers */
    bool changed;   /* st is ours; made here: always */
    bool owned;     /* files and links: the bytes are in `data` */
    orr_stat st;    /* if not changed: as it was when last looked at */
    char *real;     /* where the real one is; NULL: made here */

    /* Files: bytes from `len` up to st.size are zero. Links: the target. */
    char *data;
    size_t len, cap;

    /* Directories. */
    sim_node *parent;   /* the root: itself, not counted in refs */
    char *name;         /* NULL: the last part of `real` */
    sim_entry *entries; /* sorted by name */
    uint32_t nentries, entries_cap;
};

/* An open file. Two descriptors may share one. */
typedef struct sim_file sim_file;
struct sim_file {
    sim_file *next, *prev;
    sim_node *node;
    sim_node *dir; /* where it was opened, or moved since; for watches */
    char name[SIM_NAME_MAX + 1];
    int flags; /* of open(2) */
    int64_t pos;
    char *text; /* /proc: all of it, as it was when opened */
    size_t text_len;
};

typedef struct sim_watch sim_watch;
typedef struct sim_news sim_news;

struct orr__sim_fs {
    const orr_allocator *a;
    orr__sim_world *sim;
    sim_node *root;
    uint64_t ino_next;
    uint64_t temp_chance; /* of temporary names; moves when one is made */
    sim_file *files;
    sim_watch *watches, *watches_last;
    uint32_t nwatches;
    uint32_t watch_lost; /* watches that must report lost events */
    sim_news *news;      /* a ring of news_cap */
    uint32_t news_first, news_count, news_cap;
    sim_node *buckets[SIM_BUCKETS];
};

/* ---- sim/fs_tree.c ---------------------------------------------------- */

/* How a path ends. */
typedef enum sim_last { LAST_NAME, LAST_DOT, LAST_DOTDOT, LAST_ROOT } sim_last;

/* Where a path leads. Node and dir are held until orr__sim_spot_drop(). */
typedef struct sim_spot {
    sim_node *node; /* NULL: there is no such entry in dir */
    sim_node *dir;
    char name[SIM_NAME_MAX + 1];
    sim_last last;
    bool slash; /* the path ended with one */
} sim_spot;

/* What to do with a link at the end of the path. */
typedef enum sim_follow {
    FOLLOW,       /* go on, as stat */
    NO_FOLLOW,    /* stop, as lstat; but "link/" goes on */
    FOLLOW_NEVER, /* stop, as unlink and all that changes the entry */
    /* As open() that may create: a name with a slash after it is -EISDIR. */
    FOLLOW_NO_SLASH,
    FOLLOW_NEVER_NO_SLASH
} sim_follow;

/* An entry may be missing, and then only the last: spot->node is NULL. */
int orr__sim_spot_find(orr__sim_fs *fs, const char *path, sim_follow follow,
                       sim_spot *out);
/* The same, but -ENOENT if there is none. */
int orr__sim_spot_need(orr__sim_fs *fs, const char *path, sim_follow follow,
                       sim_spot *out);
void orr__sim_spot_drop(orr__sim_fs *fs, sim_spot *spot);
/* The absolute path without links, from the allocator; NULL: no memory. */
char *orr__sim_spot_path(orr__sim_fs *fs, const sim_spot *spot);

int orr__sim_tree_open(orr__sim_fs *fs);
void orr__sim_tree_close(orr__sim_fs *fs);

sim_node *orr__sim_node_hold(sim_node *node);
void orr__sim_node_drop(orr__sim_fs *fs, sim_node *node);
/* A new node with one reference and no link, of mode `mode`, in `dir`'s
 * device; for a directory also its name. NULL: no memory. */
sim_node *orr__sim_node_make(orr__sim_fs *fs, sim_node *dir, const char *name,
                             uint64_t mode);
/* May the simulated user do that with it? R_OK, W_OK, X_OK, which are the bits
 * of a mode. */
bool orr__sim_node_allows(const orr__sim_fs *fs, const sim_node *node,
                          uint32_t bits);
/* From now on its attributes are its own. */
void orr__sim_node_change(orr__sim_fs *fs, sim_node *node);
/* Remove a name: the entry `name` of `dir`. If it was the last one, watches get
 * NEWS_DELETE_SELF, unless it is open under that name. */
void orr__sim_node_unlink(orr__sim_fs *fs, sim_node *node, const sim_node *dir,
                          const char *name);
/* Look at the real attributes again, unless they are its own. */
void orr__sim_node_look(sim_node *node);
/* The target of a link; NULL: *err says why. Free it. */
char *orr__sim_node_target(orr__sim_fs *fs, sim_node *node, int *err);

/* The entry `name` on top of the real directory, or NULL. */
sim_entry *orr__sim_entry_find(sim_node *dir, const char *name);

/* A slot for an entry: prepare allocates all that it needs, so that set can't
 * fail. Set or drop each prepared slot; two may be in one directory. */
typedef struct sim_slot {
    sim_node *dir;
    char *name;
} sim_slot;
int orr__sim_slot_prepare(orr__sim_fs *fs, sim_node *dir, const char *name,
                          sim_slot *out);
/* node NULL: the entry is removed. The directory's times change. */
void orr__sim_slot_set(orr__sim_fs *fs, sim_slot *slot, sim_node *node);
void orr__sim_slot_drop(orr__sim_fs *fs, sim_slot *slot);

static inline bool orr__sim_is(const sim_node *node, uint64_t type)
{
    return (node->st.mode & 0170000) == type;
}
/* The types of files, as Linux writes them into the mode. */
#define SIM_FIFO 0010000
#define SIM_CHAR 0020000
#define SIM_DIR 0040000
#define SIM_BLOCK 0060000
#define SIM_REG 0100000
#define SIM_LINK 0120000
#define SIM_SOCKET 0140000

/* ---- sim/fs_dir.c ----------------------------------------------------- */

int64_t orr__sim_fs_entries(orr__sim_fs *fs, orr__op *op);
/* Put a node that has no name yet where there is nothing. */
int orr__sim_entry_make(orr__sim_fs *fs, const sim_spot *spot, sim_node *node);

/* ---- sim/fs_list.c ---------------------------------------------------- */

int64_t orr__sim_fs_list(orr__sim_fs *fs, orr__op *op);

/* ---- sim/fs_data.c ---------------------------------------------------- */

/* What follows is for regular files. Each marks the node as changed. */
int orr__sim_data_resize(orr__sim_fs *fs, sim_node *node, uint64_t size);
/* The first `size` bytes of the buffers, to `at`. */
int orr__sim_data_write(orr__sim_fs *fs, sim_node *node, const orr_buf *bufs,
                        uint64_t size, uint64_t at);
/* Takes `data`, which is from the allocator. */
void orr__sim_data_replace(orr__sim_fs *fs, sim_node *node, char *data,
                           size_t len);

/* From memory: the node owns its bytes. How many there were. */
size_t orr__sim_data_read(const sim_node *node, char *buf, size_t len,
                          uint64_t at);
/* All bytes and a zero byte, in a block of their own. */
int orr__sim_data_copy(orr__sim_fs *fs, sim_node *node, char **out,
                       size_t *len);

typedef enum sim_device {
    DEVICE_NONE, /* none, or none that we know */
    DEVICE_NULL,
    DEVICE_ZERO,
    DEVICE_FULL,
    DEVICE_RANDOM
} sim_device;
sim_device orr__sim_device_of(const sim_node *node);
int64_t orr__sim_device_read(orr__sim_fs *fs, sim_device device, void *buf,
                             size_t len);
int64_t orr__sim_device_write(sim_device device, uint64_t size);

/* ---- sim/fs_file.c ---------------------------------------------------- */

int64_t orr__sim_fs_io(orr__sim_fs *fs, orr__op *op);
/* Open a path: the descriptor, or a negative errno. */
int orr__sim_file_open(orr__sim_fs *fs, const char *path, int flags,
                       uint32_t mode);
/* Is the node open under this name? */
bool orr__sim_file_is_open(orr__sim_fs *fs, const sim_node *node,
                           const sim_node *dir, const char *name);
/* NULL: the descriptor is not that of a file. */
sim_file *orr__sim_file_get(orr__sim_fs *fs, int fd);
bool orr__sim_may_read(const sim_file *f);
bool orr__sim_may_write(const sim_file *f);
/* Neither checks the open mode. */
int64_t orr__sim_file_read(orr__sim_fs *fs, const sim_file *f, void *buf,
                           size_t len, uint64_t at);
/* offset -1: the descriptor's position. */
int64_t orr__sim_file_write(orr__sim_fs *fs, sim_file *f, const orr_buf *bufs,
                            uint32_t nbufs, int64_t offset);

/* ---- sim/fs_copy.c ---------------------------------------------------- */

int64_t orr__sim_copy_file(orr__sim_fs *fs, orr__op *op);
int64_t orr__sim_send_file(orr__sim_fs *fs, orr__op *op);

/* ---- sim/fs_attr.c ---------------------------------------------------- */

int64_t orr__sim_fs_attr(orr__sim_fs *fs, orr__op *op);

/* ---- sim/fs_watch.c --------------------------------------------------- */

/* What inotify calls them, without the prefix. */
enum {
    NEWS_MODIFY = 1,
    NEWS_ATTRIB = 2,
    NEWS_CREATE = 4,
    NEWS_DELETE = 8,
    NEWS_MOVED_FROM = 16,
    NEWS_MOVED_TO = 32,
    NEWS_MOVE_SELF = 64,
    NEWS_DELETE_SELF = 128,
    NEWS_IGNORED = 256,
    NEWS_IS_DIR = 512
};

/* Reserve space for the events of one operation, before anything is changed. */
int orr__sim_news_prepare(orr__sim_fs *fs);
/* Something happened to the entry `name` of `dir`. */
void orr__sim_news_entry(orr__sim_fs *fs, sim_node *dir, const char *name,
                         uint32_t mask);
/* Something happened to the node itself. After NEWS_DELETE_SELF there are no
 * more events of it. */
void orr__sim_news_self(orr__sim_fs *fs, sim_node *node, uint32_t mask);
/* Both: bytes or attributes of what is at (dir, name); dir may be NULL. */
void orr__sim_news_about(orr__sim_fs *fs, sim_node *dir, const char *name,
                         sim_node *node, uint32_t mask);
void orr__sim_watch_close(orr__sim_fs *fs);

/* ---- sim/real.c ------------------------------------------------------- */

int orr__sim_real_lstat(const char *path, orr_stat *out);
/* The target; NULL: *err says why. */
char *orr__sim_real_readlink(const orr_allocator *a, const char *path,
                             int *err);
/* 0 if the file could be read. */
int orr__sim_real_readable(const char *path);
int64_t orr__sim_real_read(const char *path, void *buf, size_t len,
                           int64_t offset);
/* All of it, and a zero byte; `hint` bytes are expected. */
int orr__sim_real_slurp(const orr_allocator *a, const char *path, size_t hint,
                        char **data, size_t *len);
/* Call fn for each entry except . and .., until it returns an error. */
typedef int orr__sim_real_entry_fn(void *arg, const char *name,
                                   orr_entry_type type);
int orr__sim_real_list(const char *path, orr__sim_real_entry_fn *fn, void *arg);

#endif
