/*
 * fs_data.c - the bytes of files, and a few devices.
 *
 * Where the bytes of a regular file are:
 *
 *      never written         in the real file. Each read opens it, reads and
 *                            closes it again.
 *      written               in memory, all of them. The first write reads the
 *                            whole real file, which is not used any more.
 *
 * A file in memory may be longer than its bytes: what is missing at its end
 * is zeros, so that growing a file costs nothing.
 *
 * The devices are those that programs need: null, zero, full, and random, whose
 * bytes follow from the seed. Others can't be opened, since their contents
 * would differ from run to run.
 */
#include "poll/sim/fs.h"

#include <errno.h>
#include <string.h>
#include <sys/sysmacros.h>

#define SIZE_LIMIT (1ull << 43) /* of a file, as on ext4; then EFBIG */
#define DATA_LIMIT (1ull << 32) /* of its bytes in memory; then ENOSPC */

/* ---- Regular files ---------------------------------------------------- */

/* Copy a real file up. What can be seen of it stays the same. */
static int data_own(orr__sim_fs *fs, sim_node *node)
{
    char *data;
    size_t len;
    int err;

    if (node->owned)
        return 0;
    if (node->st.size > DATA_LIMIT)
        return -ENOSPC;
    err = orr__sim_real_slurp(fs->a, node->real, (size_t)node->st.size, &data,
                              &len);
    if (err < 0)
        return err;
    node->data = data;
    node->len = len;
    node->cap = len;
    node->st.size = len;
    node->owned = true;
    return 0;
}

static int data_reserve(orr__sim_fs *fs, sim_node *node, uint64_t size)
{
    size_t cap = node->cap + node->cap / 2;
    char *more;

    if (size <= node->cap)
        return 0;
    if (size > DATA_LIMIT)
        return -ENOSPC;
    if (cap < size)
        cap = (size_t)size;
    more = orr__resize(fs->a, node->data, cap);
    if (more == NULL)
        return -ENOMEM;
    node->data = more;
    node->cap = cap;
    return 0;
}

/* The bytes or the length are new. */
static void data_changed(orr__sim_fs *fs, sim_node *node, uint64_t size)
{
    orr__sim_node_change(fs, node);
    node->owned = true;
    node->st.mtime = node->st.ctime;
    node->st.size = size;
    node->st.blocks = (size + 4095) / 4096 * 8;
}

int orr__sim_data_resize(orr__sim_fs *fs, sim_node *node, uint64_t size)
{
    int err;

    if (size > SIZE_LIMIT)
        return -EFBIG;
    err = size == 0 ? 0 : data_own(fs, node);
    if (err < 0)
        return err;
    if (node->len > size)
        node->len = (size_t)size;
    data_changed(fs, node, size);
    return 0;
}

size_t orr__sim_data_read(const sim_node *node, char *buf, size_t len,
                          uint64_t at)
{
    size_t have = 0;

    if (at >= node->st.size)
        return 0;
    if (len > node->st.size - at)
        len = (size_t)(node->st.size - at);
    if (at < node->len) {
        have = node->len - (size_t)at;
        have = have < len ? have : len;
        memcpy(buf, node->data + at, have);
    }
    memset(buf + have, 0, len - have);
    return len;
}

int orr__sim_data_copy(orr__sim_fs *fs, sim_node *node, char **out, size_t *len)
{
    char *copy;

    if (!node->owned)
        return orr__sim_real_slurp(fs->a, node->real, (size_t)node->st.size,
                                   out, len);
    if (node->st.size > DATA_LIMIT)
        return -EFBIG;
    copy = orr__resize(fs->a, NULL, (size_t)node->st.size + 1);
    if (copy == NULL)
        return -ENOMEM;
    *len = orr__sim_data_read(node, copy, (size_t)node->st.size, 0);
    copy[*len] = 0;
    *out = copy;
    return 0;
}

/* The bytes of the buffers to `at`, up to `end`; the memory is reserved. */
static void data_put(sim_node *node, const orr_buf *bufs, uint64_t at,
                     uint64_t end)
{
    if (at > node->len)
        memset(node->data + node->len, 0, (size_t)at - node->len);
    if (end > node->len)
        node->len = (size_t)end;
    for (; at < end; bufs++) {
        const uint64_t left = end - at;
        const size_t n = bufs->len < left ? bufs->len : (size_t)left;

        if (n > 0)
            memcpy(node->data + at, bufs->base, n);
        at += n;
    }
}

int orr__sim_data_write(orr__sim_fs *fs, sim_node *node, const orr_buf *bufs,
                        uint64_t size, uint64_t at)
{
    const uint64_t end = at + size;
    int err = end > SIZE_LIMIT ? -EFBIG : data_own(fs, node);

    if (err == 0)
        err = data_reserve(fs, node, end);
    if (err < 0)
        return err;
    data_put(node, bufs, at, end);
    data_changed(fs, node, end > node->st.size ? end : node->st.size);
    return 0;
}

void orr__sim_data_replace(orr__sim_fs *fs, sim_node *node, char *data,
                           size_t len)
{
    orr__free(fs->a, node->data);
    node->data = data;
    node->len = node->cap = len;
    data_changed(fs, node, len);
}

/* ---- Devices ---------------------------------------------------------- */

enum {
    MINOR_NULL = 3,
    MINOR_ZERO = 5,
    MINOR_FULL = 7,
    MINOR_RANDOM,
    MINOR_URANDOM
};

sim_device orr__sim_device_of(const sim_node *node)
{
    if (!orr__sim_is(node, SIM_CHAR) || major(node->st.rdev) != 1)
        return DEVICE_NONE;
    switch (minor(node->st.rdev)) {
    case MINOR_NULL:
        return DEVICE_NULL;
    case MINOR_ZERO:
        return DEVICE_ZERO;
    case MINOR_FULL:
        return DEVICE_FULL;
    case MINOR_RANDOM:
    case MINOR_URANDOM:
        return DEVICE_RANDOM;
    default:
        return DEVICE_NONE;
    }
}

int64_t orr__sim_device_read(orr__sim_fs *fs, sim_device device, void *buf,
                             size_t len)
{
    if (device == DEVICE_NULL)
        return 0;
    if (device == DEVICE_RANDOM)
        orr__sim_random(fs->sim, buf, len);
    else
        memset(buf, 0, len);
    return (int64_t)len;
}

int64_t orr__sim_device_write(sim_device device, uint64_t size)
{
    return device == DEVICE_FULL ? -ENOSPC : (int64_t)size;
}
