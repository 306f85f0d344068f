/*
 * fs.c - the interface of the simulated file system to the simulator's
 * core: open, call, close. sim/fs.h explains how it works.
 */
#include "poll/sim/fs.h"

#include <errno.h>

int orr__sim_fs_open(orr__sim_fs **out, const orr_allocator *a,
                     orr__sim_world *sim)
{
    orr__sim_fs *fs = orr__alloc(a, sizeof *fs);
    int err;

    if (fs == NULL)
        return -ENOMEM;
    fs->a = a;
    fs->sim = sim;
    err = orr__sim_tree_open(fs);
    if (err < 0) {
        orr__free(a, fs);
        return err;
    }
    orr__sim_random(sim, &fs->temp_chance, sizeof fs->temp_chance);
    *out = fs;
    return 0;
}

/* Descriptors that are still open are closed with the rest. */
void orr__sim_fs_close(orr__sim_fs *fs)
{
    while (fs->files != NULL)
        orr__sim_fs_release(fs, fs->files);
    orr__sim_watch_close(fs);
    orr__sim_tree_close(fs);
    orr__free(fs->a, fs);
}

int orr__sim_fs_chdir_check(orr__sim_fs *fs, const char *path)
{
    sim_spot spot;
    int err = orr__sim_spot_need(fs, path, FOLLOW, &spot);

    if (err < 0)
        return err;
    err = orr__sim_is(spot.node, SIM_DIR) ? 0 : -ENOTDIR;
    orr__sim_spot_drop(fs, &spot);
    return err;
}

int64_t orr__sim_fs_call(orr__sim_fs *fs, orr__op *op)
{
    switch (op->code) {
    case OP_SCANDIR:
    case OP_OPENDIR:
    case OP_READDIR:
    case OP_CLOSEDIR:
        return orr__sim_fs_list(fs, op);
    case OP_MKDIR:
    case OP_MKDTEMP:
    case OP_MKSTEMP:
    case OP_RMDIR:
    case OP_UNLINK:
    case OP_RENAME:
    case OP_LINK:
    case OP_SYMLINK:
        return orr__sim_fs_entries(fs, op);
    case OP_OPEN:
    case OP_CLOSE:
    case OP_READ:
    case OP_WRITE:
    case OP_READ_FILE:
    case OP_TRUNCATE:
    case OP_FTRUNCATE:
    case OP_FSYNC:
    case OP_FDATASYNC:
    case OP_COPYFILE:
    case OP_SENDFILE:
        return orr__sim_fs_io(fs, op);
    default:
        return orr__sim_fs_attr(fs, op);
    }
}
