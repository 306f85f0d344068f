/*
 * trace_write.c - the lines of a trace, made from its records.
 *
 * Many lines are written at once: when the ring is full, before a poll if the
 * last time was a while ago, and at the end. Only whole lines go to the sink.
 * docs/trace-format.md is the contract: what each member means.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/trace_words.h"

/* Of a line without its text, place and name. */
#define LINE_MAX_PLAIN 1024
#define PATH_LONGEST 4096
#define PLACE_MAX_JSON TRACE_TEXT_JSON_MAX(PATH_LONGEST)

typedef struct row {
    const char *word;
    uint8_t word_len, group;
    uint16_t bits;
    const char *member;
} row;

static const row rows[] = {
#define X(name, word, group, bits, member)                                     \
    { word, sizeof(word) - 1, TRACE_##group, bits, member },
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
    if (r->text_cut > 0)
        ADD_NUMBER(l, "cut", r->text_cut);
}

/* "kind" and "id" of most lines. */
static void add_kind(trace_recorder *t, trace_text *l, const trace_record *r)
{
    orr__json_word(l, ",\"kind\":\"");
    orr__json_string(l, bind_kind_name(r->kind));
    orr__json_word(l, "\",\"id\":");
    orr__json_repeated(l, &t->id, r->id);
}

static void add_record(trace_recorder *t, trace_text *l, const trace_record *r,
                       const row *w)
{
    if (w->bits & TRACE_K)
        add_kind(t, l, r);
    if (w->bits & TRACE_I)
        ADD_NUMBER(l, "id", r->id);
    if (w->bits & TRACE_P)
        ADD_NUMBER(l, "p", r->id);
    if ((w->bits & TRACE_R) && r->trigger != 0)
        ADD_NUMBER(l, "parent", r->trigger);
    if (r->type == TRACE_TYPE_PROMISE_SETTLE)
        add_json(l, "state", r->flags & TRACE_THREW ? "rejected" : "fulfilled",
                 r->flags & TRACE_THREW ? 8 : 9);
    if (w->bits & TRACE_C) {
        orr__json_word(l, ",\"c\":");
        orr__json_repeated(l, &t->cause, r->cause);
    }
    if (w->bits & TRACE_T) {
        orr__json_word(l, ",\"tr\":");
        orr__json_repeated(l, &t->trigger, r->trigger);
    }
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
    if ((r->flags & TRACE_THREW) && r->type == TRACE_TYPE_CALL_END)
        orr__json_word(l, ",\"threw\":true");
    if (r->flags & TRACE_OWN)
        orr__json_word(l, ",\"own\":true");
    if (w->bits & TRACE_Q)
        add_queues(l, r);
}

/* ---- Lines -------------------------------------------------------------- */

static void write_text(trace_recorder *t)
{
    if (t->text.len > 0)
        t->sink.write(t->sink.ctx, t->text.bytes, t->text.len);
    t->text.len = 0;
}

/* Room for the longest line that this record can become. */
static void make_room(trace_recorder *t, const trace_record *r)
{
    const size_t most = LINE_MAX_PLAIN + PLACE_MAX_JSON +
                        TRACE_TEXT_JSON_MAX((size_t)r->text_len);

    if (t->text.capacity - t->text.len < most)
        write_text(t);
}

/* The beginning has said where it is from. */
static bool is_end(uint8_t type)
{
    return type == TRACE_TYPE_CALL_END || type == TRACE_TYPE_TICK_END ||
           type == TRACE_TYPE_MICRO_END;
}

static void add_line(trace_recorder *t, const trace_record *r)
{
    const row *w = &rows[r->type];
    trace_text *l = &t->text;
    size_t place_len = 0;
    const char *place = NULL;

    if (!(r->flags & TRACE_OWN) && !is_end(r->type))
        place = trace__place(t, r->site, &place_len); /* may write a source */
    make_room(t, r);
    orr__json_word(l, "{\"i\":");
    orr__json_next(l, &t->step);
    orr__json_word(l, ",\"e\":\"");
    orr__json_bytes(l, w->word, w->word_len);
    orr__json_word(l, "\"");
    add_record(t, l, r, w);
    add_details(l, r, w);
    if (place != NULL) {
        orr__json_word(l, ",\"loc\":");
        orr__json_bytes(l, place, place_len);
    }
    orr__json_word(l, ",\"vt\":");
    orr__json_repeated(l, &t->vt, r->vt_ms);
    if (!t->is_virtual)
        ADD_NUMBER(l, "rt", r->rt_us);
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

/* Days since 1970 as year, month and day (Gregorian, for ever). */
static void date_of(int64_t days, int *year, int *month, int *day)
{
    const int64_t shifted = days + 719468; /* from 1 March of year 0 */
    const int64_t era = shifted / 146097;
    const int64_t of_era = shifted % 146097;
    const int64_t y =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int64_t of_year = of_era - (365 * y + y / 4 - y / 100);
    const int64_t m = (5 * of_year + 2) / 153;

    *day = (int)(of_year - (153 * m + 2) / 5 + 1);
    *month = (int)(m < 10 ? m + 3 : m - 9);
    *year = (int)(y + era * 400 + (*month <= 2));
}

static void add_start(trace_recorder *t, trace_text *l)
{
    const int64_t ms =
        t->sink.epoch_ms(t->sink.ctx) + (int64_t)(t->start_us / 1000);
    char text[64];
    int year, month, day;

    date_of(ms / 86400000, &year, &month, &day);
    const int of_day = (int)(ms % 86400000);
    snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", year,
             month, day, of_day / 3600000, of_day / 60000 % 60,
             of_day / 1000 % 60, of_day % 1000);
    ADD_NUMBER(l, "pid", (uint64_t)t->sink.pid);
    add_json(l, "start", text, strlen(text));
}

static void add_directory(trace_recorder *t, trace_text *l)
{
    char *path;

    if (orr_cwd(t->r->loop, &path) < 0)
        return;
    if (strlen(path) <= PATH_LONGEST)
        add_json(l, "cwd", path, strlen(path));
    orr_free(t->r->loop, path);
}

static void add_header(trace_recorder *t, trace_text *l)
{
    const runtime_options *o = &t->r->options;
    const char *backend = orr_backend_name(t->r->loop);

    orr__json_word(l, "{\"v\":2");
    add_json(l, "mode", t->is_virtual ? "virtual" : "real",
             t->is_virtual ? 7 : 4);
    add_json(l, "backend", backend, strlen(backend));
    ADD_NUMBER(l, "seed", o->seed);
    add_json(l, "profile", t->r->profile->name, strlen(t->r->profile->name));
    add_json(l, "orrery", orr_version(), strlen(orr_version()));
    add_json(l, "node", runtime_node_version(), strlen(runtime_node_version()));
    add_arguments(o, l);
    add_directory(t, l);
    if (!t->is_virtual)
        add_start(t, l);
    if (t->is_partial)
        orr__json_word(l, ",\"partial\":true");
    if (t->filter != NULL)
        add_json(l, "filter", t->filter, strlen(t->filter));
    orr__json_word(l, "}\n");
}

void trace__write_header(trace_recorder *t)
{
    const runtime_options *o = &t->r->options;
    const size_t filter = t->filter ? strlen(t->filter) : 0;
    trace_text l = { .bytes =
                         malloc(header_room(o) + TRACE_TEXT_JSON_MAX(filter)) };

    t->has_header = true;
    if (l.bytes == NULL)
        return;
    add_header(t, &l);
    t->sink.write(t->sink.ctx, l.bytes, l.len);
    free(l.bytes);
}

/* ---- Everything --------------------------------------------------------- */

/* No end is without its beginning in what follows. */
static bool is_start(const trace_recorder *t, const trace_record *r)
{
    const bool has_turns = t->groups & 1u << TRACE_TURNS;

    return r->type == TRACE_TYPE_EXIT || r->type == TRACE_TYPE_STOP ||
           r->type ==
               (has_turns ? TRACE_TYPE_TURN_BEGIN : TRACE_TYPE_CALL_BEGIN);
}

/* A kept trace begins with a turn that began in its time, if there is one. */
static void drop_old(trace_recorder *t, uint64_t now_us)
{
    const uint64_t from = now_us > t->keep_us ? now_us - t->keep_us : 0;
    const trace_record *r;

    while ((r = orr__ring_first(&t->ring)) != NULL &&
           (t->is_virtual ? r->vt_ms * 1000ull : r->rt_us) < from) {
        orr__ring_drop_first(&t->ring);
        t->is_partial = true;
    }
    while (t->is_partial && (r = orr__ring_first(&t->ring)) != NULL &&
           !is_start(t, r))
        orr__ring_drop_first(&t->ring);
}

void trace__write_all(trace_recorder *t)
{
    const trace_record *r;

    if (t->keep_us > 0)
        drop_old(t, t->is_virtual ? t->r->trace.seen_ms * 1000
                                  : t->sink.now_us(t->sink.ctx) - t->start_us);
    if (!t->has_header)
        trace__write_header(t);
    while ((r = orr__ring_first(&t->ring)) != NULL) {
        add_line(t, r);
        orr__ring_drop_first(&t->ring);
    }
    write_text(t);
}
