/*
 * napi_names.c - the names of an object's properties, its own or its
 * prototypes' too.
 *
 * Walking up the prototypes, a name counts once, where it is met first; one
 * that the filter leaves out still hides the same name further up, as for-in
 * has it. `seen` remembers them: an object without prototype whose properties
 * are the names.
 */
#include "engine/napi.h"

typedef struct gathering {
    JSContext *ctx;
    JSValue names; /* the array that is returned */
    JSValue seen;  /* undefined: only own names are wanted */
    uint32_t count;
    napi_key_filter filter;
    napi_key_conversion conversion;
} gathering;

static int gpn_flags(napi_key_filter filter)
{
    int flags = 0;

    if (!(filter & napi_key_skip_strings))
        flags |= JS_GPN_STRING_MASK;
    if (!(filter & napi_key_skip_symbols))
        flags |= JS_GPN_SYMBOL_MASK;
    return flags;
}

/* 1 if the filter lets the property pass, 0 if not, -1: exception. */
static int names_filter(const gathering *g, JSValueConst object, JSAtom key)
{
    JSPropertyDescriptor desc;
    int wanted = 0;

    if (g->filter & napi_key_enumerable)
        wanted |= JS_PROP_ENUMERABLE;
    if (g->filter & napi_key_writable)
        wanted |= JS_PROP_WRITABLE;
    if (g->filter & napi_key_configurable)
        wanted |= JS_PROP_CONFIGURABLE;
    if (wanted == 0)
        return 1;
    const int has = JS_GetOwnProperty(g->ctx, &desc, object, key);
    if (has <= 0)
        return has;
    /* An accessor counts as writable: it may have a setter. */
    if (desc.flags & JS_PROP_GETSET)
        desc.flags |= JS_PROP_WRITABLE;
    JS_FreeValue(g->ctx, desc.getter);
    JS_FreeValue(g->ctx, desc.setter);
    JS_FreeValue(g->ctx, desc.value);
    return (desc.flags & wanted) == wanted;
}

/* 1 if the key was seen before; else 0, and it is noted. */
static int names_note(gathering *g, JSAtom key)
{
    if (JS_IsUndefined(g->seen))
        return 0;
    const int has = JS_GetOwnProperty(g->ctx, NULL, g->seen, key);
    if (has != 0)
        return has;
    const int done =
        JS_DefinePropertyValue(g->ctx, g->seen, key, JS_TRUE, JS_PROP_C_W_E);
    return done < 0 ? -1 : 0;
}

/* Array indices are numbers to V8; here every name is a string. Takes it. */
static JSValue number_if_index(JSContext *ctx, JSValue name)
{
    size_t length;
    uint64_t index = 0;
    const char *text = JS_ToCStringLen(ctx, &length, name);
    bool is = text != NULL && length > 0 && length <= 10 &&
              (text[0] != '0' || length == 1);

    for (size_t i = 0; is && i < length; i++) {
        is = text[i] >= '0' && text[i] <= '9';
        index = index * 10 + (uint64_t)(text[i] - '0');
    }
    JS_FreeCString(ctx, text);
    if (!is || index >= UINT32_MAX)
        return name;
    JS_FreeValue(ctx, name);
    return JS_NewInt64(ctx, (int64_t)index);
}

static int gather_one(gathering *g, JSValueConst object, JSAtom key)
{
    const int seen = names_note(g, key);
    const int pass = seen < 0 ? -1 : names_filter(g, object, key);

    if (seen != 0 || pass <= 0)
        return seen < 0 || pass < 0 ? -1 : 0;
    JSValue name = JS_AtomToValue(g->ctx, key);
    if (g->conversion == napi_key_keep_numbers && JS_IsString(name))
        name = number_if_index(g->ctx, name);
    if (JS_IsException(name))
        return -1;
    return JS_DefinePropertyValueUint32(g->ctx, g->names, g->count++, name,
                                        JS_PROP_C_W_E);
}

static int names_gather(gathering *g, JSValueConst object)
{
    JSPropertyEnum *keys;
    uint32_t count;
    int done = JS_GetOwnPropertyNames(g->ctx, &keys, &count, object,
                                      gpn_flags(g->filter));

    if (done < 0)
        return -1;
    for (uint32_t i = 0; i < count && done >= 0; i++)
        done = gather_one(g, object, keys[i].atom);
    JS_FreePropertyEnum(g->ctx, keys, count);
    return done;
}

/* Takes the object over. */
static int gather_chain(gathering *g, JSValue object)
{
    int done = names_gather(g, object);

    while (done >= 0 && !JS_IsUndefined(g->seen)) {
        JSValue next = JS_GetPrototype(g->ctx, object);
        JS_FreeValue(g->ctx, object);
        object = next;
        if (!JS_IsObject(object)) {
            done = JS_IsException(object) ? -1 : done;
            break;
        }
        done = names_gather(g, object);
    }
    JS_FreeValue(g->ctx, object);
    return done;
}

napi_status napi_get_all_property_names(napi_env env, napi_value object,
                                        napi_key_collection_mode key_mode,
                                        napi_key_filter key_filter,
                                        napi_key_conversion key_conversion,
                                        napi_value *result)
{
    const napi_status status = napi__enter(env, result != NULL);

    if (status != napi_ok)
        return status;
    JSValue on = napi__to_object(env, object);
    if (JS_IsException(on))
        return env->last_error.error_code;
    JSContext *ctx = env->e->ctx;
    if ((key_mode != napi_key_include_prototypes &&
         key_mode != napi_key_own_only) ||
        (key_conversion != napi_key_keep_numbers &&
         key_conversion != napi_key_numbers_to_strings)) {
        JS_FreeValue(ctx, on);
        return napi__error(env, napi_invalid_arg);
    }
    gathering g = { .ctx = ctx,
                    .filter = key_filter,
                    .conversion = key_conversion };
    g.names = JS_NewArray(ctx);
    g.seen = key_mode == napi_key_own_only ? JS_UNDEFINED
                                           : JS_NewObjectProto(ctx, JS_NULL);
    if (JS_IsException(g.names) || JS_IsException(g.seen))
        JS_FreeValue(ctx, on);
    else if (gather_chain(&g, on) >= 0) {
        JS_FreeValue(ctx, g.seen);
        return napi__give(env, g.names, result);
    }
    JS_FreeValue(ctx, g.seen);
    JS_FreeValue(ctx, g.names);
    return napi__failed(env);
}

napi_status napi_get_property_names(napi_env env, napi_value object,
                                    napi_value *result)
{
    return napi_get_all_property_names(
        env, object, napi_key_include_prototypes,
        (napi_key_filter)(napi_key_enumerable | napi_key_skip_symbols),
        napi_key_numbers_to_strings, result);
}
