/*
 * pin.h - memory that the kernel or a pool thread may still touch.
 *
 * An operation borrows bytes until its completion. Meanwhile a program may
 * detach, resize, transfer or drop their ArrayBuffer, so the bytes of an
 * operation are pinned by its request; bind_request_close() releases all of
 * them.
 */
#ifndef ORRERY_BIND_PIN_H
#define ORRERY_BIND_PIN_H

#include "bind/core/handle.h"

/*
 * Pin `count` bytes from `from` on of a TypedArray, DataView or ArrayBuffer,
 * and return their address, which stays valid until the request is closed.
 *
 * Errors: -EINVAL if it is not such an object or has fewer bytes; -ENOMEM.
 */
int bind_hold_bytes(bind_request *q, napi_value view, size_t from, size_t count,
                    orr_buf *out);

/*
 * Pin all of a view, for a caller that has the addresses of pieces already:
 * pinning a resizable buffer may move its bytes, once, and then the pieces
 * within it are updated. Errors: as above.
 */
int bind_hold_view(bind_request *q, napi_value view, orr_buf *pieces,
                   uint32_t count);

/* As bind_hold_bytes(), for a call that is over before it returns: nothing is
 * held. */
int bind_get_bytes(napi_env env, napi_value view, size_t from, size_t count,
                   orr_buf *out);

/* Have free(memory) called when the request is closed. -ENOMEM: it was not
 * taken over. */
int bind_hold_memory(bind_request *q, void *memory);

/* Has the program taken memory away that Node's kernel could not have used any
 * more: by shrinking a buffer, or by transfer() of a resizable one? Then the
 * operation has failed with EFAULT there. */
bool bind_held_is_gone(const bind_request *q);

/* Is all that a request holds in order? By checked(). */
void bind_held_verify(const bind_request *q);

/* bind_request_close() calls it. */
void bind_unhold_all(bind_request *q);

#endif
