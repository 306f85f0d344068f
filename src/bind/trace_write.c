/*
 * trace_write.c - the lines of a trace, made from its records.
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

#include "bind/bind.h"
#include "bind/trace_words.h"
#include "bind/zone.h"

/* Of a line without its text, place and name. */
#define LINE_MAX_PLAIN 1024
#define PATH_LONGEST 4096
#define TRACE_NAME_MAX 256
#define PLACE_MAX_JSON TRACE_TEXT_JSON_MAX(PATH_LONGEST)

typedef struct row {
    trace_word word;
    uint16_t bits;
    const char *member;
} row;

static const row rows[] = {
#define QUOTED(word) ",\"e\":\"" word "\""
#define X(name, word, group, bits, member)                                     \
    { { sizeof(QUOTED(word)) - 1, QUOTED(word) }, bits, member },
    TRACE_TYPES(X)
#undef X
};

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

/* ---- Parts of a line ---------------------------------------------------- */

static void add_member(trace_text *l, const char *name)
{
    orr__json_word(l, ",\"");
    orr__json_string(l, name);
    orr__json_word(l, "\":");
}

#define ADD_NUMBER(l, name, n)                                                 \
    do {                                                                       \
        orr__json_word(l, ",\"" name "\":");                                   \
        orr__json_number(l, n);                                                \
    } while (0)

static void add_count(trace_text *l, const char *name, uint64_t n, bool *any)
{
    if (n == 0)
        return;
    if (*any)
        orr__json_word(l, ",\"");
    else
        orr__json_word(l, ",\"q\":{\"");
    *any = true;
    orr__json_string(l, name);
    orr__json_word(l, "\":");
    orr__json_number(l, n);
}

/* As trace.c packed them: count_queues(). */
static void add_queues(trace_text *l, const trace_record *r)
{
    const bool is_phase = r->type == TRACE_TYPE_PHASE_BEGIN;
    bool any = false;

    if (!is_phase) {
        add_count(l, "ticks", r->cause, &any);
        add_count(l, "microtasks", r->trigger, &any);
    }
    add_count(l, "timers", r->value >> 32, &any);
    add_count(l, "immediates", r->value & UINT32_MAX, &any);
    if (is_phase) {
        add_count(l, "ops", r->cause, &any);
        add_count(l, "closing", r->trigger, &any);
    }
    if (any)
        orr__json_word(l, "}");
}

static void add_json(trace_text *l, const char *name, const char *text,
                     size_t len)
{
    add_member(l, name);
    orr__json_quote(l, text, len);
}

static void add_text(trace_text *l, const trace_record *r, const row *w)
{
    const char *text = trace_record_text(r);

    if (r->flags & TRACE_NAMES_FN) {
        add_json(l, "fn", text, r->text_len);
    } else if (w->bits & TRACE_J) {
        orr__json_bytes(l, text, r->text_len);
    } else if (w->bits & TRACE_X) {
        add_json(l, "text", text, r->text_len);
    } else if (w->bits & TRACE_W) {
        add_json(l, "what", text, r->text_len);
    }
    if (r->trigger > 0)
        ADD_NUMBER(l, "cut", r->trigger);
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
        ADD_NUMBER(l, "m", message);
    orr__json_word(l, "}");
}

/* `,"kind":"tick","id":` */
static void make_kind(trace_word *word, uint8_t kind)
{
    word->len = (uint32_t)snprintf(word->text, sizeof word->text,
                                   ",\"kind\":\"%s\",\"id\":",
                                   bind_kind_name(kind));
}

/* "kind" and "id" of most lines. */
static void add_kind(trace_session *s, trace_text *l, const trace_record *r)
{
    trace_word *word = &s->kinds[r->kind];

    if (word->len == 0)
        make_kind(word, r->kind);
    orr__json_whole_word(l, word);
    orr__json_repeated(l, &s->id, trace_id(r->id));
}

static void add_record(trace_session *s, trace_text *l, const trace_record *r,
                       const row *w)
{
    if (w->bits & TRACE_K)
        add_kind(s, l, r);
    if (w->bits & TRACE_I)
        ADD_NUMBER(l, "id", trace_id(r->id));
    if (w->bits & TRACE_P)
        ADD_NUMBER(l, "p", r->id);
    if ((w->bits & TRACE_R) && r->trigger != 0)
        ADD_NUMBER(l, "parent", r->trigger);
    if (r->type == TRACE_TYPE_PROMISE_SETTLE)
        add_json(l, "state", r->flags & TRACE_THREW ? "rejected" : "fulfilled",
                 r->flags & TRACE_THREW ? 8 : 9);
    if (w->bits & TRACE_C) {
        orr__json_word(l, ",\"c\":");
        orr__json_repeated(l, &s->cause, trace_id(r->cause));
    }
    if (w->bits & TRACE_T) {
        const bool is_far = r->flags & TRACE_FROM;
        orr__json_word(l, ",\"tr\":");
        orr__json_repeated(l, &s->trigger, is_far ? 0 : trace_id(r->trigger));
    }
    if (r->flags & TRACE_FROM)
        add_from(l, r);
}

static void add_details(trace_text *l, const trace_record *r, const row *w)
{
    if (w->bits & TRACE_F) {
        add_member(l, "phase");
        orr__json_word(l, "\"");
        orr__json_string(l, orr_phase_name((orr_phase)r->phase));
        orr__json_word(l, "\"");
    }
    if (r->type == TRACE_TYPE_THROW)
        orr__json_string(l, r->flags & TRACE_THREW
                                ? ",\"origin\":\"unhandledRejection\""
                                : ",\"origin\":\"uncaughtException\"");
    if ((w->bits & TRACE_W) && r->what != NULL)
        add_json(l, "what", r->what, strlen(r->what));
    if (w->bits & (TRACE_V | TRACE_S)) {
        add_member(l, w->member);
        orr__json_signed(l, (int64_t)r->value);
    }
    if (r->text_len > 0 || (w->bits & TRACE_X))
        add_text(l, r, w);
    if (r->type == TRACE_TYPE_CONSOLE_LINE && r->id != 0)
        ADD_NUMBER(l, "relay", r->id);
    if ((r->flags & TRACE_THREW) && r->type == TRACE_TYPE_CALL_END)
        orr__json_word(l, ",\"threw\":true");
    if (r->flags & TRACE_OWN)
        orr__json_word(l, ",\"own\":true");
    if (w->bits & TRACE_Q)
        add_queues(l, r);
}

/* ---- Lines -------------------------------------------------------------- */

static void write_text(trace_session *s)
{
    if (s->text.len > 0)
        s->sink.write(s->sink.ctx, s->text.bytes, s->text.len);
    s->text.len = 0;
}

/* Room for the longest line that this record can become. */
static void make_room(trace_session *s, const trace_record *r)
{
    const size_t most = LINE_MAX_PLAIN + PLACE_MAX_JSON +
                        TRACE_TEXT_JSON_MAX((size_t)r->text_len);

    if (s->text.capacity - s->text.len < most)
        write_text(s);
}

/* What is in s->text may be written later than the source, which only has to
 * come before its first use. */
static void add_place(trace_session *s, const trace_place *place)
{
    orr__json_word(&s->text, ",\"loc\":");
    orr__json_bytes(&s->text, place->text, place->len);
}

static void add_line(trace_session *s, const trace_recorder *t,
                     const trace_record *r)
{
    const row *w = &rows[r->type];
    trace_text *l = &s->text;

    if (r->place != NULL && !r->place->source->is_written)
        trace__write_source(s, r->place->source);
    make_room(s, r);
    orr__json_word(l, "{\"i\":");
    orr__json_next(l, &s->step);
    orr__json_whole_word(l, &w->word);
    if (t->thread != 0)
        ADD_NUMBER(l, "t", t->thread);
    add_record(s, l, r, w);
    add_details(l, r, w);
    if (r->place != NULL)
        add_place(s, r->place);
    orr__json_word(l, ",\"vt\":");
    orr__json_repeated(l, &s->vt, r->vt_ms);
    if (!s->is_virtual) {
        orr__json_word(l, ",\"rt\":");
        orr__json_repeated(l, &s->rt, r->rt_us);
    }
    orr__json_word(l, "}\n");
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

static size_t header_room(const runtime_options *o)
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
    ADD_NUMBER(l, "pid", (uint64_t)s->sink.pid);
    add_json(l, "start", text, strlen(text));
}

static void add_header(trace_session *s, trace_text *l)
{
    const runtime_options *o = s->options;

    orr__json_word(l, "{\"v\":2");
    add_json(l, "mode", s->is_virtual ? "virtual" : "real",
             s->is_virtual ? 7 : 4);
    add_json(l, "backend", s->backend, strlen(s->backend));
    ADD_NUMBER(l, "seed", o->seed);
    if (o->seeded)
        orr__json_word(l, ",\"seeded\":true");
    add_json(l, "profile", s->profile, strlen(s->profile));
    add_json(l, "orrery", orr_version(), strlen(orr_version()));
    add_json(l, "node", runtime_node_version(), strlen(runtime_node_version()));
    add_arguments(o, l);
    if (s->cwd != NULL)
        add_json(l, "cwd", s->cwd, strlen(s->cwd));
    if (!s->is_virtual)
        add_start(s, l);
    if (s->is_partial)
        orr__json_word(l, ",\"partial\":true");
    if (s->filter != NULL)
        add_json(l, "filter", s->filter, strlen(s->filter));
    orr__json_word(l, "}\n");
}

void trace__write_header(trace_session *s)
{
    const size_t words = (s->filter != NULL ? strlen(s->filter) : 0) +
                         (s->cwd != NULL ? strlen(s->cwd) : 0);
    trace_text l = {
        .bytes = malloc(header_room(s->options) + TRACE_TEXT_JSON_MAX(words))
    };

    s->has_header = true;
    if (l.bytes == NULL)
        return;
    add_header(s, &l);
    s->sink.write(s->sink.ctx, l.bytes, l.len);
    free(l.bytes);
}

/* ---- What is open in the file ------------------------------------------- */

static bool begins(uint8_t type)
{
    return type == TRACE_TYPE_TURN_BEGIN || type == TRACE_TYPE_PHASE_BEGIN ||
           type == TRACE_TYPE_CALL_BEGIN || type == TRACE_TYPE_TICK_BEGIN ||
           type == TRACE_TYPE_MICRO_BEGIN;
}

/* Notes what begins and ends. False: its beginning is not in the file. */
static bool follow(trace_recorder *t, const trace_record *r)
{
    const bool is_end = r->type > 0 && begins((uint8_t)(r->type - 1));

    if (begins(r->type)) {
        if (t->written.depth == TRACE_OPEN_MAX)
            t->written.deeper++;
        else
            t->written.open[t->written.depth++] = *r;
    } else if (is_end && t->written.deeper > 0) {
        t->written.deeper--;
    } else if (is_end) {
        if (t->written.depth == 0)
            return false;
        t->written.depth--;
    }
    return true;
}

static void write_record(trace_session *s, trace_recorder *t,
                         const trace_record *r)
{
    if (!follow(t, r))
        return;
    add_line(s, t, r);
    t->written.vt_ms = r->vt_ms;
    t->written.rt_us = r->rt_us;
}

/* The trace ends while this thread goes on. */
static void write_ends(trace_session *s, trace_recorder *t,
                       const trace_record *last)
{
    while (t->written.depth > 0) {
        trace_record r = t->written.open[t->written.depth - 1];
        r.type++;
        r.flags &= TRACE_OWN;
        r.cause = r.trigger = r.value = r.text_len = 0;
        r.place = NULL;
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
    uint64_t least = UINT64_MAX;

    *others = UINT64_MAX;
    for (orr_link *l = s->recorders.next; l != &s->recorders; l = l->next) {
        trace_recorder *t = recorder_at(l);
        const trace_record *r = orr__ring_first(&t->ring, t->written.tail);
        if (r == NULL)
            continue;
        if (r->order < least) {
            *others = least;
            least = r->order;
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
           r->order < others && !atomic_load(&s->is_over)) {
        if (r->type == TRACE_TYPE_EXIT || r->type == TRACE_TYPE_STOP)
            write_last(s, t, r);
        else
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

/* A kept trace begins with a turn that began in its time, if there is one. */
static void drop_old(trace_session *s, trace_recorder *t, uint64_t from)
{
    const uint64_t tail = t->written.tail;
    const trace_record *r;

    while ((r = orr__ring_first(&t->ring, tail)) != NULL &&
           time_of(s, r) < from) {
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
    add_line(s, t, &line.record);
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
