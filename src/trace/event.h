/*
 * event.h - the events that the door, the loop and the engine pass to a trace.
 *
 * Installed as <orrery/event.h>, for a program that gives orr_options.trace.
 *
 * One struct per event, passed by pointer and valid during the call only. The
 * listener must not call into the loop. With no listener an event costs one
 * test of a pointer, and all those tests are ORR_TRACED(): a build with
 * -DORRERY_NO_TRACE has none of them, to measure against (bench/trace_off).
 * docs/trace.md has the names that a trace file uses.
 */
#ifndef ORRERY_TRACE_EVENT_H
#define ORRERY_TRACE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum orr_event_type {
    ORR_EV_TURN_BEGIN, /* id: the number of the turn */
    ORR_EV_TURN_END,
    ORR_EV_PHASE_BEGIN, /* phase; value: requests under way; cause: handles
                         * being closed */
    ORR_EV_PHASE_END,
    ORR_EV_CALL_BEGIN, /* kind, id, cause, trigger, site */
    ORR_EV_CALL_END,   /* kind, id, threw */
    ORR_EV_SCHEDULE,   /* kind, id, cause, site */
    ORR_EV_SUBMIT,     /* kind, id, what: an operation goes to the kernel */
    ORR_EV_EFFECT,     /* id, what: it has taken effect (simulator only) */
    ORR_EV_DELIVER,    /* id, what: and its result comes back */
    ORR_EV_REFUSE,     /* kind, id: a request that was scheduled can't begin;
                        * the call returns the error, no callback comes */
    /* from the engine */
    ORR_EV_ARM,            /* kind, id, cause, site; value: the delay in ms */
    ORR_EV_CLEAR,          /* kind, id, cause: the id that cleared it */
    ORR_EV_PROMISE_INIT,   /* id: the promise; trigger: its parent */
    ORR_EV_PROMISE_SETTLE, /* id: the promise; threw: it was rejected. Both:
                            * cause, site */
    ORR_EV_THROW,          /* id: what was running; threw: as a rejection */
    ORR_EV_EMIT,           /* what: an event with listeners; value: how many;
                            * id: a number for this name, or 0; cause, site;
                            * trigger: the site of the program's listener; http,
                            * of an event of HTTP */
    ORR_EV_ENTER,          /* a function of the program is entered by code of
                            * others; site: where it begins; cause */
    ORR_EV_ANSWER,         /* the head of a response is made; id: the number of
                            * the request; value: the status; cause, site */
    ORR_EV_RESPONSE        /* the head of a response to a request of the program
                            * has come; http; cause */
} orr_event_type;

/* A message of HTTP. The texts are UTF-8; no zero byte ends them. */
typedef struct orr_http {
    uint64_t request; /* a number that its answer has, too; 0: it has none */
    const char *method, *url;
    uint32_t method_len, url_len;
    uint32_t status; /* of a response that came in; or 0 */
} orr_http;

typedef struct orr_event {
    uint8_t type;  /* orr_event_type */
    uint8_t phase; /* orr_phase */
    uint8_t kind;  /* orr_kind, or one of the layer above */
    bool threw;
    uint64_t id, cause, trigger;
    uint64_t value;
    uint64_t now_ms; /* the loop's clock as it was last read; its own events */
    uintptr_t site;
    const char *what;     /* the operation's name, or NULL */
    const orr_http *http; /* or NULL */
} orr_event;

/* Is there a listener? */
#ifdef ORRERY_NO_TRACE
#define ORR_TRACED(listener) ((void)(listener), false)
#else
#define ORR_TRACED(listener) __builtin_expect((listener) != NULL, 0)
#endif

/* "phase+", "cb-", "op.submit": the word for an event type in a trace. */
const char *orr_event_name(orr_event_type type);

#ifdef __cplusplus
}
#endif

#endif
