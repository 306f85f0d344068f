/*
 * slot.c - slots: requests that are with the kernel. uring.h draws their
 * states.
 *
 * Receives need more care than the rest. A receive is multishot, so when it is
 * cancelled (a program stops reading), the kernel may have taken bytes from the
 * socket already. These must not be lost, for the program may read on later. So
 * the slot of a receive stays bound to its descriptor:
 *
 *      cancel()   op = NULL. Later completions are stashed in the slot.
 *      submit()   on the same descriptor takes the slot over. If the cancel was
 *                 not submitted yet, nothing needs to be done at all; the stash
 *                 is reported first, by the next wait().
 *      close      drops the stash.
 *
 * The stash is bounded by the number of buffers, since the next wait() submits
 * the cancel.
 */
#include "poll/uring/uring.h"

#include <errno.h>
#include <string.h>

/* ---- The table of slots ----------------------------------------------- */

/* Slots stay where they are, so they are allocated in blocks. */
static int slot_grow(uring *p)
{
    const orr_allocator *a = p->k.sys.allocator;

    if (p->nblocks == p->blocks_capacity) {
        uint32_t capacity =
            p->blocks_capacity == 0 ? 8 : p->blocks_capacity * 2;
        void *blocks = orr__resize(a, p->blocks, capacity * sizeof *p->blocks);
        if (blocks == NULL)
            return -ENOMEM;
        p->blocks = blocks;
        p->blocks_capacity = capacity;
    }
    uring_slot *block = orr__alloc_array(a, URING_SLOTS, sizeof *block);
    if (block == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < URING_SLOTS; i++) {
        block[i].index = p->nblocks * URING_SLOTS + i;
        orr__list_add_last(&p->free_slots, &block[i].link);
    }
    p->blocks[p->nblocks++] = block;
    return 0;
}

/* Is it one that watches a descriptor of the loop's? */
static bool is_watching(uint8_t kind)
{
    return kind <= SLOT_POLL;
}

uring_slot *orr__uslot_take(uring *p, uring_kind kind, orr__op *op, int fd)
{
    if (fd >= 0 && orr__ufd_at(p, fd) == NULL)
        return NULL;
    if (orr__list_empty(&p->free_slots) && slot_grow(p) < 0)
        return NULL;
    uring_slot *s = slot_of(p->free_slots.next);
    orr__list_detach(&s->link);
    s->kind = (uint8_t)kind;
    p->watching += is_watching(s->kind);
    s->state = SLOT_IDLE;
    s->fd = fd;
    s->op = op;
    s->since = p->batch;
    if (op != NULL) {
        op->slot = orr__uslot_number(s);
        op->where = PLACE_SLOT;
    }
    return s;
}

/* To the front: the one that was used last is likely still in the cache. */
void orr__uslot_free(uring *p, uring_slot *s)
{
    must(s->state != SLOT_ARMED, "the kernel still knows this slot");
    if (s->kind == SLOT_RECV && s->fd >= 0 && p->fds[s->fd].recv == s)
        p->fds[s->fd].recv = NULL;
    if (p->changing == s)
        p->changing = NULL;
    orr__list_detach(&s->link);
    p->watching -= is_watching(s->kind);
    s->op = NULL;
    s->state = SLOT_FREE;
    s->ended = s->cancelled = false;
    s->generation++;
    orr__list_add_last(p->free_slots.next, &s->link);
}

/* Zero is never a slot's number: it marks completions to be ignored. */
uint64_t orr__uslot_number(const uring_slot *s)
{
    return (uint64_t)s->generation << 32 | (s->index + 1);
}

uring_slot *orr__uslot_at(const uring *p, uint32_t index)
{
    return &p->blocks[index / URING_SLOTS][index % URING_SLOTS];
}

uring_slot *orr__uslot_find(const uring *p, uint64_t number)
{
    const uint32_t index = (uint32_t)number - 1;

    must(index < p->nblocks * URING_SLOTS, "the kernel repeats our numbers");
    uring_slot *s = orr__uslot_at(p, index);
    must(s->generation == number >> 32 && s->state != SLOT_FREE,
         "a slot stays taken until its last completion");
    return s;
}

/* ---- Descriptors ------------------------------------------------------ */

uring_fd *orr__ufd_at(uring *p, int fd)
{
    const uint32_t need = (uint32_t)fd + 1;

    if (need > p->nfds) {
        uint32_t n = p->nfds == 0 ? 64 : p->nfds;
        while (n < need)
            n *= 2;
        uring_fd *fds =
            orr__resize(p->k.sys.allocator, p->fds, n * sizeof *fds);
        if (fds == NULL)
            return NULL;
        memset(fds + p->nfds, 0, (n - p->nfds) * sizeof *fds);
        p->fds = fds;
        p->nfds = n;
    }
    return &p->fds[fd];
}

/*
 * Before close(): submit the requests and cancellations of the file. If the
 * ring is another thread's, that is done later. After close(): the number may
 * be another file's, so slots whose cancel was not submitted are unbound from
 * it.
 */
void orr__ufd_forget(uring *p, int fd)
{
    uring_fd *f = orr__ufd_known(p, fd);
    const bool is_held = f != NULL && f->leaving > 0;

    if ((is_held || p->files_queued > 0) && p->ring.enabled &&
        orr__sys_is_ours(&p->k.sys))
        (void)orr__uring_enter_files(p);
    if (f == NULL)
        return;
    uring_slot *s = f->recv;
    if (s != NULL) {
        orr__uslot_drop_stash(p, s);
        f->recv = NULL;
        s->fd = -1;
        if (s->state == SLOT_IDLE && s->op == NULL)
            orr__uslot_free(p, s);
    }
    if (f->leaving > 0)
        for (orr_link *l = p->to_cancel.next; l != &p->to_cancel; l = l->next)
            if (slot_of(l)->fd == fd)
                slot_of(l)->fd = -1;
    *f = (uring_fd){ .recv = NULL };
}

/* ---- States ----------------------------------------------------------- */

void orr__uslot_arm(uring *p, uring_slot *s)
{
    p->files_queued += s->kind == SLOT_FILE;
    orr__list_detach(&s->link);
    orr__list_add_last(&p->to_arm, &s->link);
}

static bool is_leaving(const uring_slot *s)
{
    return s->op == NULL && s->kind <= SLOT_FILE && s->state == SLOT_ARMED &&
           !s->cancelled;
}

static void leaving_end(uring *p, uring_slot *s)
{
    orr__list_detach(&s->link);
    if (s->fd >= 0)
        p->fds[s->fd].leaving--;
}

static bool slot_keeps(const uring_slot *s)
{
    return s->first != NULL || s->ended;
}

void orr__uslot_leave(uring *p, uring_slot *s)
{
    if (p->draining == s)
        p->draining = NULL;
    orr__list_detach(&s->link);
    s->op = NULL;
    if (is_leaving(s)) {
        orr__list_add_last(&p->to_cancel, &s->link);
        if (s->fd >= 0)
            p->fds[s->fd].leaving++;
    } else if (s->state == SLOT_IDLE && !slot_keeps(s)) {
        p->files_queued -= s->kind == SLOT_FILE;
        orr__uslot_free(p, s);
    }
}

void orr__uslot_disarmed(uring *p, uring_slot *s)
{
    if (is_leaving(s))
        leaving_end(p, s);
    if (s->kind == SLOT_FILE)
        p->files_armed--;
    s->state = SLOT_IDLE;
    s->cancelled = false;
}

/* ---- The stash -------------------------------------------------------- */

static void end_with(uring_slot *s, int32_t end)
{
    if (!s->ended)
        s->end = end;
    s->ended = true;
}

/* Without memory the bytes are lost; then the stream must fail with -ENOMEM. */
static void keep_bytes(uring *p, uring_slot *s, const void *data, uint32_t len)
{
    uring_chunk *c;

    if (s->ended || s->fd < 0)
        return;
    c = orr__resize(p->k.sys.allocator, NULL, sizeof *c + len);
    if (c == NULL) {
        end_with(s, -ENOMEM);
        return;
    }
    c->next = NULL;
    c->len = len;
    memcpy(c->bytes, data, len);
    if (s->first == NULL)
        s->first = c;
    else
        s->last->next = c;
    s->last = c;
}

void orr__uslot_drop_stash(uring *p, uring_slot *s)
{
    while (s->first != NULL) {
        uring_chunk *c = s->first;
        s->first = c->next;
        orr__free(p->k.sys.allocator, c);
    }
    s->ended = false;
}

/* These two end the kernel's request, but not the stream. */
static bool is_pause(int32_t res)
{
    return res == -ECANCELED || res == -ENOBUFS;
}

/* It has an operation again: report the stash, or arm it. */
static void slot_resume(uring *p, uring_slot *s)
{
    if (!slot_keeps(s)) {
        if (s->state == SLOT_IDLE)
            orr__uslot_arm(p, s);
    } else if (orr__list_empty(&s->link)) {
        orr__list_add_last(&p->stashed, &s->link);
        orr__uring_nudge(p);
    }
}

void orr__uslot_keep(uring *p, uring_slot *s, const struct io_uring_cqe *cqe)
{
    int id;
    const uint8_t *data = orr__bufs_received(&p->bufs, cqe, &id);

    if (cqe->res > 0)
        keep_bytes(p, s, data, (uint32_t)cqe->res);
    if (id >= 0)
        orr__bufs_put(&p->bufs, id);
    if (!(cqe->flags & IORING_CQE_F_MORE)) {
        orr__uslot_disarmed(p, s);
        if (cqe->res <= 0 && !is_pause(cqe->res) && s->fd >= 0)
            end_with(s, cqe->res);
    }
    if (s->op != NULL)
        slot_resume(p, s);
    else if (s->state == SLOT_IDLE && !slot_keeps(s))
        orr__uslot_free(p, s);
}

void orr__uslot_adopt(uring *p, uring_slot *s, orr__op *op)
{
    if (is_leaving(s))
        leaving_end(p, s);
    s->op = op;
    s->since = p->batch;
    op->slot = orr__uslot_number(s);
    op->where = PLACE_SLOT;
    slot_resume(p, s);
}
