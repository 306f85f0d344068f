/*
 * entries.c - the functions of the program that a callback comes to, for a
 * trace.
 *
 * Most callbacks of a server were asked for by the runtime or by a package: the
 * bytes of a request come to a socket, and the program's handler is called by a
 * router. So while a trace listens, each callback is watched: the first
 * functions of the program that code of others calls are traced as entered.
 *
 *      tcp callback -> node:net -> router (a package) -> handler (traced)
 *
 * A file is the program's if it is not the runtime's and in no node_modules.
 *
 * Watching has a budget (LOOKS, ENTRIES): calls are slower while it lasts, and
 * a callback that computes is not to be slowed. It begins to count with the
 * first function of the program; before that, all calls of packages are looked
 * at. Calls of the runtime's own functions are passed over, which is quick.
 */
#include "engine/internal.h"

#define LOOKS 300 /* calls that are looked at after the first entry */
#define ENTRIES 8 /* traced in one callback */

static void end_watch(engine *e)
{
    e->entries.left = 0;
    JS_WatchEntries(e->rt, false);
}

/* Who calls: 0 if nobody does, the callback is this function. */
static int caller_kind(engine *e)
{
    JSCallPosition at;

    return JS_GetCallPosition(e->rt, 0, &at) ? (int)engine__file_kind(e, &at)
                                             : 0;
}

/* A module is two functions at one place: one that makes the other, whose head
 * is before line 1. */
static bool is_same_place(engine *e, const JSCallPosition *pos)
{
    struct engine__entries *s = &e->entries;
    JSAtom name;
    int column;
    int line = JS_ResolveCallPosition(e->ctx, pos, &name, &column);

    if (line < 1)
        line = column = 1;
    const bool is_same =
        s->filename == pos->filename && s->line == line && s->column == column;

    s->filename = pos->filename;
    s->line = line;
    s->column = column;
    return is_same;
}

static void trace_enter(engine *e, const JSCallPosition *pos)
{
    const orr_event ev = {
        .type = ORR_EV_ENTER,
        .cause = e->door.running(e->door.ctx),
        .site = engine__enter_site(e, pos),
    };

    if (ev.site != 0)
        e->trace(e->trace_ctx, &ev);
}

/* A function of the program is entered. The one that an event was traced with
 * is known already, and so is the function of a callback that was asked for by
 * the program itself. */
static orr__noinline void note_program(engine *e, const JSCallPosition *pos)
{
    struct engine__entries *s = &e->entries;
    const int caller = caller_kind(e);

    if (s->looks == 0)
        s->looks = LOOKS;
    if (caller == ENGINE__PROGRAM || pos->code == s->last ||
        (caller == 0 && s->has_place))
        return;
    s->last = pos->code;
    if (is_same_place(e, pos))
        return;
    if (--s->left == 0)
        end_watch(e);
    trace_enter(e, pos);
}

/* Functions of the runtime are skipped from then on. */
static void on_entry(void *opaque, const JSCallPosition *pos)
{
    engine *e = opaque;
    struct engine__entries *s = &e->entries;

    if (engine__file_kind(e, pos) == ENGINE__PROGRAM)
        note_program(e, pos);
    if (s->looks > 0 && --s->looks == 0)
        end_watch(e);
}

/* The program's listener of an event is traced with the event. */
void engine__announce_entry(engine *e, const JSCallPosition *pos)
{
    e->entries.last = pos->code;
    if (e->entries.left > 0 && e->entries.looks == 0)
        e->entries.looks = LOOKS;
}

void engine_watch_entries(engine *e, bool has_place)
{
    if (e->trace == NULL)
        return;
    e->entries =
        (struct engine__entries){ .left = ENTRIES, .has_place = has_place };
    if (!e->has_entry_func)
        JS_SetEntryFunc(e->rt, on_entry, e);
    e->has_entry_func = true;
    JS_WatchEntries(e->rt, true);
}

void engine_unwatch_entries(engine *e)
{
    if (e->entries.left > 0)
        end_watch(e);
}

void engine__entries_close(engine *e)
{
    if (e->has_entry_func)
        JS_SetEntryFunc(e->rt, NULL, NULL);
}
