/*
 * cover.c - a build of the engine that notes which lines and functions ran.
 * -DJS_COVER compiles it in (test/forms); ORRERY_COVER in the environment names
 * the file to which the end of the process adds what it has seen:
 *
 *     L file 101.0    a character a line: 1 ran, 0 did not, . has no code
 *     F file 12:5 name     a function that was made or read, and never called
 *
 * Each instruction that is run is marked (js_cover), in bytes beside the code
 * that are found by the function's address. When a function is freed, and at
 * the end for those that are left, its marks become lines: those of the
 * positions that its code has (pc2line_buf). A file that is read twice, by two
 * realms or workers, is one file here.
 *
 * What must stay true: a thread's marks are its own, so that marking takes no
 * lock; the table of files is all threads', and is used with cover_lock held.
 * Functions of workers that have not ended are not in it.
 */
#ifdef JS_COVER
#include <fcntl.h>
#include <unistd.h>

/* Not from the runtime, whose memory has a limit. */
#undef free
#undef realloc

#define COVER_BUCKETS 4096
#define COVER_LINES_MAX                                                        \
    1000000 /* what vm calls line 2,000,000,000 is not noted */

typedef struct JSCoverCode {
    struct JSCoverCode *next;
    JSFunctionBytecode *code;
    uint8_t ran[]; /* by the offset of an instruction */
} JSCoverCode;

typedef struct JSCoverFunction {
    int line, column;
    bool ran;
    char name[64];
} JSCoverFunction;

typedef struct JSCoverFile {
    struct JSCoverFile *next;
    char *name;
    char *lines; /* from line 1; '.', '0' or '1' */
    int line_count;
    JSCoverFunction *functions;
    int function_count;
} JSCoverFile;

static const char *cover_path;
static atomic_flag cover_lock = ATOMIC_FLAG_INIT;
static JSCoverFile *cover_files;
static _Thread_local JSRuntime *cover_runtime;
static _Thread_local JSCoverCode *cover_codes[COVER_BUCKETS];
static _Thread_local JSCoverCode *cover_last;

/* All functions of a file are read at once then, to know their lines. */
static bool js_is_covered(void)
{
    return cover_path != NULL;
}

static void *cover_need(void *p)
{
    if (p == NULL)
        abort();
    return p;
}

static JSCoverCode **cover_bucket(const JSFunctionBytecode *b)
{
    return &cover_codes[((uintptr_t)b >> 4) % COVER_BUCKETS];
}

static JSCoverCode *cover_find(JSFunctionBytecode *b)
{
    JSCoverCode **first = cover_bucket(b), *c = *first;

    while (c != NULL && c->code != b)
        c = c->next;
    if (c == NULL) {
        c = cover_need(calloc(1, sizeof(*c) + b->byte_code_len + 1));
        c->code = b;
        c->next = *first;
        *first = c;
    }
    return c;
}

/* The instruction at pc is about to run. */
static void js_cover(JSRuntime *rt, JSFunctionBytecode *b, const uint8_t *pc)
{
    if (cover_path == NULL || pc == js_unread_code)
        return;
    if (cover_last == NULL || cover_last->code != b)
        cover_last = cover_find(b);
    cover_runtime = rt;
    cover_last->ran[pc - b->byte_code_buf] = 1;
}

/* ---- Files --------------------------------------------------------------- */

static JSCoverFile *cover_file(const char *name)
{
    JSCoverFile *f = cover_files;

    while (f != NULL && strcmp(f->name, name) != 0)
        f = f->next;
    if (f == NULL) {
        f = cover_need(calloc(1, sizeof(*f)));
        f->name = cover_need(strdup(name));
        f->next = cover_files;
        cover_files = f;
    }
    return f;
}

static void cover_line(JSCoverFile *f, int line, bool ran)
{
    if (line < 1 || line > COVER_LINES_MAX)
        return;
    if (line > f->line_count) {
        f->lines = cover_need(realloc(f->lines, line + 1));
        memset(f->lines + f->line_count, '.', line - f->line_count);
        f->lines[line] = '\0';
        f->line_count = line;
    }
    char *at = &f->lines[line - 1];
    *at = ran || *at == '1' ? '1' : '0';
}

static void cover_function(JSRuntime *rt, JSCoverFile *f,
                           const JSFunctionBytecode *b, bool ran)
{
    JSCoverFunction *fn = f->functions, *end = fn + f->function_count;

    if (b->line_num < 1)
        return;
    while (fn < end && (fn->line != b->line_num || fn->column != b->col_num))
        fn++;
    if (fn == end) {
        f->functions = cover_need(
            realloc(f->functions, ++f->function_count * sizeof(*fn)));
        fn = &f->functions[f->function_count - 1];
        *fn = (JSCoverFunction){ .line = b->line_num, .column = b->col_num };
        JS_AtomGetStrRT(rt, fn->name, sizeof(fn->name), b->func_name);
    }
    fn->ran |= ran;
}

/* ---- From marks to lines ------------------------------------------------- */

/* The next position of a function, from *p: false at the end. */
static bool cover_next(const uint8_t **p, const uint8_t *end, int *pc,
                       int *line)
{
    int32_t v;

    if (*p >= end)
        return false;
    const unsigned op = *(*p)++;
    if (op == 0) {
        uint32_t n;
        *p += get_leb128(&n, *p, end);
        *p += get_sleb128(&v, *p, end);
        *pc += n;
        *line += v;
    } else {
        *pc += (op - PC2LINE_OP_FIRST) / PC2LINE_RANGE;
        *line += (op - PC2LINE_OP_FIRST) % PC2LINE_RANGE + PC2LINE_BASE;
    }
    *p += get_sleb128(&v, *p, end); /* the column */
    return true;
}

static bool cover_ran(const JSCoverCode *c, int from, int to)
{
    for (int i = from; c != NULL && i < to; i++)
        if (c->ran[i])
            return true;
    return false;
}

static void cover_lines(JSCoverFile *f, const JSFunctionBytecode *b,
                        const JSCoverCode *c)
{
    const uint8_t *p = b->pc2line_buf, *end = p + b->pc2line_len;
    int pc = 0, line = b->line_num;
    bool more = p != NULL && cover_next(&p, end, &pc, &line);

    while (more) {
        const int from = pc, here = line;
        more = cover_next(&p, end, &pc, &line);
        const int to = more ? pc : b->byte_code_len;
        if (to > from)
            cover_line(f, here, cover_ran(c, from, to));
    }
}

static void cover_note(JSRuntime *rt, const JSFunctionBytecode *b,
                       const JSCoverCode *c)
{
    char name[4096];

    if (b->filename == JS_ATOM_NULL || b->byte_code_buf == js_unread_code)
        return;
    JS_AtomGetStrRT(rt, name, sizeof(name), b->filename);
    while (atomic_flag_test_and_set(&cover_lock))
        ;
    JSCoverFile *f = cover_file(name);
    cover_function(rt, f, b, c != NULL);
    cover_lines(f, b, c);
    atomic_flag_clear(&cover_lock);
}

/* A function is about to be freed. */
static void js_cover_free(JSRuntime *rt, JSFunctionBytecode *b)
{
    JSCoverCode **at = cover_bucket(b), *c;

    if (cover_path == NULL)
        return;
    while (*at != NULL && (*at)->code != b)
        at = &(*at)->next;
    c = *at;
    cover_note(rt, b, c);
    if (c == NULL)
        return;
    *at = c->next;
    if (cover_last == c)
        cover_last = NULL;
    free(c);
}

/* ---- The process begins and ends ----------------------------------------- */

__attribute__((constructor)) static void cover_begin(void)
{
    cover_path = getenv("ORRERY_COVER");
}

static void cover_write(FILE *out)
{
    for (const JSCoverFile *f = cover_files; f != NULL; f = f->next) {
        if (f->lines != NULL)
            fprintf(out, "L\t%s\t%s\n", f->name, f->lines);
        for (int i = 0; i < f->function_count; i++) {
            const JSCoverFunction *fn = &f->functions[i];
            fprintf(out, "F\t%s\t%d:%d\t%s\t%s\n", f->name, fn->line,
                    fn->column, fn->ran ? "ran" : "never", fn->name);
        }
    }
}

/* In one write: the children of a program add to the same file, and two that
 * end at once must not write into each other's lines. */
static void cover_append(const char *text, size_t size)
{
    const int fd =
        open(cover_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);

    if (fd < 0 || write(fd, text, size) != (ssize_t)size)
        abort();
    close(fd);
}

__attribute__((destructor)) static void cover_end(void)
{
    JSRuntime *rt = cover_runtime;
    struct list_head *el;
    char *text;
    size_t size;
    FILE *out;

    if (cover_path == NULL || rt == NULL)
        return;
    list_for_each(el, &rt->gc_obj_list)
    {
        JSGCObjectHeader *gp = list_entry(el, JSGCObjectHeader, link);
        if (JS_GC_TYPE(gp) != JS_GC_OBJ_TYPE_FUNCTION_BYTECODE)
            continue;
        JSFunctionBytecode *b = (JSFunctionBytecode *)gp;
        JSCoverCode *c = *cover_bucket(b);
        while (c != NULL && c->code != b)
            c = c->next;
        cover_note(rt, b, c);
    }
    out = open_memstream(&text, &size);
    if (out == NULL)
        abort();
    cover_write(out);
    fclose(out);
    cover_append(text, size);
    free(text);
}
#endif
