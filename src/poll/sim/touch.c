/*
 * touch.c - which paths an operation of the pool reads and writes.
 *
 * world.touch hears of them as the operation takes effect. A search of orders
 * needs to know: two operations that touch nothing in common may take effect in
 * either order, and that makes no difference.
 *
 * An operation on a descriptor has no path; what opened the descriptor had one.
 * A call that is done at once has no record: the callback that runs makes it,
 * and nobody knows what has opened its descriptor. It may be any file.
 */
#include "poll/sim/core.h"

#include <fcntl.h>

enum { READS = 1, WRITES = 2, WRITES_BOTH = 4, READS_WRITES = 8 };

static const uint8_t touches[OP_CODES] = {
    [OP_STAT] = READS,
    [OP_LSTAT] = READS,
    [OP_STATFS] = READS,
    [OP_ACCESS] = READS,
    [OP_READ_FILE] = READS,
    [OP_SCANDIR] = READS,
    [OP_OPENDIR] = READS,
    [OP_READLINK] = READS,
    [OP_REALPATH] = READS,
    [OP_MKDIR] = WRITES,
    [OP_RMDIR] = WRITES,
    [OP_UNLINK] = WRITES,
    [OP_CHMOD] = WRITES,
    [OP_CHOWN] = WRITES,
    [OP_LCHOWN] = WRITES,
    [OP_UTIMES] = WRITES,
    [OP_LUTIMES] = WRITES,
    [OP_TRUNCATE] = WRITES,
    [OP_RENAME] = WRITES_BOTH,
    [OP_LINK] = READS_WRITES,
    [OP_COPYFILE] = READS_WRITES,
};

static void touch_note(orr__sim_world *sim, const orr__op *op, const char *path,
                       bool writes)
{
    if (path != NULL)
        sim->given->touch(sim->given->ctx, op->record_id, path, writes);
}

void orr__sim_touch(orr__sim_world *sim, const orr__op *op)
{
    if (sim->given->touch == NULL)
        return;
    if (op->code == OP_OPEN) {
        const bool writes =
            (op->u.fs.flags & (O_ACCMODE | O_CREAT | O_TRUNC)) != O_RDONLY;

        touch_note(sim, op, op->u.fs.path, writes);
        return;
    }
    if (op->code == OP_SYMLINK)
        touch_note(sim, op, op->u.fs.path2, true);
    switch (touches[op->code]) {
    case READS:
        touch_note(sim, op, op->u.fs.path, false);
        break;
    case WRITES:
        touch_note(sim, op, op->u.fs.path, true);
        break;
    case WRITES_BOTH:
    case READS_WRITES:
        touch_note(sim, op, op->u.fs.path, touches[op->code] == WRITES_BOTH);
        touch_note(sim, op, op->u.fs.path2, true);
        break;
    default:
        break;
    }
}

void orr__sim_touch_now(orr__sim_world *sim, const orr__op *op)
{
    switch (op->code) {
    case OP_READ:
    case OP_WRITE:
    case OP_FTRUNCATE:
    case OP_READDIR:
    case OP_SENDFILE:
        if (sim->given->touch != NULL && !orr__sim_std(sim, op->fd))
            sim->given->touch(sim->given->ctx, 0, NULL, op->code != OP_READ);
        break;
    default:
        orr__sim_touch(sim, op);
    }
}
