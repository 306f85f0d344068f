/*
 * chance.c - OpenSSL's chance on the simulator and in a recording: it is the
 * world's, so that keys, signatures and what TLS sends repeat.
 *
 * OpenSSL has one method for a process, and a process may have several
 * runtimes, simulated ones and others. So the method asks which runtime this
 * thread works for; work of a simulated runtime is done on its own thread, and
 * a job of a recorded one, which a thread of the pool does, has a generator of
 * its own, seeded when the job is queued. Each runtime has a generator, which
 * the world seeds when OpenSSL is first used: how much OpenSSL draws changes
 * nothing for others who draw from the world.
 */
#include <stdatomic.h>
#include <string.h>

#include "base/base.h"
#include "bind/core/recording.h"
#include "bind/crypto/crypto.h"

/* The generator of this thread's runtime, or of the job that it does; NULL:
 * OpenSSL's own. */
static _Thread_local uint64_t *crypto_drawing;

/* OpenSSL's own method, for threads without one; always the same. */
static _Atomic(const RAND_METHOD *) crypto_plain;

static int draw_bytes(unsigned char *out, int n)
{
    if (crypto_drawing == NULL) {
        const RAND_METHOD *method = atomic_load(&crypto_plain);
        return method->bytes(out, n);
    }
    for (int at = 0; at < n; at += 8) {
        const uint64_t number = orr__random_next(crypto_drawing);
        memcpy(out + at, &number, n - at < 8 ? (size_t)(n - at) : 8);
    }
    return 1;
}

static int is_seeded(void)
{
    return 1;
}

void bind_crypto_begin_chance(runtime *r, crypto *c)
{
    static const RAND_METHOD method = { .bytes = draw_bytes,
                                        .pseudorand = draw_bytes,
                                        .status = is_seeded };

    if (!(orr_is_virtual(r->loop) || orr_is_recorded(r->loop)) ||
        orr_random_bytes(r->loop, NULL, &c->chance, sizeof c->chance, NULL) < 0)
        return;
    atomic_store(&crypto_plain, c->RAND_OpenSSL());
    crypto_drawing = &c->chance;
    c->lends_chance = orr_is_recorded(r->loop);
    c->RAND_set_rand_method(&method);
}

void bind_crypto_end_chance(const crypto *c)
{
    if (crypto_drawing == &c->chance)
        crypto_drawing = NULL;
}

void bind_crypto_lend_chance(crypto_job *job, crypto *c)
{
    job->lent = c->lends_chance;
    if (job->lent)
        job->chance = orr__random_next(&c->chance);
}

uint64_t *bind_crypto_draw_for(crypto_job *job)
{
    uint64_t *before = crypto_drawing;

    if (job->lent)
        crypto_drawing = &job->chance;
    return before;
}

void bind_crypto_draw_again(uint64_t *before)
{
    crypto_drawing = before;
}
