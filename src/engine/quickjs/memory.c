/*
 * memory.c - the limit of the heap, and what happens at it. Each allocation may
 * fail; then the program gets an error that says so, and nothing else changes.
 *
 * What is at work and cannot go back brackets itself with js_need_begin() and
 * js_need_end(): in between memory may go beyond the limit, by a little, once.
 * JS_SetNoMemory() and JS_SetMemoryLimitHook() let a host end the program
 * instead. See docs/engine/out-of-memory.md; test/faults makes every allocation
 * fail once.
 */

static void *js_try_calloc(JSRuntime *rt, size_t count, size_t size)
{
    void *ptr;
    JSMallocState *s;

    /* Do not allocate zero bytes: behavior is platform dependent */
    assert(count != 0 && size != 0);

    /* no division where both are below half of the bits */
    if (unlikely((count | size) >> (sizeof(size_t) * 4)) &&
        count != (count * size) / size)
        return NULL;

    s = &rt->malloc_state;
    /* When malloc_limit is 0 (unlimited), malloc_limit - 1 will be SIZE_MAX. */
    if (unlikely(s->malloc_size + (count * size) > s->malloc_limit - 1))
        return NULL;

    ptr = js_arena_calloc(rt, count, size);
    if (!ptr)
        return NULL;

    s->malloc_count++;
    s->malloc_size += js_arena_usable_size(rt, ptr) + MALLOC_OVERHEAD;
    return ptr;
}

/* what a block of the size class counts for in malloc_size */
static inline size_t arena_counted_size(int block_size_idx)
{
    return arena_block_sizes[block_size_idx] - sizeof(JSMallocBlockHeader) +
           MALLOC_OVERHEAD;
}

static void *js_try_malloc(JSRuntime *rt, size_t size)
{
    void *ptr;
    JSMallocState *s;

    /* Do not allocate zero bytes: behavior is platform dependent */
    if (unlikely(size == 0))
        return NULL;

    s = &rt->malloc_state;
    /* When malloc_limit is 0 (unlimited), malloc_limit - 1 will be SIZE_MAX. */
    if (unlikely(s->malloc_size + size > s->malloc_limit - 1))
        return NULL;

    if (likely(arena_is_small(size))) {
        int block_size_idx = arena_get_size_index(size);

        ptr = arena_malloc_small(rt, block_size_idx);
        if (unlikely(!ptr))
            return NULL;
        s->malloc_size += arena_counted_size(block_size_idx);
    } else {
        ptr = arena_malloc_large(rt, size);
        if (!ptr)
            return NULL;
        s->malloc_size += js_arena_usable_size(rt, ptr) + MALLOC_OVERHEAD;
    }
    s->malloc_count++;
    return ptr;
}

/* Most blocks take the place of one that was freed not long ago. This is all
   that is to do then, and it calls nothing: js_malloc() and js_free_rt() save
   no registers. NULL: see js_try_malloc(). */
static force_inline void *js_malloc_recent(JSRuntime *rt, size_t size)
{
    JSMallocState *s = &rt->malloc_state;
    JSArenaRecent *r;
    int block_size_idx;

    if (unlikely(size == 0 || !arena_is_small(size)))
        return NULL;
    block_size_idx = arena_get_size_index(size);
    r = &rt->arena_state.recent[block_size_idx];
    if (unlikely(!r->first || s->malloc_size + size > s->malloc_limit - 1))
        return NULL;
    s->malloc_size += arena_counted_size(block_size_idx);
    s->malloc_count++;
    return arena_pop_recent(r);
}

static no_inline void js_free_other(JSRuntime *rt, void *ptr)
{
    JSMallocState *s = &rt->malloc_state;
    size_t free_size = js_arena_usable_size(rt, ptr) + MALLOC_OVERHEAD;
    if (unlikely(free_size > s->malloc_size)) {
        printf("js_free_rt: malloc_size underflow: freeing %zu but only %zu "
               "tracked\n",
               free_size, s->malloc_size);
        abort();
    }
    s->malloc_count--;
    s->malloc_size -= free_size;
    js_arena_free(rt, ptr);
}

void js_free_rt(JSRuntime *rt, void *ptr)
{
    JSMallocState *s = &rt->malloc_state;
    JSMallocBlockHeader *b;
    JSArenaRecent *r;
    size_t size;

    if (unlikely(!ptr))
        return;
    b = container_of(ptr, JSMallocBlockHeader, user_data);
    if (likely(b->u.block_idx != JS_ARENA_FREE_NIL)) {
        arena_expect_used(ptr);
        size = arena_counted_size(b->block_size_idx);
        r = &rt->arena_state.recent[b->block_size_idx];
        if (likely(r->count < JS_ARENA_RECENT_MAX && size <= s->malloc_size)) {
            s->malloc_size -= size;
            s->malloc_count--;
            arena_push_recent(r, ptr);
            return;
        }
    }
    js_free_other(rt, ptr);
}

static void *js_try_realloc(JSRuntime *rt, void *ptr, size_t size)
{
    size_t old_size;
    JSMallocState *s;

    if (!ptr) {
        if (size == 0)
            return NULL;
        return js_try_malloc(rt, size);
    }
    if (unlikely(size == 0)) {
        js_free_rt(rt, ptr);
        return NULL;
    }
    old_size = js_arena_usable_size(rt, ptr);
    s = &rt->malloc_state;
    /* When malloc_limit is 0 (unlimited), malloc_limit - 1 will be SIZE_MAX. */
    if (s->malloc_size + size - old_size > s->malloc_limit - 1)
        return NULL;

    ptr = js_arena_realloc(rt, ptr, size);
    if (!ptr)
        return NULL;

    s->malloc_size += js_arena_usable_size(rt, ptr) - old_size;
    return ptr;
}

/* The compiler does not look at each of its allocations. So none of them fails:
   they go beyond the limit, it is noted, and the compiler stops at the next
   token. See js_compile_begin(). */
static bool js_may_go_beyond(JSRuntime *rt, size_t size)
{
    JSMallocState *s = &rt->malloc_state;

    if (rt->memory_limit && size != 0 &&
        s->malloc_size + size > s->malloc_limit - 1) {
        struct list_head *el;

        /* the host is asked at the next instruction that polls */
        list_for_each(el, &rt->context_list) list_entry(el, JSContext, link)
            ->interrupt_counter = 1;
        if (rt->memory_limit(rt->memory_limit_opaque, size))
            return true;
    }
    if ((rt->compile_depth == 0 && rt->need_depth == 0) || size == 0)
        return false;
    rt->compile_failed = rt->compile_depth != 0;
    return true;
}

/* What is done until js_need_end() cannot be done by halves: to settle a
   promise that others wait for, say. It goes beyond the limit, by little. */
static void js_need_begin(JSContext *ctx)
{
    ctx->rt->need_depth++;
}

static void js_need_end(JSContext *ctx)
{
    ctx->rt->need_depth--;
}

/* There is none beyond the limit either, and there is no way back. */
static void *js_need(JSRuntime *rt, void *ptr)
{
    if (unlikely(!ptr)) {
        if (rt->no_memory)
            rt->no_memory(rt->no_memory_opaque);
        abort();
    }
    return ptr;
}

void *js_calloc_rt(JSRuntime *rt, size_t count, size_t size)
{
    size_t limit = rt->malloc_state.malloc_limit;
    void *ptr = js_try_calloc(rt, count, size);

    if (unlikely(!ptr) && js_may_go_beyond(rt, size)) {
        rt->malloc_state.malloc_limit = 0;
        ptr = js_need(rt, js_try_calloc(rt, count, size));
        rt->malloc_state.malloc_limit = limit;
    }
    return ptr;
}

/* where js_malloc_recent() has none */
static no_inline void *js_malloc_other(JSRuntime *rt, size_t size)
{
    size_t limit = rt->malloc_state.malloc_limit;
    void *ptr = js_try_malloc(rt, size);

    if (unlikely(!ptr) && js_may_go_beyond(rt, size)) {
        rt->malloc_state.malloc_limit = 0;
        ptr = js_need(rt, js_try_malloc(rt, size));
        rt->malloc_state.malloc_limit = limit;
    }
    return ptr;
}

void *js_malloc_rt(JSRuntime *rt, size_t size)
{
    void *ptr = js_malloc_recent(rt, size);

    return likely(ptr) ? ptr : js_malloc_other(rt, size);
}

void *js_realloc_rt(JSRuntime *rt, void *ptr, size_t size)
{
    size_t limit = rt->malloc_state.malloc_limit;
    void *new_ptr = js_try_realloc(rt, ptr, size);

    if (unlikely(!new_ptr) && js_may_go_beyond(rt, size)) {
        rt->malloc_state.malloc_limit = 0;
        new_ptr = js_need(rt, js_try_realloc(rt, ptr, size));
        rt->malloc_state.malloc_limit = limit;
    }
    return new_ptr;
}

static no_inline void *js_malloc_or_throw(JSContext *ctx, size_t size)
{
    void *ptr = js_malloc_other(ctx->rt, size);

    if (unlikely(!ptr))
        JS_ThrowOutOfMemory(ctx);
    return ptr;
}

/* Throw out of memory in case of error */
void *js_malloc(JSContext *ctx, size_t size)
{
    void *ptr = js_malloc_recent(ctx->rt, size);

    return likely(ptr) ? ptr : js_malloc_or_throw(ctx, size);
}

void JS_SetGCGrowth(JSRuntime *rt, uint32_t percent)
{
    rt->gc_growth = percent;
}

void JS_SetMemoryError(JSRuntime *rt, JSValue error)
{
    JS_FreeValueRT(rt, rt->memory_error);
    rt->memory_error = error;
}

void JS_NeedMemory(JSRuntime *rt, bool on)
{
    rt->need_depth += on ? 1 : -1;
}

void JS_SetNoMemory(JSRuntime *rt, JSNoMemoryFunc *func, void *opaque)
{
    rt->no_memory = func;
    rt->no_memory_opaque = opaque;
}

void JS_SetMemoryLimitHook(JSRuntime *rt, JSMemoryLimitFunc *func, void *opaque)
{
    rt->memory_limit = func;
    rt->memory_limit_opaque = opaque;
}
