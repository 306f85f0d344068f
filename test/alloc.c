/*
 * alloc.c: the counting allocator, and the counters that say when to fail.
 *
 * Each block has a header and is in one ring, so that a leak can be reported
 * with the number of its request: on the simulator a run makes the same
 * requests in the same order, and `--fail-alloc N` or a breakpoint in
 * test_resize() finds it.
 *
 *     ring <-> block 3 <-> block 7 <-> block 8 <-> ring
 *
 * The lock is a spin lock, since a thread pool may allocate too and holds it
 * for a few instructions only.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block {
    struct block *prev, *next;
    size_t size;
    long number; /* which request it was, from 1 */
};

/* What follows the header must be aligned for anything. */
_Static_assert(sizeof(struct block) % _Alignof(max_align_t) == 0,
               "the header keeps the alignment of malloc");

static struct block ring = { &ring, &ring, 0, 0 };
static atomic_flag ring_lock = ATOMIC_FLAG_INIT;
static _Atomic long live_blocks;
static _Atomic long fail_alloc_at;
static long fail_op_at;
static bool is_faulty;

static void lock(void)
{
    while (atomic_flag_test_and_set_explicit(&ring_lock, memory_order_acquire))
        continue;
}

static void unlock(void)
{
    atomic_flag_clear_explicit(&ring_lock, memory_order_release);
}

static void ring_add(struct block *b)
{
    lock();
    b->prev = ring.prev;
    b->next = &ring;
    b->prev->next = b;
    ring.prev = b;
    unlock();
}

/* A pointer that never came from here, or was freed, is not in the ring. */
static void ring_remove(struct block *b)
{
    lock();
    if (b->prev->next != b || b->next->prev != b) {
        fprintf(stderr, "test_resize(): not a live block: %p\n",
                (void *)(b + 1));
        abort();
    }
    b->prev->next = b->next;
    b->next->prev = b->prev;
    b->prev = b->next = b;
    unlock();
}

static void *release(struct block *old)
{
    if (old != NULL) {
        ring_remove(old);
        atomic_fetch_sub(&live_blocks, 1);
        free(old);
    }
    return NULL;
}

/* A moved block is always at a new address, so that stale pointers show. */
static void *resize(struct block *old, size_t size, long number)
{
    struct block *b = malloc(sizeof(*b) + size);
    if (b == NULL)
        return NULL;
    b->size = size;
    b->number = number;
    if (old != NULL)
        memcpy(b + 1, old + 1, old->size < size ? old->size : size);
    ring_add(b);
    atomic_fetch_add(&live_blocks, 1);
    release(old);
    return b + 1;
}

void *test_resize(void *ctx, void *ptr, size_t size)
{
    (void)ctx;
    struct block *old = ptr == NULL ? NULL : (struct block *)ptr - 1;
    if (size == 0)
        return release(old);

    const long number = atomic_fetch_add(&test__slot()->allocs, 1) + 1;
    if (number == atomic_load(&fail_alloc_at)) {
        test_fault_injected();
        return NULL;
    }
    return resize(old, size, number);
}

long test_live_blocks(void)
{
    return atomic_load(&live_blocks);
}

long test_allocs(void)
{
    return atomic_load(&test__slot()->allocs);
}

static void fail_alloc(long n)
{
    atomic_store(&fail_alloc_at, n == 0 ? 0 : test_allocs() + n);
}

/* From the first call on the runner has no say any more; so it may not sweep
 * over what comes after. */
void test_fail_alloc_at(long n)
{
    long none = -1;

    atomic_compare_exchange_strong(&test__slot()->allocs_swept, &none,
                                   test_allocs());
    fail_alloc(n);
}

bool test_op_fails(void)
{
    const long number = atomic_fetch_add(&test__slot()->ops, 1) + 1;
    if (number != fail_op_at)
        return false;
    test_fault_injected();
    return true;
}

long test_fail_op(void)
{
    return fail_op_at;
}

bool test_faulty(void)
{
    return is_faulty;
}

bool test_injected(void)
{
    return atomic_load(&test__slot()->injected);
}

void test_fault_injected(void)
{
    atomic_store(&test__slot()->injected, true);
}

void test__faults_start(const struct run *run)
{
    is_faulty = run->fail_op != 0 || run->fail_alloc != 0;
    fail_op_at = run->fail_op;
    atomic_store(&test__slot()->allocs_swept, -1);
    fail_alloc(run->fail_alloc);
}

/* Say what is still live: "2 blocks: no. 3 (64 bytes), no. 7 (32 bytes)". */
void test__describe_live(char *out, size_t size)
{
    int used = snprintf(out, size, "%ld live block%s:", test_live_blocks(),
                        test_live_blocks() == 1 ? "" : "s");
    int shown = 0;

    lock();
    for (struct block *b = ring.next; b != &ring && shown < 6; b = b->next) {
        if (used < 0 || (size_t)used >= size)
            break;
        used += snprintf(out + used, size - (size_t)used,
                         " no. %ld (%zu bytes)", b->number, b->size);
        shown++;
    }
    unlock();
}
