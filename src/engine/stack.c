/*
 * stack.c - error.stack as V8 writes it.
 *
 * When an error is made, quickjs keeps only its frames: function, receiver and
 * instruction (docs/engine/stacks.md). The text is made when .stack is read for
 * the first time, and then stays. So an error that is not printed costs little,
 * and the name and message that the text begins with are those of that moment,
 * as in Node: class MyError may set its name after super().
 *
 *     TypeError: no                         Error.prototype.toString
 *         at Foo.bar (/app/a.js:3:9)        receiver's type, function, place
 *         at new Foo (/app/a.js:7:5)
 *         at Array.map (<anonymous>)        native
 *         at async run (/app/a.js:12:3)     awaits the one above
 *         at /app/a.js:20:1                 no name at all
 *
 * Looking for names must not run the program's code: properties are read where
 * they are data, and proxies are left alone.
 */
#include "engine/stack.h"

#include <errno.h>
#include <string.h>

/* ---- Names -------------------------------------------------------------- */

bool stack__find_data(engine *e, JSValueConst object, JSAtom name,
                      JSValue *value)
{
    JSContext *ctx = e->ctx;
    JSValue at = JS_DupValue(ctx, object);
    bool found = false;

    while (JS_IsObject(at) && !JS_IsProxy(at) && !found) {
        JSPropertyDescriptor d;
        const int has = JS_GetOwnProperty(ctx, &d, at, name);
        if (has < 0) {
            JS_FreeValue(ctx, JS_GetException(ctx));
            break;
        }
        if (has > 0) {
            found = !(d.flags & JS_PROP_GETSET);
            if (found)
                *value = JS_DupValue(ctx, d.value);
            JS_FreeValue(ctx, d.value);
            JS_FreeValue(ctx, d.getter);
            JS_FreeValue(ctx, d.setter);
            break;
        }
        JSValue proto = JS_GetPrototype(ctx, at);
        JS_FreeValue(ctx, at);
        at = proto;
    }
    JS_FreeValue(ctx, at);
    return found;
}

static bool is_empty_string(engine *e, JSValueConst value)
{
    int64_t len = 0;

    if (!JS_IsString(value))
        return true;
    return JS_GetLength(e->ctx, value, &len) < 0 || len == 0;
}

/* quickjs names the body of a script or a module as no program could. The
 * initializers of a class have such names in V8, too. */
static bool is_shown(const char *name)
{
    return name[0] != '<' || strcmp(name, "<static_initializer>") == 0 ||
           strcmp(name, "<instance_members_initializer>") == 0;
}

/* What "a.b = function" is called in stacks, and nowhere else. */
static JSValue inferred_name(engine *e, JSValueConst fn)
{
    const JSAtom name = JS_GetInferredName(fn);

    return name == JS_ATOM_NULL ? JS_NULL : JS_AtomToString(e->ctx, name);
}

/* The name of a function, or null. */
static JSValue function_name(engine *e, JSValueConst fn)
{
    JSValue name = JS_NULL;

    if (!JS_IsObject(fn))
        return JS_NULL;
    if (!stack__find_data(e, fn, e->atoms[ENGINE__ATOM_NAME], &name))
        return inferred_name(e, fn);
    const char *s =
        is_empty_string(e, name) ? NULL : JS_ToCString(e->ctx, name);
    const bool shown = s != NULL && is_shown(s);
    JS_FreeCString(e->ctx, s);
    if (shown)
        return name;
    JS_FreeValue(e->ctx, name);
    return inferred_name(e, fn);
}

/* Module.prototype has no `constructor`, but V8 shows the name all the same. */
static bool has_named_proto(engine *e, JSValueConst object)
{
    JSValue proto =
        JS_IsProxy(object) ? JS_NULL : JS_GetPrototype(e->ctx, object);
    const bool is = JS_IsObject(proto) &&
                    JS_IsStrictEqual(e->ctx, proto, e->errors->named_proto);

    JS_FreeValue(e->ctx, proto);
    return is;
}

static JSValue constructor_name(engine *e, JSValueConst object)
{
    JSValue constructor = JS_UNDEFINED;
    JSValue name = JS_NULL;

    if (stack__find_data(e, object, e->atoms[ENGINE__ATOM_CONSTRUCTOR],
                         &constructor) &&
        JS_IsFunction(e->ctx, constructor))
        name = function_name(e, constructor);
    else if (has_named_proto(e, object))
        name = JS_DupValue(e->ctx, e->errors->named_proto_name);
    JS_FreeValue(e->ctx, constructor);
    return name;
}

static bool is_string(engine *e, JSValueConst value, const char *want)
{
    const char *s = JS_IsString(value) ? JS_ToCString(e->ctx, value) : NULL;
    const bool same = s != NULL && strcmp(s, want) == 0;

    JS_FreeCString(e->ctx, s);
    return same;
}

/* A generator is called after its function, if that has a name. */
static JSValue generator_name(engine *e, JSValueConst object)
{
    JSValue name = JS_AtomToString(e->ctx, JS_GetGeneratorName(object));

    if (!is_string(e, name, ""))
        return name;
    JS_FreeValue(e->ctx, name);
    return JS_NULL;
}

static JSValue object_type(engine *e, JSValueConst object)
{
    JSValue name = JS_GetGeneratorName(object) != JS_ATOM_NULL
                       ? generator_name(e, object)
                       : constructor_name(e, object);
    JSValue tag = JS_UNDEFINED;

    if (!JS_IsNull(name) && !is_string(e, name, "Object"))
        return name;
    if (stack__find_data(e, object, e->errors->to_string_tag, &tag) &&
        JS_IsString(tag)) {
        JS_FreeValue(e->ctx, name);
        return tag;
    }
    JS_FreeValue(e->ctx, tag);
    return JS_IsNull(name) ? JS_NewString(e->ctx, "Object") : name;
}

JSValue stack__type_name(engine *e, const stack_frame *f)
{
    const stack_caller *caller = f->info.caller;
    JSValueConst receiver = f->info.this_val;

    if (f->is_toplevel || f->info.is_constructor)
        return JS_NULL;
    if (caller != NULL)
        return JS_NewString(e->ctx, caller->type);
    if (JS_IsProxy(receiver))
        return JS_NewString(e->ctx, "Proxy");
    if (JS_IsFunction(e->ctx, receiver)) {
        JSValue name = function_name(e, receiver);
        return JS_IsNull(name) ? JS_NewString(e->ctx, "Function") : name;
    }
    JSValue object = JS_ToObject(e->ctx, receiver);
    if (JS_IsException(object)) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        return JS_NULL;
    }
    JSValue name = object_type(e, object);
    JS_FreeValue(e->ctx, object);
    return name;
}

/* ---- Under which name a method was called ------------------------------- */

static bool property_is(engine *e, JSValueConst object, JSAtom name,
                        JSValueConst fn)
{
    JSPropertyDescriptor d;
    const int has = JS_GetOwnProperty(e->ctx, &d, object, name);

    if (has < 0) /* of a module, a variable that has no value yet */
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    if (has <= 0)
        return false;
    const void *want = JS_VALUE_GET_PTR(fn);
    const bool same =
        d.flags & JS_PROP_GETSET
            ? (JS_IsObject(d.getter) && JS_VALUE_GET_PTR(d.getter) == want) ||
                  (JS_IsObject(d.setter) && JS_VALUE_GET_PTR(d.setter) == want)
            : JS_IsObject(d.value) && JS_VALUE_GET_PTR(d.value) == want;
    JS_FreeValue(e->ctx, d.value);
    JS_FreeValue(e->ctx, d.getter);
    JS_FreeValue(e->ctx, d.setter);
    return same;
}

/* Elements are not methods. */
static bool is_index(engine *e, JSAtom name)
{
    const char *s = JS_AtomToCString(e->ctx, name);
    const bool is = s == NULL || (s[0] >= '0' && s[0] <= '9');

    JS_FreeCString(e->ctx, s);
    return is;
}

/* More properties than this are not searched: a name is a nicety. */
#define MAX_PROPERTIES 256

/* The names under which the object has the function; *count goes up by them. */
static JSAtom search_own(engine *e, JSValueConst object, JSValueConst fn,
                         int *count)
{
    JSPropertyEnum *names = NULL;
    uint32_t n = 0;
    JSAtom found = JS_ATOM_NULL;

    if (JS_GetOwnPropertyNames(e->ctx, &names, &n, object, JS_GPN_STRING_MASK) <
        0) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        return JS_ATOM_NULL;
    }
    for (uint32_t i = 0; i < n && n <= MAX_PROPERTIES; i++) {
        if (is_index(e, names[i].atom) ||
            !property_is(e, object, names[i].atom, fn))
            continue;
        ++*count;
        if (found == JS_ATOM_NULL)
            found = JS_DupAtom(e->ctx, names[i].atom);
    }
    JS_FreePropertyEnum(e->ctx, names, n);
    return found;
}

static JSAtom search_chain(engine *e, JSValueConst object, JSValueConst fn)
{
    JSValue at = JS_DupValue(e->ctx, object);
    JSAtom found = JS_ATOM_NULL;
    int count = 0;

    while (JS_IsObject(at) && !JS_IsProxy(at)) {
        JSAtom name = search_own(e, at, fn, &count);
        if (found == JS_ATOM_NULL)
            found = name;
        else
            JS_FreeAtom(e->ctx, name);
        JSValue proto = JS_GetPrototype(e->ctx, at);
        JS_FreeValue(e->ctx, at);
        at = proto;
    }
    JS_FreeValue(e->ctx, at);
    if (count == 1)
        return found;
    JS_FreeAtom(e->ctx, found);
    return JS_ATOM_NULL;
}

/* "get x" is a method x. */
static JSAtom plain_name(engine *e, JSValueConst name)
{
    const char *s = JS_IsString(name) ? JS_ToCString(e->ctx, name) : NULL;
    JSAtom atom = JS_ATOM_NULL;

    if (s != NULL) {
        const bool accessor =
            strncmp(s, "get ", 4) == 0 || strncmp(s, "set ", 4) == 0;
        atom = JS_NewAtom(e->ctx, accessor ? s + 4 : s);
    }
    JS_FreeCString(e->ctx, s);
    return atom;
}

static bool chain_has(engine *e, JSValueConst object, JSAtom name,
                      JSValueConst fn)
{
    JSValue at = JS_DupValue(e->ctx, object);
    bool found = false;

    while (JS_IsObject(at) && !JS_IsProxy(at) && !found) {
        found = property_is(e, at, name, fn);
        JSValue proto = JS_GetPrototype(e->ctx, at);
        JS_FreeValue(e->ctx, at);
        at = proto;
    }
    JS_FreeValue(e->ctx, at);
    return found;
}

/* The same for an Immediate, which releases its callback when that is over or
 * has thrown: a stack that is formatted later does not have the name. */
static bool is_immediates(engine *e, JSValueConst object, JSValueConst fn)
{
    const order_immediate *im = JS_GetInlineData(object, e->classes.immediate);

    return im != NULL && im->task.callback == JS_VALUE_GET_PTR(fn) &&
           !e->reporting;
}

JSValue stack__method_name(engine *e, const stack_frame *f)
{
    JSValueConst receiver = f->info.this_val;

    if (f->is_toplevel || !JS_IsObject(receiver) || !JS_IsObject(f->info.func))
        return JS_NULL;
    /* Its callback is not a property here, but programs see that name. */
    if (JS_GetInlineData(receiver, e->classes.timeout) != NULL)
        return JS_NewString(e->ctx, "_onTimeout");
    if (is_immediates(e, receiver, f->info.func))
        return JS_NewString(e->ctx, "_onImmediate");
    JSAtom name = plain_name(e, f->function_name);
    if (name == JS_ATOM_NULL || !chain_has(e, receiver, name, f->info.func)) {
        JS_FreeAtom(e->ctx, name);
        name = search_chain(e, receiver, f->info.func);
    }
    JSValue value =
        name == JS_ATOM_NULL ? JS_NULL : JS_AtomToString(e->ctx, name);
    JS_FreeAtom(e->ctx, name);
    return value;
}

/* ---- One frame ---------------------------------------------------------- */

/* What new Function() makes has a name, but not in a stack. */
static bool is_named_in_eval(engine *e, const stack_frame *f)
{
    return JS_IsString(f->function_name) &&
           !is_string(e, f->function_name, "anonymous");
}

/* The frame has no source and so no position; readers of stacks expect one, so
 * it is the first. */
static void fill_caller(engine *e, stack_frame *f)
{
    const stack_caller *caller = f->info.caller;

    f->function_name = JS_NewString(e->ctx, caller->name);
    f->is_toplevel = caller->type == NULL;
    f->info.line_num = f->info.col_num = 1;
}

/* The global object, or that of a context of node:vm. */
static bool is_global(engine *e, JSValueConst self)
{
    if (!JS_IsObject(self))
        return false;
    JSValue global = JS_GetGlobalObject(e->ctx);
    const bool same = JS_VALUE_GET_PTR(self) == JS_VALUE_GET_PTR(global);
    JS_FreeValue(e->ctx, global);
    return same || (e->classes.vm_global != 0 &&
                    JS_GetClassID(self) == e->classes.vm_global);
}

void stack__get_frame(engine *e, JSValueConst capture, int n, stack_frame *f)
{
    JS_GetStackEntry(e->ctx, capture, n, &f->info);
    f->is_strict = false;
    if (f->info.caller != NULL) {
        fill_caller(e, f);
        return;
    }
    f->function_name = function_name(e, f->info.func);
    if (JS_IsString(f->info.eval_source) && !is_named_in_eval(e, f)) {
        JS_FreeValue(e->ctx, f->function_name);
        f->function_name = JS_NewString(e->ctx, "eval");
    }
    JSValueConst self = f->info.this_val;
    f->is_toplevel =
        !f->info.is_constructor &&
        (JS_IsUndefined(self) || JS_IsNull(self) || is_global(e, self));
}

void stack__free_frame(engine *e, stack_frame *f)
{
    JS_FreeValue(e->ctx, f->function_name);
}

void stack__add_file(engine__text *t, const stack_frame *f)
{
    const stack_caller *caller = f->info.caller;

    if (caller != NULL)
        text__add(t, caller->file);
    else if (f->info.filename != JS_ATOM_NULL)
        text__add_atom(t, f->info.filename);
    else
        text__add(t, "<anonymous>");
}

static void add_place(engine__text *t, const stack_frame *f)
{
    stack__add_file(t, f);
    if (f->info.line_num < 0)
        return;
    text__add(t, ":");
    text__add_number(t, f->info.line_num);
    text__add(t, ":");
    text__add_number(t, f->info.col_num);
}

static bool is_identifier(const char *s)
{
    for (const char *at = s; *at != 0; at++) {
        const unsigned char c = (unsigned char)*at;
        const bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';
        const bool digit = c >= '0' && c <= '9' && at > s;
        if (!letter && !digit && c != '_' && c != '$' && c < 128)
            return false;
    }
    return *s != 0;
}

/* Does the name end with the method's, at a boundary? */
static bool ends_with(const char *name, const char *method)
{
    const size_t n = strlen(name);
    const size_t m = strlen(method);

    if (m > n || strcmp(name + n - m, method) != 0)
        return false;
    return n == m || name[n - m - 1] == '.' || name[n - m - 1] == ' ';
}

static void add_named_method(engine__text *t, const char *type,
                             const char *name, const char *method)
{
    if (type != NULL && is_identifier(name)) {
        text__add(t, type);
        text__add(t, ".");
    }
    text__add(t, name);
    if (method != NULL && !ends_with(name, method)) {
        text__add(t, " [as ");
        text__add(t, method);
        text__add(t, "]");
    }
}

static void add_method(engine__text *t, const stack_frame *f)
{
    JSContext *ctx = t->e->ctx;
    JSValue type_value = stack__type_name(t->e, f);
    JSValue method_value = stack__method_name(t->e, f);
    const char *type =
        JS_IsString(type_value) ? JS_ToCString(ctx, type_value) : NULL;
    const char *method =
        JS_IsString(method_value) ? JS_ToCString(ctx, method_value) : NULL;
    const char *name = JS_IsString(f->function_name)
                           ? JS_ToCString(ctx, f->function_name)
                           : NULL;

    if (name != NULL) {
        add_named_method(t, type, name, method);
    } else {
        text__add(t, type ? type : "");
        text__add(t, type ? "." : "");
        text__add(t, method ? method : "<anonymous>");
    }
    JS_FreeCString(ctx, name);
    JS_FreeCString(ctx, method);
    JS_FreeCString(ctx, type);
    JS_FreeValue(ctx, method_value);
    JS_FreeValue(ctx, type_value);
}

/* Not a function of the program's, but it waits for one. */
static void add_combinator(engine__text *t, const stack_frame *f)
{
    text__add(t, "Promise.");
    text__add(t, f->info.combinator);
    text__add(t, " (index ");
    text__add_number(t, f->info.index);
    text__add(t, ")");
}

void stack__add_frame(engine__text *t, const stack_frame *f)
{
    const bool named = JS_IsString(f->function_name);

    if (f->info.is_async)
        text__add(t, "async ");
    if (f->info.combinator != NULL) {
        add_combinator(t, f);
        return;
    }
    if (f->info.is_constructor) {
        text__add(t, "new ");
        if (named)
            text__add_value(t, f->function_name);
        else
            text__add(t, "<anonymous>");
    } else if (!f->is_toplevel) {
        add_method(t, f);
    } else if (named) {
        text__add_value(t, f->function_name);
    } else {
        add_place(t, f);
        return;
    }
    text__add(t, " (");
    add_place(t, f);
    text__add(t, ")");
}

/* ---- The whole text ----------------------------------------------------- */

static void add_header(engine__text *t, JSValueConst error)
{
    engine *e = t->e;
    JSValue header = JS_Call(e->ctx, e->errors->to_string, error, 0, NULL);

    if (JS_IsException(header)) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        text__add(t, "<error>");
        return;
    }
    text__add_value(t, header);
    JS_FreeValue(e->ctx, header);
}

/* A syntax error has no frame for its source, so the place is shown here. */
static void add_syntax_arrow(engine__text *t, JSValueConst capture, int count)
{
    stack_frame f;

    if (count == 0)
        return;
    stack__get_frame(t->e, capture, 0, &f);
    if (!JS_IsObject(f.info.func) && f.info.filename != JS_ATOM_NULL) {
        /* Node leaves no line empty where modules do not fit. */
        if (arrow__add(t, &f.info) && f.info.width >= 0)
            text__add(t, "\n");
    }
    stack__free_frame(t->e, &f);
}

static JSValue make_text(engine *e, JSValueConst error, JSValueConst capture)
{
    engine__text t = { .e = e };
    const int count = JS_CountStackEntries(e->rt, capture);

    add_syntax_arrow(&t, capture, count);
    add_header(&t, error);
    for (int i = 0; i < count; i++) {
        stack_frame f;
        stack__get_frame(e, capture, i, &f);
        /* It may be a place in a source that does not parse. */
        if (JS_IsObject(f.info.func) || f.info.combinator != NULL ||
            f.info.caller != NULL) {
            text__add(&t, "\n    at ");
            stack__add_frame(&t, &f);
        }
        stack__free_frame(e, &f);
    }
    return text__take(&t);
}

/* Whose Error.prepareStackTrace is asked, and that function. */
typedef struct preparer {
    JSContext *ctx;
    JSValue error; /* the class */
    JSValue fn;
} preparer;

static JSValue call_prepare(engine *e, const preparer *p, JSValueConst error,
                            JSValueConst capture)
{
    JSValue sites = stack__callsites(e, p->ctx, capture);

    if (JS_IsException(sites))
        return sites;
    JSValueConst args[2] = { error, sites };
    e->errors->preparing = true;
    JSValue result = JS_Call(p->ctx, p->fn, p->error, 2, args);
    e->errors->preparing = false;
    JS_FreeValue(p->ctx, sites);
    return result;
}

/* The text as lib/ has it, which knows the source maps: it is given the text
 * and what it was made of. */
static JSValue map_text(engine *e, JSValue text, JSValueConst capture)
{
    JSValue sites = JS_UNDEFINED, result = JS_EXCEPTION;

    if (!JS_IsException(text))
        sites = stack__callsites(e, e->ctx, capture);
    if (!JS_IsException(text) && !JS_IsException(sites)) {
        JSValueConst args[2] = { text, sites };
        e->errors->preparing = true;
        result = JS_Call(e->ctx, e->errors->mapper, JS_UNDEFINED, 2, args);
        e->errors->preparing = false;
    }
    JS_FreeValue(e->ctx, sites);
    JS_FreeValue(e->ctx, text);
    return result;
}

static JSValue format_usually(engine *e, JSValueConst error,
                              JSValueConst capture)
{
    JSValue text = make_text(e, error, capture);

    return JS_IsUndefined(e->errors->mapper) || e->errors->preparing
               ? text
               : map_text(e, text, capture);
}

static bool is_usual(engine *e, JSValueConst prepare)
{
    return JS_IsStrictEqual(e->ctx, prepare, e->errors->prepare);
}

static void preparer_free(preparer *p)
{
    JS_FreeValue(p->ctx, p->error);
    JS_FreeValue(p->ctx, p->fn);
}

/* A function to be called; or -1 if looking for it threw. */
static int preparer_look(engine *e, preparer *p)
{
    p->fn = JS_IsObject(p->error)
                ? JS_GetProperty(p->ctx, p->error, e->errors->prepare_name)
                : JS_UNDEFINED;
    if (JS_IsException(p->fn))
        return -1;
    return JS_IsFunction(p->ctx, p->fn) && !is_usual(e, p->fn);
}

/* That of the context in which the error was made comes first, as in Node, and
 * then that of the program. */
static int preparer_find(engine *e, JSValueConst error, preparer *p)
{
    JSContext *ctx = JS_GetRealmOf(e->ctx, error);

    if (ctx != NULL && ctx != e->ctx) {
        JSValue global = JS_GetGlobalObject(ctx);

        *p = (preparer){ ctx, JS_GetPropertyStr(ctx, global, "Error"),
                         JS_UNDEFINED };
        JS_FreeValue(ctx, global);
        const int found = JS_IsException(p->error) ? -1 : preparer_look(e, p);
        if (found != 0)
            return found;
        preparer_free(p);
    }
    *p = (preparer){ e->ctx, JS_DupValue(e->ctx, e->errors->error),
                     JS_UNDEFINED };
    return preparer_look(e, p);
}

static JSValue stack_format(engine *e, JSValueConst error, JSValueConst capture)
{
    preparer p;

    /* An error made while preparing one is shown plainly. */
    if (e->errors->preparing)
        return format_usually(e, error, capture);
    const int found = preparer_find(e, error, &p);
    JSValue result = found < 0   ? JS_EXCEPTION
                     : found > 0 ? call_prepare(e, &p, error, capture)
                                 : format_usually(e, error, capture);
    preparer_free(&p);
    return result;
}

/* ---- The property ------------------------------------------------------- */

/* The object itself, or the one on its prototype chain that has a stack. */
static bool find_holder(JSContext *ctx, JSValueConst self, JSValue *holder,
                        JSValue *slot)
{
    JSValue at = JS_DupValue(ctx, self);

    while (JS_IsObject(at) && !JS_IsProxy(at)) {
        if (JS_GetStackSlot(ctx, at, slot)) {
            *holder = at;
            return true;
        }
        JSValue proto = JS_GetPrototype(ctx, at);
        JS_FreeValue(ctx, at);
        at = proto;
    }
    JS_FreeValue(ctx, at);
    return false;
}

static JSValue get_stack(JSContext *ctx, JSValueConst self, int argc,
                         JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    JSValue holder;
    JSValue slot;
    (void)argc;
    (void)argv;

    if (!find_holder(ctx, self, &holder, &slot))
        return JS_UNDEFINED;
    if (JS_CountStackEntries(e->rt, slot) >= 0) {
        JSValue text = stack_format(e, holder, slot);
        JS_FreeValue(ctx, slot);
        slot = text;
        if (!JS_IsException(text))
            JS_SetStackSlot(ctx, holder, JS_DupValue(ctx, text));
    }
    JS_FreeValue(ctx, holder);
    return slot;
}

static JSValue set_stack(JSContext *ctx, JSValueConst self, int argc,
                         JSValueConst *argv)
{
    if (JS_IsObject(self) && argc > 0)
        JS_SetStackSlot(ctx, self, JS_DupValue(ctx, argv[0]));
    return JS_UNDEFINED;
}

/* ---- Life --------------------------------------------------------------- */

static JSAtom symbol_atom(engine *e, JSValue symbol)
{
    JSAtom atom = JS_ValueToAtom(e->ctx, symbol);

    JS_FreeValue(e->ctx, symbol);
    return atom;
}

static JSAtom well_known(engine *e, const char *name)
{
    JSValue global = JS_GetGlobalObject(e->ctx);
    JSValue symbols = JS_GetPropertyStr(e->ctx, global, "Symbol");
    JSAtom atom = symbol_atom(e, JS_GetPropertyStr(e->ctx, symbols, name));

    JS_FreeValue(e->ctx, symbols);
    JS_FreeValue(e->ctx, global);
    return atom;
}

static void find_intrinsics(engine *e, struct engine__errors *r)
{
    JSValue global = JS_GetGlobalObject(e->ctx);

    r->error = JS_GetPropertyStr(e->ctx, global, "Error");
    JSValue proto = JS_GetPropertyStr(e->ctx, r->error, "prototype");
    r->to_string = JS_GetPropertyStr(e->ctx, proto, "toString");
    /* The accessor that quickjs has there: ours are the objects' own. */
    JS_DeleteProperty(e->ctx, proto, e->atoms[ENGINE__ATOM_STACK], 0);
    JS_FreeValue(e->ctx, proto);
    JS_FreeValue(e->ctx, global);
}

/* Plain properties where quickjs has accessors: programs delete and redefine
 * them. */
static void define_statics(engine *e, struct engine__errors *r, uint32_t frames)
{
    JS_DeleteProperty(e->ctx, r->error, r->prepare_name, 0);
    JS_DefinePropertyValue(e->ctx, r->error, r->hook.limit_name,
                           JS_NewInt32(e->ctx, frames ? (int)frames : 10),
                           JS_PROP_C_W_E);
}

/* The file of lib/ whose functions the host calls: in Node they are C++, and
 * not in a stack. */
static const char hidden_file[] = "node:internal/bootstrap/node";

int engine__errors_open(engine *e, uint32_t frames)
{
    struct engine__errors *r = orr__alloc(&e->alloc, sizeof *r);

    if (r == NULL)
        return -ENOMEM;
    e->errors = r;
    r->callsite_proto = r->prepare = JS_UNDEFINED;
    r->mapper = r->named_proto = r->named_proto_name = JS_UNDEFINED;
    r->prepare_name = JS_NewAtom(e->ctx, "prepareStackTrace");
    r->to_string_tag = well_known(e, "toStringTag");
    r->hook.limit_name = JS_NewAtom(e->ctx, "stackTraceLimit");
    r->hook.slot = symbol_atom(e, JS_NewPrivateSymbol(e->ctx, "stack"));
    find_intrinsics(e, r);
    define_statics(e, r, frames);
    r->getter = JS_NewCFunction(e->ctx, get_stack, "stack", 0);
    r->setter = JS_NewCFunction(e->ctx, set_stack, "stack", 1);
    r->hook.getter = r->getter;
    r->hook.setter = r->setter;
    r->hook.callers = stack__callers;
    r->hook.opaque = e;
    r->hook.hidden_file = JS_NewAtom(e->ctx, hidden_file);
    if (JS_IsException(r->getter) || JS_IsException(r->setter) ||
        JS_SetStackHook(e->rt, &r->hook) < 0)
        return -ENOMEM;
    return stack__callsites_open(e);
}

int engine__errors_define_prepare(engine *e)
{
    struct engine__errors *r = e->errors;

    r->prepare =
        JS_NewCFunction(e->ctx, stack__prepare, "ErrorPrepareStackTrace", 2);
    return JS_IsException(r->prepare)
               ? -1
               : JS_DefinePropertyValue(e->ctx, r->error, r->prepare_name,
                                        JS_DupValue(e->ctx, r->prepare),
                                        JS_PROP_CONFIGURABLE |
                                            JS_PROP_WRITABLE);
}

void engine__errors_close(engine *e)
{
    struct engine__errors *r = e->errors;

    if (r == NULL)
        return;
    r->hook.getter = r->hook.setter = JS_UNDEFINED;
    if (r->hook.class_id != 0)
        JS_SetStackHook(e->rt, &r->hook);
    JS_FreeValue(e->ctx, r->getter);
    JS_FreeValue(e->ctx, r->setter);
    JS_FreeValue(e->ctx, r->prepare);
    JS_FreeValue(e->ctx, r->error);
    JS_FreeValue(e->ctx, r->to_string);
    JS_FreeValue(e->ctx, r->callsite_proto);
    JS_FreeValue(e->ctx, r->inspect);
    JS_FreeValue(e->ctx, r->mapper);
    JS_FreeValue(e->ctx, r->named_proto);
    JS_FreeValue(e->ctx, r->named_proto_name);
    JS_FreeValue(e->ctx, r->program);
    JS_FreeValue(e->ctx, r->reported);
    orr__free(&e->alloc, r->arrow);
    orr__free(&e->alloc, r->trace);
    JS_FreeAtom(e->ctx, r->prepare_name);
    JS_FreeAtom(e->ctx, r->to_string_tag);
    JS_FreeAtom(e->ctx, r->hook.limit_name);
    JS_FreeAtom(e->ctx, r->hook.slot);
    JS_FreeAtom(e->ctx, r->hook.hidden_file);
    orr__free(&e->alloc, r);
    e->errors = NULL;
}
