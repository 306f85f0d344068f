/* pin.c - what a request holds until it completes; see pin.h. */
#include "bind/core/pin.h"

#include <errno.h>
#include <stdlib.h>

#include "base/base.h"

/* One thing that is held: pinned bytes of a buffer, or memory of malloc's. */
typedef struct bind_held {
    struct bind_held *next;
    engine_pin *pin;
    size_t from; /* of the first byte in its buffer */
    void *memory;
} bind_held;

static bind_held *pin_add(bind_request *q)
{
    bind_held *h = calloc(1, sizeof *h);

    if (h == NULL)
        return NULL;
    h->next = q->held;
    q->held = h;
    return h;
}

int bind_get_bytes(napi_env env, napi_value view, size_t from, size_t count,
                   orr_buf *out)
{
    void *bytes;
    size_t len;

    if (napi_get_buffer_info(env, view, &bytes, &len) != napi_ok ||
        from > len || count > len - from)
        return -EINVAL;
    *out = (orr_buf){ (char *)bytes + from, count };
    return 0;
}

int bind_hold_bytes(bind_request *q, napi_value view, size_t from, size_t count,
                    orr_buf *out)
{
    engine *e = q->wrap.r->engine;
    bind_held *h = pin_add(q);
    void *bytes;
    size_t len;

    if (h == NULL)
        return -ENOMEM;
    const int err = engine_pin_bytes(e, view, &h->pin, &bytes, &len);
    if (err < 0)
        return err;
    if (from > len || count > len - from)
        return -EINVAL;
    h->from = from;
    *out = (orr_buf){ (char *)bytes + from, count };
    return 0;
}

static void move_pieces(orr_buf *pieces, uint32_t count, orr_buf from,
                        const orr_buf *to)
{
    const uintptr_t start = (uintptr_t)from.base;

    for (uint32_t i = 0; i < count; i++) {
        const uintptr_t at = (uintptr_t)pieces[i].base;
        if (at >= start && at - start < from.len)
            pieces[i].base = (char *)to->base + (at - start);
    }
}

int bind_hold_view(bind_request *q, napi_value view, orr_buf *pieces,
                   uint32_t count)
{
    orr_buf before, after;
    void *bytes;
    size_t len;

    if (napi_get_buffer_info(q->wrap.r->env, view, &bytes, &len) != napi_ok)
        return -EINVAL;
    before = (orr_buf){ bytes, len };
    const int err = bind_hold_bytes(q, view, 0, len, &after);
    if (err == 0 && after.base != before.base)
        move_pieces(pieces, count, before, &after);
    return err;
}

int bind_hold_memory(bind_request *q, void *memory)
{
    bind_held *h = pin_add(q);

    if (h == NULL)
        return -ENOMEM;
    h->memory = memory;
    return 0;
}

#ifdef ORR_CHECKED
void bind_held_verify(const bind_request *q)
{
    for (const bind_held *h = q->held; h != NULL; h = h->next) {
        must(h->pin == NULL || h->memory == NULL,
             "one thing is pinned bytes or memory, not both");
        must(h->pin == NULL || engine_get_pinned_length(h->pin) >= -1,
             "a pin has a length, or its buffer is gone");
    }
}
#endif

/* V8 unmaps whole pages of a buffer that shrinks. */
#define PAGE 4096

bool bind_held_is_gone(const bind_request *q)
{
    for (const bind_held *h = q->held; h != NULL; h = h->next) {
        const int64_t len =
            h->pin != NULL ? engine_get_pinned_length(h->pin) : -1;
        if (len >= 0 && ((size_t)len + PAGE - 1) / PAGE * PAGE <= h->from)
            return true;
    }
    return false;
}

void bind_unhold_all(bind_request *q)
{
    while (q->held != NULL) {
        bind_held *h = q->held;
        q->held = h->next;
        if (h->pin != NULL)
            engine_unpin(q->wrap.r->engine, h->pin);
        free(h->memory);
        free(h);
    }
}
