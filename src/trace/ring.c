/* ring.c - see ring.h. */
#include "trace/ring.h"

#include "base/base.h"

void orr__ring_init(trace_ring *ring, char *bytes, size_t capacity)
{
    must((capacity & (capacity - 1)) == 0 &&
             capacity >= 4 * (sizeof(trace_record) + TRACE_TEXT_MAX),
         "a ring holds some records");
    *ring = (trace_ring){ .bytes = bytes, .capacity = capacity };
}

bool orr__ring_free_space(trace_ring *ring, uint64_t *tail, size_t size)
{
    const size_t rest = ring->capacity - (*tail & (ring->capacity - 1));
    const size_t skipped = size <= rest ? 0 : rest;

    ring->head_seen = atomic_load_explicit(&ring->head, memory_order_acquire);
    if (*tail + skipped + size - ring->head_seen > ring->capacity)
        return false;
    if (skipped == 0)
        return true;
    *(trace_fill *)(void *)orr__ring_at(ring, *tail) =
        (trace_fill){ (uint32_t)rest, TRACE_FILL };
    *tail += skipped;
    atomic_store_explicit(&ring->tail, *tail, memory_order_release);
    return true;
}
