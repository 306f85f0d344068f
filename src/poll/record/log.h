/*
 * log.h - what came from outside, in a file: written by record.c, read by
 * replay.c. docs/record.md describes the format.
 *
 *      file    header (magic, version, back end, note), then chunks
 *      chunk   head (tape, index, bytes, sum), then bytes of one tape
 *      tape    what the loops of one thread asked and were answered, record
 *              after record; the number of the thread is that of the tape
 *
 * A chunk is a mapped piece of the file. So what was recorded is in the file
 * at once, without a system call, and stays there when the process is killed.
 * `used` in its head is set when a record is whole: a reader sees whole records
 * only. A chunk that is full, or the last of a tape that was finished, gets a
 * sum of its bytes.
 *
 * One set of functions carries values in both directions: they write what they
 * are given when a tape is recorded, and overwrite it when it is replayed.
 */
#ifndef ORRERY_POLL_RECORD_LOG_H
#define ORRERY_POLL_RECORD_LOG_H

#include "base/base.h"
#include "poll/poll.h"

typedef struct log_chunk log_chunk;

/* What kind of record a byte begins: the lower five bits. */
typedef enum tape_kind {
    TAPE_NONE, /* replay: the tape is over */
    TAPE_CALL,
    TAPE_SUBMIT,
    TAPE_CANCEL,
    TAPE_FINISH,
    TAPE_WAIT,
    TAPE_EVENT,
    TAPE_SETTLE,
    TAPE_POOLED,
    TAPE_CLOCK,
    TAPE_NOW,
    TAPE_RANDOM,
    TAPE_ASK,
    TAPE_STATS,
    TAPE_DRAIN, /* the program ended; nothing follows */
    TAPE_TURN   /* a thread's turn at something that threads share */
} tape_kind;
#define TAPE_FLAG(n) (0x20u << (n)) /* n < 3 */

typedef struct orr__tape {
    orr__log *log;
    orr_thread *thread;
    uint32_t loops; /* that hold it */
    uint32_t number;
    bool replays;
    bool over;         /* nothing is recorded or replayed any more */
    bool is_short;     /* replay: a record was wanted, and the log has ended */
    bool is_bad;       /* replay: a value can't be right */
    uint8_t *at, *end; /* in the chunk */
    uint64_t left;     /* replay: bytes from `at` to the end of the tape */
    log_chunk *chunk;
    uint32_t index; /* of the chunk in the tape */

    /* Operations that are under way, by number. */
    orr__op **ops;
    uint32_t *free_numbers;
    uint32_t nops, nfree, capacity;

    uint64_t clocks[3]; /* the last reading of each: a record has the rest */
} orr__tape;

/* ---- The log ------------------------------------------------------------ */

/* Which back end it is, or was. */
const orr__poll_table *orr__log_inner(const orr__log *log);
const char *orr__log_backend(const orr__log *log);

/* Report to the owner how the log ended, and why. Once. */
void orr__log_end(orr__log *log, orr_recording_end how, const char *text);
/* Replay: a file that the program read is another one now. */
void orr__log_changed(orr__log *log, const char *path);

/* ---- Tapes -------------------------------------------------------------- */

/* The tape of a thread, for one of its loops: the first makes it. */
int orr__tape_hold(orr__tape **out, orr__log *log, orr_thread *thread);
void orr__tape_release(orr__tape *t);
/* The program ended: the sum of the last chunk is made. */
void orr__tape_finish(orr__tape *t);

/* A record begins and is whole. */
void orr__tape_begin(orr__tape *t, unsigned tag);
void orr__tape_commit(orr__tape *t);
/* Replay: the next tag, which stays; TAPE_NONE at the end. */
unsigned orr__tape_peek(orr__tape *t);
uint64_t orr__tape_place(const orr__tape *t);

void orr__tape_bytes(orr__tape *t, void *bytes, size_t n);
void orr__tape_byte(orr__tape *t, uint8_t *value);
void orr__tape_number(orr__tape *t, uint64_t *value);
void orr__tape_signed(orr__tape *t, int64_t *value);
/* A length that is at most `most`, and not more than the log still has. */
void orr__tape_length(orr__tape *t, size_t *n, size_t max);
/* A block of n bytes and a zero: made when replayed, NULL without memory. */
void orr__tape_block(orr__tape *t, const orr_allocator *a, void **block,
                     size_t *n);

static inline bool orr__tape_failed(const orr__tape *t)
{
    return t->is_short || t->is_bad;
}

/* Numbers for operations. reserve() first: then number() cannot fail. */
int orr__tape_reserve(orr__tape *t);
void orr__tape_add_op(orr__tape *t, orr__op *op);
void orr__tape_drop_op(orr__tape *t, orr__op *op);
orr__op *orr__tape_find_op(const orr__tape *t, uint64_t number);

/* ---- What the records carry: carry.c, facts.c --------------------------- */

/* Two bytes of what was asked for: replay finds out with them that the
 * program asks for something else. */
uint16_t orr__carry_check(const orr__op *op);
uint16_t orr__carry_check_text(const char *text);
/* How many bytes an answer may have, before it is there. */
uint32_t orr__carry_capacity(const orr__op *op);
/* What an operation that is done leaves at its pointers. */
void orr__carry_result(orr__tape *t, const orr_allocator *a, orr__op *op,
                       uint32_t capacity, int64_t result);
/* All of an event but its operation; `rx` has ORR__CHUNK bytes, replay. */
typedef struct carry_rx {
    char data[ORR__CHUNK];
    orr__addr from;
    int fds[64];
} carry_rx;
void orr__carry_event(orr__tape *t, const orr_allocator *a, orr__event *ev,
                      carry_rx *rx);
/* Of a write that was cancelled: replay, how many bytes it had sent, which are
 * still to be taken off its buffers. */
size_t orr__carry_cancelled(orr__tape *t, orr__op *op);
void orr__carry_ask(orr__tape *t, const orr_allocator *a, orr__ask *ask,
                    int *err);

#endif
