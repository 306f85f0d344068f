/*
 * line.c - one line of a trace, made from a record.
 *
 * A server that is traced writes a dozen lines per request, so a line has to be
 * cheap (bench/trace_on). Most of its characters are the same in all lines of
 * its kind. These are made once, as a shape, and copied:
 *
 *      {"i":3002,"e":"cb+","kind":"pipe","id":9,"c":4,"tr":0,"loc":...
 *      -----    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ -----  ------  place
 *      step      shape.head                   cause  trigger
 *
 *      ... ,"what":"recv","result":59 ,"own":true
 *          ~~~~~~~~~~~~~~~~~~~~~~~~~~ ~~~~~~~~~~~
 *          shape.details        value shape.end
 *
 * Ids and times are kept as text, too (trace/text.h). Members that few lines
 * have are added one by one.
 *
 * What must stay true: two records with the same key of a shape differ only in
 * numbers, in their text and in their place.
 */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "bind/bind.h"
#include "bind/trace/words.h"

typedef struct row {
    const char *word; /* the member "e" */
    uint16_t bits;
    const char *member;
} row;

static const row rows[] = {
#define X(name, word, group, bits, member)                                     \
    { ",\"e\":\"" word "\"", bits, member },
    TRACE_TYPES(X)
#undef X
};

/* ---- Members that few lines have ---------------------------------------- */

static const char *add_part_of(trace_text *l, const char *name,
                               const char *text, uint32_t len)
{
    if (len > 0)
        orr__json_member(l, name, text, len);
    return text + len;
}

static void add_message(trace_text *l, const trace_record *r)
{
    const char *text = trace_record_text(r);
    trace_message m;

    memcpy(&m, text, sizeof m);
    if (m.request != 0)
        orr__json_member_number(l, "req", m.request);
    text = add_part_of(l, "what", text + sizeof m, m.what_len);
    text = add_part_of(l, "method", text, m.method_len);
    add_part_of(l, "url", text, m.url_len);
    if (m.status != 0)
        orr__json_member_number(l, "status", m.status);
}

static void add_text(trace_text *l, const trace_record *r)
{
    const uint16_t bits = rows[r->type].bits;
    const char *text = trace_record_text(r);

    if (r->flags & TRACE_MESSAGE) {
        add_message(l, r);
    } else if (r->flags & TRACE_NAMES_FN) {
        orr__json_member(l, "fn", text, r->text_len);
    } else if (bits & TRACE_J) {
        orr__json_bytes(l, text, r->text_len);
    } else if (bits & TRACE_X) {
        orr__json_member(l, "text", text, r->text_len);
    } else if (bits & TRACE_W) {
        orr__json_member(l, "what", text, r->text_len);
    }
    if (r->trigger > 0)
        orr__json_member_number(l, "cut", r->trigger);
    if (r->type == TRACE_TYPE_CONSOLE_LINE && r->id != 0)
        orr__json_member_number(l, "relay", r->id);
}

/* What made it runnable in another thread. */
static void add_from(trace_text *l, const trace_record *r)
{
    const bool is_start = r->type == TRACE_TYPE_THREAD_START;
    const uint64_t message = r->value >> TRACE_THREAD_BITS;

    orr__json_word(l, ",\"from\":{\"t\":");
    orr__json_number(l, r->value & ((1u << TRACE_THREAD_BITS) - 1));
    orr__json_word(l, ",\"id\":");
    orr__json_number(l, is_start ? r->id : r->trigger);
    if (message != 0)
        orr__json_member_number(l, "m", message);
    orr__json_word(l, "}");
}

static void add_promise(trace_text *l, const trace_record *r)
{
    if (r->type == TRACE_TYPE_PROMISE_INIT && r->trigger != 0)
        orr__json_member_number(l, "parent", r->trigger);
    if (r->type == TRACE_TYPE_PROMISE_SETTLE && (r->flags & TRACE_THREW))
        orr__json_word(l, ",\"state\":\"rejected\"");
    else if (r->type == TRACE_TYPE_PROMISE_SETTLE)
        orr__json_word(l, ",\"state\":\"fulfilled\"");
}

/* The listener's place, as "at" instead of "loc". */
static void add_listener(trace_text *l, const trace_record *r)
{
    const trace_place *at = (const trace_place *)(uintptr_t)r->id;
    const size_t loc = sizeof(TRACE_LOC) - 1;

    if (at == NULL)
        return;
    orr__json_word(l, ",\"at\":");
    orr__json_bytes(l, at->text + loc, at->len - loc);
}

/* ---- How many wait ------------------------------------------------------ */

typedef struct count {
    uint32_t len;
    char member[16];
} count;

static void add_count(trace_text *l, const count *c, uint64_t n)
{
    if (n == 0)
        return;
    memcpy(l->bytes + l->len, c->member, sizeof c->member);
    l->len += c->len;
    orr__json_number(l, n);
}

#define COUNT(name)                                                            \
    &(const count)                                                             \
    {                                                                          \
        sizeof(",\"" name "\":") - 1, ",\"" name "\":"                         \
    }

/* As trace.c packed them: count_queues(). The first comma becomes the brace
 * that begins the object. */
static void add_queues(trace_text *l, const trace_record *r)
{
    const bool is_phase = r->type == TRACE_TYPE_PHASE_BEGIN;

    if ((r->cause | r->trigger | r->value) == 0)
        return;
    orr__json_word(l, ",\"q\":");
    const size_t begin = l->len;
    if (!is_phase) {
        add_count(l, COUNT("ticks"), r->cause);
        add_count(l, COUNT("microtasks"), r->trigger);
    }
    add_count(l, COUNT("timers"), r->value >> 32);
    add_count(l, COUNT("immediates"), r->value & UINT32_MAX);
    if (is_phase) {
        add_count(l, COUNT("ops"), r->cause);
        add_count(l, COUNT("closing"), r->trigger);
    }
    l->bytes[begin] = '{';
    orr__json_word(l, "}");
}

/* ---- Shapes ------------------------------------------------------------- */

/* What else a line has, in this order. */
enum {
    HAS_ID = 1,
    HAS_PROMISE = 2,
    HAS_CAUSE = 4,
    HAS_TRIGGER = 8,
    HAS_FROM = 16,
    HAS_VALUE = 32,
    HAS_QUEUES = 64,
    HAS_TEXT = 128, /* even if it is empty */
    HAS_LISTENER = 256
};

static void add_kind(trace_text *l, uint8_t kind)
{
    const char *name = bind_kind_name(kind);

    orr__json_member(l, "kind", name, strlen(name));
    orr__json_word(l, ",\"id\":");
}

static void make_head(trace_text *l, const trace_record *r, uint32_t thread)
{
    const row *w = &rows[r->type];

    orr__json_string(l, w->word);
    if (thread != 0)
        orr__json_member_number(l, "t", thread);
    if (w->bits & TRACE_K)
        add_kind(l, r->kind);
    if (w->bits & TRACE_I)
        orr__json_word(l, ",\"id\":");
    if (w->bits & TRACE_P)
        orr__json_word(l, ",\"p\":");
    if (w->bits & TRACE_N)
        orr__json_word(l, ",\"req\":");
}

static void make_what(trace_text *l, const trace_record *r)
{
    if ((rows[r->type].bits & TRACE_W) && r->what != NULL)
        orr__json_member(l, "what", r->what, strlen(r->what));
}

static void make_details(trace_text *l, const trace_record *r)
{
    const row *w = &rows[r->type];

    if (w->bits & TRACE_F) {
        const char *name = orr_phase_name((orr_phase)r->phase);
        orr__json_member(l, "phase", name, strlen(name));
    }
    if (r->type == TRACE_TYPE_THROW)
        orr__json_string(l, r->flags & TRACE_THREW
                                ? ",\"origin\":\"unhandledRejection\""
                                : ",\"origin\":\"uncaughtException\"");
    if (r->type != TRACE_TYPE_EMIT)
        make_what(l, r);
    if (w->bits & (TRACE_V | TRACE_S))
        orr__json_name(l, w->member);
}

/* The name of an event may also be the text after the record, which comes
 * after the value. */
static void make_end(trace_text *l, const trace_record *r)
{
    if (r->type == TRACE_TYPE_EMIT)
        make_what(l, r);
    if ((r->flags & TRACE_THREW) && r->type == TRACE_TYPE_CALL_END)
        orr__json_word(l, ",\"threw\":true");
    if (r->flags & TRACE_OWN)
        orr__json_word(l, ",\"own\":true");
}

static uint16_t members_of(const trace_record *r)
{
    const uint16_t bits = rows[r->type].bits;

    return (uint16_t)((bits & (TRACE_K | TRACE_I | TRACE_P | TRACE_N) ? HAS_ID
                                                                      : 0) |
                      (bits & TRACE_P ? HAS_PROMISE : 0) |
                      (bits & TRACE_C ? HAS_CAUSE : 0) |
                      (bits & TRACE_T ? HAS_TRIGGER : 0) |
                      (r->flags & TRACE_FROM ? HAS_FROM : 0) |
                      (bits & (TRACE_V | TRACE_S) ? HAS_VALUE : 0) |
                      (bits & TRACE_Q ? HAS_QUEUES : 0) |
                      (bits & TRACE_X ? HAS_TEXT : 0) |
                      (bits & TRACE_A ? HAS_LISTENER : 0));
}

/* The key of a shape, but for `what`. */
static inline uint64_t key_of(const trace_record *r, uint32_t thread)
{
    uint32_t key; /* type, kind, phase, flags */

    memcpy(&key, &r->type, sizeof key);
    return key | (uint64_t)thread << 32;
}

static orr__noinline void make_shape(trace_shape *shape, const trace_record *r,
                                     uint32_t thread)
{
    trace_text head = { .bytes = shape->head };
    trace_text details = { .bytes = shape->details };
    trace_text end = { .bytes = shape->end };

    make_head(&head, r, thread);
    make_details(&details, r);
    make_end(&end, r);
    must(head.len <= sizeof shape->head &&
             details.len <= sizeof shape->details &&
             end.len <= sizeof shape->end,
         "a shape has space for the longest words");
    shape->key = key_of(r, thread);
    shape->what = r->what;
    shape->members = members_of(r);
    shape->head_len = (uint16_t)head.len;
    shape->details_len = (uint16_t)details.len;
    shape->end_len = (uint16_t)end.len;
}

static inline bool line_fits(const trace_shape *shape, uint64_t key,
                             const char *what)
{
    return shape->key == key && shape->what == what;
}

/* Each has two places in the table. If both are taken, the second is given up:
 * a program has some dozens of shapes. */
static orr__noinline const trace_shape *shape_apart(trace_shape *first,
                                                    trace_shape *second,
                                                    const trace_record *r,
                                                    uint32_t thread)
{
    if (line_fits(second, key_of(r, thread), r->what))
        return second;
    trace_shape *shape = first->key == UINT64_MAX ? first : second;
    make_shape(shape, r, thread);
    return shape;
}

static inline const trace_shape *shape_of(trace_session *s,
                                          const trace_record *r,
                                          uint32_t thread)
{
    const uint64_t key = key_of(r, thread);
    const uint64_t mixed =
        (key + ((uintptr_t)r->what << 5)) * 0x9e3779b97f4a7c15u;
    const size_t at = mixed >> (64 - TRACE_SHAPE_BITS);
    trace_shape *first = &s->shapes[at];

    return line_fits(first, key, r->what)
               ? first
               : shape_apart(first, &s->shapes[at ^ 1], r, thread);
}

/* ---- The line ----------------------------------------------------------- */

/* The parts of a line that few have are written through a trace_text. */
static orr__noinline char *add_part(char *to, const trace_record *r,
                                    void (*add)(trace_text *,
                                                const trace_record *))
{
    trace_text l = { .bytes = to };

    add(&l, r);
    return to + l.len;
}

static orr__noinline char *add_long_value(char *to, int64_t n)
{
    trace_text l = { .bytes = to };

    orr__json_signed(&l, n);
    return to + l.len;
}

static inline char *add_word(char *to, const char *word, size_t len)
{
    memcpy(to, word, len);
    return to + len;
}

#define ADD_WORD(to, word) add_word(to, word, sizeof(word) - 1)

/* What happened to what, and why. */
static inline char *add_subject(trace_session *s, char *to,
                                const trace_record *r, uint32_t members)
{
    if (members & HAS_ID)
        to = orr__json_id(to, &s->ids, trace_id(r->id));
    if (members & HAS_PROMISE)
        to = add_part(to, r, add_promise);
    if (members & HAS_CAUSE) {
        to = ADD_WORD(to, ",\"c\":");
        to = orr__json_id(to, &s->ids, trace_id(r->cause));
    }
    if (members & HAS_TRIGGER) {
        to = ADD_WORD(to, ",\"tr\":");
        to = orr__json_id(to, &s->ids,
                          members & HAS_FROM ? 0 : trace_id(r->trigger));
    }
    if (members & HAS_FROM)
        to = add_part(to, r, add_from);
    return to;
}

static inline char *add_details(char *to, const trace_record *r,
                                const trace_shape *shape)
{
    if (shape->details_len > 0)
        to = orr__json_copy(to, shape->details, shape->details_len);
    if ((shape->members & HAS_VALUE) && r->value < 10)
        *to++ = (char)('0' + r->value);
    else if (shape->members & HAS_VALUE)
        to = add_long_value(to, (int64_t)r->value);
    if (r->text_len > 0 || (shape->members & HAS_TEXT))
        to = add_part(to, r, add_text);
    if (shape->end_len > 0)
        to = orr__json_copy(to, shape->end, shape->end_len);
    if (shape->members & HAS_QUEUES)
        to = add_part(to, r, add_queues);
    if ((shape->members & HAS_LISTENER) && r->id != 0)
        to = add_part(to, r, add_listener);
    return to;
}

void trace__add_line(trace_session *s, uint32_t thread, const trace_record *r)
{
    const trace_shape *shape = shape_of(s, r, thread);
    char *to = s->text.bytes + s->text.len;

    to = orr__json_next(to, &s->step);
    to = orr__json_copy(to, shape->head, shape->head_len);
    to = add_subject(s, to, r, shape->members);
    to = add_details(to, r, shape);
    if (r->place != NULL)
        to = orr__json_copy(to, r->place->text, r->place->len);
    to = orr__json_times(to, &s->times, r->vt_ms, r->rt_us);
    s->text.len = (size_t)(to - s->text.bytes);
}

void trace__lines_init(trace_session *s)
{
    orr__json_ids_init(&s->ids);
    orr__json_times_init(&s->times, !s->is_virtual);
    for (size_t i = 0; i < 1 << TRACE_SHAPE_BITS; i++)
        s->shapes[i].key = UINT64_MAX;
}
