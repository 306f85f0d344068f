/*
 * clone_value.c - what a writer asks of a value: clone.c for structured clone,
 * wire_write.c for v8.serialize().
 */
#include "engine/clone.h"

#include <string.h>

const char *const clone__errors[CLONE_ERRORS] = {
    "Error",       "EvalError", "RangeError", "ReferenceError",
    "SyntaxError", "TypeError", "URIError",
};

uint32_t clone__skip_elements(engine *e, const JSPropertyEnum *names,
                              uint32_t count)
{
    uint32_t i = 0;

    for (bool same = true; same && i < count; i += same) {
        JSAtom name = JS_NewAtomUInt32(e->ctx, i);
        same = names[i].atom == name;
        JS_FreeAtom(e->ctx, name);
    }
    return i;
}

int clone__error_kind(engine *e, JSValueConst error)
{
    JSValue name = JS_GetProperty(e->ctx, error, e->atoms[ENGINE__ATOM_NAME]);
    const char *text = JS_IsException(name) ? NULL : JS_ToCString(e->ctx, name);
    int kind = text == NULL ? -1 : 0;

    for (int i = 0; kind == 0 && text != NULL && i < CLONE_ERRORS; i++)
        if (strcmp(text, clone__errors[i]) == 0)
            kind = i;
    JS_FreeCString(e->ctx, text);
    JS_FreeValue(e->ctx, name);
    return kind;
}

/* An own data property: 1 and its value, 0 if there is none. */
static int get_own_data(engine *e, JSValueConst object, JSAtom name,
                        JSValue *value)
{
    JSPropertyDescriptor desc;
    const int has = JS_GetOwnProperty(e->ctx, &desc, object, name);

    if (has <= 0)
        return has;
    JS_FreeValue(e->ctx, desc.getter);
    JS_FreeValue(e->ctx, desc.setter);
    if (desc.flags & JS_PROP_GETSET) {
        JS_FreeValue(e->ctx, desc.value);
        return 0;
    }
    *value = desc.value;
    return 1;
}

/* `stack` is read like any property, and left out unless it is a string. */
int clone__get_stack(engine *e, JSValueConst error, JSValue *value)
{
    *value = JS_GetProperty(e->ctx, error, e->atoms[ENGINE__ATOM_STACK]);
    if (JS_IsException(*value))
        return -1;
    if (JS_IsString(*value))
        return 1;
    JS_FreeValue(e->ctx, *value);
    return 0;
}

int clone__get_message(engine *e, JSValueConst error, JSValue *value)
{
    JSValue message;
    const int has =
        get_own_data(e, error, e->atoms[ENGINE__ATOM_MESSAGE], &message);

    if (has <= 0)
        return has;
    *value = JS_ToString(e->ctx, message);
    JS_FreeValue(e->ctx, message);
    return JS_IsException(*value) ? -1 : 1;
}

int clone__get_cause(engine *e, JSValueConst error, JSValue *value)
{
    return get_own_data(e, error, e->atoms[ENGINE__ATOM_CAUSE], value);
}

bool clone__is_shared(engine *e, JSValueConst buffer)
{
    return JS_GetClassID(buffer) == e->clones->shared;
}

int clone__get_number(engine *e, JSValueConst object, const char *name,
                      int64_t *out)
{
    JSValue value = JS_GetPropertyStr(e->ctx, object, name);
    const int err = JS_IsException(value) ? -1 : JS_ToInt64(e->ctx, out, value);

    JS_FreeValue(e->ctx, value);
    return err;
}

int clone__get_max(engine *e, JSValueConst buffer, bool shared, size_t *max)
{
    int64_t grows = 0, max_length = 0;

    if (clone__get_number(e, buffer, shared ? "growable" : "resizable",
                          &grows) < 0 ||
        clone__get_number(e, buffer, "maxByteLength", &max_length) < 0)
        return -1;
    *max = grows ? (size_t)max_length : 0;
    return 0;
}

bool clone__is_box(const struct engine__clones *k, JSClassID id)
{
    for (int i = 0; i < 4; i++)
        if (k->boxes[i] == id)
            return true;
    return false;
}
