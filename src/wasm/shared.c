/*
 * shared.c - memories that stores of several threads have.
 *
 *     | a page of ours: wasm_shared ... the host's words | data, up to the
 *                                                        | largest it may be
 *
 * The last bytes of the first page are the host's, which may want to recognise
 * the data by what is before it. The memory never moves, and never shrinks.
 * Each store has a wasm_memory for it, whose length may be out of date: it is
 * read again wherever another thread can have been noticed.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/store.h"

struct wasm_shared {
    atomic_uint holds;
    atomic_flag growing;
    atomic_size_t bytes;
    size_t reserved; /* with the page of ours */
    wasm_limits limits;
    void (*release)(void *ctx, void *space, size_t bytes);
};

static uint8_t *data_of(wasm_shared *shared)
{
    return (uint8_t *)shared + WASM_PAGE_BYTES;
}

wasm_shared *wasm_shared_of(void *data)
{
    return (wasm_shared *)(void *)((uint8_t *)data - WASM_PAGE_BYTES);
}

void *wasm_shared_data(wasm_shared *shared)
{
    return data_of(shared);
}

size_t wasm_shared_bytes(const wasm_shared *shared)
{
    return atomic_load(&((wasm_shared *)shared)->bytes);
}

wasm_shared *wasm_shared_hold(wasm_shared *shared)
{
    atomic_fetch_add(&shared->holds, 1);
    return shared;
}

void wasm_shared_release(wasm_shared *shared)
{
    if (atomic_fetch_sub(&shared->holds, 1) != 1)
        return;
    void (*const release)(void *, void *, size_t) = shared->release;
    release(NULL, shared, shared->reserved);
}

/* Make the first `bytes` of the data usable. */
static bool shared_commit(const wasm_host *host, wasm_shared *shared,
                          size_t bytes)
{
    return host->commit(host->ctx, shared, WASM_PAGE_BYTES + bytes);
}

int wasm__shared_new(wasm_memory *memory, size_t reserved, size_t bytes)
{
    const wasm_host *host = &memory->part.store->host;

    if (host->reserve == NULL)
        return -ENOMEM;
    wasm_shared *shared = host->reserve(host->ctx, reserved + WASM_PAGE_BYTES);
    if (shared == NULL)
        return -ENOMEM;
    if (!shared_commit(host, shared, bytes)) {
        host->release(host->ctx, shared, reserved + WASM_PAGE_BYTES);
        return -ENOMEM;
    }
    atomic_init(&shared->holds, 1);
    atomic_flag_clear(&shared->growing);
    atomic_init(&shared->bytes, bytes);
    shared->reserved = reserved + WASM_PAGE_BYTES;
    shared->limits = memory->limits;
    shared->release = host->release;
    wasm__shared_join(memory, shared);
    return 0;
}

void wasm__shared_join(wasm_memory *memory, wasm_shared *shared)
{
    memory->shared = shared;
    memory->data = data_of(shared);
    memory->limits = shared->limits;
    memory->guarded =
        memory->part.store->guards && shared->reserved > (size_t)1 << 33;
    wasm__shared_refresh(memory);
}

bool wasm__shared_refresh(wasm_memory *memory)
{
    const size_t bytes = wasm_shared_bytes(memory->shared);
    const bool has_grown = bytes > memory->bytes;

    memory->bytes = bytes;
    return has_grown;
}

/* How many bytes it had; -1. */
int64_t wasm__shared_grow(wasm_memory *memory, size_t more, size_t max)
{
    const wasm_host *host = &memory->part.store->host;
    wasm_shared *shared = memory->shared;
    int64_t before = -1;

    while (atomic_flag_test_and_set(&shared->growing))
        ; /* another thread is changing the length of the same memory */
    const size_t bytes = atomic_load(&shared->bytes);
    if (more <= max && bytes <= max - more &&
        (more == 0 || shared_commit(host, shared, bytes + more))) {
        before = (int64_t)bytes;
        atomic_store(&shared->bytes, bytes + more);
    }
    atomic_flag_clear(&shared->growing);
    wasm__shared_refresh(memory);
    return before;
}
