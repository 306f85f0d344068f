/* event.c - the words for the events of event.h. */
#include "trace/event.h"

const char *orr_event_name(orr_event_type type)
{
    static const char *const names[] = {
        [ORR_EV_TURN_BEGIN] = "iter+",
        [ORR_EV_TURN_END] = "iter-",
        [ORR_EV_PHASE_BEGIN] = "phase+",
        [ORR_EV_PHASE_END] = "phase-",
        [ORR_EV_CALL_BEGIN] = "cb+",
        [ORR_EV_CALL_END] = "cb-",
        [ORR_EV_SCHEDULE] = "schedule",
        [ORR_EV_SUBMIT] = "op.submit",
        [ORR_EV_EFFECT] = "op.effect",
        [ORR_EV_DELIVER] = "op.deliver",
        [ORR_EV_REFUSE] = "refuse",
        [ORR_EV_ARM] = "timer.arm",
        [ORR_EV_CLEAR] = "clear",
        [ORR_EV_PROMISE_INIT] = "promise.init",
        [ORR_EV_THROW] = "throw",
        [ORR_EV_PROMISE_SETTLE] = "promise.settle",
        [ORR_EV_EMIT] = "emit",
        [ORR_EV_ENTER] = "enter",
        [ORR_EV_ANSWER] = "answer",
        [ORR_EV_RESPONSE] = "response",
    };

    return type <= ORR_EV_RESPONSE ? names[type] : "unknown";
}
