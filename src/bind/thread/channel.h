/*
 * channel.h - channels of messages, within a thread and between threads.
 *
 *      hub --- channel ---+--- end    of a MessagePort of this runtime
 *                         +--- end    of another runtime, on its own thread
 *
 * A channel has two ends (MessageChannel), or a name and any number of them
 * (BroadcastChannel). What is posted at one end waits in the queues of all
 * others. An end belongs to a port, or to a message that carries it to another
 * port: then it has no owner, and its queue goes with it.
 *
 * One lock, the hub's, guards all channels of a program. Nothing that runs
 * JavaScript, allocates in an engine or waits is called with it held.
 */
#ifndef ORRERY_BIND_CHANNEL_H
#define ORRERY_BIND_CHANNEL_H

#include <pthread.h>

#include "base/list.h"
#include "bind/bind.h"

typedef struct channel channel;
typedef struct channel_end channel_end;

/* What all runtimes of a program share. */
struct channel_hub {
    pthread_mutex_t lock;
    size_t holders;     /* runtimes */
    orr_link channels;  /* those that have names */
    orr_link mailboxes; /* ends that hear what is posted to a thread */
    uint32_t thread_id; /* the last that was given out; of the main thread 0 */
    orr_link runtimes;  /* by hub_link; those that are open */
    struct trace_session *trace; /* that all of them take part in, or NULL */
    struct registered *addons;   /* dlopen.c; libraries that were loaded */
    pthread_mutex_t addons_lock;
    orr_link lock_requests; /* locks.c; oldest first */
    uint64_t lock_id;       /* of the last one */
};

/* NULL without memory. */
channel_hub *channel_hub_new(void);
channel_hub *channel_hub_hold(channel_hub *hub);
void channel_hub_release(channel_hub *hub);
/* The runtime can be woken from now on; no longer. */
void channel_hub_enter(runtime *r);
void channel_hub_leave(runtime *r);

/* What a runtime has posted and nobody has taken, in bytes: they count for its
 * limit, or a thread that posts faster than another one reads has all memory.
 * Held by the runtime and by each message. */
typedef struct channel_ledger {
    _Atomic size_t bytes;
    _Atomic size_t holders;
} channel_ledger;

/* Open the runtime's own, for its engine; false without memory. */
bool channel_ledger_open(runtime *r);
void channel_ledger_release(channel_ledger *ledger);

typedef struct channel_message {
    orr_link link;
    engine_clone *clone;
    channel_ledger *ledger; /* where `size` is entered; NULL: nowhere */
    size_t size;
    trace_origin poster; /* for a trace */
    size_t end_count;
    channel_end **ends; /* that it carries, in the order of its hosts */
} channel_message;

/* Memory: it takes over clone and ends; NULL without memory, and then it has
 * not. */
channel_message *channel_message_new(engine_clone *clone, size_t end_count);
/* Enter it in the ledger until it is freed. */
void channel_message_charge(channel_message *m, channel_ledger *ledger);
/* Frees what it holds, and closes the ends that it carries. */
void channel_message_free(channel_message *m);

/* Two ends of a new channel. -ENOMEM. */
int channel_make_pair(channel_hub *hub, channel_end *ends[2]);
/* Another end of the channel of that name. -ENOMEM. */
int channel_join(channel_hub *hub, const char *name, channel_end **out);

/* Leave the channel and free the end with its queue. The other end of a pair is
 * woken: channel_is_over(). Called on the thread of the end's owner, if it has
 * one. */
void channel_leave(channel_end *end);

/* The end belongs to a port of `r`, which is woken for each message once it is
 * started. */
void channel_own(channel_end *end, runtime *r, orr_async *wake);
/* The port is about to close: other threads no longer wake it. */
void channel_mute(channel_end *end);
/* Messages that wait become readable by any engine. -ENOMEM. */
int channel_make_portable(channel_end *end);
/* After that: it belongs to no port any more. */
void channel_disown(channel_end *end);

/* Wake the owner for messages: those that wait, and others to come. */
void channel_set_started(channel_end *end, bool started);
bool channel_is_started(channel_end *end);

/* Who hears what is posted at this end. */
typedef struct channel_audience {
    size_t count;
    bool is_local; /* they all belong to the runtime of this end's owner */
    bool has_hooks_runtime; /* which turns only when it is asked to */
} channel_audience;

channel_audience channel_get_audience(channel_end *end);

/*
 * Put a message in the queues of all other ends. -EPIPE if there are none,
 * -ELOOP if the only one is carried by the message itself: the message is then
 * still the caller's. -ENOMEM if a copy for one of several could not be made.
 */
int channel_post(channel_end *end, channel_message *m);

/* This end also hears what is posted to the thread of that id, until it is
 * gone. */
void channel_set_thread(channel_end *end, uint32_t thread_id);
/* Put a message into the queue of a thread, by its id. -EPIPE if there is none:
 * the message is then still the caller's. */
int channel_post_to_thread(channel_hub *hub, uint32_t thread_id,
                           channel_message *m);

/* The oldest message; NULL if none waits. */
channel_message *channel_take(channel_end *end);
size_t channel_count(channel_end *end);
/* For a trace: what waits, and comes from the same thread, is made ready by
 * `key`, which begins to listen. */
void channel_set_poster(channel_end *end, trace_key key);
/* The poster of the oldest message; none if there is no message. */
trace_origin channel_poster(channel_end *end);
/* The other end of a pair is gone: nothing comes after what waits. */
bool channel_is_over(channel_end *end);

/* ---- message.c: messages as values -------------------------------------- */

/* What is moved along with a message, as lib/ has it: ArrayBuffers, ports and,
 * in the same order, the handles of these. */
typedef struct channel_cargo {
    napi_value buffers, ports, handles;
} channel_cargo;

/*
 * Clone a value into a message; its ports have no ends any more then. is_local:
 * `r` itself will read it.
 *
 * Errors: ENGINE_THREW.
 */
int channel_write(runtime *r, napi_value value, const channel_cargo *cargo,
                  bool is_local, channel_message **out);

/* The value of a message, which is freed; lib/ makes a port for each end that
 * it carries. ENGINE_THREW. */
int channel_read(runtime *r, channel_message *m, napi_value context,
                 napi_value *value);

/* The end of a port, which the port has no more; NULL if it has none. */
channel_end *channel_take_end(runtime *r, napi_value handle);
/* Give a port without an end this one; false if it is not such a port. */
bool channel_give_end(runtime *r, napi_value handle, channel_end *end);

#endif
