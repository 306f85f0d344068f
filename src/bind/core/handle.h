/*
 * handle.h - the one way in which this room owns what outlives a call.
 *
 *      bind_wrap      what both have: type, JavaScript object, async id,
 *        |            async context, the place in the program that made it
 *        +- bind_handle    lives until it is closed: socket, server, child,
 *        |                 watcher, port, standard stream
 *        +- bind_request   completes once: connect, write, file call, lookup
 *
 * A binding embeds one of them as the FIRST member of its own struct, next to
 * the loop's handle or request, whose `data` is the wrap:
 *
 *      struct watcher {           struct lookup {
 *          bind_handle base;          bind_request base;
 *          orr_watch watch;           orr_addrinfo req;
 *      };                         };
 *
 * The life of a handle:
 *
 *      new --open()--> OPEN --bind_handle_close()--> CLOSING --closing phase-->
 *      type->closed(), the close callback, type->free()
 *
 * What must stay true:
 * 1. The JavaScript object is strongly held from open to the close callback,
 *    so neither side can lose the other. After that the object is unwrapped:
 *    its methods find no handle and return -EBADF or do nothing.
 * 2. The struct is freed exactly once, by type->free(), after the close
 *    callback. runtime_close() closes whatever the program left open.
 * 3. Every call into JavaScript goes through bind_handle_call() or
 *    bind_request_finish(): they restore the async context, run the async
 *    hooks, and do nothing once the program is over.
 */
#ifndef ORRERY_BIND_HANDLE_H
#define ORRERY_BIND_HANDLE_H

#include "bind/bind.h"

typedef struct bind_wrap bind_wrap;
typedef struct bind_handle bind_handle;
typedef struct bind_request bind_request;

/* ---- Types -------------------------------------------------------------- */

/* The names of a kind of handle or request. Constant data. */
typedef struct bind_type {
    /* The type that async hooks see: "TCPWRAP". NULL: of a request, its
     * object's property requestType; without an object, and of a handle,
     * hooks see nothing. */
    const char *hook_name;
    /* The name in process.getActiveResourcesInfo(): "TCPSocketWrap". NULL: not
     * listed there. */
    const char *resource_name;
    /* The words of `--why`: "TCP server on 127.0.0.1:80". NULL: the kind of the
     * loop's handle. */
    void (*describe)(const bind_wrap *w, const orr_live *live, char *out,
                     size_t size);
} bind_type;

struct bind_wrap {
    void *thing; /* the orr_handle or orr_req whose data is this; stays first */
    const bind_type *type;
    runtime *r;
    orr_link link;   /* in runtime.handles or runtime.requests */
    napi_ref object; /* NULL: no JavaScript object */
    engine_async_context *async_context;
    uint64_t async_id, trigger_id;
    uintptr_t site; /* the line of the program that made it */
    bool hooked;    /* async hooks have seen its init event */
};

/* ---- Handles ------------------------------------------------------------ */

typedef enum bind_handle_state {
    BIND_HANDLE_OPEN,
    BIND_HANDLE_CLOSING,
    BIND_HANDLE_CLOSED
} bind_handle_state;

struct bind_handle {
    bind_wrap wrap;
    const struct bind_handle_type *type;
    bind_handle_state state;
    napi_ref on_close; /* the function that close() was given, or NULL */
};

typedef struct bind_handle_type {
    bind_type wrap;
    const char *name; /* of the JavaScript class: "TCP" */
    size_t size;      /* of the struct that begins with the bind_handle */
    size_t handle_at; /* offsetof() the loop's handle in it */
    /* For `new` in JavaScript: initialise the loop's handle, or leave it zeroed
     * to start it later. It may set h->wrap.type, where not all objects of the
     * class are one thing: a server, a socket. 0, or a negative errno, which
     * `new` throws. */
    int (*open)(bind_handle *h, size_t argc, const napi_value *argv);
    /* Just before the loop's handle is closed: stop what else is under way. */
    void (*closing)(bind_handle *h);
    /* In the closing phase, before the close callback. */
    void (*closed)(bind_handle *h);
    /* The last that is called; NULL: free(h). It must free the struct. */
    void (*free)(bind_handle *h);
    const bind_function *methods; /* in addition to those of every handle */
} bind_handle_type;

/*
 * Define the JavaScript class of a handle type as exports[type->name]. Every
 * class has ref(), unref(), hasRef(), close(callback), getAsyncId() and
 * asyncReset(); type->methods are added. The type must be constant data.
 */
napi_status bind_handle_class(runtime *r, napi_value exports,
                              const bind_handle_type *type);

/* `new` from C, as for an accepted connection. NULL: an exception is pending.
 * The object is trigger's offspring for async hooks; trigger may be NULL. */
napi_value bind_handle_new(runtime *r, const bind_handle_type *type,
                           size_t argc, const napi_value *argv,
                           const bind_handle *trigger);

/* In a method: the handle of `this`, NULL once it is closing. The arguments are
 * read as bind_args() does. Without a handle a method returns -EBADF, or
 * undefined if it returns nothing. */
void *bind_this(napi_env env, napi_callback_info info, size_t n,
                napi_value *args);

/* The same, also while it is closing; NULL once it is closed. */
void *bind_this_closing(napi_env env, napi_callback_info info, size_t n,
                        napi_value *args);

/* The handle inside a JavaScript object; NULL if it has none of this type. */
void *bind_handle_of(runtime *r, napi_value object,
                     const bind_handle_type *type);

/* The JavaScript object of a wrap, undefined if it has none. */
napi_value bind_wrap_object(const bind_wrap *w);

/*
 * For a handle without a JavaScript class: take over the struct that h begins,
 * after the loop's handle was initialised or before it is started. `object` may
 * be NULL. From here on type->free() frees it.
 */
void bind_handle_open(runtime *r, bind_handle *h, const bind_handle_type *type,
                      napi_value object);

/* A handle by which other threads wake a binding; it keeps nothing alive. The
 * type has the size of this struct. */
typedef struct bind_wake {
    bind_handle base;
    orr_async async;
} bind_wake;

/* Open *wake unless it is open already. -ENOMEM, or what orr_async_init()
 * returns; *wake is NULL then. */
int bind_wake_open(runtime *r, bind_wake **wake, const bind_handle_type *type,
                   orr_async_fn *fn);

/* Call object[name](...argv) as the body of a loop callback. Does nothing if
 * the program is over or the property is not a function. False if it threw. */
bool bind_handle_call(bind_handle *h, const char *name, size_t argc,
                      const napi_value *argv);
/* The same by a name that was made before, for what is called often. */
bool bind_handle_call_named(bind_handle *h, const engine_names *names, size_t i,
                            size_t argc, const napi_value *argv);
/* The same with a function at hand. */
bool bind_handle_call_function(bind_handle *h, napi_value fn, size_t argc,
                               const napi_value *argv);
/* The same, as a method of another object that the handle works for; the result
 * is set only if it did not throw, and may be NULL. */
bool bind_handle_call_for(bind_handle *h, napi_value receiver, napi_value fn,
                          size_t argc, const napi_value *argv,
                          napi_value *result);

/*
 * Close: nothing happens if it is closing already. fn, if it is a function, is
 * called in the closing phase; NULL: nothing is called.
 */
void bind_handle_close(bind_handle *h, napi_value fn);

/*
 * Close with another function of the loop than orr_close(), such as one that
 * resets the connection. Errors: what closer returns; the handle is open then.
 */
typedef int bind_closer(orr_handle *handle, orr_close_fn *fn);
int bind_handle_close_by(bind_handle *h, napi_value fn, bind_closer *closer);

static inline orr_handle *bind_loop_handle(const bind_handle *h)
{
    return (orr_handle *)((uintptr_t)h + h->type->handle_at);
}

/* ---- Requests ----------------------------------------------------------- */

struct bind_request {
    bind_wrap wrap;
    struct bind_held *held; /* memory that stays until it completes: pin.h */
};

/*
 * Before the operation is begun: hold the object and the async context. `type`
 * is constant data. `req` is the loop's request; its `data` becomes q.
 */
void bind_request_open(runtime *r, bind_request *q, const bind_type *type,
                       orr_req *req, napi_value object);

/*
 * What the loop said of it: 0, it is under way, or a negative errno, and then
 * it is closed; the struct is still the caller's to free. Returns err.
 */
int bind_request_begun(bind_request *q, int err);

/* In the loop's callback: the next operation of the same request was begun, or
 * could not be; it stays open. Hooks see the first one only, and only that has
 * a line of the program in the trace. Returns err. */
int bind_request_again(bind_request *q, int err);

/*
 * In the loop's callback: call object.oncomplete(...argv), then close. The
 * struct itself is the caller's to free, after this. False if it threw.
 * bind_request_finish_with() calls `fn` with the object as receiver instead.
 */
bool bind_request_finish(bind_request *q, size_t argc, const napi_value *argv);
bool bind_request_finish_with(bind_request *q, napi_value fn, size_t argc,
                              const napi_value *argv);

/* Free what it holds, without a callback. */
void bind_request_close(bind_request *q);

/* ---- All of them -------------------------------------------------------- */

/* A live thing of the loop, for --why, getActiveResourcesInfo() and reports. */
typedef struct bind_description {
    char what[160];
    const char *resource_name; /* NULL: not listed */
    uintptr_t site;
    bool is_own; /* a handle of the runtime itself, never shown */
} bind_description;

void bind_describe(runtime *r, const orr_live *live, bind_description *out);

static inline bind_wrap *bind_wrap_at(orr_link *link)
{
    return (bind_wrap *)((uintptr_t)link - offsetof(bind_wrap, link));
}

/* Is each of them as this file says? By checked(), after callbacks. */
void bind_handles_verify(runtime *r);

/* The wrap of a live thing, or NULL. */
bind_wrap *bind_wrap_of(const orr_live *live);

/* runtime_close(): close every handle and cancel every request; no JavaScript
 * runs. The loop has to turn until both lists are empty. */
void bind_handles_close(runtime *r);

#endif
