/*
 * allocator.c - small blocks come from arenas, one list of arenas for each size
 * class. The blocks that were freed last are in a list of their own and are
 * handed out first, without a look at their arenas.
 *
 *     js_malloc_rt -> recent[class] -> arena_refill -> arena -> malloc
 *     js_free_rt   -> recent[class] (at most JS_ARENA_RECENT_MAX) -> arena
 *
 * What must stay true:
 *
 * 1. An arena counts the blocks in `recent` as used, so it is never freed under
 *    them.
 * 2. A collection gives the lists back, so that arenas with nothing else in
 *    them go.
 * 3. With JS_ARENA_LARGE_BLOCKS_ONLY (sanitizers, test/faults) each block is
 *    malloc's own.
 * 4. With JS_ARENA_POISONED (make SAN=address ARENA=1) a block that is not in
 * use is poisoned, but for its header: the address sanitizer reports who
 * touches it, and what this file does itself is seen as well.
 *
 * Figures are in docs/engine/allocator-and-collector.md.
 */

#ifdef JS_ARENA_POISONED
#include <sanitizer/asan_interface.h>
#endif

static no_inline void js_force_gc(JSRuntime *rt)
{
#ifdef ENABLE_DUMPS // JS_DUMP_GC
    if (check_dump_flag(rt, JS_DUMP_GC)) {
        printf("GC: size=%zd\n", rt->malloc_state.malloc_size);
    }
#endif
    size_t before = rt->malloc_state.malloc_size;
    size_t growth = rt->gc_growth;

    JS_RunGC(rt);
    /* Where there was next to no garbage there is hardly any reason to look
       again soon, unless memory is scarce. */
    if (before - rt->malloc_state.malloc_size < before / 8 &&
        rt->malloc_state.malloc_limit == 0)
        growth *= 2;
    rt->malloc_gc_threshold = rt->malloc_state.malloc_size +
                              rt->malloc_state.malloc_size / 100 * growth;
}

static inline void js_trigger_gc(JSRuntime *rt, size_t size)
{
    bool force_gc;
#ifdef FORCE_GC_AT_MALLOC
    force_gc = true;
#else
    force_gc =
        ((rt->malloc_state.malloc_size + size) > rt->malloc_gc_threshold);
#endif
    if (unlikely(force_gc))
        js_force_gc(rt);
}

/* the size class of a block, by its number of 8 byte words */
static const uint8_t arena_size_index[JS_ARENA_MAX_SMALL_SIZE / 8 + 1] = {
    0,  0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14,
    15, 15, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20, 21, 21, 22, 22, 23,
    23, 23, 23, 24, 24, 24, 24, 25, 25, 25, 25, 26, 26, 26, 26, 27, 27,
    27, 27, 28, 28, 28, 28, 29, 29, 29, 29, 30, 30, 30, 30,
};

/* the size class for 'size' bytes and a header */
static inline int arena_get_size_index(size_t size)
{
    return arena_size_index[(size + sizeof(JSMallocBlockHeader) + 7) / 8];
}

/* Nobody may touch the block any more, or its new owner may. */
static force_inline void arena_poison(void *ptr, bool poisoned)
{
#ifdef JS_ARENA_POISONED
    const JSMallocBlockHeader *b =
        container_of(ptr, JSMallocBlockHeader, user_data);
    const size_t size = arena_block_sizes[b->block_size_idx] - sizeof(*b);

    if (poisoned)
        ASAN_POISON_MEMORY_REGION(ptr, size);
    else
        ASAN_UNPOISON_MEMORY_REGION(ptr, size);
#else
    (void)ptr, (void)poisoned;
#endif
}

/* Who frees a block twice touches it here. */
static force_inline void arena_expect_used(const void *ptr)
{
#ifdef JS_ARENA_POISONED
    (void)*(const volatile uint8_t *)ptr;
#else
    (void)ptr;
#endif
}

static force_inline void arena_push_recent(JSArenaRecent *r, void *ptr)
{
    arena_poison(ptr, false); /* it may come from the list of its arena */
    *(void **)ptr = r->first;
    arena_poison(ptr, true);
    r->first = ptr;
    r->count++;
}

static force_inline void *arena_pop_recent(JSArenaRecent *r)
{
    void *ptr = r->first;

    arena_poison(ptr, false);
    r->first = *(void **)ptr;
    r->count--;
    return ptr;
}

/* Make an arena. All of its blocks are recent, in the order of their addresses.
 */
static bool arena_new(JSRuntime *rt, int block_size_idx)
{
    JSArenaRecent *r = &rt->arena_state.recent[block_size_idx];
    JSMallocBlockHeader *b;
    JSArena *ar;
    int n_blocks, block_size, i;

    block_size = arena_block_sizes[block_size_idx];
    n_blocks = (JS_ARENA_SIZE - sizeof(JSArena)) / block_size;
    ar = rt->mf.js_malloc(rt->malloc_state.opaque,
                          sizeof(JSArena) + (size_t)n_blocks * block_size);
    if (!ar)
        return false;
    ar->block_size_idx = block_size_idx;
    ar->n_blocks = n_blocks;
    ar->n_used_blocks = n_blocks;
    ar->first_free_block = JS_ARENA_FREE_NIL;
    for (i = n_blocks - 1; i >= 0; i--) {
        b = arena_get_block(ar, i, block_size);
        b->u.block_idx = i;
        b->block_size_idx = block_size_idx;
        arena_push_recent(r, b->user_data);
    }
    list_add(&ar->link, &rt->arena_state.arena_list[block_size_idx]);
    return true;
}

static inline bool arena_is_small(size_t size)
{
    return !JS_ARENA_LARGE_BLOCKS_ONLY &&
           size <= JS_ARENA_MAX_SMALL_SIZE - sizeof(JSMallocBlockHeader);
}

/* Make the free blocks of an arena recent. */
static no_inline bool arena_refill(JSRuntime *rt, int block_size_idx)
{
    JSArenaRecent *r = &rt->arena_state.recent[block_size_idx];
    struct list_head *head = &rt->arena_state.free_arena_list[block_size_idx];
    unsigned int block_idx;
    JSMallocBlockHeader *b;
    JSArena *ar;

    if (list_empty(head))
        return arena_new(rt, block_size_idx);
    ar = list_entry(head->next, JSArena, free_link);
    for (block_idx = ar->first_free_block; block_idx != JS_ARENA_FREE_NIL;
         block_idx = ar->first_free_block) {
        b = arena_get_block(ar, block_idx, arena_block_sizes[block_size_idx]);
        ar->first_free_block = b->u.free_next;
        b->u.block_idx = block_idx;
        arena_push_recent(r, b->user_data);
    }
    ar->n_used_blocks = ar->n_blocks;
    list_del(&ar->free_link);
    return true;
}

/* a block of this size class */
static force_inline void *arena_malloc_small(JSRuntime *rt, int block_size_idx)
{
    JSArenaRecent *r = &rt->arena_state.recent[block_size_idx];

    if (unlikely(!r->first) && !arena_refill(rt, block_size_idx))
        return NULL;
    return arena_pop_recent(r);
}

static void *js_arena_malloc(JSRuntime *rt, size_t size)
{
    if (unlikely(size == 0))
        return arena_zero_block(rt)->user_data;
    if (arena_is_small(size))
        return arena_malloc_small(rt, arena_get_size_index(size));
    return arena_malloc_large(rt, size);
}

/* Give a block of the size class back to its arena. */
static no_inline void arena_give_block(JSRuntime *rt, JSMallocBlockHeader *b)
{
    unsigned int block_idx = b->u.block_idx;
    unsigned int block_size_idx = b->block_size_idx;
    unsigned int block_size = arena_block_sizes[block_size_idx];
    JSArena *ar = (JSArena *)((uint8_t *)b - (size_t)block_size * block_idx -
                              sizeof(JSArena));

    b->u.free_next = ar->first_free_block;
    ar->first_free_block = block_idx;
    arena_poison(b->user_data, true);
    if (unlikely(ar->n_used_blocks == ar->n_blocks))
        list_add(&ar->free_link,
                 &rt->arena_state.free_arena_list[block_size_idx]);
    ar->n_used_blocks--;
    /* The last arena with space stays: a program that allocates one block
       and frees it, over and over, must not make an arena each time. */
    if (unlikely(ar->n_used_blocks == 0) &&
        !(ar->free_link.next == ar->free_link.prev)) {
        list_del(&ar->link);
        list_del(&ar->free_link);
        rt->mf.js_free(rt->malloc_state.opaque, ar);
    }
}

/* Give back the blocks that were freed last: they may be all that is left of
   their arenas. */
static void arena_give_recent(JSRuntime *rt)
{
    JSArenaRecent *r;
    int i;

    for (i = 0; i < JS_ARENA_BLOCK_SIZE_COUNT; i++) {
        r = &rt->arena_state.recent[i];
        while (r->first)
            arena_give_block(rt, container_of(arena_pop_recent(r),
                                              JSMallocBlockHeader, user_data));
    }
}

static force_inline void js_arena_free(JSRuntime *rt, void *ptr)
{
    JSMallocBlockHeader *b;
    JSArenaRecent *r;

    if (!ptr)
        return;
    b = container_of(ptr, JSMallocBlockHeader, user_data);
    if (unlikely(b->u.block_idx == JS_ARENA_FREE_NIL)) {
        /* large or zero-size block */
        if (b == arena_zero_block(rt)) {
            /* nothing to do */
        } else {
            rt->mf.js_free(rt->malloc_state.opaque, b);
        }
        return;
    }
    r = &rt->arena_state.recent[b->block_size_idx];
    if (unlikely(r->count >= JS_ARENA_RECENT_MAX)) {
        arena_give_block(rt, b);
        return;
    }
    arena_push_recent(r, ptr);
}

static void *js_arena_calloc(JSRuntime *rt, size_t count, size_t size)
{
    size_t n = count * size; /* overflow already checked by js_calloc_rt */
    if (arena_is_small(n)) {
        /* Small blocks are carved from recycled (dirty) arena memory, so they
           must be zeroed explicitly. */
        void *ptr = js_arena_malloc(rt, n);
        if (unlikely(!ptr))
            return NULL;
        return memset(ptr, 0, n);
    }
    /* Large blocks come straight from the backing allocator, so let js_calloc
       do the zeroing. */
    return arena_calloc_large(rt, n);
}

/* free the arenas that are left at runtime teardown: the last one of each
   size class, which is empty */
static void js_arena_free_all(JSRuntime *rt)
{
    JSArenaState *s = &rt->arena_state;
    struct list_head *el, *el1;
    int i;
    for (i = 0; i < JS_ARENA_BLOCK_SIZE_COUNT; i++) {
        list_for_each_safe(el, el1, &s->arena_list[i])
        {
            JSArena *ar = list_entry(el, JSArena, link);
            rt->mf.js_free(rt->malloc_state.opaque, ar);
        }
        init_list_head(&s->arena_list[i]);
        init_list_head(&s->free_arena_list[i]);
        s->recent[i] = (JSArenaRecent){ NULL, 0 };
    }
}
