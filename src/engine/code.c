/*
 * code.c - compiling and running scripts and functions; bytecode.
 *
 * A function with parameters is compiled as a script of one expression, with
 * the wrapper on lines of its own above the body:
 *
 *                                         line -1
 *     (function (exports, require) {      line  0
 *     the body                            line  1, column 1
 *     })
 *
 * So every position in the body is the one in the file, and no arithmetic has
 * to be done on stacks. quickjs takes line 0 for "not given", hence two lines.
 * JS_EVAL_FLAG_WRAPPED marks where the body ends, so that a body that
 * closes the wrapper, or does not close what it has opened, is a syntax error.
 *
 * Source texts are stored by name, since an uncaught error is printed with its
 * source line.
 */
#include "engine/internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct engine_code {
    JSValue bytecode;
    JSContext *ctx; /* which the bytecode holds */
    bool is_function;
    engine_code *prev; /* in e->codes */
    engine_code *next;
};

/* ---- Sources ------------------------------------------------------------ */

typedef struct stored_source {
    struct stored_source *next;
    char *name;
    char *text;
    size_t len;
    uint32_t line;
} stored_source;

#define SOURCE_BUCKETS 64
struct engine__sources {
    stored_source *bucket[SOURCE_BUCKETS];
};

static uint32_t hash_name(const char *name)
{
    uint32_t h = 2166136261u;

    for (; *name != 0; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    return h % SOURCE_BUCKETS;
}

static stored_source *find_source(engine *e, const char *name)
{
    if (e->sources == NULL)
        return NULL;
    stored_source *s = e->sources->bucket[hash_name(name)];
    while (s != NULL && strcmp(s->name, name) != 0)
        s = s->next;
    return s;
}

const char *engine__find_source(engine *e, const char *name, size_t *len,
                                uint32_t *first_line)
{
    const stored_source *s = find_source(e, name);

    if (s == NULL)
        return NULL;
    *len = s->len;
    *first_line = s->line;
    return s->text;
}

static void fill_source(engine *e, stored_source *s, char *text,
                        const engine_source *given)
{
    orr__free(&e->alloc, s->text);
    s->text = text;
    s->len = given->len;
    s->line = given->line ? given->line : 1;
}

static stored_source *add_source(engine *e, const char *name)
{
    if (e->sources == NULL)
        e->sources = orr__alloc(&e->alloc, sizeof *e->sources);
    stored_source *s = e->sources ? orr__alloc(&e->alloc, sizeof *s) : NULL;
    if (s == NULL)
        return NULL;
    s->name = orr__strdup(&e->alloc, name);
    if (s->name == NULL) {
        orr__free(&e->alloc, s);
        return NULL;
    }
    stored_source **bucket = &e->sources->bucket[hash_name(name)];
    s->next = *bucket;
    *bucket = s;
    return s;
}

/* The same name again (-e, eval, a REPL) replaces what was there. */
int engine__keep_source(engine *e, const engine_source *given)
{
    char *text = orr__memdup(&e->alloc, given->text, given->len);

    if (text == NULL)
        return -ENOMEM;
    stored_source *s = find_source(e, given->name);
    if (s == NULL)
        s = add_source(e, given->name);
    if (s == NULL) {
        orr__free(&e->alloc, text);
        return -ENOMEM;
    }
    fill_source(e, s, text, given);
    return 0;
}

void engine__sources_close(engine *e)
{
    if (e->sources == NULL)
        return;
    for (int i = 0; i < SOURCE_BUCKETS; i++) {
        stored_source *s = e->sources->bucket[i];
        while (s != NULL) {
            stored_source *next = s->next;
            orr__free(&e->alloc, s->name);
            orr__free(&e->alloc, s->text);
            orr__free(&e->alloc, s);
            s = next;
        }
    }
    orr__free(&e->alloc, e->sources);
    e->sources = NULL;
}

char *engine__copy_text(engine *e, const engine_source *given)
{
    return orr__memdup(&e->alloc, given->text, given->len);
}

/* ---- Compiling ---------------------------------------------------------- */

static bool is_name(engine *e, JSValueConst error, const char *want)
{
    JSValue name = JS_GetProperty(e->ctx, error, e->atoms[ENGINE__ATOM_NAME]);
    const char *text = JS_IsString(name) ? JS_ToCString(e->ctx, name) : NULL;
    const bool same = text != NULL && strcmp(text, want) == 0;

    JS_FreeCString(e->ctx, text);
    JS_FreeValue(e->ctx, name);
    return same;
}

/* Compiling can also fail for lack of memory, not only by a syntax error. */
int engine__compile_failed(engine *e)
{
    JSValue error = JS_GetException(e->ctx);
    const bool syntax = is_name(e, error, "SyntaxError");

    JS_Throw(e->ctx, error);
    return syntax ? ENGINE_SYNTAX : ENGINE_THREW;
}

static int add_code(engine *e, JSContext *ctx, JSValue bytecode,
                    bool is_function, engine_code **out)
{
    engine_code *code = orr__alloc(&e->alloc, sizeof *code);

    if (code == NULL) {
        JS_FreeValue(e->ctx, bytecode);
        return -ENOMEM;
    }
    code->bytecode = bytecode;
    code->ctx = ctx;
    code->is_function = is_function;
    code->next = e->codes;
    if (e->codes != NULL)
        e->codes->prev = code;
    e->codes = code;
    *out = code;
    return 0;
}

static int code_compile(engine *e, JSContext *ctx, const char *text, size_t len,
                        const char *name, int line, int flags,
                        engine_code **out)
{
    const bool is_function = flags & JS_EVAL_FLAG_WRAPPED;
    JSEvalOptions options = {
        .version = JS_EVAL_OPTIONS_VERSION,
        .eval_flags = JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_COMPILE_ONLY | flags,
        .filename = name,
        .line_num = line,
    };
    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    JSValue bytecode = JS_Eval2(ctx, text, len, &options);

    if (JS_IsException(bytecode))
        return engine__compile_failed(e);
    return add_code(e, ctx, bytecode, is_function, out);
}

int engine__compile_script(engine *e, JSContext *ctx,
                           const engine_source *source, engine_code **out)
{
    int err = engine__keep_source(e, source);

    if (err < 0)
        return err;
    char *text = engine__copy_text(e, source);
    if (text == NULL)
        return -ENOMEM;
    const int line = source->line ? (int)source->line : 1;
    err = code_compile(e, ctx, text, source->len, source->name, line,
                       source->awaits ? JS_EVAL_FLAG_ASYNC : 0, out);
    orr__free(&e->alloc, text);
    return err;
}

int engine_compile_script(engine *e, const engine_source *source,
                          engine_code **out)
{
    return engine__compile_script(e, e->ctx, source, out);
}

static size_t wrapped_len(const engine_source *source,
                          const char *const *params, size_t count)
{
    size_t len = strlen("(function () {\n\n\n})") + source->len;

    for (size_t i = 0; i < count; i++)
        len += strlen(params[i]) + 2;
    return len;
}

static char *code_append(char *at, const char *text)
{
    const size_t len = strlen(text);

    memcpy(at, text, len);
    return at + len;
}

/* Inside a function a shebang is not a comment; it is replaced by one of the
 * same length. */
static char *append_body(char *at, const engine_source *source)
{
    memcpy(at, source->text, source->len);
    if (source->len >= 2 && memcmp(at, "#!", 2) == 0)
        memcpy(at, "//", 2);
    return at + source->len;
}

static char *code_wrap(engine *e, const engine_source *source,
                       const char *const *params, size_t count, size_t *len)
{
    char *text = orr__alloc(&e->alloc, wrapped_len(source, params, count) + 1);

    if (text == NULL)
        return NULL;
    char *at = code_append(text, "\n(function (");
    for (size_t i = 0; i < count; i++) {
        at = code_append(at, i ? ", " : "");
        at = code_append(at, params[i]);
    }
    at = code_append(at, ") {\n");
    at = append_body(at, source);
    at = code_append(at, "\n})");
    *len = (size_t)(at - text);
    return text;
}

int engine__compile_function(engine *e, JSContext *ctx,
                             const engine_source *source,
                             const char *const *params, size_t param_count,
                             engine_code **out)
{
    size_t len = 0;
    int err = engine__keep_source(e, source);

    if (err < 0)
        return err;
    char *text = code_wrap(e, source, params, param_count, &len);
    if (text == NULL)
        return -ENOMEM;
    /* Of the two lines before the text; an offset may be any 32 bits. */
    const int line = (int)((source->line ? source->line : 1u) - 2u);
    err = code_compile(e, ctx, text, len, source->name, line ? line : 1,
                       JS_EVAL_FLAG_WRAPPED, out);
    orr__free(&e->alloc, text);
    return err;
}

int engine_compile_function(engine *e, const engine_source *source,
                            const char *const *params, size_t param_count,
                            engine_code **out)
{
    return engine__compile_function(e, e->ctx, source, params, param_count,
                                    out);
}

/* ---- Running ------------------------------------------------------------ */

typedef struct script_run {
    engine *e;
    const engine_code *code;
    JSValue result;
} script_run;

JSValue engine__evaluate(engine *e, JSContext *ctx, JSValueConst bytecode)
{
    if (engine__is_stopped(e))
        return engine__throw_stopped(e);
    e->depth++;
    JSValue result = JS_EvalFunction(ctx, JS_DupValue(ctx, bytecode));
    e->depth--;
    return result;
}

JSValue engine__take_bytecode(engine *e, engine_code *code)
{
    JSValue bytecode = JS_DupValue(e->ctx, code->bytecode);

    engine_free_code(e, code);
    return bytecode;
}

static JSValue code_evaluate(engine *e, const engine_code *code)
{
    return engine__evaluate(e, code->ctx, code->bytecode);
}

static void run_script(void *arg)
{
    script_run *run = arg;
    engine *e = run->e;
    const uint64_t outer = *e->order.running;

    *e->order.running = e->door.running(e->door.ctx);
    run->result = code_evaluate(e, run->code);
    *e->order.running = outer;
    if (JS_IsException(run->result))
        e->door.threw(e->door.ctx);
}

static JSValue run_through_door(engine *e, const engine_code *code)
{
    script_run run = { e, code, JS_UNDEFINED };
    engine_record record = { .kind = ENGINE_SCRIPT };

    engine__schedule(e, &record);
    e->door.call(e->door.ctx, &record, run_script, &run);
    return run.result;
}

int engine_run_code(engine *e, const engine_code *code, napi_value *result)
{
    JSValue value =
        code->is_function ? code_evaluate(e, code) : run_through_door(e, code);

    if (JS_IsException(value))
        return engine__threw(e);
    return engine__give(e, value, result);
}

void engine_free_code(engine *e, engine_code *code)
{
    if (code == NULL)
        return;
    if (code->prev != NULL)
        code->prev->next = code->next;
    else
        e->codes = code->next;
    if (code->next != NULL)
        code->next->prev = code->prev;
    JS_FreeValue(e->ctx, code->bytecode);
    orr__free(&e->alloc, code);
}

/* ---- Bytecode ----------------------------------------------------------- */

/* Changes whenever older bytecode would be misread: with the engine's version,
 * and by hand with ours. quickjs checks its own version after it. */
typedef struct header {
    char magic[8]; /* "orrery1" */
    char engine[15];
    uint8_t is_function;
} header;

static void make_header(header *h, bool is_function)
{
    memset(h, 0, sizeof *h);
    memcpy(h->magic, "orrery1", 8);
    snprintf(h->engine, sizeof h->engine, "%s", JS_GetVersion());
    h->is_function = is_function;
}

int engine_write_code(engine *e, const engine_code *code, void **bytes,
                      size_t *len)
{
    size_t size = 0;
    uint8_t *raw = JS_WriteObject(
        e->ctx, &size, code->bytecode,
        JS_WRITE_OBJ_BYTECODE | JS_WRITE_OBJ_STRIP_SOURCE | JS_WRITE_OBJ_LATE);

    if (raw == NULL)
        return engine__threw(e);
    unsigned char *out = orr__alloc(&e->alloc, sizeof(header) + size);
    if (out != NULL) {
        header h;
        make_header(&h, code->is_function);
        memcpy(out, &h, sizeof h);
        memcpy(out + sizeof h, raw, size);
        /* Instead of a checksum, after the version byte: reading trusts the
         * rest and computes no checksum (bench: hello). */
        memset(out + sizeof h + 1, 0xff, 4);
        *bytes = out;
        *len = sizeof h + size;
    }
    js_free(e->ctx, raw);
    return out ? 0 : -ENOMEM;
}

int engine_read_code(engine *e, napi_value context, const void *bytes,
                     size_t len, engine_code **out)
{
    JSContext *ctx = context != NULL
                         ? engine__context_of(e, engine__value(context))
                         : e->ctx;
    header want;
    header have;

    if (len <= sizeof have)
        return -EPROTO;
    memcpy(&have, bytes, sizeof have);
    make_header(&want, have.is_function);
    if (memcmp(&want, &have, sizeof want) != 0)
        return -EPROTO;
    JSValue bytecode = JS_ReadObject(ctx, (const uint8_t *)bytes + sizeof have,
                                     len - sizeof have,
                                     JS_READ_OBJ_BYTECODE | JS_READ_OBJ_LATE);
    if (JS_IsException(bytecode)) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        return -EPROTO;
    }
    return add_code(e, ctx, bytecode, have.is_function, out);
}

void engine_keep_intrinsics(engine *e)
{
    JS_KeepIntrinsics(e->rt);
}
