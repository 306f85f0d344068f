/* channel.c - see channel.h. */
#include "bind/thread/channel.h"
#include "bind/addon/addon.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct channel {
    channel_hub *hub;
    orr_link link; /* in hub->channels, if it has a name */
    orr_link ends;
    size_t count;
    bool was_pair;
    char name[];
};

struct channel_end {
    channel *channel;
    orr_link link; /* in channel->ends */
    orr_link queue;
    size_t queued;
    runtime *owner; /* NULL: it is being carried */
    orr_async *wake;
    bool is_started;
    bool is_over;
    orr_link mailbox; /* in hub->mailboxes, if it is in it */
    uint32_t thread_id;
};

static channel_end *end_at(orr_link *link)
{
    return (channel_end *)((uintptr_t)link - offsetof(channel_end, link));
}

static channel_message *message_at(orr_link *link)
{
    return (channel_message *)((uintptr_t)link -
                               offsetof(channel_message, link));
}

static channel *channel_at(orr_link *link)
{
    return (channel *)((uintptr_t)link - offsetof(channel, link));
}

static void channel_lock(const channel_end *end)
{
    pthread_mutex_lock(&end->channel->hub->lock);
}

static void channel_unlock(const channel_end *end)
{
    pthread_mutex_unlock(&end->channel->hub->lock);
}

/* ---- The hub ------------------------------------------------------------ */

channel_hub *channel_hub_new(void)
{
    channel_hub *hub = calloc(1, sizeof *hub);

    if (hub == NULL)
        return NULL;
    pthread_mutex_init(&hub->lock, NULL);
    pthread_mutex_init(&hub->addons_lock, NULL);
    orr__list_init(&hub->channels);
    orr__list_init(&hub->mailboxes);
    orr__list_init(&hub->runtimes);
    orr__list_init(&hub->lock_requests);
    hub->holders = 1;
    return hub;
}

channel_hub *channel_hub_hold(channel_hub *hub)
{
    pthread_mutex_lock(&hub->lock);
    hub->holders++;
    pthread_mutex_unlock(&hub->lock);
    return hub;
}

void channel_hub_release(channel_hub *hub)
{
    if (hub == NULL)
        return;
    pthread_mutex_lock(&hub->lock);
    const bool is_last = --hub->holders == 0;
    pthread_mutex_unlock(&hub->lock);
    if (!is_last)
        return;
    bind_forget_addons(hub->addons);
    pthread_mutex_destroy(&hub->addons_lock);
    pthread_mutex_destroy(&hub->lock);
    free(hub);
}

/* A trace may have begun after the runtime looked for one. */
void channel_hub_enter(runtime *r)
{
    channel_hub *hub = r->hub;

    pthread_mutex_lock(&hub->lock);
    orr__list_add_last(&hub->runtimes, &r->hub_link);
    if (hub->trace != NULL && !trace_is_on(r))
        runtime_wake(r);
    pthread_mutex_unlock(&hub->lock);
}

void channel_hub_leave(runtime *r)
{
    pthread_mutex_lock(&r->hub->lock);
    if (r->hub_link.next != NULL)
        orr__list_remove(&r->hub_link);
    pthread_mutex_unlock(&r->hub->lock);
}

/* ---- Ledgers ------------------------------------------------------------ */

bool channel_ledger_open(runtime *r)
{
    r->posted = calloc(1, sizeof *r->posted);
    if (r->posted == NULL)
        return false;
    r->posted->holders = 1;
    engine_set_posted(r->engine, &r->posted->bytes);
    return true;
}

void channel_ledger_release(channel_ledger *ledger)
{
    if (ledger != NULL && atomic_fetch_sub(&ledger->holders, 1) == 1)
        free(ledger);
}

void channel_message_charge(channel_message *m, channel_ledger *ledger)
{
    m->ledger = ledger;
    m->size = sizeof *m + engine_clone_size(m->clone);
    atomic_fetch_add(&ledger->holders, 1);
    atomic_fetch_add(&ledger->bytes, m->size);
}

static void message_discharge(channel_message *m)
{
    if (m->ledger == NULL)
        return;
    atomic_fetch_sub(&m->ledger->bytes, m->size);
    channel_ledger_release(m->ledger);
}

/* ---- Messages ----------------------------------------------------------- */

channel_message *channel_message_new(engine_clone *clone, size_t end_count)
{
    channel_message *m = calloc(1, sizeof *m);

    if (m == NULL)
        return NULL;
    if (end_count > 0) {
        m->ends = calloc(end_count, sizeof(channel_end *));
        if (m->ends == NULL) {
            free(m);
            return NULL;
        }
    }
    m->end_count = end_count;
    m->clone = clone;
    return m;
}

/* Take `end` out of its channel and put its messages in `left`; the channel is
 * freed with its last end. */
static void channel_dissolve(channel_end *end, orr_link *left)
{
    channel *c = end->channel;
    channel_hub *hub = c->hub;

    pthread_mutex_lock(&hub->lock);
    orr__list_remove(&end->link);
    if (end->mailbox.next != NULL)
        orr__list_remove(&end->mailbox);
    while (!orr__list_empty(&end->queue)) {
        orr_link *first = end->queue.next;
        orr__list_remove(first);
        orr__list_add_last(left, first);
    }
    if (--c->count == 1 && c->was_pair) {
        channel_end *other = end_at(c->ends.next);
        other->is_over = true;
        if (other->wake != NULL)
            orr_async_send(other->wake);
    }
    const bool is_empty = c->count == 0;
    if (is_empty && !c->was_pair)
        orr__list_remove(&c->link);
    pthread_mutex_unlock(&hub->lock);
    if (is_empty)
        free(c);
    free(end);
}

/* Messages carry ends whose queues have messages; a list instead of recursion,
 * since that may go deep. */
static void free_all(orr_link *left)
{
    while (!orr__list_empty(left)) {
        channel_message *m = message_at(left->next);
        orr__list_remove(&m->link);
        for (size_t i = 0; i < m->end_count; i++)
            if (m->ends[i] != NULL)
                channel_dissolve(m->ends[i], left);
        message_discharge(m);
        engine_free_clone(m->clone);
        free(m->ends);
        free(m);
    }
}

void channel_message_free(channel_message *m)
{
    orr_link left;

    if (m == NULL)
        return;
    orr__list_init(&left);
    orr__list_add_last(&left, &m->link);
    free_all(&left);
}

/* ---- Ends --------------------------------------------------------------- */

static channel *new_channel(channel_hub *hub, const char *name)
{
    channel *c = calloc(1, sizeof *c + (name != NULL ? strlen(name) : 0) + 1);

    if (c == NULL)
        return NULL;
    c->hub = hub;
    c->was_pair = name == NULL;
    orr__list_init(&c->ends);
    if (name != NULL)
        memcpy(c->name, name, strlen(name));
    return c;
}

static channel_end *new_end(void)
{
    channel_end *end = calloc(1, sizeof *end);

    if (end != NULL)
        orr__list_init(&end->queue);
    return end;
}

static void channel_add_end(channel *c, channel_end *end)
{
    end->channel = c;
    orr__list_add_last(&c->ends, &end->link);
    c->count++;
}

int channel_make_pair(channel_hub *hub, channel_end *ends[2])
{
    channel *c = new_channel(hub, NULL);
    channel_end *one = new_end();
    channel_end *two = new_end();

    if (c == NULL || one == NULL || two == NULL) {
        free(c);
        free(one);
        free(two);
        return -ENOMEM;
    }
    channel_add_end(c, one);
    channel_add_end(c, two);
    ends[0] = one;
    ends[1] = two;
    return 0;
}

/* With the lock held. */
static channel *channel_find(channel_hub *hub, const char *name)
{
    for (orr_link *l = hub->channels.next; l != &hub->channels; l = l->next)
        if (strcmp(channel_at(l)->name, name) == 0)
            return channel_at(l);
    return NULL;
}

int channel_join(channel_hub *hub, const char *name, channel_end **out)
{
    channel *fresh = new_channel(hub, name);
    channel_end *end = new_end();

    if (fresh == NULL || end == NULL) {
        free(fresh);
        free(end);
        return -ENOMEM;
    }
    pthread_mutex_lock(&hub->lock);
    channel *c = channel_find(hub, name);
    if (c == NULL) {
        c = fresh;
        fresh = NULL;
        orr__list_add_last(&hub->channels, &c->link);
    }
    channel_add_end(c, end);
    pthread_mutex_unlock(&hub->lock);
    free(fresh);
    *out = end;
    return 0;
}

void channel_leave(channel_end *end)
{
    orr_link left;

    orr__list_init(&left);
    channel_dissolve(end, &left);
    free_all(&left);
}

void channel_own(channel_end *end, runtime *r, orr_async *wake)
{
    channel_lock(end);
    end->owner = r;
    end->wake = wake;
    if (end->is_over)
        orr_async_send(wake);
    channel_unlock(end);
}

void channel_mute(channel_end *end)
{
    channel_lock(end);
    end->wake = NULL;
    channel_unlock(end);
}

/* Only the owner's own runtime, which runs this, puts messages in the queue
 * that are for its engine alone. The others may post meanwhile: so the queue is
 * taken out, and put back in front of what came. */
int channel_make_portable(channel_end *end)
{
    orr_link waiting;
    int err = 0;

    orr__list_init(&waiting);
    channel_lock(end);
    orr__list_move(&waiting, &end->queue);
    channel_unlock(end);
    for (orr_link *l = waiting.next; l != &waiting && err == 0; l = l->next)
        err = engine_make_clone_portable(message_at(l)->clone);
    channel_lock(end);
    orr__list_move(&waiting, &end->queue);
    orr__list_move(&end->queue, &waiting);
    channel_unlock(end);
    return err;
}

void channel_disown(channel_end *end)
{
    channel_lock(end);
    end->owner = NULL;
    end->wake = NULL;
    end->is_started = false;
    channel_unlock(end);
}

void channel_set_started(channel_end *end, bool started)
{
    channel_lock(end);
    end->is_started = started;
    if (started && end->queued > 0 && end->wake != NULL)
        orr_async_send(end->wake);
    channel_unlock(end);
}

bool channel_is_started(channel_end *end)
{
    channel_lock(end);
    const bool started = end->is_started;
    channel_unlock(end);
    return started;
}

/* ---- Posting ------------------------------------------------------------ */

channel_audience channel_get_audience(channel_end *end)
{
    channel_audience a = { .is_local = true };
    const orr_link *all = &end->channel->ends;

    channel_lock(end);
    for (orr_link *l = all->next; l != all; l = l->next) {
        const channel_end *other = end_at(l);
        if (other == end)
            continue;
        a.count++;
        a.is_local = a.is_local && other->owner == end->owner;
        if (other->owner != NULL && other->owner != end->owner &&
            other->owner->options.is_hooks_runtime)
            a.has_hooks_runtime = true;
    }
    channel_unlock(end);
    return a;
}

static bool channel_carries(const channel_message *m, const channel_end *end)
{
    for (size_t i = 0; i < m->end_count; i++)
        if (m->ends[i] == end)
            return true;
    return false;
}

static void channel_enqueue(channel_end *to, channel_message *m)
{
    orr__list_add_last(&to->queue, &m->link);
    to->queued++;
    if (to->is_started && to->wake != NULL)
        orr_async_send(to->wake);
}

/* A channel with a name: the others but the last get copies. It carries no
 * ends, and no bytes that can be had only once. */
static int post_copy(channel_end *to, const channel_message *m)
{
    engine_clone *clone = engine_copy_clone(m->clone);
    channel_message *copy =
        clone != NULL ? channel_message_new(clone, 0) : NULL;

    if (copy == NULL) {
        engine_free_clone(clone);
        return -ENOMEM;
    }
    copy->poster = m->poster;
    if (m->ledger != NULL)
        channel_message_charge(copy, m->ledger);
    channel_enqueue(to, copy);
    return 0;
}

/* With the lock held. */
static int channel_post_message(channel_end *end, channel_message *m)
{
    const orr_link *all = &end->channel->ends;
    channel_end *last = NULL;
    int err = 0;

    for (orr_link *l = all->next; l != all && err == 0; l = l->next) {
        if (end_at(l) == end || channel_carries(m, end_at(l)))
            continue;
        if (last != NULL)
            err = post_copy(last, m);
        last = end_at(l);
    }
    if (last == NULL)
        return end->channel->count > 1 ? -ELOOP : -EPIPE;
    if (err == 0)
        channel_enqueue(last, m);
    return err;
}

int channel_post(channel_end *end, channel_message *m)
{
    channel_lock(end);
    const int err = channel_post_message(end, m);
    channel_unlock(end);
    return err;
}

void channel_set_thread(channel_end *end, uint32_t thread_id)
{
    channel_lock(end);
    end->thread_id = thread_id;
    orr__list_add_last(&end->channel->hub->mailboxes, &end->mailbox);
    channel_unlock(end);
}

static channel_end *find_mailbox(channel_hub *hub, uint32_t thread_id)
{
    const orr_link *all = &hub->mailboxes;

    for (orr_link *l = all->next; l != all; l = l->next) {
        channel_end *end = (channel_end *)((uintptr_t)l -
                                           offsetof(channel_end, mailbox));
        if (end->thread_id == thread_id)
            return end;
    }
    return NULL;
}

int channel_post_to_thread(channel_hub *hub, uint32_t thread_id,
                           channel_message *m)
{
    pthread_mutex_lock(&hub->lock);
    channel_end *to = find_mailbox(hub, thread_id);
    if (to != NULL)
        channel_enqueue(to, m);
    pthread_mutex_unlock(&hub->lock);
    return to != NULL ? 0 : -EPIPE;
}

/* ---- Taking ------------------------------------------------------------- */

channel_message *channel_take(channel_end *end)
{
    channel_message *m = NULL;

    channel_lock(end);
    if (end->queued > 0) {
        m = message_at(end->queue.next);
        orr__list_remove(&m->link);
        end->queued--;
    }
    channel_unlock(end);
    return m;
}

size_t channel_count(channel_end *end)
{
    channel_lock(end);
    const size_t queued = end->queued;
    channel_unlock(end);
    return queued;
}

void channel_set_poster(channel_end *end, trace_key key)
{
    channel_lock(end);
    for (orr_link *l = end->queue.next; l != &end->queue; l = l->next) {
        channel_message *m = message_at(l);
        if (trace_key_thread(m->poster.key) == trace_key_thread(key))
            m->poster.key = key;
    }
    channel_unlock(end);
}

trace_origin channel_poster(channel_end *end)
{
    trace_origin poster = { .key = 0 };

    channel_lock(end);
    if (end->queued > 0)
        poster = message_at(end->queue.next)->poster;
    channel_unlock(end);
    return poster;
}

bool channel_is_over(channel_end *end)
{
    channel_lock(end);
    const bool is_over = end->is_over && end->queued == 0;
    channel_unlock(end);
    return is_over;
}
