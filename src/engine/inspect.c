/*
 * inspect.c - the binding "inspect": what values really are and hold.
 *
 * util.inspect(), util.types and assert ask what an object is, whatever its
 * prototype says. quickjs knows by the object's class; kindOf() gives that as a
 * small number, and `kinds` names the numbers. Classes are recognised by their
 * names in the runtime, once, when the binding is made: so this does not depend
 * on the class ids inside quickjs.
 */
#include "engine/internal.h"

#include <string.h>

typedef struct kind_name {
    const char *class_name; /* in quickjs */
    const char *name;       /* in lib/ */
} kind_name;

/* The kind is the index here plus one; those of one name are one kind. */
static const kind_name names[] = {
    { "Array", "Array" },
    { "Arguments", "Arguments" },
    { "ArrayBuffer", "ArrayBuffer" },
    { "SharedArrayBuffer", "SharedArrayBuffer" },
    { "DataView", "DataView" },
    { "Uint8ClampedArray", "Uint8ClampedArray" },
    { "Int8Array", "Int8Array" },
    { "Uint8Array", "Uint8Array" },
    { "Int16Array", "Int16Array" },
    { "Uint16Array", "Uint16Array" },
    { "Int32Array", "Int32Array" },
    { "Uint32Array", "Uint32Array" },
    { "BigInt64Array", "BigInt64Array" },
    { "BigUint64Array", "BigUint64Array" },
    { "Float16Array", "Float16Array" },
    { "Float32Array", "Float32Array" },
    { "Float64Array", "Float64Array" },
    { "Number", "NumberObject" },
    { "String", "StringObject" },
    { "Boolean", "BooleanObject" },
    { "BigInt", "BigIntObject" },
    { "Symbol", "SymbolObject" },
    { "Date", "Date" },
    { "RegExp", "RegExp" },
    { "Error", "Error" },
    { "DOMException", "DOMException" },
    { "Map", "Map" },
    { "Set", "Set" },
    { "WeakMap", "WeakMap" },
    { "WeakSet", "WeakSet" },
    { "WeakRef", "WeakRef" },
    { "Map Iterator", "MapIterator" },
    { "Set Iterator", "SetIterator" },
    { "Promise", "Promise" },
    { "Proxy", "Proxy" },
    { "Function", "Function" },
    { "AsyncFunction", "AsyncFunction" },
    { "GeneratorFunction", "GeneratorFunction" },
    { "AsyncGeneratorFunction", "AsyncGeneratorFunction" },
    { "Generator", "Generator" },
    { "AsyncGenerator", "Generator" },
    { "module namespace", "ModuleNamespace" },
    { "external", "External" },
};
#define NAME_COUNT (sizeof names / sizeof *names)

/* The first row with the same name: several classes may share a kind. */
static unsigned char kind_of_entry(size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(names[k].name, names[i].name) == 0)
            return (unsigned char)(k + 1);
    return (unsigned char)(i + 1);
}

static unsigned char find_kind(const char *class_name)
{
    for (size_t i = 0; i < NAME_COUNT; i++)
        if (strcmp(names[i].class_name, class_name) == 0)
            return kind_of_entry(i);
    return 0;
}

/* A module namespace has the class name of a plain object. So has a proxy,
 * which is set right below. */
static unsigned char kind_of_class(engine *e, JSClassID id, JSClassID plain)
{
    JSAtom atom = JS_GetClassName(e->rt, id);
    const char *name = JS_AtomToCString(e->ctx, atom);
    unsigned char kind = 0;

    if (name != NULL && strcmp(name, "Object") == 0)
        kind = id == plain ? 0 : find_kind("module namespace");
    else if (name != NULL)
        kind = find_kind(name);
    JS_FreeCString(e->ctx, name);
    JS_FreeAtom(e->ctx, atom);
    return kind;
}

/* Classes that quickjs has itself are registered before any of ours. */
static void fill_kinds(engine *e)
{
    JSValue object = JS_NewObject(e->ctx);
    const JSClassID plain = JS_GetClassID(object);

    for (JSClassID id = 1; id < e->classes.callsite && id < ENGINE__KINDS; id++)
        if (JS_IsRegisteredClass(e->rt, id))
            e->kinds[id] = kind_of_class(e, id, plain);
    JSValue proxy = JS_NewProxy(e->ctx, object, object);
    if (!JS_IsException(proxy))
        e->kinds[JS_GetClassID(proxy)] = find_kind("Proxy");
    JS_FreeValue(e->ctx, proxy);
    if (e->classes.napi_external != 0 &&
        e->classes.napi_external < ENGINE__KINDS)
        e->kinds[e->classes.napi_external] = find_kind("external");
    JS_FreeValue(e->ctx, object);
}

static JSValue kind_of(JSContext *ctx, JSValueConst self, int argc,
                       JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    const JSClassID id = argc > 0 ? JS_GetClassID(argv[0]) : 0;
    (void)self;

    if (argc > 0 && JS_IsProxy(argv[0]) && !engine__is_open_proxy(e, argv[0]))
        return JS_NewInt32(ctx, 0);
    return JS_NewInt32(ctx, id < ENGINE__KINDS ? e->kinds[id] : 0);
}

/* ---- Insides ------------------------------------------------------------ */

static JSValue inspect_pair(JSContext *ctx, JSValue first, JSValue second)
{
    const JSValue values[2] = { first, second };

    return JS_NewArrayFrom(ctx, 2, values);
}

/* getProxyDetails(value, both): undefined if it is not a proxy; [target,
 * handler], or only the target. Both are null once the proxy is revoked. */
static JSValue get_proxy_details(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    (void)self;
    if (argc < 1 || !engine__is_open_proxy(engine__of(ctx), argv[0]))
        return JS_UNDEFINED;
    JSValue target = JS_GetProxyTarget(ctx, argv[0]);
    if (JS_IsException(target)) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        target = JS_NULL;
    }
    if (argc > 1 && JS_ToBool(ctx, argv[1]) == 0)
        return target;
    JSValue handler = JS_GetProxyHandler(ctx, argv[0]);
    if (JS_IsException(handler)) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        handler = JS_NULL;
    }
    return inspect_pair(ctx, target, handler);
}

/* getPromiseDetails(promise): [0: pending, 1: fulfilled, 2: rejected; result]
 */
static JSValue get_promise_details(JSContext *ctx, JSValueConst self, int argc,
                                   JSValueConst *argv)
{
    (void)self;
    if (argc < 1 || !JS_IsPromise(argv[0]))
        return JS_UNDEFINED;
    const JSPromiseStateEnum state = JS_PromiseState(ctx, argv[0]);
    return inspect_pair(ctx, JS_NewInt32(ctx, (int)state),
                        state == JS_PROMISE_PENDING
                            ? JS_UNDEFINED
                            : JS_PromiseResult(ctx, argv[0]));
}

/* previewEntries(value, withKind): the entries, or [entries, areKeyed]. */
static JSValue preview_entries(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    bool keyed = false;
    (void)self;

    if (argc < 1)
        return JS_UNDEFINED;
    JSValue entries = JS_PreviewEntries(ctx, argv[0], &keyed);
    if (argc < 2 || JS_ToBool(ctx, argv[1]) == 0 || !JS_IsObject(entries))
        return entries;
    return inspect_pair(ctx, entries, JS_NewBool(ctx, keyed));
}

/* An array index: the shortest form of a number below 2^32 - 1. Negative:
 * out of memory. */
static int is_index(JSContext *ctx, JSAtom atom)
{
    JSValue value = JS_AtomToValue(ctx, atom);
    bool index = false;

    if (JS_IsException(value))
        return -1;
    if (JS_IsString(value)) {
        size_t len;
        const char *s = JS_ToCStringLen(ctx, &len, value);
        index = s != NULL && len > 0 && len <= 10 &&
                strspn(s, "0123456789") == len && (s[0] != '0' || len == 1) &&
                (len < 10 || strcmp(s, "4294967295") < 0);
        JS_FreeCString(ctx, s);
    } else {
        index = JS_IsNumber(value);
    }
    JS_FreeValue(ctx, value);
    return index;
}

enum { ONLY_ENUMERABLE = 2, SKIP_SYMBOLS = 16 };

static JSValue keys_of(JSContext *ctx, JSPropertyEnum *found, uint32_t count)
{
    JSValue keys = JS_NewArray(ctx);
    uint32_t n = 0;

    for (uint32_t i = 0; i < count && !JS_IsException(keys); i++) {
        const int index = is_index(ctx, found[i].atom);
        if (index > 0)
            continue;
        if (index < 0 || JS_DefinePropertyValueUint32(
                             ctx, keys, n++, JS_AtomToValue(ctx, found[i].atom),
                             JS_PROP_C_W_E) < 0) {
            JS_FreeValue(ctx, keys);
            keys = JS_EXCEPTION;
        }
    }
    return keys;
}

/* getOwnNonIndexProperties(object, filter): filters are added up. */
static JSValue get_own_non_index(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    JSPropertyEnum *found;
    uint32_t count;
    int32_t filter = 0;
    (void)self;

    if (argc < 1 || !JS_IsObject(argv[0]))
        return JS_NewArray(ctx);
    if (argc > 1 && JS_ToInt32(ctx, &filter, argv[1]) < 0)
        return JS_EXCEPTION;
    const int flags = JS_GPN_STRING_MASK | JS_GPN_NO_ELEMENTS |
                      (filter & SKIP_SYMBOLS ? 0 : JS_GPN_SYMBOL_MASK) |
                      (filter & ONLY_ENUMERABLE ? JS_GPN_ENUM_ONLY : 0);
    if (JS_GetOwnPropertyNames(ctx, &found, &count, argv[0], flags) < 0)
        return JS_EXCEPTION;
    JSValue keys = keys_of(ctx, found, count);
    JS_FreePropertyEnum(ctx, found, count);
    return keys;
}

/* getConstructorName(object): the name of its class, not of its constructor. */
static JSValue get_constructor_name(JSContext *ctx, JSValueConst self, int argc,
                                    JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)self;

    if (argc < 1 || !JS_IsObject(argv[0]))
        return JS_NewString(ctx, "");
    JSAtom atom = JS_GetClassName(e->rt, JS_GetClassID(argv[0]));
    JSValue name = JS_AtomToString(ctx, atom);
    JS_FreeAtom(ctx, atom);
    return name;
}

/* getExternalValue(external): the address that it holds. */
static JSValue get_external_value(JSContext *ctx, JSValueConst self, int argc,
                                  JSValueConst *argv)
{
    JSClassID id;
    (void)self;

    if (argc < 1 || !JS_IsObject(argv[0]))
        return JS_UNDEFINED;
    return JS_NewBigUint64(ctx,
                           (uint64_t)(uintptr_t)JS_GetAnyOpaque(argv[0], &id));
}

/* isCompiled(value): whether it is a function written in JavaScript. */
static JSValue is_compiled(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    (void)self;
    return JS_NewBool(ctx, argc > 0 && JS_IsBytecodeFunction(argv[0]));
}

/* isOneByte(string): whether each character is kept in one byte. */
static JSValue is_one_byte(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    size_t len;
    bool wide = false;
    JSValue flat = argc > 0 ? JS_ToString(ctx, argv[0]) : JS_UNDEFINED;
    (void)self;

    if (JS_IsException(flat))
        return flat;
    JS_GetStringChars(flat, &len, &wide);
    JS_FreeValue(ctx, flat);
    return JS_NewBool(ctx, !wide);
}

/* ---- The binding -------------------------------------------------------- */

static JSValue make_kinds(engine *e)
{
    JSValue kinds = JS_NewObject(e->ctx);

    for (size_t i = 0; i < NAME_COUNT && !JS_IsException(kinds); i++) {
        if (JS_DefinePropertyValueStr(e->ctx, kinds, names[i].name,
                                      JS_NewInt32(e->ctx, kind_of_entry(i)),
                                      JS_PROP_C_W_E) < 0) {
            JS_FreeValue(e->ctx, kinds);
            kinds = JS_EXCEPTION;
        }
    }
    return kinds;
}

JSValue engine__inspect_binding(engine *e)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("kindOf", 1, kind_of),
        JS_CFUNC_DEF("getProxyDetails", 2, get_proxy_details),
        JS_CFUNC_DEF("getPromiseDetails", 1, get_promise_details),
        JS_CFUNC_DEF("previewEntries", 2, preview_entries),
        JS_CFUNC_DEF("getOwnNonIndexProperties", 2, get_own_non_index),
        JS_CFUNC_DEF("getConstructorName", 1, get_constructor_name),
        JS_CFUNC_DEF("getExternalValue", 1, get_external_value),
        JS_CFUNC_DEF("isCompiled", 1, is_compiled),
        JS_CFUNC_DEF("isOneByte", 1, is_one_byte),
    };
    JSValue binding =
        engine__make_object(e, functions, sizeof functions / sizeof *functions);
    JSValue kinds = JS_IsException(binding) ? JS_EXCEPTION : make_kinds(e);

    if (JS_IsException(kinds) ||
        JS_DefinePropertyValueStr(e->ctx, binding, "kinds", kinds,
                                  JS_PROP_C_W_E) < 0) {
        JS_FreeValue(e->ctx, binding);
        return JS_EXCEPTION;
    }
    fill_kinds(e);
    return binding;
}
