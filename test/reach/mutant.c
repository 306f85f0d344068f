/*
 * mutant.c - the executable in which one function of C is gone.
 *
 * This file is linked into build/test/forms: the linker turns each
 * napi_create_function() and so on of src/bind into a call of ours (ld --wrap),
 * so nothing in src/ knows of mutants. The environment says what to do:
 *
 *     ORRERY_MUTANT=3f2a0/open      this function does nothing: undefined
 *     ORRERY_MUTANT_CALLED=FILE     each function that lib/ was given is added
 * to the file at the end, with 1 if it was called
 *
 * A function's name is where it begins in the executable, for addr2line, and
 * what lib/ calls it, since several may be one in C; of the engine's, the names
 * of the binding and of its own: `order/setTick`. test/reach/run takes them
 * away one after the other.
 *
 *     lib/ --> trampoline(): counted, or nothing --> the function
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "bind/bind.h"

#define TARGETS_MAX 65536
#define NAME_LEN 128

typedef struct known {
    struct known *next;
    bool called;
    bool gone;
    char name[NAME_LEN];
} known;

/* What a trampoline leads to, in one runtime. */
typedef struct target {
    napi_callback fn; /* NULL: `value` is called, a function of the engine */
    void *data;
    napi_ref value;
    known *known;
} target;

static target targets[TARGETS_MAX];
static size_t target_count;
static known *all;
static const char *gone, *called_path;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
extern const char __executable_start[];

#define WRAPPED(type, name, ...)                                               \
    type __real_##name(__VA_ARGS__);                                           \
    type __wrap_##name(__VA_ARGS__)

WRAPPED(napi_status, napi_create_function, napi_env env, const char *name,
        size_t len, napi_callback fn, void *data, napi_value *result);
WRAPPED(napi_status, napi_define_class, napi_env env, const char *name,
        size_t len, napi_callback fn, void *data, size_t count,
        const napi_property_descriptor *list, napi_value *result);
WRAPPED(napi_status, napi_get_cb_info, napi_env env, napi_callback_info info,
        size_t *argc, napi_value *argv, napi_value *receiver, void **data);
WRAPPED(int, engine_get_binding, engine *e, const char *name,
        napi_value *result);

/* ---- Names --------------------------------------------------------------- */

static known *known_of(const char *name)
{
    known *k = all;

    while (k != NULL && strcmp(k->name, name) != 0)
        k = k->next;
    if (k == NULL) {
        k = calloc(1, sizeof *k);
        must(k != NULL, "a test has memory");
        snprintf(k->name, sizeof k->name, "%s", name);
        k->gone = gone != NULL && strcmp(gone, name) == 0;
        k->next = all;
        all = k;
    }
    return k;
}

static target *target_new(const char *name)
{
    pthread_mutex_lock(&lock);
    must(target_count < TARGETS_MAX, "a test has not that many functions");
    target *t = &targets[target_count++];
    t->known = known_of(name);
    pthread_mutex_unlock(&lock);
    return t;
}

static bool is_target(const void *data)
{
    return (const char *)data >= (const char *)targets &&
           (const char *)data < (const char *)(targets + TARGETS_MAX);
}

/* ---- Functions ----------------------------------------------------------- */

static napi_value call_engine(napi_env env, napi_callback_info info,
                              const target *t)
{
    napi_value argv[16], receiver, fn, result = NULL;
    size_t argc = 16;

    __real_napi_get_cb_info(env, info, &argc, argv, &receiver, NULL);
    napi_get_reference_value(env, t->value, &fn);
    napi_call_function(env, receiver, fn, argc < 16 ? argc : 16, argv, &result);
    return result;
}

static napi_value trampoline(napi_env env, napi_callback_info info)
{
    void *data;

    __real_napi_get_cb_info(env, info, NULL, NULL, NULL, &data);
    target *t = data;
    t->known->called = true;
    if (t->known->gone)
        return NULL;
    return t->fn != NULL ? t->fn(env, info) : call_engine(env, info, t);
}

/* What the function is given must be its own, not the trampoline's. */
napi_status __wrap_napi_get_cb_info(napi_env env, napi_callback_info info,
                                    size_t *argc, napi_value *argv,
                                    napi_value *receiver, void **data)
{
    const napi_status status =
        __real_napi_get_cb_info(env, info, argc, argv, receiver, data);

    if (status == napi_ok && data != NULL && is_target(*data))
        *data = ((target *)*data)->data;
    return status;
}

static target *target_of(napi_callback fn, const char *name, void *data)
{
    char key[NAME_LEN];

    snprintf(key, sizeof key, "%lx/%s",
             (unsigned long)((uintptr_t)fn - (uintptr_t)__executable_start),
             name != NULL ? name : "");
    target *t = target_new(key);
    t->fn = fn;
    t->data = data;
    return t;
}

napi_status __wrap_napi_create_function(napi_env env, const char *name,
                                        size_t len, napi_callback fn,
                                        void *data, napi_value *result)
{
    return __real_napi_create_function(env, name, len, trampoline,
                                       target_of(fn, name, data), result);
}

/* The constructor stays: without it there is nothing to call. */
napi_status __wrap_napi_define_class(napi_env env, const char *name, size_t len,
                                     napi_callback fn, void *data, size_t count,
                                     const napi_property_descriptor *list,
                                     napi_value *result)
{
    napi_property_descriptor copy[64];

    must(count <= 64, "a class has few methods");
    for (size_t i = 0; i < count; i++) {
        copy[i] = list[i];
        if (list[i].method == NULL)
            continue;
        copy[i].method = trampoline;
        copy[i].data =
            target_of(list[i].method, list[i].utf8name, list[i].data);
    }
    return __real_napi_define_class(env, name, len, fn, data, count, copy,
                                    result);
}

/* ---- Functions of the engine --------------------------------------------- */

static void replace_engine(napi_env env, const char *binding, napi_value object,
                           napi_value key)
{
    char name[64], full[NAME_LEN];
    napi_valuetype type;
    napi_value value, fn;

    napi_get_value_string_utf8(env, key, name, sizeof name, NULL);
    snprintf(full, sizeof full, "%s/%s", binding, name);
    napi_get_property(env, object, key, &value);
    napi_typeof(env, value, &type);
    if (type != napi_function)
        return;
    target *t = target_new(full);
    if (!t->known->gone)
        return;
    napi_create_reference(env, value, 1, &t->value);
    __real_napi_create_function(env, name, NAPI_AUTO_LENGTH, trampoline, t,
                                &fn);
    napi_set_property(env, object, key, fn);
}

/* Those that stay are not replaced: some look at who called them. */
int __wrap_engine_get_binding(engine *e, const char *name, napi_value *result)
{
    const int err = __real_engine_get_binding(e, name, result);
    napi_env env = engine_get_env(e);
    napi_value keys;
    uint32_t count = 0;

    if (err != 0 || napi_get_all_property_names(
                        env, *result, napi_key_own_only, napi_key_skip_symbols,
                        napi_key_numbers_to_strings, &keys) != napi_ok)
        return err;
    napi_get_array_length(env, keys, &count);
    for (uint32_t i = 0; i < count; i++) {
        napi_value key;
        napi_get_element(env, keys, i, &key);
        replace_engine(env, name, *result, key);
    }
    return err;
}

/* ---- The process begins and ends ----------------------------------------- */

__attribute__((constructor)) static void mutant_begin(void)
{
    gone = getenv("ORRERY_MUTANT");
    called_path = getenv("ORRERY_MUTANT_CALLED");
}

__attribute__((destructor)) static void mutant_end(void)
{
    FILE *out = called_path != NULL ? fopen(called_path, "a") : NULL;

    if (out == NULL)
        return;
    for (const known *k = all; k != NULL; k = k->next)
        fprintf(out, "%d %s\n", k->called, k->name);
    fclose(out);
}
