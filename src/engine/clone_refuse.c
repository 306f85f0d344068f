/*
 * clone_refuse.c - what structured clone refuses, and in which words.
 *
 * V8 names the culprit without running the program's code: a function by its
 * text, an object by its constructor if it prints as plain objects do, and else
 * by its tag. Marks are how lib/ says of its own objects, or the program of
 * any, that they are not to be cloned.
 */
#include "engine/clone.h"

#include <errno.h>

/* If memory ran out while the words were looked for, that is the error. */
int clone__throw(engine *e, const char *text)
{
    if (!JS_HasException(e->ctx))
        JS_ThrowDOMException(e->ctx, "DataCloneError", "%s", text);
    return -1;
}

/* ---- Names -------------------------------------------------------------- */

/* A data property of the object or of its prototype chain; undefined if it is
 * an accessor. */
static JSValue find_data(engine *e, JSValueConst object, JSAtom name)
{
    JSValue at = JS_DupValue(e->ctx, object);
    JSPropertyDescriptor desc;

    while (JS_IsObject(at) && !JS_IsProxy(at)) {
        if (JS_GetOwnProperty(e->ctx, &desc, at, name) > 0) {
            JS_FreeValue(e->ctx, desc.getter);
            JS_FreeValue(e->ctx, desc.setter);
            JS_FreeValue(e->ctx, at);
            return desc.value;
        }
        JSValue next = JS_GetPrototype(e->ctx, at);
        JS_FreeValue(e->ctx, at);
        at = next;
    }
    JS_FreeValue(e->ctx, at);
    return JS_UNDEFINED;
}

/* "Promise" for a promise, if it prints as plain objects do. */
static JSValue constructor_name(engine *e, JSValueConst object)
{
    JSValue print = find_data(e, object, e->clones->to_string);
    const bool plain =
        JS_IsStrictEqual(e->ctx, print, e->clones->object_to_string);
    JSValue name = JS_UNDEFINED;

    JS_FreeValue(e->ctx, print);
    if (!plain)
        return name;
    JSValue constructor =
        find_data(e, object, e->atoms[ENGINE__ATOM_CONSTRUCTOR]);
    if (JS_IsFunction(e->ctx, constructor))
        name = find_data(e, constructor, e->atoms[ENGINE__ATOM_NAME]);
    JS_FreeValue(e->ctx, constructor);
    return name;
}

/* "#<Promise>" or "[object Generator]": a name with text around it. */
static void throw_named(engine *e, const char *before, JSValueConst name,
                        const char *after)
{
    const char *text = JS_ToCString(e->ctx, name);

    if (text != NULL) /* else an out-of-memory error is pending */
        JS_ThrowDOMException(e->ctx, "DataCloneError",
                             "%s%s%s could not be cloned.", before, text,
                             after);
    JS_FreeCString(e->ctx, text);
}

static bool is_name(engine *e, JSValueConst name)
{
    int64_t len = 0;

    return JS_IsString(name) && JS_GetLength(e->ctx, name, &len) == 0 &&
           len > 0;
}

/* A proxy is named after its target. */
static int refuse_object(engine *e, JSValueConst object)
{
    if (JS_IsProxy(object)) {
        JSValue target = JS_GetProxyTarget(e->ctx, object);
        if (JS_IsObject(target))
            refuse_object(e, target);
        else
            clone__throw(e, "#<Object> could not be cloned.");
        JS_FreeValue(e->ctx, target);
        return -1;
    }
    JSValue name = constructor_name(e, object);
    JSValue tag = find_data(e, object, e->clones->tag);
    if (is_name(e, name)) {
        throw_named(e, "#<", name, ">");
    } else if (JS_IsString(tag)) {
        throw_named(e, "[object ", tag, "]");
    } else {
        clone__throw(e, JS_IsArray(object)
                            ? "[object Array] could not be cloned."
                            : "[object Object] could not be cloned.");
    }
    JS_FreeValue(e->ctx, name);
    JS_FreeValue(e->ctx, tag);
    return -1;
}

int clone__refuse(engine *e, JSValueConst value)
{
    if (!JS_IsSymbol(value) && !JS_IsFunction(e->ctx, value))
        return refuse_object(e, value);
    JS_ThrowNotCloned(e->ctx, value);
    return -1;
}

/* ---- Marks -------------------------------------------------------------- */

/* -1: an exception is pending; at the end of the stack, say. */
static int mark_of(engine *e, JSValueConst object)
{
    const struct engine__clones *k = e->clones;
    JSValue mark = JS_Call(e->ctx, k->marks_get, k->marks, 1, &object);

    if (JS_IsException(mark))
        return -1;
    const int n =
        JS_VALUE_GET_TAG(mark) == JS_TAG_INT ? JS_VALUE_GET_INT(mark) : 0;
    JS_FreeValue(e->ctx, mark);
    return n;
}

/* Its own, or one that it inherits. */
int clone__get_mark(engine *e, JSValueConst object)
{
    if (!e->clones->any_marks)
        return 0;
    JSValue at = JS_DupValue(e->ctx, object);
    int mark = 0;

    while (JS_IsObject(at) && mark == 0 && !JS_IsProxy(at)) {
        mark = mark_of(e, at);
        if (mark < 0)
            break;
        JSValue next = JS_GetPrototype(e->ctx, at);
        JS_FreeValue(e->ctx, at);
        at = next;
    }
    JS_FreeValue(e->ctx, at);
    return mark;
}

bool engine__is_open_proxy(engine *e, JSValueConst value)
{
    if (!JS_IsProxy(value) || !e->clones->any_veiled)
        return JS_IsProxy(value);
    const int mark = mark_of(e, value);
    if (mark < 0)
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    return mark != ENGINE_CLONE_PLAIN;
}

int engine_mark_clone(engine *e, napi_value object, engine_clone_mark mark)
{
    const struct engine__clones *k = e->clones;
    JSValueConst args[2] = { engine__value(object), JS_NewInt32(e->ctx, mark) };

    if (!JS_IsObject(args[0]))
        return -EINVAL;
    JSValue done = JS_Call(e->ctx, k->marks_set, k->marks, 2, args);
    if (JS_IsException(done))
        return engine__threw(e);
    JS_FreeValue(e->ctx, done);
    if (mark == ENGINE_CLONE_PLAIN)
        e->clones->any_veiled = true;
    else
        e->clones->any_marks = true;
    return 0;
}

int engine_get_clone_mark(engine *e, napi_value object)
{
    const int mark = clone__get_mark(e, engine__value(object));

    if (mark < 0)
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    return mark < 0 ? 0 : mark;
}
