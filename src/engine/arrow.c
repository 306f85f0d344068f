/*
 * arrow.c - where an exception was thrown: file, line, the line itself, and a
 * caret.
 *
 *     /app/a.js:4             the statement that threw it; of a rejection, of
 *         throw e;            what is passed on by C, and of a syntax error the
 *         ^                   place that the error itself knows
 *
 * Where an exception was thrown is known only until the next one is. So it is
 * noted when the exception is reported, before any of the program's handlers
 * run.
 */
#include "engine/stack.h"

#include <stdlib.h>
#include <string.h>

/* ---- A line and its caret ----------------------------------------------- */

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

/* A line that is longer than LINE_MOST bytes, as minified code and binary files
 * have them, is cut to the part around the column. */
#define LINE_MAX 1000
#define LINE_AROUND 120

typedef struct excerpt {
    const char *line;
    size_t len;
    int column; /* in the excerpt */
    bool cut_before, cut_after;
} excerpt;

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Where the character begins that is `columns` UTF-16 units after `line`. */
static size_t offset_of_column(const char *line, size_t len, int columns)
{
    size_t at = 0;

    while (at < len && columns > 0) {
        columns -= (unsigned char)line[at] >= 0xf0 ? 2 : 1;
        at++;
        while (at < len && continues_character(line[at]))
            at++;
    }
    return at;
}

static excerpt cut_line(const char *line, size_t len, int column)
{
    excerpt x = { line, len, column, false, false };

    if (len <= LINE_MAX)
        return x;
    size_t from = offset_of_column(line, len, column - 1);
    size_t to = from;
    while (from > 0 &&
           (to - from < LINE_AROUND || continues_character(line[from])))
        from--;
    while (to < len &&
           (to - from < 2 * LINE_AROUND || continues_character(line[to])))
        to++;
    x.line += from;
    x.len = to - from;
    x.column -= count_columns(line, from);
    x.cut_before = from > 0;
    x.cut_after = to < len;
    return x;
}

/* The line as a terminal may show it: a control character could clear the
 * screen or worse. */
static void add_line(engine__text *t, const char *line, size_t len)
{
    size_t shown = 0;

    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)line[i];
        if (c == '\t' || (c >= 0x20 && c != 0x7f))
            continue;
        text__add_len(t, line + shown, i - shown);
        text__add(t, "\xef\xbf\xbd");
        shown = i + 1;
    }
    text__add_len(t, line + shown, len - shown);
}

static void add_excerpt(engine__text *t, const excerpt *x)
{
    if (x->cut_before)
        text__add(t, "...");
    add_line(t, x->line, x->len);
    if (x->cut_after)
        text__add(t, "...");
    text__add(t, "\n");
}

/* Below the line: tabs stay tabs, so that the caret is in the right column. A
 * range that goes beyond the line's end has none, as in Node. */
static void add_caret(engine__text *t, const excerpt *x, int width)
{
    const int before = x->column - 1;

    if (before + width > count_columns(x->line, x->len))
        return;
    if (x->cut_before)
        text__add(t, "   ");
    for (int i = 0; i < before; i++)
        text__add(t, (size_t)i < x->len && x->line[i] == '\t' ? "\t" : " ");
    for (int i = 0; i < width; i++)
        text__add(t, "^");
    text__add(t, "\n");
}

typedef struct place {
    const char *file;
    int line, column, width;
} place;

/* The name that is imported: all of it. */
static int count_name(const char *line, size_t len, int column)
{
    int n = 0;

    for (size_t i = (size_t)column - 1; i < len; i++, n++) {
        const unsigned char c = (unsigned char)line[i];
        if (c == ' ' || c == ',' || c == '}' || c == '\t')
            break;
    }
    return n > 0 ? n : 1;
}

/* The text is the whole source, and begins with the line `first`. */
static bool add_arrow(engine__text *t, const place *p, const char *text,
                      size_t len, int first)
{
    size_t line_len = 0;

    if (p->line < first)
        return false;
    const char *shown =
        find_line(text, len, (uint32_t)(p->line - first), &line_len);
    if (shown == NULL)
        return false;
    text__add(t, p->file);
    text__add(t, ":");
    text__add_number(t, p->line);
    text__add(t, "\n");
    const int width =
        p->width < 0 ? count_name(shown, line_len, p->column) : p->width;
    const excerpt x = cut_line(shown, line_len, p->column);
    add_excerpt(t, &x);
    add_caret(t, &x, width);
    return true;
}

static bool add_arrow_of_file(engine__text *t, const place *p)
{
    size_t len = 0;
    uint32_t first = 1;
    const char *text = engine__find_source(t->e, p->file, &len, &first);

    return text != NULL && add_arrow(t, p, text, len, (int)first);
}

/* The text was passed to eval() or JSON.parse(), and no file has it. For a
 * syntax error, only the line is shown. */
static bool add_arrow_of_eval(engine__text *t, place *p,
                              const JSStackEntryInfo *info)
{
    JSContext *ctx = t->e->ctx;
    size_t len = 0;
    const char *text = JS_ToCStringLen(ctx, &len, info->eval_source);
    const int first = JS_IsObject(info->func) ? 1 : p->line;

    if (p->file[0] == 0 || strncmp(p->file, "eval at ", 8) == 0)
        p->file = "<anonymous_script>";
    const bool shown = text != NULL && add_arrow(t, p, text, len, first);
    JS_FreeCString(ctx, text);
    return shown;
}

bool arrow__add(engine__text *t, const JSStackEntryInfo *info)
{
    JSContext *ctx = t->e->ctx;

    if (info->filename == JS_ATOM_NULL || info->line_num < 0)
        return false;
    const char *file = JS_AtomToCString(ctx, info->filename);
    if (file == NULL)
        return false;
    place p = { file, info->line_num, info->col_num, info->width };
    const bool shown = JS_IsString(info->eval_source)
                           ? add_arrow_of_eval(t, &p, info)
                           : add_arrow_of_file(t, &p);
    JS_FreeCString(ctx, file);
    return shown;
}

/* ---- The place that an error itself knows ------------------------------- */

/* "at f (/app/a.js:3:9)" or "at /app/a.js:3:9": the place in a line of a stack.
 * Cuts the line in pieces. */
static bool parse_place(char *line, place *p)
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
    p->column = atoi(colon + 1);
    colon = strrchr(start, ':');
    if (colon == NULL)
        return false;
    *colon = 0;
    p->line = atoi(colon + 1);
    p->file = start;
    p->width = 1;
    return p->line > 0 && p->column > 0;
}

/* The place of the first line of a stack that has one. */
static void add_arrow_of_text(engine__text *t, JSValueConst stack)
{
    const char *text =
        JS_IsString(stack) ? JS_ToCString(t->e->ctx, stack) : NULL;
    const char *at = text ? strstr(text, "\n    at ") : NULL;

    while (at != NULL) {
        const char *next = strstr(at + 1, "\n    at ");
        const size_t len = next ? (size_t)(next - at - 1) : strlen(at + 1);
        char *line = orr__memdup(&t->e->alloc, at + 1, len);
        place p;
        const bool done =
            line == NULL || (parse_place(line, &p) && add_arrow_of_file(t, &p));
        orr__free(&t->e->alloc, line);
        at = done ? NULL : next;
    }
    JS_FreeCString(t->e->ctx, text);
}

static void add_arrow_of_frames(engine__text *t, JSValueConst capture)
{
    const int count = JS_CountStackEntries(t->e->rt, capture);

    for (int i = 0; i < count; i++) {
        JSStackEntryInfo info;
        JS_GetStackEntry(t->e->ctx, capture, i, &info);
        if (arrow__add(t, &info))
            return;
    }
}

static void add_arrow_of_stack(engine__text *t, JSValueConst error)
{
    JSContext *ctx = t->e->ctx;
    JSValue slot = JS_UNDEFINED;

    if (JS_GetStackSlot(ctx, error, &slot) &&
        JS_CountStackEntries(t->e->rt, slot) >= 0) {
        add_arrow_of_frames(t, slot);
    } else {
        JSValue stack = arrow__get_stack(t->e, error);
        add_arrow_of_text(t, stack);
        JS_FreeValue(ctx, stack);
    }
    JS_FreeValue(ctx, slot);
}

JSValue arrow__get_stack(engine *e, JSValueConst error)
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

static void add_arrow_of_error(engine__text *t, JSValueConst error)
{
    JSStackEntryInfo info;

    if (JS_GetErrorPosition(t->e->ctx, error, &info))
        arrow__add(t, &info);
    else if (JS_IsObject(error))
        add_arrow_of_stack(t, error);
}

/* ---- All the frames of a throw ------------------------------------------ */

/* One line, in the plain form that --trace-uncaught has; false after a text of
 * eval(), where Node ends its list. */
static bool add_traced(engine__text *t, const stack_frame *f)
{
    const bool in_eval = JS_IsString(f->info.eval_source);
    const bool named = in_eval || JS_IsString(f->function_name);

    text__add(t, "    at ");
    if (in_eval)
        text__add(t, "[eval]");
    else if (named)
        text__add_value(t, f->function_name);
    text__add(t, named ? " (" : "");
    if (!in_eval)
        stack__add_file(t, f);
    text__add(t, ":");
    text__add_number(t, f->info.line_num);
    text__add(t, ":");
    text__add_number(t, f->info.col_num);
    text__add(t, named ? ")\n" : "\n");
    return !in_eval;
}

static void add_frames(engine__text *t, JSValueConst capture)
{
    const int count = JS_CountStackEntries(t->e->rt, capture);
    bool more = true;

    for (int i = 0; i < count && more; i++) {
        stack_frame f;
        stack__get_frame(t->e, capture, i, &f);
        if (f.info.line_num >= 0)
            more = add_traced(t, &f);
        stack__free_frame(t->e, &f);
    }
}

/* For an error, where it was made; for other values, where they were thrown.
 * NULL if that is not known. */
static char *trace_throw(engine *e, JSValueConst value)
{
    engine__text t = { .e = e };
    JSValue slot = JS_UNDEFINED;

    if (!e->errors->trace_uncaught)
        return NULL;
    if (!JS_IsError(value))
        add_frames(&t, JS_GetThrowCapture(e->rt));
    else if (JS_GetStackSlot(e->ctx, value, &slot))
        add_frames(&t, slot);
    JS_FreeValue(e->ctx, slot);
    return t.bytes;
}

/* ---- Where modules still wait ------------------------------------------- */

/* Longer chains of awaits are cut off here. */
#define AWAITS_MAX 64

typedef struct awaits {
    JSCallPosition at[AWAITS_MAX];
    uint32_t count;
} awaits;

static void note_await(void *arg, const JSCallPosition *at)
{
    awaits *found = arg;

    if (found->count < AWAITS_MAX)
        found->at[found->count++] = *at;
}

static JSValue describe_await(engine *e, const JSCallPosition *at)
{
    JSAtom function = JS_ATOM_NULL;
    JSStackEntryInfo info = { .filename = at->filename, .width = 1 };
    engine__text t = { .e = e };

    info.eval_source = JS_UNDEFINED;
    info.line_num =
        JS_ResolveCallPosition(e->ctx, at, &function, &info.col_num);
    arrow__add(&t, &info);
    JSValue text = JS_NewStringLen(e->ctx, t.len > 0 ? t.bytes : "", t.len);
    text__free(&t);
    return text;
}

/* getAwaits(): file, line and caret of each await that a module is still in. */
JSValue arrow__get_awaits(JSContext *ctx, JSValueConst self, int argc,
                          JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    awaits found = { .count = 0 };
    (void)self, (void)argc, (void)argv;

    JS_WalkModuleAwaits(e->rt, note_await, &found);
    JSValue list = JS_NewArray(ctx);
    for (uint32_t i = 0; i < found.count && !JS_IsException(list); i++) {
        JSValue text = describe_await(e, &found.at[i]);
        if (JS_SetPropertyUint32(ctx, list, i, text) < 0) {
            JS_FreeValue(ctx, list);
            list = JS_EXCEPTION;
        }
    }
    return list;
}

/* ---- What is noted of an exception -------------------------------------- */

static void keep_note(engine *e, JSValueConst error, engine__text *arrow)
{
    struct engine__errors *r = e->errors;

    JS_FreeValue(e->ctx, r->reported);
    r->reported = JS_DupValue(e->ctx, error);
    orr__free(&e->alloc, r->arrow);
    r->arrow = arrow->bytes;
    orr__free(&e->alloc, r->trace);
    r->trace = trace_throw(e, error);
    r->has_arrow = true;
}

static bool is_noted(engine *e, JSValueConst error)
{
    return e->errors->has_arrow &&
           JS_IsStrictEqual(e->ctx, e->errors->reported, error);
}

static bool add_arrow_of_throw(engine__text *t, JSValueConst error)
{
    JSStackEntryInfo info;

    return JS_IsSameValue(t->e->ctx, JS_GetThrowValue(t->e->rt), error) &&
           JS_GetThrowPosition(t->e->ctx, &info) && arrow__add(t, &info);
}

void engine__note_thrown(engine *e, JSValueConst error, engine_origin origin)
{
    engine__text t = { .e = e };

    if (is_noted(e, error))
        return; /* reported before, and passed on */
    const bool shown =
        origin == ENGINE_ORIGIN_EXCEPTION && add_arrow_of_throw(&t, error);
    if (!shown)
        add_arrow_of_error(&t, error);
    keep_note(e, error, &t);
    e->errors->by_builtin = origin == ENGINE_ORIGIN_EXCEPTION && !shown;
}

void engine__note_passed_on(engine *e, JSValueConst error)
{
    engine__text t = { .e = e };

    if (JS_IsError(error))
        add_arrow_of_error(&t, error);
    else
        text__add(&t, "<anonymous_script>:0\n\n");
    keep_note(e, error, &t);
}

void engine__forget_thrown(engine *e)
{
    e->errors->has_arrow = false;
}

void arrow__add_noted(engine__text *t, JSValueConst error)
{
    const struct engine__errors *r = t->e->errors;

    if (is_noted(t->e, error))
        text__add(t, r->arrow ? r->arrow : "");
    else if (!add_arrow_of_throw(t, error))
        add_arrow_of_error(t, error);
}
