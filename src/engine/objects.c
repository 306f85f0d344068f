/*
 * objects.c - the binding "objects", and the fields of plain objects for C.
 *
 *      copy(sample, parts)   an object as the sample is, property by property,
 *                            with its prototype. Empty arrays among the values
 *                            are made anew, and so are the objects in the
 *                            first `parts` properties.
 *
 * lib/ makes objects that it needs for every request by copying a sample that a
 * constructor has made: the shape is shared, and the values are one loop.
 */
#include "engine/internal.h"

#include <errno.h>

/* ---- Copies ------------------------------------------------------------- */

static JSValue js_copy(JSContext *ctx, JSValueConst self, int argc,
                       JSValueConst *argv)
{
    int32_t parts = 0;
    (void)self;
    (void)argc;

    if (JS_ToInt32(ctx, &parts, argv[1]) < 0)
        return JS_EXCEPTION;
    return JS_CopySample(ctx, argv[0], parts);
}

JSValue engine__objects_binding(engine *e)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("copy", 2, js_copy),
    };

    return engine__make_object(e, functions, 1);
}

/* ---- Names -------------------------------------------------------------- */

struct engine_names {
    size_t count;
    JSAtom atoms[];
};

int engine_make_names(engine *e, const char *const *names, size_t count,
                      engine_names **out)
{
    engine_names *n = js_mallocz(e->ctx, sizeof *n + count * sizeof *n->atoms);

    if (n == NULL)
        return ENGINE_THREW;
    for (; n->count < count; n->count++) {
        n->atoms[n->count] = JS_NewAtom(e->ctx, names[n->count]);
        if (n->atoms[n->count] == JS_ATOM_NULL) {
            engine_free_names(e, n);
            return ENGINE_THREW;
        }
    }
    *out = n;
    return 0;
}

void engine_free_names(engine *e, engine_names *names)
{
    for (size_t i = 0; names != NULL && i < names->count; i++)
        JS_FreeAtom(e->ctx, names->atoms[i]);
    js_free(e->ctx, names);
}

int engine_get_by_name(engine *e, napi_value object, const engine_names *names,
                       size_t i, napi_value *out)
{
    JSValue value =
        JS_GetProperty(e->ctx, engine__value(object), names->atoms[i]);

    return JS_IsException(value) || engine__give(e, value, out) < 0
               ? ENGINE_THREW
               : 0;
}

int engine_get_named(engine *e, napi_value object, const engine_names *names,
                     napi_value *out)
{
    int err = 0;

    for (size_t i = 0; i < names->count && err == 0; i++)
        err = engine_get_by_name(e, object, names, i, &out[i]);
    return err;
}

int engine_set_named(engine *e, napi_value object, const engine_names *names,
                     size_t i, napi_value value)
{
    JSValue copy = JS_DupValue(e->ctx, engine__value(value));

    return JS_SetProperty(e->ctx, engine__value(object), names->atoms[i],
                          copy) < 0
               ? ENGINE_THREW
               : 0;
}

/* ---- Fields ------------------------------------------------------------- */

static void read_scalar(JSValueConst value, engine_scalar *out)
{
    JSValueConst *values;

    *out = (engine_scalar){ .kind = ENGINE_SCALAR_OTHER };
    if (JS_VALUE_GET_TAG(value) == JS_TAG_INT) {
        out->kind = ENGINE_SCALAR_INT;
        out->number = JS_VALUE_GET_INT(value);
        return;
    }
    out->text.data =
        JS_GetStringChars(value, &out->text.length, &out->text.wide);
    if (out->text.data != NULL) {
        out->kind = ENGINE_SCALAR_TEXT;
    } else if (JS_GetArrayValues(value, &values, &out->count)) {
        out->kind = ENGINE_SCALAR_LIST;
        out->items = values;
    }
}

void engine_read_item(const engine_scalar *list, uint32_t i, engine_scalar *out)
{
    const JSValueConst *values = list->items;

    read_scalar(values[i], out);
}

int engine_walk_fields(engine *e, napi_value object, engine_field_fn *fn,
                       void *arg)
{
    JSValueConst value = engine__value(object);
    const int count = JS_CountFields(e->ctx, value);
    int result = count < 0 ? -EINVAL : 0;

    for (int i = 0; i < count && result == 0; i++) {
        JSValueConst name, content;
        engine_scalar key, field;
        if (!JS_GetField(e->ctx, value, i, &name, &content))
            continue;
        read_scalar(name, &key);
        read_scalar(content, &field);
        result = fn(arg, &key.text, &field);
    }
    return result;
}
