/*
 * mklib.c - compile lib/ to bytecode, and write that as C:
 * `mklib OUT MODULES FILE...`
 *
 * It is run by make, on the machine that builds, and is linked with the engine
 * itself: bytecode has no promise of life and fits the very build that wrote
 * it. A file of lib/ is the body of a function with the parameters below. Its
 * name in stacks is node: and its path, as Node's own files have it, or what its
 * last line says: `//# sourceURL=node:fs`, where Node has one file and we two.
 *
 * The table is sorted by name, see src/bind/core/builtins.h. What MODULES names, a
 * line each, is in a section of its own, and so together in memory. Bytes are written as
 * words of eight, which a compiler reads four times as fast.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/internal.h"

static const char *const params[] = { "exports", "require", "module",
                                      "process", "internalBinding" };
#define PARAM_COUNT (sizeof params / sizeof *params)

typedef struct file {
    const char *path;
    char *name; /* "internal/errors" */
    size_t len; /* of its bytecode */
    bool at_start;
} file;

static _Noreturn void die(const char *what, const char *why)
{
    fprintf(stderr, "mklib: %s: %s\n", what, why);
    exit(1);
}

/* ---- An engine that only compiles --- */

/* Nothing of this is ever asked while nothing runs; but it must be there. */
static void schedule(void *ctx, engine_record *record)
{
    (void)ctx;
    (void)record;
}

static bool call(void *ctx, const engine_record *record, engine_call_fn *fn,
                 void *arg)
{
    (void)ctx;
    (void)record;
    fn(arg);
    return false;
}

static void threw(void *ctx)
{
    (void)ctx;
}

static uint64_t zero(void *ctx)
{
    (void)ctx;
    return 0;
}

static int no_random(void *ctx, void *out, size_t len)
{
    (void)ctx;
    memset(out, 1, len);
    return 0;
}

static int no_park(void *ctx, const void *place, size_t size, int64_t value,
                   int64_t timeout_ns)
{
    (void)ctx;
    (void)place;
    (void)size;
    (void)value;
    (void)timeout_ns;
    return -EPERM;
}

static int no_unpark(void *ctx, const void *place, uint32_t n)
{
    (void)ctx;
    (void)place;
    (void)n;
    return 0;
}

static int no_uncaught(void *ctx, napi_value error, engine_origin origin)
{
    (void)ctx;
    (void)error;
    (void)origin;
    return 0;
}

static int no_rejection(void *ctx, engine_rejection kind, napi_value promise,
                        napi_value reason)
{
    (void)ctx;
    (void)kind;
    (void)promise;
    (void)reason;
    return 0;
}

static engine *open_engine(void)
{
    const engine_options options = {
        .door = { NULL, schedule, call, threw, zero, zero },
        .world = { NULL, zero, zero, zero, no_random, no_park, no_unpark },
        .host = { .uncaught = no_uncaught, .rejection = no_rejection },
    };
    engine *e = NULL;
    const int err = engine_create(&options, &e);

    if (err < 0)
        die("engine", strerror(-err));
    return e;
}

/* ---- Files --- */

static char *read_file(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;
    size_t n = 0;

    if (f == NULL)
        die(path, strerror(errno));
    do {
        text = realloc(text, size + 65536);
        if (text == NULL)
            die(path, "no memory");
        n = fread(text + size, 1, 65536, f);
        size += n;
    } while (n > 0);
    if (ferror(f))
        die(path, "cannot be read");
    fclose(f);
    text[size] = '\0';
    *len = size;
    return text;
}

/* lib/internal/errors.js is internal/errors. */
static char *name_of(const char *path)
{
    const char *start = strstr(path, "lib/");
    const size_t len = strlen(path);

    if (start == NULL || len < 3 || strcmp(path + len - 3, ".js") != 0)
        die(path, "is not of the form lib/NAME.js");
    start += 4;
    return strndup(start, (size_t)(path + len - 3 - start));
}

static int by_name(const void *a, const void *b)
{
    const file *x = a;
    const file *y = b;

    return strcmp(x->name, y->name);
}

/* Note which files a start loads; the list has comments and bindings, too. */
static void mark_start(const char *path, file *files, size_t count)
{
    size_t len;
    char *text = read_file(path, &len);

    for (char *line = strtok(text, "\n"); line != NULL;
         line = strtok(NULL, "\n")) {
        size_t i = 0;
        if (line[0] == '#' || strncmp(line, "binding ", 8) == 0)
            continue;
        while (i < count && strcmp(files[i].name, line) != 0)
            i++;
        if (i == count)
            die(line, "is no file of lib/, but a start is to load it");
        files[i].at_start = true;
    }
    free(text);
}

/* ---- Compiling and writing --- */

static _Noreturn void die_of_exception(engine *e, const char *path)
{
    JSValue error = JS_GetException(e->ctx);
    JSValue stack =
        JS_GetProperty(e->ctx, error, e->atoms[ENGINE__ATOM_STACK]);
    const char *message = JS_ToCString(e->ctx, error);
    const char *where = JS_ToCString(e->ctx, stack);

    fprintf(stderr, "%s: %s\n%s\n", path, message ? message : "?",
            where ? where : "");
    exit(1);
}

static void name_in_stacks(const file *f, const char *text, char *out,
                           size_t size)
{
    static const char mark[] = "\n//# sourceURL=";
    const char *at = strstr(text, mark);

    if (at == NULL) {
        snprintf(out, size, "node:%s", f->name);
        return;
    }
    at += strlen(mark);
    snprintf(out, size, "%.*s", (int)strcspn(at, "\n"), at);
}

static void *compile(engine *e, const file *f, size_t *len)
{
    size_t text_len;
    char *text = read_file(f->path, &text_len);
    char name[256];
    engine_code *code = NULL;
    void *bytes = NULL;

    name_in_stacks(f, text, name, sizeof name);
    const engine_source source = { text, text_len, name, 1, false };
    int err = engine_compile_function(e, &source, params, PARAM_COUNT, &code);
    if (err == 0)
        err = engine_write_code(e, code, &bytes, len);
    if (err == ENGINE_SYNTAX || err == ENGINE_THREW)
        die_of_exception(e, f->path);
    if (err < 0)
        die(f->path, strerror(-err));
    engine_free_code(e, code);
    free(text);
    return bytes;
}

static void write_array(FILE *out, size_t number, const file *f,
                        const unsigned char *bytes)
{
    const size_t len = f->len;

    fprintf(out, "%sstatic const uint64_t f%zu[] = {",
            f->at_start ? "__attribute__((section(\".rodata.start\"))) " : "",
            number);
    for (size_t i = 0; i < len; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, len - i < 8 ? len - i : 8);
        fprintf(out, "%s0x%" PRIx64 "u,", i % 32 ? " " : "\n    ", word);
    }
    fprintf(out, "\n};\n\n");
}

static void write_all(FILE *out, file *files, size_t count)
{
    engine *e = open_engine();

    fprintf(out, "/* Made by tools/mklib from lib/. */\n"
                 "#include <stdint.h>\n\n#include \"bind/core/builtins.h\"\n\n");
    for (size_t i = 0; i < count; i++) {
        void *bytes = compile(e, &files[i], &files[i].len);
        write_array(out, i, &files[i], bytes);
        engine_free(e, bytes);
    }
    fprintf(out, "const builtin builtins[] = {\n");
    for (size_t i = 0; i < count; i++)
        fprintf(out, "    { \"%s\", (const unsigned char *)f%zu, %zu },\n",
                files[i].name, i, files[i].len);
    fprintf(out, "};\nconst size_t builtin_count = %zu;\n", count);
    engine_destroy(e);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: mklib OUT.c MODULES lib/FILE.js...\n");
        return 2;
    }
    const size_t count = (size_t)argc - 3;
    file *files = calloc(count, sizeof *files);
    if (files == NULL)
        die(argv[1], "no memory");
    for (size_t i = 0; i < count; i++)
        files[i] = (file){ argv[i + 3], name_of(argv[i + 3]), 0, false };
    qsort(files, count, sizeof *files, by_name);
    mark_start(argv[2], files, count);

    FILE *out = fopen(argv[1], "wb");
    if (out == NULL)
        die(argv[1], strerror(errno));
    write_all(out, files, count);
    if (fclose(out) != 0)
        die(argv[1], strerror(errno));
    for (size_t i = 0; i < count; i++)
        free(files[i].name);
    free(files);
    return 0;
}
