/*
 * napi.h - what the files of Node-API share; private to src/engine/napi_*.c.
 *
 * Node-API is the interface in which native code speaks of JavaScript values:
 * our own bindings, and addons compiled for Node. Each file implements one
 * chapter of node_api.h:
 *
 *     napi_env.c       environments, instance data
 *     napi_cleanup.c   cleanup hooks, and how an environment ends
 *     napi_value.c     singletons, numbers, types, coercion
 *     napi_string.c    strings in three encodings, property keys
 *     napi_object.c    properties, and napi_names.c their names
 *     napi_class.c     descriptors and classes
 *     napi_call.c      functions, and calls in both directions
 *     napi_error.c     errors, exceptions, the last error
 *     napi_anchor.c    what hangs on an object: wraps, tags, externals
 *     napi_ref.c       references and finalizers
 *     napi_scope.c     handle scopes
 *     napi_buffer.c    ArrayBuffers, typed arrays, DataViews, Buffers
 *     napi_primitive.c bigints, symbols, dates
 *     napi_promise.c   promises, scripts
 *     napi_async.c     async contexts, callbacks made from outside
 *
 * What every function does, in this order: refuse a NULL env without a trace;
 * if it may run JavaScript, refuse to with an exception pending
 * (napi__enter()), else go on regardless (napi__check()); refuse NULL where
 * something is needed; work; leave the outcome in env->last_error. The status
 * of each failure is Node's, also where another one would say more.
 */
#ifndef ORRERY_ENGINE_NAPI_H
#define ORRERY_ENGINE_NAPI_H

/* All that is stable in the header. */
#define NAPI_VERSION 10
#include <node/node_api.h>

#include "engine/internal.h"

/* What Node 24 has beyond that. It is declared here, since headers differ in
 * whether they have it and in what is const; addons find it by name. */
NAPI_EXTERN napi_status NAPI_CDECL node_api_create_object_with_properties(
    napi_env env, napi_value prototype_or_null, napi_value *property_names,
    napi_value *property_values, size_t property_count, napi_value *result);
NAPI_EXTERN napi_status NAPI_CDECL node_api_set_prototype(napi_env env,
                                                          napi_value object,
                                                          napi_value value);
NAPI_EXTERN napi_status NAPI_CDECL
node_api_is_sharedarraybuffer(napi_env env, napi_value value, bool *result);
NAPI_EXTERN napi_status NAPI_CDECL node_api_create_sharedarraybuffer(
    napi_env env, size_t byte_length, void **data, napi_value *result);
NAPI_EXTERN napi_status NAPI_CDECL
node_api_post_finalizer(napi_env env, napi_finalize finalize_cb,
                        void *finalize_data, void *finalize_hint);

/* The version that napi_get_version() returns, and the newest that an addon may
 * require: Node 24's. Addons that require less than 8 get 8. */
#define NAPI__VERSION 10
#define NAPI__VERSION_DEFAULT 8

/* ---- What hangs on an object -------------------------------------------- */

/*
 * An object that native code refers to has one of these. It ends with the
 * object, and then empties the references; it never keeps the object alive.
 */
typedef struct napi__anchor {
    napi_ref refs; /* weak references and finalizers of the object */
    napi_ref wrap; /* the one that finalizes `native`, if any */
    void *native;  /* what napi_wrap() was given */
    napi_type_tag tag;
    uint32_t signature; /* which class constructed it; zero: none */
    bool wrapped;
    bool tagged;
} napi__anchor;

/* The object's anchor, or NULL if it has none. */
napi__anchor *napi__find_anchor(engine *e, JSValueConst object);
/* The same, made if needed; NULL: an exception is pending. */
napi__anchor *napi__make_anchor(engine *e, JSValueConst object);
/* The object is being freed: empty the references, free the anchor. Called
 * inside collections, so finalizers are only queued. */
void napi__anchor_end(JSRuntime *rt, napi__anchor *anchor);

int napi__anchors_open(engine *e);
/* Where a function of ours, in napi_call.c, keeps its anchor. */
napi__anchor **napi__function_anchor(JSValueConst object);

/* napi_direct.c: JS_UNINITIALIZED: arguments need more than a conversion. */
struct engine_direct;
JSValue napi__run_direct(engine *e, const struct engine_direct *d, int argc,
                         JSValueConst *argv);
/* The value of a reference, held; JS_UNINITIALIZED: it has gone. */
JSValue napi__ref_value(napi_ref ref);

/* ---- References and finalizers ------------------------------------------ */

typedef enum napi__ref_state {
    NAPI__REF_LIVE,
    NAPI__REF_QUEUED, /* its finalizer is queued */
    NAPI__REF_RUNNING /* its finalizer is running */
} napi__ref_state;

/*
 * A reference, and everything else that ends in a finalizer. The value is
 * counted while count is not zero, borrowed while it is weak, and
 * JS_UNINITIALIZED once it was freed. For weak symbols see napi_ref.c.
 */
struct napi_ref__ {
    engine__final final;
    napi_env env;
    napi_ref next; /* in a list of the environment */
    napi_ref *link;
    napi__anchor *anchor;
    napi_ref anchor_next;
    napi_ref *anchor_link;
    JSValue value;
    napi_finalize finalize;
    void *data;
    void *hint;
    uint32_t count;
    uint8_t state;
    bool owned;       /* internal: no addon has it or will delete it */
    bool weak_symbol; /* the value is a WeakRef of it */
    bool deleted;     /* while it was queued or running: free it then */
};

/* What napi__ref_new() is to make. */
typedef struct napi__ref_options {
    uint32_t count;
    bool owned;
    napi_finalize finalize; /* NULL for none */
    void *data;
    void *hint;
} napi__ref_options;

/* NULL if there is no memory; an exception may be pending then. */
napi_ref napi__ref_new(napi_env env, JSValueConst value,
                       const napi__ref_options *options);
void napi__ref_delete(napi_ref ref);
/* For napi__anchor_end(): the object was freed. */
void napi__ref_lose(engine *e, napi_ref ref);
/* Something outside the JavaScript heap that is to be finalized: queued by
 * napi__ref_queue(), not by an object's end. In the list `backings`. */
napi_ref napi__ref_new_backing(napi_env env, napi_finalize finalize, void *data,
                               void *hint);
void napi__ref_queue(engine *e, napi_ref ref);
/* Run an environment's finalizers, and free its references. */
void napi__refs_finalize(napi_env env);
void napi__refs_close(napi_env env);
void napi__backings_close(napi_env env);
/* Call a finalizer as native code called from nowhere: in a scope of its own,
 * and what it throws is uncaught. */
void napi__finalize(napi_env env, napi_finalize finalize, void *data,
                    void *hint);

/* ---- Environments ------------------------------------------------------- */

typedef struct napi__hook napi__hook;

struct napi_env__ {
    engine *e;
    napi_extended_error_info last_error;
    int32_t version;
    uint32_t open_scopes;
    uint32_t open_callback_scopes;
    uint32_t holds; /* what of it is still under way, see engine_hold_env() */
    bool own;       /* of our bindings */
    bool leaving;   /* closes when nothing holds it */
    bool closed;    /* nothing may be called in it any more */
    char *filename;
    napi_ref refs;       /* without a finalizer, newest first */
    napi_ref finalizing; /* with one, likewise */
    napi_ref backings;   /* external memory of ArrayBuffers */
    napi_deferred deferreds;
    napi_async_context contexts;
    void *instance_data;
    napi_finalize instance_finalize;
    void *instance_hint;
    napi_env next; /* opened before this one */
};

/* Functions and objects of the library that are needed by name; kept from
 * before any user code could change them. */
typedef enum napi__intrinsic {
    NAPI__ERROR,
    NAPI__TYPE_ERROR,
    NAPI__RANGE_ERROR,
    NAPI__SYNTAX_ERROR,
    NAPI__SYMBOL,
    NAPI__SYMBOL_FOR,
    NAPI__SYMBOL_KEY_FOR,
    NAPI__DATE_VALUE_OF,
    NAPI__BIGINT,
    NAPI__BIGINT_AS_INT,
    NAPI__BIGINT_TO_STRING,
    NAPI__DATAVIEW,
    NAPI__DATAVIEW_BUFFER, /* this and the next two are getters */
    NAPI__DATAVIEW_LENGTH,
    NAPI__DATAVIEW_OFFSET,
    NAPI__IS_DETACHED, /* likewise */
    NAPI__SHARED_ARRAY_BUFFER,
    NAPI__WEAKMAP,
    NAPI__WEAKMAP_GET,
    NAPI__WEAKMAP_SET,
    NAPI__WEAKREF,
    NAPI__WEAKREF_DEREF,
    NAPI__INTRINSICS
} napi__intrinsic;

struct engine__napi {
    JSValue intrinsic[NAPI__INTRINSICS];
    JSValue anchors;      /* a WeakMap, for objects that are not our own */
    JSValue buffer_proto; /* Buffer.prototype; undefined until it is there */
    JSValue object_proto;
    JSAtom atom_prototype;
    JSAtom atom_length;
    napi_env envs;     /* newest first */
    napi__hook *hooks; /* of all environments, newest first */
    uint32_t last_signature;
};

static inline JSValueConst napi__get_intrinsic(const engine *e,
                                               napi__intrinsic which)
{
    return e->napi->intrinsic[which];
}

/* napi_error.c: call one, or construct an object by it, also while an exception
 * is pending. That exception stays, and wins over one that the call throws. */
JSValue napi__call_intrinsic(engine *e, napi__intrinsic which,
                             JSValueConst self, int argc, JSValueConst *argv);
JSValue napi__construct_intrinsic(engine *e, napi__intrinsic which, int argc,
                                  JSValueConst *argv);

int napi__functions_open(engine *e);
/* napi_cleanup.c: a new environment takes its place among the hooks. */
bool napi__env_watch(napi_env env);
/* Free the hooks that are left, without calling them. */
void napi__hooks_close(engine *e);
void napi__deferreds_close(napi_env env);
void napi__contexts_close(napi_env env);

/* ---- The outcome of a call ---------------------------------------------- */

static inline napi_status napi__error(napi_env env, napi_status status)
{
    env->last_error.error_code = status;
    return status;
}

static inline napi_status napi__ok(napi_env env)
{
    return napi__error(env, napi_ok);
}

/* The beginning of a function that runs no JavaScript. */
static inline napi_status napi__check(napi_env env, bool args)
{
    if (orr__unlikely(env == NULL))
        return napi_invalid_arg;
    return napi__error(env, orr__likely(args) ? napi_ok : napi_invalid_arg);
}

/* Whether one may go on while an exception or a stop is pending. */
napi_status napi__may_enter(napi_env env);

/* The beginning of a function that may run JavaScript. */
static inline napi_status napi__enter(napi_env env, bool args)
{
    if (orr__unlikely(env == NULL))
        return napi_invalid_arg;
    if (orr__unlikely(JS_HasException(env->e->ctx) ||
                      engine__is_stopped(env->e) || env->closed)) {
        const napi_status status = napi__may_enter(env);
        if (status != napi_ok)
            return napi__error(env, status);
    }
    return napi__error(env, orr__likely(args) ? napi_ok : napi_invalid_arg);
}

/* A raw call failed: with an exception pending, or for lack of memory. */
napi_status napi__failed(napi_env env);

/* The end of a function that makes a value; takes it over. */
static inline napi_status napi__give(napi_env env, JSValue value,
                                     napi_value *result)
{
    if (orr__unlikely(JS_IsException(value)))
        return napi__failed(env);
    napi_value handle = engine__handle(env->e, value);
    if (orr__unlikely(handle == NULL))
        return napi__error(env, napi_generic_failure);
    *result = handle;
    return napi__ok(env);
}

/* The same for a result that may be NULL. */
napi_status napi__give_maybe(napi_env env, JSValue value, napi_value *result);

/*
 * The object that a value is, or is made into; counted. JS_EXCEPTION for
 * undefined and null, with a TypeError pending, and the last error set: return
 * env->last_error.error_code then.
 */
JSValue napi__to_object(napi_env env, napi_value value);

/* ---- Functions ---------------------------------------------------------- */

/* What a new function is to be. */
typedef struct napi__function_options {
    JSAtom name; /* JS_ATOM_NULL: "" */
    napi_callback callback;
    void *data;
    uint32_t signature; /* of the class whose instances `this` may be, or
                         * zero; of a constructor: that of its instances */
    bool constructor;   /* of a class */
    bool prototype;     /* has one, so that it can be extended */
} napi__function_options;

JSValue napi__function_new(napi_env env, const napi__function_options *options);

/* Call a constructor, unless the program is over. */
JSValue napi__construct(engine *e, JSValueConst fn, int argc,
                        JSValueConst *argv);

/* An array of values for a call, from handles; small ones need no memory. */
#define NAPI__ARGS_NEAR 8
typedef struct napi__args {
    JSValueConst near[NAPI__ARGS_NEAR];
    JSValueConst *values;
} napi__args;

bool napi__args_open(engine *e, napi__args *args, size_t argc,
                     const napi_value *argv);
void napi__args_close(engine *e, napi__args *args);

/* ---- Strings, errors ---------------------------------------------------- */

/* A string or an atom of `length` bytes, which may be NAPI_AUTO_LENGTH. */
JSValue napi__string_new(engine *e, const char *text, size_t length);
JSAtom napi__atom_new(engine *e, const char *text, size_t length);

/* Throw an error of this kind with a code. */
void napi__throw(napi_env env, napi__intrinsic kind, const char *code,
                 const char *message);

#endif
