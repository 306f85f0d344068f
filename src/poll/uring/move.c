/*
 * move.c - a loop that was run by one thread is run by another.
 *
 * The kernel binds a ring to one thread: another one gets -EEXIST when it
 * enters it. Then a new ring is made. Completions of the old one are copied;
 * requests that have not completed are submitted again, which is harmless for
 * everything but files: a receive that did not complete has taken no bytes.
 *
 * A file operation in the kernel writes to the user's memory, and its
 * completion could not be seen any more. So a loop can't move while one is
 * under way, and wait() returns -EBUSY.
 *
 * The kernel frees the old ring a little later. Until then its requests, which
 * have no effect any more, hold their files open.
 */
#include "poll/uring/uring.h"

#include <errno.h>
#include <unistd.h>

/* ---- What was completed ----------------------------------------------- */

static void take_along(uring *p, const struct io_uring_cqe *cqe)
{
    uring_slot *s = orr__uslot_find(p, cqe->user_data);
    orr__op *op = s->op;

    if (s->kind == SLOT_RECV && cqe->res != -ENOTSOCK) {
        orr__uslot_keep(p, s, cqe);
    } else if (s->kind == SLOT_ACCEPT && cqe->res >= 0) {
        orr__uslot_disarmed(p, s);
        orr__uslot_free(p, s);
        if (op != NULL)
            orr__uring_done(p, op, cqe->res);
        else
            close(cqe->res);
    }
}

static void take_all_along(uring *p)
{
    orr__uring_see(p);
    while (p->cq_head != p->cq_end) {
        const struct io_uring_cqe cqe =
            p->ring.cqes[p->cq_head & p->ring.cq_mask];
        __atomic_store_n(p->ring.k_cq_head, ++p->cq_head, __ATOMIC_RELEASE);
        if (cqe.user_data != 0)
            take_along(p, &cqe);
    }
}

/* ---- What was not ----------------------------------------------------- */

static void ask_again(uring *p, uring_slot *s)
{
    orr__uslot_disarmed(p, s);
    if (s->op != NULL || s->kind > SLOT_FILE) {
        if (orr__list_empty(&s->link)) /* else stashed, and armed later */
            orr__uslot_arm(p, s);
    } else if (s->first == NULL && !s->ended) {
        orr__uslot_free(p, s);
    }
}

static void ask_for_all_again(uring *p)
{
    for (uint32_t i = 0; i < p->nblocks * URING_SLOTS; i++) {
        uring_slot *s = orr__uslot_at(p, i);
        if (s->state == SLOT_ARMED)
            ask_again(p, s);
    }
}

/* ---- Moving ----------------------------------------------------------- */

int orr__uring_move(uring *p)
{
    const char *why;
    uring_ring r;

    if (!orr__sys_is_ours(&p->k.sys))
        return -EPERM;
    if (p->files_armed > 0)
        return -EBUSY;
    int err = orr__ring_open(&r, &why);
    if (err < 0)
        return err;
    orr__uring_put_back(p);
    take_all_along(p);
    err = orr__bufs_register(&p->bufs, &r);
    if (err < 0) {
        orr__ring_close(&r);
        return err;
    }
    orr__ring_close(&p->ring);
    p->ring = r;
    p->cq_head = p->cq_end = p->cq_looked = p->cq_marked = 0;
    ask_for_all_again(p);
    return p->k.embedded ? orr__uring_embed(p) : 0;
}
