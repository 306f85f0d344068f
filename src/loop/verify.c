/*
 * verify.c - what must stay true of a loop, as functions: of a record, a
 * handle, a request, the queues and the door. timer.c and stream.c have those
 * of timers and of streams, whose insides they know.
 *
 * They are called in the hostile build only (make CHECK=1), since each looks at
 * all that lives: after a callback and after a turn, as often as those before
 * have paid for: a loop with many timers has as many turns.
 *
 *      callback, turn: credit += 256   a look costs one for each handle, timer
 *                                      and request; it waits for its credit
 *
 * What is found is a bug of ours, and must() stops the program where it shows.
 */
#include "loop/stream.h"
#include "loop/udp.h"

#ifdef ORR_CHECKED

#define CREDIT_OF_STEP 256

typedef struct counts {
    orr_loop *loop;
    uint32_t active, all;
} counts;

/* ---- One thing ----------------------------------------------------------- */

static void verify_record(const orr_loop *loop, const orr_record *record)
{
    must(record->id != 0 && record->id <= loop->last_id,
         "a record has a number that was given");
    must(record->cause < record->id, "a cause is older than its effect");
    must(record->kind > ORR_KIND_NONE && record->kind < ORR_KIND_USER,
         "what the loop holds is of a kind of its own");
}

static void verify_handle(orr_handle *h, void *arg)
{
    counts *c = arg;

    must(h->loop == c->loop, "a handle is in lists of its own loop");
    must(h->flags & H_LIVE, "a handle in a list is live");
    must(!(h->flags & H_CLOSED), "a closed handle is in no list");
    must(!(h->flags & H_CLOSING) || !(h->flags & H_ACTIVE),
         "a closing handle is not active");
    must(h->record.kind <= ORR_STAT_WATCH, "a handle has a kind of handles");
    verify_record(c->loop, &h->record);
    c->active += (h->flags & (H_ACTIVE | H_UNREF)) == H_ACTIVE;
    c->all++;
    if ((h->flags & H_CLOSING) == 0 &&
        (h->record.kind == ORR_TCP || h->record.kind == ORR_PIPE ||
         h->record.kind == ORR_TTY))
        orr__stream_verify(orr__container(h, orr_stream, handle));
}

static void verify_request(const orr_loop *loop, const orr_req *req)
{
    must(req->loop == loop, "a request is in the list of its own loop");
    must(req->record.kind >= ORR_WRITE, "a request has a kind of requests");
    verify_record(loop, &req->record);
}

/* ---- Queues -------------------------------------------------------------- */

static void verify_list(orr_link *head, counts *c, orr_kind kind)
{
    orr__list_verify(head);
    for (orr_link *l = head->next; l != head; l = l->next) {
        orr_handle *h = orr__handle_of(l);
        must(kind == ORR_KIND_NONE || h->record.kind == kind,
             "a list of one kind has no other");
        verify_handle(h, c);
    }
}

static void verify_closing(const orr_loop *loop)
{
    for (const orr_handle *h = loop->closing; h != NULL; h = h->close_next)
        must(h->flags & H_CLOSING, "what waits to be closed was closed");
}

static void verify_requests(orr_loop *loop, counts *c)
{
    uint32_t n = 0;

    orr__list_verify(&loop->reqs);
    for (orr_link *l = loop->reqs.next; l != &loop->reqs; l = l->next) {
        verify_request(loop, orr__container(l, orr_req, link));
        n++;
    }
    must(n == loop->requests, "the requests that live are counted");
    c->all += n;
}

/* Numbers of callbacks that are running grow inwards only by being nested: none
 * is of the future. */
static void verify_door(const orr_loop *loop)
{
    for (const orr__running *r = loop->running; r != NULL; r = r->outer) {
        must(r->record->id <= loop->last_id, "what runs has a known number");
        must(r->outer == NULL || r->after == ORR__AFTER_DUE,
             "only the outermost callback says what comes after it");
    }
}

/* How many things were looked at. */
static uint32_t verify_loop(orr_loop *loop)
{
    counts c = { .loop = loop };

    verify_list(&loop->handles, &c, ORR_KIND_NONE);
    verify_list(&loop->pass, &c, ORR_KIND_NONE);
    verify_list(&loop->asyncs, &c, ORR_ASYNC);
    verify_list(&loop->idle, &c, ORR_IDLE);
    verify_list(&loop->prepare, &c, ORR_PREPARE);
    verify_list(&loop->check, &c, ORR_CHECK);
    orr__list_verify(&loop->pending);
    orr__timers_verify(&loop->timers);
    orr__timers_walk(loop, verify_handle, &c);
    must(c.active == loop->active, "the handles that keep alive are counted");
    verify_requests(loop, &c);
    verify_closing(loop);
    verify_door(loop);
    return c.all;
}

void orr__loop_verify_later(orr_loop *loop)
{
    loop->verify_credit += CREDIT_OF_STEP;
    if (loop->verify_credit >= loop->verify_price) {
        loop->verify_price = verify_loop(loop);
        loop->verify_credit = 0;
    }
}

#endif
