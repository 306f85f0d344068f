/*
 * threads.c - thread-safe functions under pressure: many threads and a short
 * queue, a full queue, and one that is aborted while threads wait in it.
 *
 * A crowd is some threads that call one function. Its numbers are added up
 * under a lock, and reported when the function has ended: the calls that were
 * queued are those that were made or given back.
 */
#include "help.h"

#include <pthread.h>

#define MAX 16

typedef struct crowd crowd;

typedef struct member {
    crowd *all;
    pthread_t thread;
    int number;
} member;

struct crowd {
    napi_threadsafe_function fn;
    napi_ref done;
    pthread_mutex_t lock;
    int size, each;
    int taken, called, given_back, closing, other;
    member members[MAX];
};

/* One call: which member, and its how-manieth. */
typedef struct item {
    int number, nth;
} item;

static void count(crowd *c, napi_status status, item *i)
{
    pthread_mutex_lock(&c->lock);
    if (status == napi_ok)
        c->taken++;
    else if (status == napi_closing)
        c->closing++;
    else
        c->other++;
    pthread_mutex_unlock(&c->lock);
    if (status != napi_ok)
        free(i);
}

/* A thread that gets napi_closing has released it and must not touch it. */
static void *run_member(void *arg)
{
    member *m = arg;
    crowd *c = m->all;

    for (int i = 0; c->each == 0 || i < c->each; i++) {
        item *it = malloc(sizeof *it);
        *it = (item){ m->number, i };
        const napi_status status =
            napi_call_threadsafe_function(c->fn, it, napi_tsfn_blocking);
        count(c, status, it);
        if (status != napi_ok)
            return NULL;
    }
    OK(napi_release_threadsafe_function(c->fn, napi_tsfn_release));
    return NULL;
}

/* call(member, nth), unless it is given back. */
static void call_js(napi_env env, napi_value fn, void *context, void *data)
{
    crowd *c = context;
    item *i = data;

    if (env == NULL) {
        c->given_back++;
    } else {
        const napi_value args[2] = { number(env, i->number),
                                     number(env, i->nth) };
        c->called++;
        napi_call_function(env, undefined(env), fn, 2, args, NULL);
    }
    free(i);
}

static void set(napi_env env, napi_value object, const char *name, int n)
{
    OK(napi_set_named_property(env, object, name, number(env, n)));
}

static napi_value describe(napi_env env, const crowd *c)
{
    napi_value result;

    OK(napi_create_object(env, &result));
    set(env, result, "called", c->called);
    set(env, result, "lost", c->taken - c->called - c->given_back);
    set(env, result, "closing", c->closing);
    set(env, result, "other", c->other);
    return result;
}

static void finalize(napi_env env, void *data, void *hint)
{
    crowd *c = data;
    napi_value done;

    (void)hint;
    for (int i = 0; i < c->size; i++)
        pthread_join(c->members[i].thread, NULL);
    const napi_value result = describe(env, c);
    OK(napi_get_reference_value(env, c->done, &done));
    OK(napi_delete_reference(env, c->done));
    pthread_mutex_destroy(&c->lock);
    free(c);
    napi_call_function(env, undefined(env), done, 1, &result, NULL);
}

static int to_int(napi_env env, napi_value value)
{
    int32_t n;

    OK(napi_get_value_int32(env, value, &n));
    return n;
}

/* start(threads, each, limit, call, done): each 0 is without end. */
static napi_value start(napi_env env, napi_callback_info info)
{
    napi_value args[5], handle;
    crowd *c = calloc(1, sizeof *c);

    get_args(env, info, 5, args);
    c->size = to_int(env, args[0]);
    c->each = to_int(env, args[1]);
    pthread_mutex_init(&c->lock, NULL);
    OK(napi_create_reference(env, args[4], 1, &c->done));
    /* One more than there are threads: the last is abort()'s. */
    const size_t holders = (size_t)c->size + (c->each == 0);
    OK(napi_create_threadsafe_function(
        env, args[3], NULL, string(env, "crowd"),
        (size_t)to_int(env, args[2]), holders, c, finalize, c, call_js,
        &c->fn));
    for (int i = 0; i < c->size; i++) {
        c->members[i] = (member){ .all = c, .number = i };
        if (pthread_create(&c->members[i].thread, NULL, run_member,
                           &c->members[i]) != 0)
            abort();
    }
    OK(napi_create_external(env, c->fn, NULL, NULL, &handle));
    return handle;
}

static napi_threadsafe_function to_function(napi_env env, napi_value value)
{
    void *fn;

    OK(napi_get_value_external(env, value, &fn));
    return fn;
}

/* abort_it(handle) */
static napi_value abort_it(napi_env env, napi_callback_info info)
{
    napi_value handle;

    get_args(env, info, 1, &handle);
    OK(napi_release_threadsafe_function(to_function(env, handle),
                                        napi_tsfn_abort));
    return NULL;
}

/* ---- full(limit): how many calls fit, and the status of one more -------- */

static void call_nothing(napi_env env, napi_value fn, void *context,
                         void *data)
{
    (void)env;
    (void)fn;
    (void)context;
    (void)data;
}

static napi_value full(napi_env env, napi_callback_info info)
{
    napi_value limit;
    napi_threadsafe_function fn;
    napi_status status;
    int n = -1;

    get_args(env, info, 1, &limit);
    OK(napi_create_threadsafe_function(
        env, NULL, NULL, string(env, "full"), (size_t)to_int(env, limit), 1,
        NULL, NULL, NULL, call_nothing, &fn));
    do {
        status = napi_call_threadsafe_function(fn, NULL, napi_tsfn_nonblocking);
        n++;
    } while (status == napi_ok);
    OK(napi_release_threadsafe_function(fn, napi_tsfn_release));
    return number(env, n * 100 + (int)status);
}

/* ---- last(done): what can be done with a function in its last call ------ */

static void call_last(napi_env env, napi_value fn, void *context, void *data)
{
    napi_threadsafe_function self = *(napi_threadsafe_function *)data;

    (void)context;
    const napi_value args[3] = {
        number(env, napi_acquire_threadsafe_function(self)),
        number(env, napi_call_threadsafe_function(self, NULL,
                                                  napi_tsfn_blocking)),
        number(env, napi_release_threadsafe_function(self,
                                                     napi_tsfn_release)),
    };
    free(data);
    napi_call_function(env, undefined(env), fn, 3, args, NULL);
}

static napi_value last(napi_env env, napi_callback_info info)
{
    napi_threadsafe_function *fn = malloc(sizeof *fn);
    napi_threadsafe_function made;
    napi_value done;

    get_args(env, info, 1, &done);
    OK(napi_create_threadsafe_function(env, done, NULL, string(env, "last"), 0,
                                       1, NULL, NULL, NULL, call_last, &made));
    *fn = made;
    OK(napi_call_threadsafe_function(made, fn, napi_tsfn_blocking));
    OK(napi_release_threadsafe_function(made, napi_tsfn_release));
    return NULL;
}

NAPI_MODULE_INIT()
{
    const napi_property_descriptor functions[] = {
        METHOD(start), METHOD(abort_it), METHOD(full), METHOD(last),
    };

    OK(napi_define_properties(env, exports, COUNT(functions), functions));
    return exports;
}
