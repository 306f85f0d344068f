/*
 * napi_cleanup.c - how addons end: cleanup hooks, and closing environments.
 *
 * The hooks of all environments are one list, newest first, and an environment
 * is itself a hook in it, as old as it is. So what an addon set up is taken
 * down in reverse, also across addons that know of each other:
 *
 *     open a, hook a1, open b, hook b1, hook a2
 *     runs:  a2, b1, close b, a1, close a
 *
 * An environment that is held is closed later, by engine_close_envs(): one with
 * an asynchronous hook that was not removed yet, or with a thread-safe function
 * that was not finalized. It is never closed inside a call of the addon's.
 *
 * Closing goes in Node's order: finalizers, newest first, then the instance
 * data, since finalizers may use it. External memory of ArrayBuffers comes
 * before all hooks: what it was taken from must still be there.
 *
 * What must stay true: a hook runs once, or is removed; one that is added while
 * hooks run waits until all that were there have run.
 */
#include "engine/napi.h"

struct napi__hook {
    napi__hook *next;
    napi_cleanup_hook hook;        /* both NULL: the environment's own */
    napi_async_cleanup_hook async; /* ends with napi_remove_async_...() */
    void *arg;
    napi_env env;
    bool due;    /* it was there when this pass began */
    bool called; /* of an asynchronous one: it is under way */
};

/* ---- The list ----------------------------------------------------------- */

static void hook_unlink(napi__hook *hook)
{
    napi__hook **link = &hook->env->e->napi->hooks;

    while (*link != NULL && *link != hook)
        link = &(*link)->next;
    must(*link == hook, "a cleanup hook is removed once, before its end");
    *link = hook->next;
}

static void hook_free(napi__hook *hook)
{
    hook_unlink(hook);
    orr__free(&hook->env->e->alloc, hook);
}

static napi__hook *hook_add(napi_env env, const napi__hook *like)
{
    engine *e = env->e;
    napi__hook *hook = orr__alloc(&e->alloc, sizeof *hook);

    if (hook == NULL)
        return NULL;
    *hook = *like;
    hook->env = env;
    hook->next = e->napi->hooks;
    e->napi->hooks = hook;
    return hook;
}

bool napi__env_watch(napi_env env)
{
    return hook_add(env, &(napi__hook){ .arg = NULL }) != NULL;
}

/* ---- Environments ------------------------------------------------------- */

void engine_hold_env(napi_env env)
{
    env->holds++;
}

void engine_release_env(napi_env env)
{
    must(env->holds > 0, "an environment is released once for each hold");
    env->holds--;
}

static bool is_of(const napi__hook *hook, napi_env env)
{
    return env == NULL || hook->env == env;
}

static void env_close(void *arg)
{
    napi_env env = arg;
    const engine__scope scope = engine__open_scope(env->e);

    env->closed = true;
    napi__refs_finalize(env);
    if (env->instance_finalize != NULL)
        napi__finalize(env, env->instance_finalize, env->instance_data,
                       env->instance_hint);
    env->instance_finalize = NULL;
    napi__deferreds_close(env); /* only now: finalizers delete their own */
    napi__contexts_close(env);
    napi__refs_close(env);
    engine__close_scope(env->e, scope);
}

/* Through the door, like all that is called: a trace shows it. */
static void cleanup_start(engine *e, engine_call_fn *fn, void *arg)
{
    engine_record record = { .kind = ENGINE_FINALIZER };

    engine__schedule(e, &record);
    e->door.call(e->door.ctx, &record, fn, arg);
}

bool engine_has_addons(const engine *e)
{
    for (napi_env env = e->napi->envs; env != NULL; env = env->next) {
        if (!env->own && !env->closed)
            return true;
    }
    return false;
}

bool engine_has_held_envs(const engine *e)
{
    for (napi_env env = e->napi->envs; env != NULL; env = env->next) {
        if (env->leaving && !env->closed && env->holds > 0)
            return true;
    }
    return false;
}

void engine_close_envs(engine *e)
{
    for (napi_env env = e->napi->envs; env != NULL; env = env->next) {
        if (env->leaving && !env->closed && env->holds == 0)
            cleanup_start(e, env_close, env);
    }
}

/* ---- Running ------------------------------------------------------------ */

/* A hook may remove itself, so nothing of it is touched after its call. */
static void call_hook(void *arg)
{
    napi__hook *hook = arg;
    const napi__hook was = *hook;

    if (was.async != NULL) {
        hook->called = true;
        was.async((napi_async_cleanup_hook_handle)(void *)hook, was.arg);
        return;
    }
    hook_free(hook);
    if (was.hook != NULL) {
        was.hook(was.arg);
        return;
    }
    was.env->leaving = true;
    if (was.env->holds == 0)
        env_close(was.env);
}

static napi__hook *find_due(engine *e, napi_env env)
{
    napi__hook *hook = e->napi->hooks;

    while (hook != NULL && !(hook->due && is_of(hook, env)))
        hook = hook->next;
    return hook;
}

/* Mark those that are to run, and say whether there are any. */
static bool mark_due(engine *e, napi_env env)
{
    bool any = false;

    for (napi__hook *hook = e->napi->hooks; hook != NULL; hook = hook->next) {
        hook->due = is_of(hook, env) && !hook->called && !hook->env->own;
        any = any || hook->due;
    }
    return any;
}

static void run_pass(engine *e, napi_env env)
{
    napi__hook *hook;

    while ((hook = find_due(e, env)) != NULL) {
        hook->due = false;
        cleanup_start(e, call_hook, hook);
    }
}

bool engine_run_cleanup_hooks(engine *e)
{
    const engine__scope scope = engine__open_scope(e);

    for (napi_env env = e->napi->envs; env != NULL; env = env->next) {
        if (!env->own)
            napi__backings_close(env);
    }
    if (mark_due(e, NULL))
        run_pass(e, NULL);
    engine__close_scope(e, scope);
    return mark_due(e, NULL);
}

/* Close it at once, held or not: the loop does not turn any more. */
void engine_close_env(napi_env env)
{
    if (env->closed)
        return;
    const engine__scope scope = engine__open_scope(env->e);
    while (mark_due(env->e, env))
        run_pass(env->e, env);
    if (!env->closed)
        cleanup_start(env->e, env_close, env);
    engine__close_scope(env->e, scope);
}

void napi__hooks_close(engine *e)
{
    while (e->napi->hooks != NULL)
        hook_free(e->napi->hooks);
}

/* ---- Node-API ----------------------------------------------------------- */

napi_status napi_add_env_cleanup_hook(napi_env env, napi_cleanup_hook fun,
                                      void *arg)
{
    const napi_status status = napi__check(env, fun != NULL);

    if (status != napi_ok)
        return status;
    if (hook_add(env, &(napi__hook){ .hook = fun, .arg = arg }) == NULL)
        return napi__error(env, napi_generic_failure);
    return napi_ok;
}

napi_status napi_remove_env_cleanup_hook(napi_env env, napi_cleanup_hook fun,
                                         void *arg)
{
    const napi_status status = napi__check(env, fun != NULL);

    if (status != napi_ok)
        return status;
    for (napi__hook *hook = env->e->napi->hooks; hook; hook = hook->next) {
        if (hook->hook == fun && hook->arg == arg) {
            hook_free(hook);
            break;
        }
    }
    return napi_ok; /* one that is not there is no error */
}

napi_status napi_add_async_cleanup_hook(
    napi_env env, napi_async_cleanup_hook fun, void *arg,
    napi_async_cleanup_hook_handle *remove_handle)
{
    const napi_status status = napi__check(env, fun != NULL);

    if (status != napi_ok)
        return status;
    napi__hook *hook = hook_add(env, &(napi__hook){ .async = fun, .arg = arg });
    if (hook == NULL)
        return napi__error(env, napi_generic_failure);
    engine_hold_env(env);
    if (remove_handle != NULL)
        *remove_handle = (napi_async_cleanup_hook_handle)(void *)hook;
    return napi_ok;
}

napi_status napi_remove_async_cleanup_hook(
    napi_async_cleanup_hook_handle remove_handle)
{
    napi__hook *hook = (napi__hook *)(void *)remove_handle;

    if (hook == NULL)
        return napi_invalid_arg;
    engine_release_env(hook->env);
    hook_free(hook);
    return napi_ok;
}
