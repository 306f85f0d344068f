/*
 * order.c - the order of a batch is that of epoll, and so of libuv.
 *
 * The ring reports what completed in the order in which it completed. epoll has
 * a list of the descriptors that are ready, and looks at it when it is asked:
 *
 *   known     those that it reported the last time come first, in their old
 *             order: a descriptor stays in the list until a look finds it not
 *             ready any more
 *   woken     then those to which something happened since
 *   new       then those that are watched since this wait only: libuv
 *             registers them just before it asks
 *
 * A program that is both ends of its connections sees the difference: of two
 * sockets to which it wrote the one that was read from before comes first, and
 * a server has its connection before the client learns that it is connected.
 *
 * The completions between cq_head and cq_end are ours until cq_head moves on,
 * and so they are sorted where they are. Of very many, most have to do with
 * other processes, and those come as they happen to come: they are left as they
 * are.
 */
#include "poll/uring/uring.h"

#define SORTED_MAX 64

typedef struct rank {
    uint32_t class; /* 0: known, 1: woken, 2: new */
    uint32_t place; /* among the known */
} rank;

static struct io_uring_cqe *cqe_at(const uring *p, uint32_t i)
{
    return &p->ring.cqes[i & p->ring.cq_mask];
}

/* A sleep finds nothing ready when it begins, and so ends the old order; but
 * not for what was armed again just before. */
static rank rank_of(const uring *p, const struct io_uring_cqe *cqe)
{
    if (cqe->user_data == 0)
        return (rank){ 1, 0 };
    const uring_slot *s = orr__uslot_find(p, cqe->user_data);
    if (s->kind == SLOT_WAKE)
        return (rank){ 1, 0 }; /* edge-triggered: it does not stay ready */
    const uring_fd *f = s->fd >= 0 ? orr__ufd_known(p, s->fd) : NULL;
    const bool is_new = s->armed_in == p->batch;

    if (f != NULL && f->seen_in == p->batch && (!p->slept || is_new))
        return (rank){ 0, f->place };
    return (rank){ is_new && f != NULL ? 2 : 1, 0 };
}

static bool is_before(rank a, rank b)
{
    return a.class != b.class ? a.class < b.class : a.place < b.place;
}

/* Move the completion at i forward to its place among those before it. */
static void put_in_place(uring *p, uint32_t i)
{
    const struct io_uring_cqe moving = *cqe_at(p, i);
    const rank r = rank_of(p, &moving);

    while (i != p->cq_head && is_before(r, rank_of(p, cqe_at(p, i - 1)))) {
        *cqe_at(p, i) = *cqe_at(p, i - 1);
        i--;
    }
    *cqe_at(p, i) = moving;
}

/* The last completion of a cancelled request has no place: its descriptor may
 * be closed by now, and the number another one's. */
static void note_place(uring *p, uint32_t i)
{
    const uint64_t number = cqe_at(p, i)->user_data;

    if (number == 0)
        return;
    const uring_slot *s = orr__uslot_find(p, number);
    p->wake_placed |= s->kind == SLOT_WAKE;
    uring_fd *f = s->fd >= 0 ? orr__ufd_known(p, s->fd) : NULL;
    if (f == NULL || s->op == NULL || f->seen_in == p->batch + 1)
        return;
    f->seen_in = p->batch + 1;
    f->place = i - p->cq_head;
}

void orr__uring_sort(uring *p)
{
    p->wake_placed = false;
    if (p->cq_end - p->cq_head <= SORTED_MAX)
        for (uint32_t i = p->cq_head; i != p->cq_end; i++)
            put_in_place(p, i);
    for (uint32_t i = p->cq_head; i != p->cq_end; i++)
        note_place(p, i);
}
