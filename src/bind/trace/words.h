/*
 * words.h - the types of lines in a trace: their words, what they belong
 * to for --filter, and which members they have. docs/trace-format.md has the
 * same table in sentences.
 *
 * The members of trace_record mean, by the bits of a row:
 *
 *     K  kind and id            C  cause            T  trigger
 *     V  value, as the member that the row names; S: signed
 *     W  what: a constant, or the text
 *     X  the text is "text"     J  the text is JSON: members as they are
 *     P  id is a promise        R  trigger is its parent
 *     F  phase                  Q  q of a phase, q of the end of a callback
 *     A  id is a trace_place    N  id is the number of a request
 *
 * Of a record with a text, trigger is the number of bytes that are missing in
 * it; of console, id is the worker whose output is passed on.
 */
#ifndef ORRERY_BIND_TRACE_WORDS_H
#define ORRERY_BIND_TRACE_WORDS_H

enum {
    TRACE_K = 1 << 0,
    TRACE_C = 1 << 1,
    TRACE_T = 1 << 2,
    TRACE_V = 1 << 3,
    TRACE_W = 1 << 4,
    TRACE_X = 1 << 5,
    TRACE_J = 1 << 6,
    TRACE_P = 1 << 7,
    TRACE_R = 1 << 8,
    TRACE_F = 1 << 9,
    TRACE_Q = 1 << 10,
    TRACE_I = 1 << 11, /* id alone */
    TRACE_S = 1 << 12,
    TRACE_A = 1 << 13, /* id is the place of a listener, or 0 */
    TRACE_N = 1 << 14  /* id is the number of a request */
};

/* What --filter names. */
#define TRACE_GROUPS(X)                                                        \
    X(TURNS, "turns")                                                          \
    X(CALLBACKS, "callbacks")                                                  \
    X(TICKS, "ticks")                                                          \
    X(MICROTASKS, "microtasks")                                                \
    X(TIMERS, "timers")                                                        \
    X(IMMEDIATES, "immediates")                                                \
    X(OPERATIONS, "operations")                                                \
    X(HANDLES, "handles")                                                      \
    X(PROMISES, "promises")                                                    \
    X(EVENTS, "events")                                                        \
    X(CONSOLE, "console")                                                      \
    X(CHOICES, "choices")                                                      \
    X(ALWAYS, "")

typedef enum trace_group {
#define X(name, word) TRACE_##name,
    TRACE_GROUPS(X)
#undef X
} trace_group;

/* name, word, group, bits, the member of value */
#define TRACE_TYPES(X)                                                         \
    X(TURN_BEGIN, "iter+", TURNS, TRACE_I, "")                                 \
    X(TURN_END, "iter-", TURNS, TRACE_I, "")                                   \
    X(PHASE_BEGIN, "phase+", TURNS, TRACE_F | TRACE_Q, "")                     \
    X(PHASE_END, "phase-", TURNS, TRACE_F, "")                                 \
    X(CALL_BEGIN, "cb+", CALLBACKS, TRACE_K | TRACE_C | TRACE_T | TRACE_W, "") \
    X(CALL_END, "cb-", CALLBACKS, TRACE_K | TRACE_W | TRACE_Q, "")             \
    X(TICK_BEGIN, "tick+", TICKS, TRACE_K | TRACE_C | TRACE_T, "")             \
    X(TICK_END, "tick-", TICKS, TRACE_K, "")                                   \
    X(MICRO_BEGIN, "micro+", MICROTASKS, TRACE_K | TRACE_C | TRACE_T, "")      \
    X(MICRO_END, "micro-", MICROTASKS, TRACE_K, "")                            \
    X(SCHEDULE, "schedule", OPERATIONS, TRACE_K | TRACE_C | TRACE_W, "")       \
    X(TICK_QUEUE, "tick.queue", TICKS, TRACE_K | TRACE_C, "")                  \
    X(IMM_QUEUE, "imm.queue", IMMEDIATES, TRACE_K | TRACE_C, "")               \
    X(IMM_CLEAR, "imm.clear", IMMEDIATES, TRACE_K | TRACE_C, "")               \
    X(TIMER_ARM, "timer.arm", TIMERS, TRACE_K | TRACE_C | TRACE_V, "ms")       \
    X(TIMER_CLEAR, "timer.clear", TIMERS, TRACE_K | TRACE_C, "")               \
    X(SUBMIT, "op.submit", OPERATIONS, TRACE_K | TRACE_W, "")                  \
    X(EFFECT, "op.effect", OPERATIONS, TRACE_I | TRACE_W, "")                  \
    X(DELIVER, "op.deliver", OPERATIONS, TRACE_I | TRACE_W | TRACE_S,          \
      "result")                                                                \
    X(HANDLE_OPEN, "handle.open", HANDLES, TRACE_I | TRACE_W | TRACE_C, "")    \
    X(HANDLE_CLOSE, "handle.close", HANDLES, TRACE_I | TRACE_W | TRACE_C, "")  \
    X(REFUSE, "refuse", OPERATIONS, TRACE_K, "")                               \
    X(PROMISE_INIT, "promise.init", PROMISES, TRACE_P | TRACE_R | TRACE_C, "") \
    X(PROMISE_SETTLE, "promise.settle", PROMISES, TRACE_P | TRACE_C, "")       \
    X(POST, "post", EVENTS, TRACE_V | TRACE_C, "m")                            \
    X(EMIT, "emit", EVENTS, TRACE_W | TRACE_V | TRACE_C | TRACE_A,             \
      "listeners")                                                             \
    X(ENTER, "enter", CALLBACKS, TRACE_C, "")                                  \
    X(ANSWER, "answer", EVENTS, TRACE_N | TRACE_C | TRACE_V, "status")         \
    X(RESPONSE, "response", EVENTS, TRACE_C, "")                               \
    X(CONSOLE_LINE, "console", CONSOLE, TRACE_V | TRACE_X | TRACE_C, "fd")     \
    X(THROW, "throw", ALWAYS, TRACE_C | TRACE_X, "")                           \
    X(CHOICE, "choice", CHOICES, TRACE_J, "")                                  \
    X(THREAD_START, "thread.start", ALWAYS, TRACE_W, "")                       \
    X(THREAD_EXIT, "thread.exit", ALWAYS, TRACE_S, "code")                     \
    X(EXIT, "exit", ALWAYS, TRACE_S, "code")                                   \
    X(STOP, "stop", ALWAYS, 0, "")

typedef enum trace_type {
#define X(name, word, group, bits, member) TRACE_TYPE_##name,
    TRACE_TYPES(X)
#undef X
        TRACE_TYPE_COUNT
} trace_type;

#define TRACE_THREAD_BITS 24

/* In trace_record.flags. */
enum {
    TRACE_THREW = 1,    /* the callback threw, the promise was rejected */
    TRACE_OWN = 2,      /* a handle of the runtime's own */
    TRACE_NAMES_FN = 4, /* the text is the name of a function */
    TRACE_FROM = 8,     /* trigger is of another thread; value is this thread
                         * and, above its bits, the number of the message */
    TRACE_MESSAGE = 16, /* the text is a trace_message, and its texts */
};

#endif
