/*
 * program.h - event-loop programs as data.
 *
 * A program is a list of instructions. Each says where it is executed, in the
 * main program or in a certain call of a certain callback, and what it does:
 *
 *      main: pair s0           two streams, s0 and s1, are made and connected
 *      main: read s1
 *      main: write w0 s0 5     five bytes, with the request w0
 *      main: run default
 *      s1#1: close s1          inside the first call of s1's read callback
 *      ~s1#1: stop             inside its close callback
 *
 * An instruction without its place is worth nothing, and one whose things are
 * not there is passed over. So any list is a program, and what is left when one
 * instruction is taken out is a program too: that is all the shrinker needs.
 */
#ifndef UV_PROGRAM_H
#define UV_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What an instruction can name: handles, then requests. */
typedef enum kind {
    NOTHING,
    TIMER,
    IDLE,
    PREPARE,
    CHECK,
    ASYNC,
    STREAM,
    LISTENER,
    UDP,
    SIGNAL,
    POLL,
    WRITE,
    SHUTDOWN,
    CONNECT,
    WORK,
    FS,
    SEND,
    KINDS,
    ANY_HANDLE /* of an argument: whichever */
} kind;

#define LAST_HANDLE POLL
#define SLOTS_MAX 8

typedef struct thing {
    uint8_t kind;
    uint8_t slot;
} thing;

/* kind NOTHING: the main program. */
typedef struct place {
    thing of;
    bool closing; /* the close callback */
    uint16_t nth; /* which call of it; 0: every one */
} place;

typedef enum opcode {
    OP_TIMER,
    OP_TIMER_STOP,
    OP_TIMER_AGAIN,
    OP_TIMER_REPEAT,
    OP_IDLE,
    OP_IDLE_STOP,
    OP_PREPARE,
    OP_PREPARE_STOP,
    OP_CHECK,
    OP_CHECK_STOP,
    OP_ASYNC,
    OP_ASYNC_SEND,
    OP_PAIR,
    OP_OPEN_PAIR,
    OP_READ,
    OP_READ_STOP,
    OP_WRITE,
    OP_TRY_WRITE,
    OP_SHUTDOWN,
    OP_LISTEN,
    OP_ACCEPT,
    OP_CONNECT,
    OP_REFUSED,
    OP_UDP,
    OP_UDP_RECV,
    OP_UDP_STOP,
    OP_UDP_SEND,
    OP_UDP_TRY,
    OP_SIGNAL,
    OP_SIGNAL_STOP,
    OP_RAISE,
    OP_POLL,
    OP_POLL_STOP,
    OP_POKE,
    OP_DRAIN,
    OP_WORK,
    OP_GATE,
    OP_UNGATE,
    OP_CANCEL,
    OP_STAT,
    OP_SLURP,
    OP_CLOSE,
    OP_RESET,
    OP_REF,
    OP_UNREF,
    OP_ASK,
    OP_ALIVE,
    OP_STOP,
    OP_BLOCK,
    OP_UPDATE,
    OP_RUN,
    OPCODES
} opcode;

#define ARGS_MAX 3

typedef struct arg {
    thing of;
    uint32_t n;
} arg;

typedef struct instruction {
    place at;
    uint8_t op;
    arg args[ARGS_MAX];
} instruction;

#define PROGRAM_MAX 96

typedef struct program {
    uint32_t count;
    instruction list[PROGRAM_MAX];
} program;

/* What OP_RUN's number means. */
enum { RUN_DEFAULT, RUN_ONCE, RUN_NOWAIT };

/* How many slots a kind has. */
uint32_t kind_slots(kind k);
const char *op_name(opcode op);
/* What its i-th argument is: a kind, or NOTHING for a number; KINDS: none. */
kind op_arg(opcode op, uint32_t i);

/* Write one instruction, or all of them. */
void instruction_print(FILE *out, const instruction *in);
void program_print(FILE *out, const program *p);
void thing_print(FILE *out, thing t);

/* False if a line is not an instruction; *line is its number then. Empty lines
 * and those that begin with '#' are passed over. */
bool program_read(FILE *in, program *p, uint32_t *line);

/* A new program; the same one for the same seed. */
void program_invent(program *p, uint64_t seed);

#endif
