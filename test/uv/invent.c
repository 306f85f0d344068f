/*
 * invent.c - make up a program.
 *
 * Each program draws a few groups of instructions and is made of those alone:
 * a program that does everything a little does nothing often enough to meet
 * itself. An instruction goes into the main program or into a callback that
 * something before it could bring about.
 */
#include <string.h>

#include "program.h"

typedef struct group {
    const opcode *makers; /* begin with one of these */
    const opcode *others;
} group;

#define END_OF_LIST OPCODES
#define LIST(...) ((const opcode[]){ __VA_ARGS__, END_OF_LIST })

static const group groups[] = {
    { LIST(OP_TIMER), LIST(OP_TIMER, OP_TIMER, OP_TIMER_STOP, OP_TIMER_AGAIN,
                           OP_TIMER_REPEAT, OP_BLOCK, OP_UPDATE) },
    { LIST(OP_IDLE, OP_PREPARE, OP_CHECK),
      LIST(OP_IDLE, OP_IDLE_STOP, OP_PREPARE, OP_PREPARE_STOP, OP_CHECK,
           OP_CHECK_STOP) },
    { LIST(OP_ASYNC), LIST(OP_ASYNC, OP_ASYNC_SEND, OP_ASYNC_SEND) },
    { LIST(OP_PAIR, OP_OPEN_PAIR),
      LIST(OP_PAIR, OP_READ, OP_READ, OP_READ_STOP, OP_WRITE, OP_WRITE,
           OP_WRITE, OP_TRY_WRITE, OP_SHUTDOWN) },
    { LIST(OP_LISTEN), LIST(OP_CONNECT, OP_CONNECT, OP_ACCEPT, OP_ACCEPT,
                            OP_REFUSED, OP_READ, OP_READ_STOP, OP_WRITE,
                            OP_WRITE, OP_TRY_WRITE, OP_SHUTDOWN, OP_RESET) },
    { LIST(OP_UDP), LIST(OP_UDP, OP_UDP_RECV, OP_UDP_STOP, OP_UDP_SEND,
                         OP_UDP_SEND, OP_UDP_TRY) },
    { LIST(OP_SIGNAL), LIST(OP_SIGNAL, OP_SIGNAL_STOP, OP_RAISE, OP_RAISE) },
    { LIST(OP_POLL), LIST(OP_POLL, OP_POLL_STOP, OP_POKE, OP_DRAIN) },
    { LIST(OP_WORK), LIST(OP_WORK, OP_WORK, OP_GATE, OP_UNGATE, OP_CANCEL) },
    { LIST(OP_STAT, OP_SLURP), LIST(OP_STAT, OP_SLURP) },
    { LIST(OP_ALIVE), LIST(OP_REF, OP_UNREF, OP_ASK, OP_ALIVE) },
};

#define GROUPS (sizeof groups / sizeof groups[0])

typedef struct inventor {
    program *p;
    uint64_t chance;
    uint32_t ngroups;
    const group *groups[4];
} inventor;

static uint32_t draw(inventor *v, uint32_t below)
{
    v->chance ^= v->chance << 13;
    v->chance ^= v->chance >> 7;
    v->chance ^= v->chance << 17;
    return (uint32_t)(v->chance * 0x2545f4914f6cdd1du >> 33) % below;
}

static opcode draw_op(inventor *v, const opcode *list)
{
    uint32_t n = 0;

    while (list[n] != END_OF_LIST)
        n++;
    return list[draw(v, n)];
}

/* ---- Arguments ---------------------------------------------------------- */

static uint32_t draw_ms(inventor *v)
{
    static const uint32_t ms[] = { 0, 0, 1, 1, 2, 5, 10, 70 };

    return ms[draw(v, 8)];
}

static uint32_t draw_bytes(inventor *v)
{
    static const uint32_t n[] = { 1, 2, 3, 5, 8, 65536, 150000, 300000 };

    return n[draw(v, draw(v, 4) == 0 ? 8 : 5)];
}

static uint32_t draw_number(inventor *v, opcode op, uint32_t i)
{
    switch (op) {
    case OP_TIMER:
        return i == 1 || draw(v, 3) == 0 ? draw_ms(v) : 0;
    case OP_TIMER_REPEAT:
    case OP_BLOCK:
        return draw_ms(v);
    case OP_WRITE:
    case OP_TRY_WRITE:
        return draw_bytes(v);
    case OP_RUN:
        return draw(v, 3);
    default: /* OP_SIGNAL, OP_STAT: one or the other */
        return draw(v, 4) == 0;
    }
}

/* A handle that is named somewhere before; false if there is none. */
static bool draw_handle(inventor *v, thing *out)
{
    for (int tries = 0; tries < 20; tries++) {
        const instruction *in = &v->p->list[draw(v, v->p->count)];
        const arg *a = &in->args[draw(v, ARGS_MAX)];
        if (a->of.kind == NOTHING || a->of.kind > LAST_HANDLE)
            continue;
        *out = a->of;
        return true;
    }
    return false;
}

/* Low numbers more often, so that instructions meet. */
static uint8_t draw_slot(inventor *v, kind k)
{
    const uint32_t n = kind_slots(k);

    return (uint8_t)draw(v, 1 + draw(v, n));
}

static bool draw_args(inventor *v, instruction *in)
{
    for (uint32_t i = 0; op_arg((opcode)in->op, i) != KINDS; i++) {
        const kind k = op_arg((opcode)in->op, i);
        if (k == NOTHING)
            in->args[i].n = draw_number(v, (opcode)in->op, i);
        else if (k != ANY_HANDLE)
            in->args[i].of = (thing){ (uint8_t)k, draw_slot(v, k) };
        else if (!draw_handle(v, &in->args[i].of))
            return false;
    }
    return true;
}

/* ---- Places ------------------------------------------------------------- */

/* Most callbacks are named by what an instruction takes first. */
static bool callback_of(const instruction *in, place *out)
{
    out->of = in->args[0].of;
    out->closing = in->op == OP_CLOSE || in->op == OP_RESET;
    return out->of.kind != NOTHING;
}

static void draw_place(inventor *v, place *out)
{
    *out = (place){ .nth = 0 };
    if (draw(v, 2) == 0)
        return;
    for (int tries = 0; tries < 5; tries++) {
        const instruction *in = &v->p->list[draw(v, v->p->count)];
        if (!callback_of(in, out))
            continue;
        out->nth = (uint16_t)(out->closing || draw(v, 3) > 0 ? 1 : draw(v, 4));
        return;
    }
    *out = (place){ .nth = 0 };
}

/* ---- Instructions ------------------------------------------------------- */

static void add(inventor *v, opcode op, bool in_main)
{
    instruction *in = &v->p->list[v->p->count];

    if (v->p->count == PROGRAM_MAX)
        return;
    memset(in, 0, sizeof *in);
    in->op = (uint8_t)op;
    if (!in_main)
        draw_place(v, &in->at);
    if (draw_args(v, in))
        v->p->count++;
}

/* Reading and sending are of use only if there is a peer. */
static void add_makers(inventor *v)
{
    for (uint32_t i = 0; i < v->ngroups; i++) {
        const opcode op = draw_op(v, v->groups[i]->makers);
        add(v, op, true);
        if (op == OP_PAIR || op == OP_OPEN_PAIR)
            add(v, OP_READ, true);
        if (op == OP_UDP)
            add(v, OP_UDP_RECV, true);
        if (op == OP_LISTEN) {
            add(v, OP_CONNECT, true);
            add(v, OP_ACCEPT, true);
            v->p->list[v->p->count - 1].at = (place){ { LISTENER, 0 }, 0, 1 };
        }
    }
}

static void add_any(inventor *v)
{
    const uint32_t dice = draw(v, 20);

    if (dice < 2)
        add(v, OP_CLOSE, false);
    else if (dice == 2)
        add(v, OP_STOP, false);
    else if (dice == 3)
        add(v, OP_BLOCK, false);
    else if (dice == 4)
        add(v, OP_RUN, true);
    else
        add(v, draw_op(v, v->groups[draw(v, v->ngroups)]->others), false);
}

void program_invent(program *p, uint64_t seed)
{
    inventor v = { .p = p, .chance = seed * 0x9e3779b97f4a7c15u + 1 };

    memset(p, 0, sizeof *p);
    for (int i = 0; i < 8; i++)
        draw(&v, 2); /* so that seeds which are close are not */
    v.ngroups = 1 + draw(&v, 4);
    for (uint32_t i = 0; i < v.ngroups; i++)
        v.groups[i] = &groups[draw(&v, GROUPS)];
    add_makers(&v);
    const uint32_t n = 4 + draw(&v, 24);
    for (uint32_t i = 0; i < n; i++)
        add_any(&v);
    add(&v, OP_RUN, true);
    add(&v, OP_RUN, true);
    p->list[p->count - 1].args[0].n = RUN_DEFAULT;
}
