/*
 * napi_scope.c - handle scopes, for native code that makes many values in one
 * call.
 *
 * A scope needs no memory of its own: opening one puts a mark into the stack of
 * slots, and the mark's address is the scope. Closing frees the mark and what
 * lies above it. The mark of an escapable scope belongs to the scope outside
 * and stays: it is the slot into which one value escapes. Until then it holds
 * JS_UNINITIALIZED, which no JavaScript value is.
 */
#include "engine/napi.h"

/* Put a mark on the stack; NULL if there is no memory. */
static void *mark_new(napi_env env)
{
    return engine__handle(env->e, JS_UNINITIALIZED);
}

/* The stack as it was just after, or just before, the mark was made. */
static engine__scope at_mark(engine *e, void *mark, bool keep)
{
    JSValue *slot = mark;
    engine__slots *piece = e->handles.piece;

    while (slot < piece->slot || slot >= piece->slot + ENGINE__SLOTS) {
        piece = piece->prev;
        must(piece != NULL, "a handle scope is closed once, innermost first");
    }
    return (engine__scope){ piece, keep ? slot + 1 : slot };
}

static napi_status open_scope(napi_env env, void **result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    void *mark = mark_new(env);
    if (mark == NULL)
        return napi__error(env, napi_generic_failure);
    *result = mark;
    env->open_scopes++;
    return napi_ok;
}

static napi_status close_scope(napi_env env, void *mark, bool keep)
{
    const napi_status status = napi__check(env, mark != NULL);

    if (status != napi_ok)
        return status;
    if (env->open_scopes == 0)
        return napi_handle_scope_mismatch;
    env->open_scopes--;
    engine__close_scope(env->e, at_mark(env->e, mark, keep));
    return napi_ok;
}

napi_status napi_open_handle_scope(napi_env env, napi_handle_scope *result)
{
    return open_scope(env, (void **)result);
}

napi_status napi_close_handle_scope(napi_env env, napi_handle_scope scope)
{
    return close_scope(env, scope, false);
}

napi_status napi_open_escapable_handle_scope(
    napi_env env, napi_escapable_handle_scope *result)
{
    return open_scope(env, (void **)result);
}

napi_status napi_close_escapable_handle_scope(napi_env env,
                                              napi_escapable_handle_scope scope)
{
    return close_scope(env, scope, true);
}

napi_status napi_escape_handle(napi_env env, napi_escapable_handle_scope scope,
                               napi_value escapee, napi_value *result)
{
    const napi_status status =
        napi__check(env, scope != NULL && escapee != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    napi_value slot = (napi_value)(void *)scope;
    if (!JS_IsUninitialized(engine__value(slot)))
        return napi__error(env, napi_escape_called_twice);
    engine__set_handle(env->e, slot,
                       JS_DupValue(env->e->ctx, engine__value(escapee)));
    *result = slot;
    return napi_ok;
}
