/*
 * embed.c - a descriptor to sleep on, for a loop inside another loop.
 *
 * The ring's own descriptor does not work: with DEFER_TASKRUN completions are
 * made inside io_uring_enter(), and a poll() of the ring does not report that
 * some are to be made. But the kernel signals an eventfd that is registered
 * with the ring when there is such work, and when it has made a completion:
 *
 *      kernel, wake(), nudge() --> embed_fd --> poll() of the embedding loop
 *                                     |
 *      wait(): reads it, after the ring was entered and before the completion
 *              queue is looked at
 *
 * (wake() signals both eventfds: one does not signal the other.)
 *
 * So it is readable exactly if something happened since wait() looked, or if
 * there is something that wait() could not know of. What is submitted must be
 * with the kernel at once, since it is not known when wait() is called.
 */
#include "poll/uring/uring.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Once per batch is enough. */
void orr__uring_nudge(uring *p)
{
    if (orr__likely(!p->k.embedded) || p->nudged)
        return;
    p->nudged = true;
    p->k.sys.system_calls++;
    orr__eventfd_signal(p->k.embed_fd);
}

/* An error is met again by the next wait(). */
void orr__uring_signal_embedder(uring *p)
{
    if (orr__likely(!p->k.embedded) || !orr__sys_is_ours(&p->k.sys))
        return;
    if (orr__uring_has_requests(p))
        (void)orr__uring_enter(p, false, NULL);
    if (p->stage == STAGE_END && p->cq_head != orr__ring_tail(&p->ring))
        orr__uring_nudge(p);
}

void orr__uring_unsignal(uring *p)
{
    uint64_t count;
    ssize_t n = read(p->k.embed_fd, &count, sizeof count);

    (void)n; /* -EAGAIN: it was not signalled */
    p->k.sys.system_calls++;
    p->nudged = false;
}

int orr__uring_embed(uring *p)
{
    return orr__ring_register(&p->ring, IORING_REGISTER_EVENTFD, &p->k.embed_fd,
                              1);
}

/*
 * The ring is entered first, so that it is bound to this thread and has all
 * requests. What completed before the eventfd was registered is found here.
 */
int orr__uring_fd(orr__poll *base)
{
    uring *p = (uring *)(void *)base;

    if (p->k.embedded)
        return p->k.embed_fd;
    int err = orr__uring_enter(p, false, NULL);
    if (err == -EEXIST && (err = orr__uring_move(p)) == 0)
        err = orr__uring_enter(p, false, NULL);
    if (err < 0 && err != -EINTR)
        return err;
    p->k.embed_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (p->k.embed_fd < 0)
        return -errno;
    err = orr__uring_embed(p);
    if (err < 0) {
        close(p->k.embed_fd);
        return err;
    }
    p->k.embedded = true;
    if ((atomic_fetch_or(&p->k.news, NEWS_EMBEDDED) & ~NEWS_IN_ORDER) != 0 ||
        !orr__ops_empty(&p->k.done) || !orr__list_empty(&p->stashed) ||
        p->cq_head != orr__ring_tail(&p->ring) || orr__ring_calls(&p->ring))
        orr__uring_nudge(p);
    return p->k.embed_fd;
}
