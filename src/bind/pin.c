/* pin.c - what a request holds until it completes; see pin.h. */
#include "bind/pin.h"

#include <errno.h>
#include <stdlib.h>

/* One thing that is held: a pinned buffer or memory of malloc's. */
typedef struct bind_held {
    struct bind_held *next;
    napi_ref buffer;
    void *memory;
} bind_held;

static bind_held *add(bind_request *q)
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

    if (napi_get_typedarray_info(env, view, NULL, &len, &bytes, NULL, NULL) !=
            napi_ok ||
        from > len || count > len - from)
        return -EINVAL;
    *out = (orr_buf){ (char *)bytes + from, count };
    return 0;
}

int bind_hold_bytes(bind_request *q, napi_value view, size_t from, size_t count,
                    orr_buf *out)
{
    napi_env env = q->wrap.r->env;
    const int err = bind_get_bytes(env, view, from, count, out);

    if (err < 0)
        return err;
    bind_held *h = add(q);
    if (h == NULL)
        return -ENOMEM;
    BIND_OK(napi_create_reference(env, view, 1, &h->buffer));
    return 0;
}

int bind_hold_memory(bind_request *q, void *memory)
{
    bind_held *h = add(q);

    if (h == NULL)
        return -ENOMEM;
    h->memory = memory;
    return 0;
}

void bind_unhold_all(bind_request *q)
{
    while (q->held != NULL) {
        bind_held *h = q->held;
        q->held = h->next;
        if (h->buffer != NULL)
            napi_delete_reference(q->wrap.r->env, h->buffer);
        free(h->memory);
        free(h);
    }
}
