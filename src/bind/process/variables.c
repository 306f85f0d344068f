/* variables.c - see variables.h; and process.env's functions, which reach them.
 * Few programs have more than a hundred, and reading one is rare: a plain list,
 * in the order in which they were set. */
#include "bind/process/variables.h"
#include "bind/bytes/zone.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct bind_variables {
    pthread_mutex_t lock;
    size_t holders;
    size_t count, capacity;
    char **strings; /* "NAME=value" */
};

bind_variables *bind_variables_hold(bind_variables *v)
{
    if (v == NULL)
        return NULL;
    pthread_mutex_lock(&v->lock);
    v->holders++;
    pthread_mutex_unlock(&v->lock);
    return v;
}

void bind_variables_release(bind_variables *v)
{
    if (v == NULL)
        return;
    pthread_mutex_lock(&v->lock);
    const bool is_last = --v->holders == 0;
    pthread_mutex_unlock(&v->lock);
    if (!is_last)
        return;
    for (size_t i = 0; i < v->count; i++)
        free(v->strings[i]);
    free(v->strings);
    pthread_mutex_destroy(&v->lock);
    free(v);
}

/* ---- A list, with its lock held ----------------------------------------- */

/* Its place, or `count` if it is not there. */
static size_t variables_find(const bind_variables *v, const char *name)
{
    const size_t n = strlen(name);
    size_t i = 0;

    while (i < v->count && (strncmp(v->strings[i], name, n) != 0 ||
                            v->strings[i][n] != '='))
        i++;
    return i;
}

static char *variables_join(const char *name, const char *value)
{
    const size_t n = strlen(name), m = strlen(value);
    char *text = malloc(n + m + 2);

    if (text == NULL)
        return NULL;
    memcpy(text, name, n);
    text[n] = '=';
    memcpy(text + n + 1, value, m + 1);
    return text;
}

static bool variables_grow(bind_variables *v)
{
    if (v->count < v->capacity)
        return true;
    const size_t capacity = v->capacity > 0 ? v->capacity * 2 : 32;
    char **more = realloc(v->strings, capacity * sizeof *more);
    if (more == NULL)
        return false;
    v->strings = more;
    v->capacity = capacity;
    return true;
}

static int variables_put(bind_variables *v, const char *name, const char *value)
{
    if (*name == 0 || strchr(name, '=') != NULL)
        return -EINVAL;
    char *text = variables_join(name, value);
    const size_t at = variables_find(v, name);
    if (text == NULL || (at == v->count && !variables_grow(v))) {
        free(text);
        return -ENOMEM;
    }
    if (at < v->count)
        free(v->strings[at]);
    else
        v->count++;
    v->strings[at] = text;
    return 0;
}

static void remove_at(bind_variables *v, size_t at)
{
    if (at == v->count)
        return;
    free(v->strings[at]);
    v->count--;
    memmove(v->strings + at, v->strings + at + 1,
            (v->count - at) * sizeof *v->strings);
}

static bool variables_fill(bind_variables *v, napi_env env,
                           const napi_value *items, size_t n)
{
    bool is_whole = true;

    for (size_t i = 0; i + 1 < n && is_whole; i += 2) {
        char *name = bind_to_string(env, items[i], NULL);
        char *value = bind_to_string(env, items[i + 1], NULL);
        is_whole = name != NULL && value != NULL &&
                   variables_put(v, name, value) != -ENOMEM;
        free(name);
        free(value);
    }
    return is_whole;
}

bind_variables *bind_variables_new(napi_env env, napi_value list)
{
    bind_variables *v = calloc(1, sizeof *v);
    size_t n;

    if (v == NULL)
        return NULL;
    pthread_mutex_init(&v->lock, NULL);
    v->holders = 1;
    napi_value *items = bind_to_list(env, list, &n);
    const bool is_whole = variables_fill(v, env, items, n);
    free(items);
    if (is_whole)
        return v;
    bind_variables_release(v);
    return NULL;
}

/* ---- Of the process, or of the runtime ---------------------------------- */

/* With its value, a copy: free() it. -ENOENT, -ENOMEM. */
static int variables_get(runtime *r, const char *name, char **value)
{
    bind_variables *v = r->variables;
    char *own;
    int err = -ENOENT;

    if (v == NULL) {
        err = orr_env_get(r->loop, name, &own);
        if (err < 0)
            return err;
        *value = strdup(own);
        orr_free(r->loop, own);
        return *value != NULL ? 0 : -ENOMEM;
    }
    pthread_mutex_lock(&v->lock);
    const size_t at = variables_find(v, name);
    if (at < v->count) {
        *value = strdup(v->strings[at] + strlen(name) + 1);
        err = *value != NULL ? 0 : -ENOMEM;
    }
    pthread_mutex_unlock(&v->lock);
    return err;
}

/* The zone of dates is the process's. */
static void forget_zone(runtime *r, const char *name)
{
    if (strcmp(name, "TZ") == 0)
        bind_zone_forget(r);
}

static int variables_set(runtime *r, const char *name, const char *value)
{
    bind_variables *v = r->variables;

    if (v == NULL) {
        const int err = orr_env_set(r->loop, name, value);
        forget_zone(r, name);
        return err;
    }
    pthread_mutex_lock(&v->lock);
    const int err = variables_put(v, name, value);
    pthread_mutex_unlock(&v->lock);
    return err;
}

static int variables_unset(runtime *r, const char *name)
{
    bind_variables *v = r->variables;

    if (v == NULL) {
        const int err = orr_env_unset(r->loop, name);
        forget_zone(r, name);
        return err;
    }
    pthread_mutex_lock(&v->lock);
    remove_at(v, variables_find(v, name));
    pthread_mutex_unlock(&v->lock);
    return 0;
}

/* ---- The functions of process.env --------------------------------------- */

static napi_value js_get_env(napi_env env, napi_callback_info info)
{
    napi_value arg, result = bind_undefined(env);
    runtime *r = bind_args(env, info, 1, &arg);
    char *name = bind_to_string(env, arg, NULL);
    char *value;
    const int err = name != NULL ? variables_get(r, name, &value) : -EINVAL;

    if (err == 0) {
        result = bind_string(env, value);
        free(value);
    }
    free(name);
    return err == -ENOMEM ? bind_threw(r) : result;
}

static napi_value js_set_env(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    char *name = bind_to_string(env, args[0], NULL);
    char *value = bind_to_string(env, args[1], NULL);
    const int err =
        name != NULL && value != NULL ? variables_set(r, name, value) : -EINVAL;

    free(value);
    free(name);
    return bind_int(env, err);
}

static napi_value js_unset_env(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    char *name = bind_to_string(env, arg, NULL);
    const int err = name != NULL ? variables_unset(r, name) : -EINVAL;

    free(name);
    return bind_int(env, err);
}

static napi_value name_of(napi_env env, const char *string)
{
    const char *equals = strchr(string, '=');

    return bind_string_n(env, string,
                         equals != NULL ? (size_t)(equals - string)
                                        : strlen(string));
}

static napi_value list_own(runtime *r, napi_value list)
{
    bind_variables *v = r->variables;

    pthread_mutex_lock(&v->lock);
    for (uint32_t i = 0; i < v->count; i++)
        BIND_OK(napi_set_element(r->env, list, i,
                                 name_of(r->env, v->strings[i])));
    pthread_mutex_unlock(&v->lock);
    return list;
}

static napi_value js_list_env(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    napi_value list;
    char **strings;

    BIND_OK(napi_create_array(env, &list));
    if (r->variables != NULL)
        return list_own(r, list);
    if (orr_env_list(r->loop, &strings) < 0)
        return bind_threw(r);
    for (uint32_t i = 0; strings[i] != NULL; i++)
        BIND_OK(napi_set_element(env, list, i, name_of(env, strings[i])));
    orr_free(r->loop, strings);
    return list;
}

static napi_status variables_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "getEnv", js_get_env },
        { "setEnv", js_set_env },
        { "unsetEnv", js_unset_env },
        { "listEnv", js_list_env },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

static int open_variables(runtime *r)
{
    r->variables = bind_variables_hold(r->options.variables);
    return 0;
}

static void close_variables(runtime *r)
{
    bind_variables_release(r->variables);
    r->variables = NULL;
}

const bind_entry bind_entry_variables = { .name = "variables",
                                          .init = variables_init,
                                          .open = open_variables,
                                          .close = close_variables };
