/*
 * facts.c - facts about the host, into the log and out of it. See carry.c.
 *
 * Libraries are loaded when replayed, too: OpenSSL, zlib and others compute,
 * and what they compute comes out the same. What a program sets (a variable, a
 * limit, its title) is set when recorded, and nowhere when replayed.
 */
#include "poll/record/log.h"

#include <errno.h>
#include <string.h>

#define TEXT_MAX (64u << 20)
#define LIST_MAX (1u << 20)

/* A string in a block of its own. */
static void carry_string(orr__tape *t, const orr_allocator *a, char **text)
{
    size_t n = t->replays ? 0 : strlen(*text);
    void *block = *text;

    orr__tape_block(t, a, &block, &n);
    *text = block;
}

/* n structures in one block. */
static void carry_array(orr__tape *t, const orr_allocator *a, orr__ask *ask,
                        size_t size)
{
    void **list = ask->out;
    size_t n = t->replays ? 0 : (size_t)ask->n;

    orr__tape_length(t, &n, LIST_MAX);
    if (t->replays) {
        ask->n = (int64_t)n;
        *list = orr__alloc(a, n * size + 1);
        if (*list == NULL) {
            t->is_bad = true;
            return;
        }
    }
    orr__tape_bytes(t, *list, n * size);
}

/* Strings and a NULL: the pointers first, then what they point to. */
static void carry_list(orr__tape *t, const orr_allocator *a, char ***list)
{
    size_t n = 0, size = 0;

    for (; !t->replays && (*list)[n] != NULL; n++)
        size += strlen((*list)[n]) + 1;
    orr__tape_length(t, &n, LIST_MAX);
    orr__tape_length(t, &size, TEXT_MAX);
    if (!t->replays) {
        for (size_t i = 0; i < n; i++)
            orr__tape_bytes(t, (*list)[i], strlen((*list)[i]) + 1);
        return;
    }
    char **made = orr__alloc(a, (n + 1) * sizeof *made + size + 1);
    *list = made;
    if (made == NULL) {
        t->is_bad = true;
        return;
    }
    char *at = (char *)(made + n + 1);
    char *const end = at + size;
    orr__tape_bytes(t, at, size);
    for (size_t i = 0; i < n && !t->is_bad; i++) {
        made[i] = at;
        t->is_bad |= at >= end;
        if (at < end)
            at += strlen(at) + 1;
    }
}

/* Three strings in one block, of which the first is the block. */
static void carry_user(orr__tape *t, const orr_allocator *a, orr_user *u)
{
    char **const texts[] = { &u->name, &u->shell, &u->home };
    uint64_t ids[] = { u->uid, u->gid };
    size_t lens[3] = { 0 }, all = 0;

    for (int i = 0; i < 3; i++) {
        lens[i] = t->replays ? 0 : strlen(*texts[i]) + 1;
        orr__tape_length(t, &lens[i], TEXT_MAX);
        all += lens[i];
    }
    char *block = t->replays ? orr__alloc(a, all + 3) : NULL;
    if (t->replays && block == NULL) {
        t->is_bad = true;
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (t->replays)
            *texts[i] = block;
        orr__tape_bytes(t, *texts[i], lens[i]);
        block += t->replays ? lens[i] + 1 : 0;
    }
    orr__tape_number(t, &ids[0]);
    orr__tape_number(t, &ids[1]);
    u->uid = (uint32_t)ids[0];
    u->gid = (uint32_t)ids[1];
}

/* Bytes of a fixed number at ask->out; 0: none, or another way. */
static size_t plain_size(orr__fact what)
{
    switch (what) {
    case FACT_MEMORY:
        return sizeof(orr_memory);
    case FACT_RSS:
    case FACT_UPTIME:
        return sizeof(uint64_t);
    case FACT_LOADAVG:
        return 3 * sizeof(double);
    case FACT_UNAME:
        return sizeof(orr_uname);
    case FACT_RUSAGE:
        return sizeof(orr_rusage);
    case FACT_LIMIT_GET:
        return 2 * sizeof(uint64_t);
    case FACT_PRIORITY_GET:
        return sizeof(int);
    case FACT_IDS:
        return sizeof(orr_ids);
    default:
        return 0;
    }
}

/* A structure whose strings end: the log may be damaged. */
static void end_uname(orr_uname *u)
{
    u->sysname[sizeof u->sysname - 1] = 0;
    u->release[sizeof u->release - 1] = 0;
    u->version[sizeof u->version - 1] = 0;
    u->machine[sizeof u->machine - 1] = 0;
    u->nodename[sizeof u->nodename - 1] = 0;
}

static void end_cpus(orr_cpu *list, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        list[i].model[sizeof list[i].model - 1] = 0;
}

static void end_interfaces(orr_interface *list, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        list[i].name[sizeof list[i].name - 1] = 0;
}

static void carry_out(orr__tape *t, const orr_allocator *a, orr__ask *ask)
{
    const size_t plain = plain_size(ask->what);
    size_t n;

    if (plain > 0)
        orr__tape_bytes(t, ask->out, plain);
    switch (ask->what) {
    case FACT_UNAME:
        end_uname(ask->out);
        break;
    case FACT_CPUS:
        carry_array(t, a, ask, sizeof(orr_cpu));
        if (!orr__tape_failed(t))
            end_cpus(*(orr_cpu **)ask->out, ask->n);
        break;
    case FACT_INTERFACES:
        carry_array(t, a, ask, sizeof(orr_interface));
        if (!orr__tape_failed(t))
            end_interfaces(*(orr_interface **)ask->out, ask->n);
        break;
    case FACT_GROUPS_GET:
        carry_array(t, a, ask, sizeof(uint32_t));
        break;
    case FACT_USER:
        carry_user(t, a, ask->out);
        break;
    case FACT_CWD:
    case FACT_ENV_GET:
    case FACT_EXE_PATH:
    case FACT_TITLE_GET:
    case FACT_ZONE_NAME:
        carry_string(t, a, ask->out);
        break;
    case FACT_ENV_LIST:
        carry_list(t, a, ask->out);
        break;
    case FACT_OWN:
        orr__tape_bytes(t, ask->out, (size_t)ask->n);
        break;
    case FACT_ZONE_DATA:
        n = t->replays ? 0 : (size_t)ask->n;
        orr__tape_block(t, a, ask->out, &n);
        ask->n = (int64_t)n;
        break;
    default:
        break;
    }
}

void orr__carry_ask(orr__tape *t, const orr_allocator *a, orr__ask *ask,
                    int *err)
{
    int64_t result = *err;

    orr__tape_signed(t, &result);
    *err = (int)result;
    const int64_t n = ask->n;
    orr__tape_signed(t, &ask->n);
    t->is_bad |= ask->what == FACT_OWN && ask->n != n;
    if (result >= 0 && !orr__tape_failed(t))
        carry_out(t, a, ask);
}
