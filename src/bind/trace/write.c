/*
 * write.c - the lines of a trace, made from its records.
 *
 * Many lines are written at once: when a ring is full, before a poll if the
 * last time was a while ago, and at the end. Only whole lines go to the sink.
 * docs/trace-format.md is the contract: what each member means.
 *
 * All of this happens with the lock of the session held, on whichever thread
 * has asked for it; the others go on recording.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "bind/bind.h"
#include "bind/trace/words.h"
#include "text/zone.h"

/* Of a line without its text, place and name. */
#define LINE_MAX_PLAIN 1024
#define PATH_LONGEST 4096
#define TRACE_NAME_MAX 256
#define PLACE_MAX_JSON TRACE_TEXT_JSON_MAX(PATH_LONGEST)

/* ---- --filter ----------------------------------------------------------- */

static uint32_t group_named(const char *word, size_t len)
{
    static const char *const names[] = {
#define X(name, word) word,
        TRACE_GROUPS(X)
#undef X
    };

    for (uint32_t i = 0; i < TRACE_ALWAYS; i++)
        if (strlen(names[i]) == len && memcmp(names[i], word, len) == 0)
            return 1u << i;
    return 0;
}

uint32_t trace__groups(const char *words)
{
    const uint32_t all = ~0u;
    uint32_t groups = words[0] == '-' ? all : 1u << TRACE_ALWAYS;

    while (*words != 0) {
        const bool without = *words == '-';
        words += without;
        const size_t len = strcspn(words, ",");
        const uint32_t group = group_named(words, len);
        if (group == 0)
            return 0;
        groups = without ? groups & ~group : groups | group;
        words += len + (words[len] == ',');
    }
    return groups;
}

bool runtime_is_trace_filter(const char *words)
{
    return words[0] != 0 && trace__groups(words) != 0;
}

/* ---- Lines -------------------------------------------------------------- */

static void write_text(trace_session *s)
{
    if (s->text.len > 0)
        s->sink.write(s->sink.ctx, s->text.bytes, s->text.len);
    s->text.len = 0;
}

static trace_source *source_of_listener(const trace_record *r)
{
    const trace_place *at = (const trace_place *)(uintptr_t)r->id;

    return r->type == TRACE_TYPE_EMIT && at != NULL ? at->source : NULL;
}

static inline bool is_new_listener(const trace_record *r)
{
    const trace_source *source = source_of_listener(r);

    return source != NULL && !source->is_written;
}

/* Space for the longest line that this record can become, and its source. */
static orr__noinline void write_prepare(trace_session *s, const trace_record *r)
{
    const size_t max = LINE_MAX_PLAIN + 2 * PLACE_MAX_JSON +
                       TRACE_TEXT_JSON_MAX((size_t)r->text_len);

    if (r->place != NULL && !r->place->source->is_written)
        trace__write_source(s, r->place->source);
    if (is_new_listener(r))
        trace__write_source(s, source_of_listener(r));
    if (s->text.capacity - s->text.len < max)
        write_text(s);
}

static inline void write_line(trace_session *s, const trace_recorder *t,
                              const trace_record *r)
{
    const size_t max = LINE_MAX_PLAIN + 2 * PLACE_MAX_JSON;

    if (r->text_len > 0 || s->text.capacity - s->text.len < max ||
        (r->place != NULL && !r->place->source->is_written) ||
        is_new_listener(r))
        write_prepare(s, r);
    trace__add_line(s, t->thread, r);
}

/* ---- The header --------------------------------------------------------- */

static void add_arguments(const runtime_options *o, trace_text *l)
{
    const char *script = o->script ? o->script : "[eval]";

    orr__json_word(l, ",\"argv\":[");
    orr__json_quote(l, script, strlen(script));
    for (size_t i = 0; o->args != NULL && o->args[i] != NULL; i++) {
        orr__json_word(l, ",");
        orr__json_quote(l, o->args[i], strlen(o->args[i]));
    }
    orr__json_word(l, "]");
}

static size_t header_size(const runtime_options *o)
{
    size_t len = o->script ? strlen(o->script) : 8;

    for (size_t i = 0; o->args != NULL && o->args[i] != NULL; i++)
        len += strlen(o->args[i]) + 2;
    return TRACE_TEXT_JSON_MAX(len) + 8 * LINE_MAX_PLAIN +
           TRACE_TEXT_JSON_MAX(PATH_LONGEST);
}

static void add_start(trace_session *s, trace_text *l)
{
    const int64_t ms =
        s->sink.epoch_ms(s->sink.ctx) + (int64_t)(s->start_us / 1000);
    const zone_date date = zone_date_of(ms / 86400000);
    const int of_day = (int)(ms % 86400000);
    char text[64];

    snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ",
             date.year, date.month, date.day, of_day / 3600000,
             of_day / 60000 % 60, of_day / 1000 % 60, of_day % 1000);
    orr__json_member_number(l, "pid", (uint64_t)s->sink.pid);
    orr__json_member(l, "start", text, strlen(text));
}

static void add_header(trace_session *s, trace_text *l)
{
    const runtime_options *o = s->options;

    orr__json_word(l, "{\"v\":2");
    orr__json_member(l, "mode", s->is_virtual ? "virtual" : "real",
                     s->is_virtual ? 7 : 4);
    orr__json_member(l, "backend", s->backend, strlen(s->backend));
    orr__json_member_number(l, "seed", o->seed);
    if (o->seeded)
        orr__json_word(l, ",\"seeded\":true");
    if (o->explore != NULL && o->explore->order != NULL)
        orr__json_member(l, "order", o->explore->order,
                         strlen(o->explore->order));
    orr__json_member(l, "profile", s->profile, strlen(s->profile));
    orr__json_member(l, "orrery", orr_version(), strlen(orr_version()));
    orr__json_member(l, "node", runtime_node_version(),
                     strlen(runtime_node_version()));
    add_arguments(o, l);
    if (s->cwd != NULL)
        orr__json_member(l, "cwd", s->cwd, strlen(s->cwd));
    if (!s->is_virtual)
        add_start(s, l);
    if (s->is_partial)
        orr__json_word(l, ",\"partial\":true");
    if (s->filter != NULL)
        orr__json_member(l, "filter", s->filter, strlen(s->filter));
    orr__json_word(l, "}\n");
}

void trace__write_header(trace_session *s)
{
    const size_t words = (s->filter != NULL ? strlen(s->filter) : 0) +
                         (s->cwd != NULL ? strlen(s->cwd) : 0);
    trace_text l = { .bytes = malloc(header_size(s->options) +
                                     TRACE_TEXT_JSON_MAX(words)) };

    s->has_header = true;
    if (l.bytes == NULL)
        return;
    add_header(s, &l);
    s->sink.write(s->sink.ctx, l.bytes, l.len);
    free(l.bytes);
}

/* ---- What is open in the file ------------------------------------------- */

/* The first types are in pairs: what begins is even, its end follows. */
_Static_assert(TRACE_TYPE_TURN_BEGIN == 0 &&
                   TRACE_TYPE_TURN_END == TRACE_TYPE_TURN_BEGIN + 1 &&
                   TRACE_TYPE_PHASE_END == TRACE_TYPE_PHASE_BEGIN + 1 &&
                   TRACE_TYPE_CALL_END == TRACE_TYPE_CALL_BEGIN + 1 &&
                   TRACE_TYPE_TICK_END == TRACE_TYPE_TICK_BEGIN + 1 &&
                   TRACE_TYPE_MICRO_END == TRACE_TYPE_MICRO_BEGIN + 1 &&
                   TRACE_TYPE_MICRO_END == 9,
               "types that nest");

/* Notes what begins and ends. False: its beginning is not in the file. */
static inline bool write_follow(trace_recorder *t, const trace_record *r)
{
    if (r->type > TRACE_TYPE_MICRO_END)
        return true;
    if (r->type % 2 == 0) {
        if (t->written.depth == TRACE_OPEN_MAX)
            t->written.deeper++;
        else
            t->written.open[t->written.depth++] =
                (trace_begun){ r->type,  r->kind, r->phase,
                               r->flags, r->id,   r->what };
    } else if (t->written.deeper > 0) {
        t->written.deeper--;
    } else if (t->written.depth == 0) {
        return false;
    } else {
        t->written.depth--;
    }
    return true;
}

static inline void write_record(trace_session *s, trace_recorder *t,
                                const trace_record *r)
{
    if (!write_follow(t, r))
        return;
    write_line(s, t, r);
    t->written.vt_ms = r->vt_ms;
    t->written.rt_us = r->rt_us;
}

/* The trace ends while this thread goes on. */
static void write_ends(trace_session *s, trace_recorder *t,
                       const trace_record *last)
{
    while (t->written.depth > 0) {
        const trace_begun *open = &t->written.open[t->written.depth - 1];
        trace_record r = { .type = (uint8_t)(open->type + 1),
                           .kind = open->kind,
                           .phase = open->phase,
                           .flags = open->flags & TRACE_OWN,
                           .id = open->id,
                           .what = open->what };
        r.vt_ms =
            last->vt_ms > t->written.vt_ms ? last->vt_ms : t->written.vt_ms;
        r.rt_us =
            last->rt_us > t->written.rt_us ? last->rt_us : t->written.rt_us;
        write_record(s, t, &r);
    }
}

/* ---- The order of threads ----------------------------------------------- */

static trace_recorder *recorder_at(orr_link *link)
{
    return (trace_recorder *)(void *)link;
}

/* The recorder whose first record is the oldest of all, and how old those of
 * the others are at most. */
static trace_recorder *find_oldest(trace_session *s, uint64_t *others)
{
    trace_recorder *oldest = NULL;
    uint64_t min = UINT64_MAX;

    *others = UINT64_MAX;
    for (orr_link *l = s->recorders.next; l != &s->recorders; l = l->next) {
        trace_recorder *t = recorder_at(l);
        const trace_record *r = orr__ring_first(&t->ring, t->written.tail);
        if (r == NULL)
            continue;
        if (r->order < min) {
            *others = min;
            min = r->order;
            oldest = t;
        } else if (r->order < *others) {
            *others = r->order;
        }
    }
    return oldest;
}

/* The last line of all: what other threads have recorded since is not of this
 * trace. */
static void write_last(trace_session *s, trace_recorder *t,
                       const trace_record *last)
{
    for (orr_link *l = s->recorders.next; l != &s->recorders; l = l->next)
        write_ends(s, recorder_at(l), last);
    write_record(s, t, last);
    atomic_store(&s->is_over, true);
}

/* Writes records of one thread while they are older than those of others. */
static void write_run(trace_session *s, trace_recorder *t, uint64_t others)
{
    const trace_record *r;

    while ((r = orr__ring_first(&t->ring, t->written.tail)) != NULL &&
           r->order < others) {
        if (orr__unlikely(r->type == TRACE_TYPE_EXIT ||
                          r->type == TRACE_TYPE_STOP)) {
            write_last(s, t, r);
            return;
        }
        write_record(s, t, r);
        orr__ring_drop(&t->ring, r);
    }
}

/*
 * All records with an order below `until`, which was read first. If one record
 * led to another one in another thread, both have been put into their rings
 * before that, the first one first: so it is seen here, too. Newer ones wait,
 * since what led to them may not be seen yet.
 */
static void see_all(trace_session *s)
{
    for (orr_link *l = s->recorders.next; l != &s->recorders; l = l->next)
        recorder_at(l)->written.tail = orr__ring_tail(&recorder_at(l)->ring);
}

/* ---- The last seconds --------------------------------------------------- */

/* No end is without its beginning in what follows. */
static bool is_start(const trace_session *s, const trace_record *r)
{
    const bool has_turns = s->groups & 1u << TRACE_TURNS;

    return r->type == TRACE_TYPE_EXIT || r->type == TRACE_TYPE_STOP ||
           r->type ==
               (has_turns ? TRACE_TYPE_TURN_BEGIN : TRACE_TYPE_CALL_BEGIN);
}

static uint64_t time_of(const trace_session *s, const trace_record *r)
{
    return s->is_virtual ? r->vt_ms * 1000ull : r->rt_us;
}

/* Where the turn begins that was under way at that time: the loop may have
 * slept in it for long, and what woke it is what one looks for. Without one,
 * but with all that was before it, the beginning. Of a thread that did nothing
 * since, the end. */
static uint64_t find_kept(trace_session *s, trace_recorder *t, uint64_t from)
{
    const uint64_t tail = t->written.tail;
    uint64_t place = atomic_load(&t->ring.head);
    uint64_t kept = place;
    const trace_record *r;

    while ((r = orr__ring_record(&t->ring, &place, tail)) != NULL &&
           time_of(s, r) <= from) {
        if (is_start(s, r))
            kept = place;
        place += r->size;
    }
    return r == NULL ? tail : kept;
}

static void drop_old(trace_session *s, trace_recorder *t, uint64_t from)
{
    const uint64_t tail = t->written.tail;
    const uint64_t kept = find_kept(s, t, from);
    const trace_record *r;

    while (atomic_load(&t->ring.head) < kept &&
           (r = orr__ring_first(&t->ring, tail)) != NULL) {
        orr__ring_drop(&t->ring, r);
        t->written.is_cut = true;
    }
    while (t->written.is_cut && (r = orr__ring_first(&t->ring, tail)) != NULL &&
           !is_start(s, r))
        orr__ring_drop(&t->ring, r);
    s->is_partial |= t->written.is_cut;
}

/* Its first line is among those that were dropped. */
static void name_thread(trace_session *s, trace_recorder *t)
{
    struct {
        trace_record record;
        char text[TRACE_NAME_MAX];
    } line = { .record = { .type = TRACE_TYPE_THREAD_START } };
    const trace_record *first = orr__ring_first(&t->ring, t->written.tail);

    if (!t->written.is_cut || t->thread == 0 || first == NULL)
        return;
    line.record.vt_ms = first->vt_ms;
    line.record.rt_us = first->rt_us;
    if (t->name != NULL) {
        const size_t len = strlen(t->name);
        line.record.text_len =
            (uint32_t)(len < sizeof line.text ? len : sizeof line.text);
        memcpy(line.text, t->name, line.record.text_len);
    }
    write_line(s, t, &line.record);
}

static void begin_kept(trace_session *s)
{
    const uint64_t now = s->is_virtual
                             ? s->seen_ms * 1000
                             : s->sink.now_us(s->sink.ctx) - s->start_us;
    const uint64_t from = now > s->keep_us ? now - s->keep_us : 0;

    for (orr_link *l = s->recorders.next; l != &s->recorders; l = l->next)
        drop_old(s, recorder_at(l), from);
    trace__write_header(s);
    for (orr_link *l = s->recorders.next; l != &s->recorders; l = l->next)
        name_thread(s, recorder_at(l));
}

/* ---- Everything --------------------------------------------------------- */

void trace__write_all(trace_session *s)
{
    const uint64_t until = atomic_load(&s->order) + 1;
    uint64_t others;
    trace_recorder *t;

    if (atomic_load(&s->is_over))
        return;
    see_all(s);
    if (s->keep_us > 0)
        begin_kept(s);
    while (!atomic_load(&s->is_over) && (t = find_oldest(s, &others)) != NULL) {
        const trace_record *r = orr__ring_first(&t->ring, t->written.tail);
        if (r->order >= until)
            break;
        write_run(s, t, others < until ? others : until);
    }
    write_text(s);
}
