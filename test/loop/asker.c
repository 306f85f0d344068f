/*
 * asker.c: see asker.h.
 */
#include "asker.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void asker_note(asker *a, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    a->log_len += (size_t)vsnprintf(a->log + a->log_len,
                                    sizeof a->log - a->log_len, format, args);
    va_end(args);
    CHECK(a->log_len < sizeof a->log);
}

static uint32_t ask(void *ctx, orr_choice_kind kind, uint32_t n,
                    const orr_option *options)
{
    asker *a = ctx;
    uint32_t k;

    CHECK(n >= 2);
    for (uint32_t i = 0; i < n; i++)
        CHECK(options[i].what != NULL);
    a->asked[kind]++;
    if (n > a->max[kind])
        a->max[kind] = n;
    k = a->answer != NULL ? a->answer(a, kind, n, options) : 0;
    asker_note(a, "%d:%u/%u:%s;", kind, k, n, options[k].what);
    return k;
}

void asker_close_late(void *arg)
{
    backend *b = arg;

    b->table->close(b->poll);
}

void asker_close(backend *b)
{
    test_cleanup_cancel(asker_close_late, b);
    asker_close_late(b);
}

void asker_open_with(backend *b, asker *a, uint32_t pool_size,
                     uint64_t max_delays_ms)
{
    *b = (backend){ .table = &orr__sim };
    b->world.max_delays_ms = max_delays_ms;
    b->allocator.resize = test_resize;
    if (a != NULL) {
        b->world.ctx = a;
        b->world.choose = ask;
        b->world.network = b->world.faults = true;
    }
    orr__poll_options options = {
        .allocator = &b->allocator,
        .world = &b->world,
        .seed = test_seed(),
        .pool_size = pool_size,
    };
    CHECK_INT(b->table->open(&options, &b->poll, NULL), 0);
    test_cleanup(asker_close_late, b);
}

void asker_open(backend *b, asker *a, uint32_t pool_size)
{
    asker_open_with(b, a, pool_size, 0);
}

uint64_t asker_now(backend *b)
{
    return b->table->now_ms(b->poll) * MS;
}

uint32_t pick_some(asker *a, orr_choice_kind kind, uint32_t n,
                   const orr_option *options)
{
    (void)options;
    if (kind != a->only || a->left == 0)
        return 0;
    a->left--;
    return a->pick < n ? a->pick : n - 1;
}

/* One look: the events as asker_letters, by op->owner. */
size_t asker_look(backend *b, uint64_t deadline, char *out)
{
    orr__event ev;
    size_t n = 0;

    CHECK_INT(b->table->wait(b->poll, deadline), 0);
    while (b->table->next(b->poll, &ev))
        out[n++] = *(const char *)ev.op->owner;
    out[n] = 0;
    return n;
}

char asker_effects[64];

void asker_work(void *arg)
{
    strncat(asker_effects, arg, 1);
}

const char asker_letters[] = "abcdefgh";

void asker_works(backend *b, orr__op *ops, int n)
{
    asker_effects[0] = 0;
    for (int i = 0; i < n; i++) {
        ops[i] = (orr__op){ .code = OP_WORK, .record_id = (uint64_t)i + 1 };
        ops[i].owner = (void *)(uintptr_t)&asker_letters[i];
        ops[i].u.work.fn = asker_work;
        ops[i].u.work.arg = (void *)(uintptr_t)&asker_letters[i];
        backend_submit(b, &ops[i]);
    }
}
