/*
 * describe.c - an error that ends the program, as Node prints it.
 *
 *     /app/a.js:4             the arrow: where it was thrown, the line itself
 *         throw e;            and a caret
 *         ^
 *
 *     TypeError: bad          what lib/'s inspect says of the error: its stack
 *         at f (...) {        with causes and extra properties; a plain version
 *       code: 'ERR_X'         of that is here for when there is no lib/
 *     }
 *
 * Where an exception was thrown is known only until the next one is. So it is
 * noted when the exception is reported, before any of the program's handlers
 * run.
 */
#include "engine/stack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- The arrow ---------------------------------------------------------- */

/* The n-th line of the text; its length without the line's end. */
static const char *find_line(const char *text, size_t len, uint32_t n,
                             size_t *line_len)
{
    const char *end = text + len;

    while (n-- > 0) {
        const char *next = memchr(text, '\n', (size_t)(end - text));
        if (next == NULL)
            return NULL;
        text = next + 1;
    }
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    *line_len = (size_t)((stop ? stop : end) - text);
    if (*line_len > 0 && text[*line_len - 1] == '\r')
        --*line_len;
    return text;
}

/* UTF-16 units in a text: what columns are counted in. */
static int count_columns(const char *s, size_t len)
{
    int n = 0;

    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)s[i];
        n += (c & 0xc0) != 0x80;
        n += c >= 0xf0;
    }
    return n;
}

/* Below the line: tabs stay tabs, so that the caret stands where it should.
 * Nothing stands beyond the end of the line. */
static void add_caret(engine__text *t, const char *line, size_t len, int column,
                      int width)
{
    const int end = count_columns(line, len);

    for (int i = 0; i < column - 1; i++)
        text__add(t, (size_t)i < len && line[i] == '\t' ? "\t" : " ");
    for (int i = column - 1; i < column - 1 + width && i < end; i++)
        text__add(t, "^");
    text__add(t, "\n");
}

bool describe__add_arrow(engine__text *t, const char *file, int line,
                         int column, int width)
{
    size_t len = 0;
    size_t line_len = 0;
    uint32_t first = 1;
    const char *text = engine__find_source(t->e, file, &len, &first);

    if (text == NULL || line < (int)first)
        return false;
    const char *shown = find_line(text, len, (uint32_t)line - first, &line_len);
    if (shown == NULL)
        return false;
    text__add(t, file);
    text__add(t, ":");
    text__add_number(t, line);
    text__add(t, "\n");
    text__add_len(t, shown, line_len);
    text__add(t, "\n");
    add_caret(t, shown, line_len, column, width);
    return true;
}

/* "at f (/app/a.js:3:9)" or "at /app/a.js:3:9": the place in a line of a stack.
 * Cuts the line in pieces. */
static bool parse_place(char *line, const char **file, int *number, int *column)
{
    char *open = strrchr(line, '(');
    char *start = open ? open + 1 : strstr(line, "at ") + 3;
    char *close = open ? strrchr(start, ')') : NULL;

    if (close != NULL)
        *close = 0;
    char *colon = strrchr(start, ':');
    if (colon == NULL)
        return false;
    *colon = 0;
    *column = atoi(colon + 1);
    colon = strrchr(start, ':');
    if (colon == NULL)
        return false;
    *colon = 0;
    *number = atoi(colon + 1);
    *file = start;
    return *number > 0 && *column > 0;
}

/* The place of the first frame that has one. */
static void add_arrow_of_stack(engine__text *t, JSValueConst stack)
{
    const char *text =
        JS_IsString(stack) ? JS_ToCString(t->e->ctx, stack) : NULL;
    const char *at = text ? strstr(text, "\n    at ") : NULL;

    while (at != NULL) {
        const char *next = strstr(at + 1, "\n    at ");
        const size_t len = next ? (size_t)(next - at - 1) : strlen(at + 1);
        char *line = orr__memdup(&t->e->alloc, at + 1, len);
        const char *file;
        int number, column;
        const bool done =
            line == NULL || (parse_place(line, &file, &number, &column) &&
                             describe__add_arrow(t, file, number, column, 1));
        orr__free(&t->e->alloc, line);
        at = done ? NULL : next;
    }
    JS_FreeCString(t->e->ctx, text);
}

static JSValue get_stack(engine *e, JSValueConst error)
{
    JSValue stack =
        JS_IsObject(error)
            ? JS_GetProperty(e->ctx, error, e->atoms[ENGINE__ATOM_STACK])
            : JS_UNDEFINED;

    if (JS_IsException(stack)) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        return JS_UNDEFINED;
    }
    return stack;
}

static void add_place(engine__text *t, const char *file, int line, int column)
{
    text__add(t, "    at ");
    text__add(t, file);
    text__add(t, ":");
    text__add_number(t, line);
    text__add(t, ":");
    text__add_number(t, column);
}

static void add_throw(engine__text *arrow, engine__text *place)
{
    JSContext *ctx = arrow->e->ctx;
    JSStackEntryInfo info;

    if (!JS_GetThrowPosition(ctx, &info))
        return;
    const char *file = JS_AtomToCString(ctx, info.filename);
    if (file != NULL) {
        describe__add_arrow(arrow, file, info.line_num, info.col_num, 1);
        add_place(place, file, info.line_num, info.col_num);
    }
    JS_FreeCString(ctx, file);
}

void engine__note_thrown(engine *e, JSValueConst error, engine_origin origin)
{
    struct engine__errors *r = e->errors;
    engine__text t = { .e = e };
    engine__text place = { .e = e };

    if (r->has_arrow && JS_IsStrictEqual(e->ctx, r->reported, error))
        return; /* reported before, and passed on */
    if (origin == ENGINE_ORIGIN_EXCEPTION)
        add_throw(&t, &place);
    if (t.len == 0 && !t.failed) {
        JSValue stack = get_stack(e, error);
        add_arrow_of_stack(&t, stack);
        JS_FreeValue(e->ctx, stack);
    }
    JS_FreeValue(e->ctx, r->reported);
    r->reported = JS_DupValue(e->ctx, error);
    orr__free(&e->alloc, r->arrow);
    r->arrow = t.bytes;
    orr__free(&e->alloc, r->place);
    r->place = place.bytes;
    r->has_arrow = true;
}

/* The arrow of an error: what was noted of it, or what its stack says. */
static void add_arrow(engine__text *t, JSValueConst error)
{
    const struct engine__errors *r = t->e->errors;

    if (r->has_arrow && JS_IsStrictEqual(t->e->ctx, r->reported, error)) {
        text__add(t, r->arrow ? r->arrow : "");
        return;
    }
    JSValue stack = get_stack(t->e, error);
    add_arrow_of_stack(t, stack);
    JS_FreeValue(t->e->ctx, stack);
}

/* ---- The error itself, without lib/ ------------------------------------- */

static void add_indented(engine__text *t, const char *s, int indent)
{
    for (; *s != 0; s++) {
        text__add_len(t, s, 1);
        for (int i = 0; *s == '\n' && i < indent; i++)
            text__add(t, " ");
    }
}

static void add_plain(engine__text *t, JSValueConst value, int indent);

static void add_quoted(engine__text *t, JSValueConst value)
{
    text__add(t, "'");
    text__add_value(t, value);
    text__add(t, "'");
}

static void add_simple(engine__text *t, JSValueConst value, int indent)
{
    if (JS_IsString(value)) {
        add_quoted(t, value);
    } else if (JS_IsError(value)) {
        add_plain(t, value, indent);
    } else if (JS_IsObject(value) && !JS_IsFunction(t->e->ctx, value)) {
        JSValue json =
            JS_JSONStringify(t->e->ctx, value, JS_UNDEFINED, JS_UNDEFINED);
        if (JS_IsException(json))
            JS_FreeValue(t->e->ctx, JS_GetException(t->e->ctx));
        else
            text__add_value(t, json);
        JS_FreeValue(t->e->ctx, json);
    } else {
        text__add_value(t, value);
    }
}

static void add_property(engine__text *t, JSValueConst error, JSAtom name,
                         bool hidden, int indent, bool *opened)
{
    JSValue value = JS_UNDEFINED;

    if (!stack__find_data(t->e, error, name, &value))
        return;
    text__add(t, *opened ? ",\n" : " {\n");
    *opened = true;
    for (int i = 0; i < indent + 2; i++)
        text__add(t, " ");
    text__add(t, hidden ? "[" : "");
    text__add_atom(t, name);
    text__add(t, hidden ? "]: " : ": ");
    add_simple(t, value, indent + 2);
    JS_FreeValue(t->e->ctx, value);
}

static bool has_own(engine *e, JSValueConst object, JSAtom name)
{
    const int has = JS_GetOwnProperty(e->ctx, NULL, object, name);

    return has > 0;
}

/* Errors within errors, but not for ever. */
#define DEEPEST 10

static void add_plain(engine__text *t, JSValueConst error, int indent)
{
    JSContext *ctx = t->e->ctx;
    JSValue stack = get_stack(t->e, error);
    const char *text = JS_IsString(stack) ? JS_ToCString(ctx, stack) : NULL;
    JSPropertyEnum *names = NULL;
    uint32_t count = 0;
    bool opened = false;

    if (text != NULL)
        add_indented(t, text, indent);
    else
        text__add_value(t, error);
    JS_FreeCString(ctx, text);
    JS_FreeValue(ctx, stack);
    if (indent > 2 * DEEPEST ||
        JS_GetOwnPropertyNames(ctx, &names, &count, error,
                               JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) < 0) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        add_property(t, error, names[i].atom, false, indent, &opened);
    JS_FreePropertyEnum(ctx, names, count);
    if (has_own(t->e, error, t->e->atoms[ENGINE__ATOM_CAUSE]))
        add_property(t, error, t->e->atoms[ENGINE__ATOM_CAUSE], true, indent,
                     &opened);
    if (opened)
        add_indented(t, "\n}", indent);
}

/* ---- All of it ---------------------------------------------------------- */

static bool add_inspected(engine__text *t, JSValueConst error)
{
    engine *e = t->e;

    if (!JS_IsFunction(e->ctx, e->errors->inspect) || engine__is_stopped(e))
        return false;
    JSValue text = JS_Call(e->ctx, e->errors->inspect, JS_UNDEFINED, 1, &error);
    if (JS_IsException(text)) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        return false;
    }
    text__add_value(t, text);
    JS_FreeValue(e->ctx, text);
    return true;
}

/* A stack that begins with its arrow (a syntax error's) needs no second one. */
static bool shows_arrow(engine *e, JSValueConst error)
{
    JSValue stack = get_stack(e, error);
    const char *text = JS_IsString(stack) ? JS_ToCString(e->ctx, stack) : NULL;
    const char *caret = text ? strstr(text, "^\n\n") : NULL;
    const char *frame = text ? strstr(text, "\n    at ") : NULL;
    const bool shows = caret != NULL && (frame == NULL || caret < frame);

    JS_FreeCString(e->ctx, text);
    JS_FreeValue(e->ctx, stack);
    return shows;
}

static void add_error(engine__text *t, JSValueConst error)
{
    if (!shows_arrow(t->e, error)) {
        add_arrow(t, error);
        if (t->len > 0)
            text__add(t, "\n");
    }
    if (!add_inspected(t, error))
        add_plain(t, error, 0);
}

/* What is no error has no stack to show, only the place. */
static void add_other(engine__text *t, JSValueConst value)
{
    add_arrow(t, value);
    if (JS_IsObject(value)) {
        if (!add_inspected(t, value))
            add_simple(t, value, 0);
        return;
    }
    text__add_value(t, value);
    if (t->e->errors->trace_uncaught)
        return;
    text__add(t, "\n(Use `");
    if (JS_IsString(t->e->errors->program))
        text__add_value(t, t->e->errors->program);
    else
        text__add(t, "orrery");
    text__add(t, " --trace-uncaught ...` to show where the exception was "
                 "thrown)");
}

/* What is shown with its stack: errors, and DOMException, which is one in all
 * but its class. */
static bool has_stack(engine *e, JSValueConst value)
{
    if (JS_IsError(value) || !JS_IsObject(value))
        return JS_IsError(value);
    JSAtom atom = JS_GetClassName(e->rt, JS_GetClassID(value));
    const char *name = JS_AtomToCString(e->ctx, atom);
    const bool is = name != NULL && strcmp(name, "DOMException") == 0;

    JS_FreeCString(e->ctx, name);
    JS_FreeAtom(e->ctx, atom);
    return is;
}

/* Of an error it need not be where it was made; of anything else nothing else
 * says where. */
static void add_thrown_at(engine__text *t, JSValueConst value)
{
    const struct engine__errors *r = t->e->errors;

    if (!r->trace_uncaught || r->place == NULL ||
        !JS_IsStrictEqual(t->e->ctx, r->reported, value))
        return;
    text__add(t, "\nThrown at:\n");
    text__add(t, r->place);
    text__add(t, "\n");
}

int engine_describe_error(engine *e, napi_value error, char **text, size_t *len)
{
    engine__text t = { .e = e };
    JSValueConst value = engine__value(error);

    if (has_stack(e, value)) {
        add_error(&t, value);
    } else {
        text__add(&t, "\n");
        add_other(&t, value);
    }
    add_thrown_at(&t, value);
    if (t.failed) {
        text__free(&t);
        return -ENOMEM;
    }
    *text = t.bytes;
    *len = t.len;
    return 0;
}

/* ---- The binding "errors" ----------------------------------------------- */

/* setInspect(fn, program, trace): what shows an error with its causes and
 * properties; how the program is called that runs all this; whether to say
 * where it was thrown. */
static JSValue set_inspect(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    struct engine__errors *r = engine__of(ctx)->errors;
    (void)self;

    JS_FreeValue(ctx, r->inspect);
    r->inspect = argc > 0 ? JS_DupValue(ctx, argv[0]) : JS_UNDEFINED;
    JS_FreeValue(ctx, r->program);
    r->program = argc > 1 ? JS_DupValue(ctx, argv[1]) : JS_UNDEFINED;
    r->trace_uncaught = argc > 2 && JS_ToBool(ctx, argv[2]) > 0;
    return JS_UNDEFINED;
}

/* getArrow(error): file, line and caret, or undefined. */
static JSValue get_arrow(JSContext *ctx, JSValueConst self, int argc,
                         JSValueConst *argv)
{
    engine__text t = { .e = engine__of(ctx) };
    (void)self;

    if (argc > 0)
        add_arrow(&t, argv[0]);
    if (t.len > 0)
        return text__take(&t);
    text__free(&t);
    return JS_UNDEFINED;
}

/* setMapper(fn): what a stack's text is made into, or undefined. */
static JSValue set_mapper(JSContext *ctx, JSValueConst self, int argc,
                          JSValueConst *argv)
{
    struct engine__errors *r = engine__of(ctx)->errors;
    (void)self;

    JS_FreeValue(ctx, r->mapper);
    r->mapper = argc > 0 ? JS_DupValue(ctx, argv[0]) : JS_UNDEFINED;
    return JS_UNDEFINED;
}

/* setArrow(text): of the error that is being reported, instead of ours. */
static JSValue set_arrow(JSContext *ctx, JSValueConst self, int argc,
                         JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine__text t = { .e = e };
    const char *text = argc > 0 ? JS_ToCString(ctx, argv[0]) : NULL;
    (void)self;

    if (text == NULL)
        return JS_EXCEPTION;
    text__add(&t, text);
    JS_FreeCString(ctx, text);
    orr__free(&e->alloc, e->errors->arrow);
    e->errors->arrow = t.bytes;
    e->errors->has_arrow = true;
    return JS_UNDEFINED;
}

JSValue engine__errors_binding(engine *e)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("setInspect", 2, set_inspect),
        JS_CFUNC_DEF("getArrow", 1, get_arrow),
        JS_CFUNC_DEF("setArrow", 1, set_arrow),
        JS_CFUNC_DEF("setMapper", 1, set_mapper),
    };
    JSValue binding = JS_NewObject(e->ctx);

    if (!JS_IsException(binding))
        JS_SetPropertyFunctionList(e->ctx, binding, functions,
                                   sizeof functions / sizeof *functions);
    return binding;
}
