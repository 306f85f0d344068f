/*
 * event.h - what the door and the loop tell to whoever listens.
 *
 * One struct per event, passed by pointer and valid during the call only. The
 * listener must not call into the loop. With no listener an event costs one
 * test of a pointer. docs/trace-format.md will give these the names that a
 * trace file uses; orr_event_name() has them already.
 */
#ifndef ORRERY_TRACE_EVENT_H
#define ORRERY_TRACE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

typedef enum orr_event_type {
    ORR_EV_TURN_BEGIN, /* id: the number of the turn */
    ORR_EV_TURN_END,
    ORR_EV_PHASE_BEGIN, /* phase */
    ORR_EV_PHASE_END,
    ORR_EV_CALL_BEGIN, /* kind, id, cause, trigger, site */
    ORR_EV_CALL_END,   /* kind, id, threw */
    ORR_EV_SCHEDULE,   /* kind, id, cause, site */
    ORR_EV_SUBMIT,     /* kind, id, what: an operation goes to the kernel */
    ORR_EV_DELIVER,    /* id, what: and its result comes back */
    ORR_EV_REFUSE      /* kind, id: a request that was scheduled can't begin;
                        * the call returns the error, no callback comes */
} orr_event_type;

typedef struct orr_event {
    uint8_t type;  /* orr_event_type */
    uint8_t phase; /* orr_phase */
    uint8_t kind;  /* orr_kind */
    bool threw;
    uint64_t id, cause, trigger;
    uintptr_t site;
    const char *what; /* the operation's name, or NULL */
} orr_event;

/* "phase+", "cb-", "op.submit": the word for an event type in a trace. */
const char *orr_event_name(orr_event_type type);

#endif
