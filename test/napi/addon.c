/*
 * addon.c - a native addon that uses node_api.h and nothing else. Built as a
 * shared object, loaded by test/engine/napi_addon.c and by
 * require('./addon.node').
 *
 * It exports a class Store (a map from strings to numbers, kept in C), a few
 * functions, and what it knows of itself.
 */
#define NAPI_VERSION 9
#include <node_api.h>

#include <stdlib.h>
#include <string.h>

#define CALL(env, call)                                                        \
    do {                                                                       \
        if ((call) != napi_ok) {                                               \
            fail(env);                                                         \
            return NULL;                                                       \
        }                                                                      \
    } while (0)

/* Throw what the last call says, unless something is thrown already. */
static void fail(napi_env env)
{
    const napi_extended_error_info *info;
    bool pending;

    napi_get_last_error_info(env, &info);
    const char *words = info->error_message;
    napi_is_exception_pending(env, &pending);
    if (!pending)
        napi_throw_error(env, "ERR_ADDON", words ? words : "no words");
}

/* ---- What lives per environment --------------------------------------- */

typedef struct instance {
    napi_ref store; /* the class */
    int stores;     /* alive */
    int *closed;    /* counted here, if not NULL */
} instance;

static void instance_end(napi_env env, void *data, void *hint)
{
    instance *i = data;

    (void)hint;
    if (i->closed != NULL)
        *i->closed += 1;
    napi_delete_reference(env, i->store);
    free(i);
}

/* ---- The class -------------------------------------------------------- */

#define MAX 16
typedef struct store {
    instance *owner;
    size_t count;
    char key[MAX][32];
    double value[MAX];
} store;

static void store_end(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)hint;
    ((store *)data)->owner->stores--;
    free(data);
}

static napi_value store_new(napi_env env, napi_callback_info info)
{
    napi_value self;
    napi_value target;
    void *owner;

    CALL(env, napi_get_new_target(env, info, &target));
    if (target == NULL) {
        napi_throw_type_error(env, "ERR_NO_NEW", "Store needs new");
        return NULL;
    }
    CALL(env, napi_get_cb_info(env, info, NULL, NULL, &self, NULL));
    CALL(env, napi_get_instance_data(env, &owner));
    store *s = calloc(1, sizeof *s);
    s->owner = owner;
    if (napi_wrap(env, self, s, store_end, NULL, NULL) != napi_ok) {
        free(s);
        fail(env);
        return NULL;
    }
    s->owner->stores++;
    return self;
}

static size_t find(const store *s, const char *key)
{
    size_t i = 0;

    while (i < s->count && strcmp(s->key[i], key) != 0)
        i++;
    return i;
}

static napi_value store_set(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    napi_value self;
    size_t argc = 2;
    void *data;
    char key[32];
    double value;

    CALL(env, napi_get_cb_info(env, info, &argc, args, &self, NULL));
    CALL(env, napi_unwrap(env, self, &data));
    CALL(env, napi_get_value_string_utf8(env, args[0], key, sizeof key, NULL));
    CALL(env, napi_get_value_double(env, args[1], &value));
    store *s = data;
    const size_t at = find(s, key);
    if (at == MAX) {
        napi_throw_range_error(env, "ERR_FULL", "the store is full");
        return NULL;
    }
    strcpy(s->key[at], key);
    s->value[at] = value;
    if (at == s->count)
        s->count++;
    return self;
}

static napi_value store_get(napi_env env, napi_callback_info info)
{
    napi_value arg;
    napi_value self;
    napi_value result = NULL;
    size_t argc = 1;
    void *data;
    char key[32];

    CALL(env, napi_get_cb_info(env, info, &argc, &arg, &self, NULL));
    CALL(env, napi_unwrap(env, self, &data));
    CALL(env, napi_get_value_string_utf8(env, arg, key, sizeof key, NULL));
    const store *s = data;
    const size_t at = find(s, key);
    if (at < s->count)
        CALL(env, napi_create_double(env, s->value[at], &result));
    return result;
}

static napi_value store_size(napi_env env, napi_callback_info info)
{
    napi_value self;
    napi_value result;
    void *data;

    CALL(env, napi_get_cb_info(env, info, NULL, NULL, &self, NULL));
    CALL(env, napi_unwrap(env, self, &data));
    CALL(env,
         napi_create_uint32(env, (uint32_t)((store *)data)->count, &result));
    return result;
}

static napi_value store_from(napi_env env, napi_callback_info info)
{
    napi_value arg;
    napi_value names;
    napi_value ctor;
    napi_value made;
    size_t argc = 1;
    uint32_t count;
    void *owner;

    CALL(env, napi_get_cb_info(env, info, &argc, &arg, NULL, NULL));
    CALL(env, napi_get_instance_data(env, &owner));
    CALL(env, napi_get_reference_value(env, ((instance *)owner)->store, &ctor));
    CALL(env, napi_new_instance(env, ctor, 0, NULL, &made));
    CALL(env, napi_get_property_names(env, arg, &names));
    CALL(env, napi_get_array_length(env, names, &count));
    for (uint32_t i = 0; i < count; i++) {
        napi_handle_scope scope;
        napi_value pair[2];
        napi_value set;
        CALL(env, napi_open_handle_scope(env, &scope));
        CALL(env, napi_get_element(env, names, i, &pair[0]));
        CALL(env, napi_get_property(env, arg, pair[0], &pair[1]));
        CALL(env, napi_get_named_property(env, made, "set", &set));
        CALL(env, napi_call_function(env, made, set, 2, pair, NULL));
        CALL(env, napi_close_handle_scope(env, scope));
    }
    return made;
}

/* ---- Functions -------------------------------------------------------- */

static napi_value stores_alive(napi_env env, napi_callback_info info)
{
    napi_value result;
    void *owner;

    (void)info;
    CALL(env, napi_get_instance_data(env, &owner));
    CALL(env, napi_create_int32(env, ((instance *)owner)->stores, &result));
    return result;
}

/* sum(typedArrayOfDoubles) */
static napi_value sum(napi_env env, napi_callback_info info)
{
    napi_value arg;
    napi_value result;
    size_t argc = 1;
    napi_typedarray_type type;
    size_t length;
    void *data;
    double total = 0;

    CALL(env, napi_get_cb_info(env, info, &argc, &arg, NULL, NULL));
    CALL(env,
         napi_get_typedarray_info(env, arg, &type, &length, &data, NULL, NULL));
    if (type != napi_float64_array) {
        napi_throw_type_error(env, NULL, "a Float64Array is needed");
        return NULL;
    }
    for (size_t i = 0; i < length; i++)
        total += ((double *)data)[i];
    CALL(env, napi_create_double(env, total, &result));
    return result;
}

/* A promise that is settled before it is returned. */
static napi_value settled(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    napi_value promise;
    napi_deferred deferred;
    size_t argc = 2;
    bool reject;

    CALL(env, napi_get_cb_info(env, info, &argc, args, NULL, NULL));
    CALL(env, napi_create_promise(env, &deferred, &promise));
    CALL(env, napi_get_value_bool(env, args[1], &reject));
    if (reject)
        CALL(env, napi_reject_deferred(env, deferred, args[0]));
    else
        CALL(env, napi_resolve_deferred(env, deferred, args[0]));
    return promise;
}

static void free_text(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)hint;
    free(data);
}

static napi_value text_buffer(napi_env env, napi_callback_info info)
{
    napi_value arg;
    napi_value result;
    size_t argc = 1;
    size_t length;

    CALL(env, napi_get_cb_info(env, info, &argc, &arg, NULL, NULL));
    CALL(env, napi_get_value_string_utf8(env, arg, NULL, 0, &length));
    char *text = malloc(length + 1);
    napi_get_value_string_utf8(env, arg, text, length + 1, NULL);
    CALL(env, napi_create_external_buffer(env, length, text, free_text, NULL,
                                          &result));
    return result;
}

/* watch(external): count in there when the environment closes. */
static napi_value watch(napi_env env, napi_callback_info info)
{
    napi_value arg;
    size_t argc = 1;
    void *owner;
    void *place;

    CALL(env, napi_get_cb_info(env, info, &argc, &arg, NULL, NULL));
    CALL(env, napi_get_instance_data(env, &owner));
    CALL(env, napi_get_value_external(env, arg, &place));
    ((instance *)owner)->closed = place;
    return NULL;
}

/* ---- The module ------------------------------------------------------- */

static napi_value define_store(napi_env env, instance *i)
{
    napi_value ctor;
    const napi_property_descriptor members[] = {
        { "set", NULL, store_set, NULL, NULL, NULL, napi_default_method, NULL },
        { "get", NULL, store_get, NULL, NULL, NULL, napi_default_method, NULL },
        { "size", NULL, NULL, store_size, NULL, NULL, napi_enumerable, NULL },
        { "from", NULL, store_from, NULL, NULL, NULL, napi_static, NULL },
    };

    CALL(env, napi_define_class(env, "Store", NAPI_AUTO_LENGTH, store_new, NULL,
                                4, members, &ctor));
    CALL(env, napi_create_reference(env, ctor, 1, &i->store));
    return ctor;
}

NAPI_MODULE_INIT()
{
    instance *i = calloc(1, sizeof *i);
    const char *file;
    napi_value name;

    CALL(env, napi_set_instance_data(env, i, instance_end, NULL));
    napi_value ctor = define_store(env, i);
    if (ctor == NULL)
        return NULL;
    CALL(env, node_api_get_module_file_name(env, &file));
    CALL(env, napi_create_string_utf8(env, file, NAPI_AUTO_LENGTH, &name));
    const napi_property_descriptor exported[] = {
        { "Store", NULL, NULL, NULL, NULL, ctor, napi_enumerable, NULL },
        { "file", NULL, NULL, NULL, NULL, name, napi_enumerable, NULL },
        { "storesAlive", NULL, stores_alive, NULL, NULL, NULL, napi_enumerable,
          NULL },
        { "sum", NULL, sum, NULL, NULL, NULL, napi_enumerable, NULL },
        { "settled", NULL, settled, NULL, NULL, NULL, napi_enumerable, NULL },
        { "textBuffer", NULL, text_buffer, NULL, NULL, NULL, napi_enumerable,
          NULL },
        { "watch", NULL, watch, NULL, NULL, NULL, napi_enumerable, NULL },
    };
    CALL(env, napi_define_properties(env, exports,
                                     sizeof exported / sizeof exported[0],
                                     exported));
    return exports;
}
