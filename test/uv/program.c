/*
 * program.c - programs as text. One table says what each instruction is called
 * and what it takes; writing and reading both go by it.
 */
#include "program.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    char letter;
    uint8_t slots;
} kinds[KINDS] = {
    [TIMER] = { 't', 4 },    [IDLE] = { 'i', 2 },  [PREPARE] = { 'p', 2 },
    [CHECK] = { 'c', 2 },    [ASYNC] = { 'a', 3 }, [STREAM] = { 's', 8 },
    [LISTENER] = { 'l', 1 }, [UDP] = { 'u', 2 },   [SIGNAL] = { 'g', 2 },
    [POLL] = { 'q', 2 },     [WRITE] = { 'w', 8 }, [SHUTDOWN] = { 'h', 2 },
    [CONNECT] = { 'o', 3 },  [WORK] = { 'k', 4 },  [FS] = { 'f', 3 },
    [SEND] = { 'd', 4 },
};

/* A letter per argument: a kind's, n for a number, H for any handle. */
static const struct {
    const char *name;
    const char *args;
} ops[OPCODES] = {
    [OP_TIMER] = { "timer", "tnn" },
    [OP_TIMER_STOP] = { "timer_stop", "t" },
    [OP_TIMER_AGAIN] = { "timer_again", "t" },
    [OP_TIMER_REPEAT] = { "timer_repeat", "tn" },
    [OP_IDLE] = { "idle", "i" },
    [OP_IDLE_STOP] = { "idle_stop", "i" },
    [OP_PREPARE] = { "prepare", "p" },
    [OP_PREPARE_STOP] = { "prepare_stop", "p" },
    [OP_CHECK] = { "check", "c" },
    [OP_CHECK_STOP] = { "check_stop", "c" },
    [OP_ASYNC] = { "async", "a" },
    [OP_ASYNC_SEND] = { "async_send", "a" },
    [OP_PAIR] = { "pair", "s" },
    [OP_OPEN_PAIR] = { "open_pair", "s" },
    [OP_READ] = { "read", "s" },
    [OP_READ_STOP] = { "read_stop", "s" },
    [OP_WRITE] = { "write", "wsn" },
    [OP_TRY_WRITE] = { "try_write", "sn" },
    [OP_SHUTDOWN] = { "shutdown", "hs" },
    [OP_LISTEN] = { "listen", "l" },
    [OP_ACCEPT] = { "accept", "ls" },
    [OP_CONNECT] = { "connect", "osl" },
    [OP_REFUSED] = { "refused", "os" },
    [OP_UDP] = { "udp", "u" },
    [OP_UDP_RECV] = { "udp_recv", "u" },
    [OP_UDP_STOP] = { "udp_stop", "u" },
    [OP_UDP_SEND] = { "udp_send", "duu" },
    [OP_UDP_TRY] = { "udp_try", "uu" },
    [OP_SIGNAL] = { "signal", "gn" },
    [OP_SIGNAL_STOP] = { "signal_stop", "g" },
    [OP_RAISE] = { "raise", "g" },
    [OP_POLL] = { "poll", "q" },
    [OP_POLL_STOP] = { "poll_stop", "q" },
    [OP_POKE] = { "poke", "q" },
    [OP_DRAIN] = { "drain", "q" },
    [OP_WORK] = { "work", "k" },
    [OP_GATE] = { "gate", "" },
    [OP_UNGATE] = { "ungate", "" },
    [OP_CANCEL] = { "cancel", "k" },
    [OP_STAT] = { "stat", "fn" },
    [OP_SLURP] = { "slurp", "f" },
    [OP_CLOSE] = { "close", "H" },
    [OP_RESET] = { "reset", "s" },
    [OP_REF] = { "ref", "H" },
    [OP_UNREF] = { "unref", "H" },
    [OP_ASK] = { "ask", "H" },
    [OP_ALIVE] = { "alive", "" },
    [OP_STOP] = { "stop", "" },
    [OP_BLOCK] = { "block", "n" },
    [OP_UPDATE] = { "update", "" },
    [OP_RUN] = { "run", "n" },
};

static const char *const modes[] = { "default", "once", "nowait" };

uint32_t kind_slots(kind k)
{
    return kinds[k].slots;
}

const char *op_name(opcode op)
{
    return ops[op].name;
}

static kind kind_of_letter(char letter)
{
    for (int k = NOTHING + 1; k < KINDS; k++)
        if (kinds[k].letter == letter)
            return (kind)k;
    return letter == 'H' ? ANY_HANDLE : NOTHING;
}

kind op_arg(opcode op, uint32_t i)
{
    return i < strlen(ops[op].args) ? kind_of_letter(ops[op].args[i]) : KINDS;
}

/* ---- Writing ------------------------------------------------------------ */

void thing_print(FILE *out, thing t)
{
    fprintf(out, "%c%u", kinds[t.kind].letter, t.slot);
}

static void place_print(FILE *out, const place *at)
{
    if (at->of.kind == NOTHING) {
        fputs("main", out);
        return;
    }
    if (at->closing)
        fputc('~', out);
    thing_print(out, at->of);
    if (at->nth != 0)
        fprintf(out, "#%u", at->nth);
}

void instruction_print(FILE *out, const instruction *in)
{
    fputs(ops[in->op].name, out);
    for (uint32_t i = 0; i < strlen(ops[in->op].args); i++) {
        fputc(' ', out);
        if (in->op == OP_RUN)
            fputs(modes[in->args[i].n], out);
        else if (op_arg((opcode)in->op, i) == NOTHING)
            fprintf(out, "%u", in->args[i].n);
        else
            thing_print(out, in->args[i].of);
    }
}

void program_print(FILE *out, const program *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        place_print(out, &p->list[i].at);
        fputs(": ", out);
        instruction_print(out, &p->list[i]);
        fputc('\n', out);
    }
}

/* ---- Reading ------------------------------------------------------------ */

static bool thing_read(const char *word, kind want, thing *out)
{
    const kind k = kind_of_letter(word[0]);

    if (k == NOTHING || k == ANY_HANDLE || word[1] < '0' || word[1] > '9')
        return false;
    if (want == ANY_HANDLE ? k > LAST_HANDLE : want != k)
        return false;
    *out = (thing){ (uint8_t)k, (uint8_t)(word[1] - '0') };
    return out->slot < kinds[k].slots;
}

static bool place_read(char *word, place *out)
{
    char *nth = strchr(word, '#');

    *out = (place){ .nth = 0 };
    if (strcmp(word, "main") == 0)
        return true;
    if (nth != NULL)
        out->nth = (uint16_t)strtoul(nth + 1, NULL, 10);
    if (*word == '~') {
        out->closing = true;
        word++;
    }
    return thing_read(word, kind_of_letter(*word), &out->of);
}

static bool mode_read(const char *word, uint32_t *out)
{
    for (uint32_t i = 0; i < 3; i++) {
        *out = i;
        if (strcmp(word, modes[i]) == 0)
            return true;
    }
    return false;
}

static bool arg_read(const char *word, opcode op, uint32_t i, arg *out)
{
    if (op == OP_RUN)
        return mode_read(word, &out->n);
    if (op_arg(op, i) != NOTHING)
        return thing_read(word, op_arg(op, i), &out->of);
    out->n = (uint32_t)strtoul(word, NULL, 10);
    return word[0] >= '0' && word[0] <= '9';
}

static bool op_read(const char *word, uint8_t *out)
{
    for (int op = 0; op < OPCODES; op++) {
        *out = (uint8_t)op;
        if (strcmp(ops[op].name, word) == 0)
            return true;
    }
    return false;
}

static bool line_read(char *line, instruction *out)
{
    char *rest = NULL;
    char *where = strtok_r(line, ": \n", &rest);
    char *what = strtok_r(NULL, " \n", &rest);

    memset(out, 0, sizeof *out);
    if (what == NULL || !place_read(where, &out->at) ||
        !op_read(what, &out->op))
        return false;
    for (uint32_t i = 0; op_arg((opcode)out->op, i) != KINDS; i++) {
        const char *word = strtok_r(NULL, " \n", &rest);
        if (word == NULL || !arg_read(word, (opcode)out->op, i, &out->args[i]))
            return false;
    }
    return strtok_r(NULL, " \n", &rest) == NULL;
}

bool program_read(FILE *in, program *p, uint32_t *line)
{
    char text[128];

    *line = 0;
    p->count = 0;
    while (fgets(text, sizeof text, in) != NULL) {
        ++*line;
        if (text[0] == '#' || text[strspn(text, " \n")] == 0)
            continue;
        if (p->count == PROGRAM_MAX || !line_read(text, &p->list[p->count]))
            return false;
        p->count++;
    }
    return true;
}
