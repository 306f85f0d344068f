/*
 * backend_sim.c: what only the simulator has: a clock that jumps, detection of
 * deadlocks, choices that are obeyed, and repeatable runs.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "asker.h"

/* ---- Time --------------------------------------------------------------- */

TEST_SIM(the_clock_hardly_moves_until_a_wait_and_then_jumps)
{
    backend b;
    orr__event ev;

    asker_open(&b, NULL, 0);
    const uint64_t start = asker_now(&b);
    const uint64_t wall = b.table->clock(b.poll, ORR__WALL) / MS;
    CHECK(asker_now(&b) == start);
    CHECK_INT(b.table->wait(b.poll, start + 3600000 * MS), 0);
    CHECK(!b.table->next(b.poll, &ev));
    CHECK(asker_now(&b) == start + 3600000 * MS);
    CHECK(b.table->clock(b.poll, ORR__WALL) / MS == wall + 3600000);

    orr__stats stats;
    b.table->stats(b.poll, &stats);
    CHECK(stats.idle_ns == 3600000 * MS);
    CHECK_INT(stats.system_calls, 0);
    asker_close(&b);
}

TEST_SIM(a_deadline_in_the_past_moves_nothing)
{
    backend b;

    asker_open(&b, NULL, 0);
    const uint64_t start = asker_now(&b);
    CHECK_INT(b.table->wait(b.poll, 0), 0);
    CHECK_INT(b.table->wait(b.poll, start - 1), 0);
    CHECK(asker_now(&b) == start);
    asker_close(&b);
}

TEST_SIM(two_reads_of_the_clock_differ_but_a_thousand_take_no_millisecond)
{
    backend b;

    asker_open(&b, NULL, 0);
    const uint64_t start = b.table->clock(b.poll, ORR__MONOTONIC);
    uint64_t last = start;
    for (int i = 0; i < 1000; i++) {
        const uint64_t read = b.table->clock(b.poll, ORR__MONOTONIC);
        CHECK(read > last);
        last = read;
    }
    CHECK(last - start < MS);
    asker_close(&b);
}

/* while (asker_now() < end); must come to an end. */
TEST_SIM(a_program_that_spins_on_the_clock_gets_on)
{
    backend b;
    long turns = 0;

    asker_open(&b, NULL, 0);
    const uint64_t end = asker_now(&b) + 50 * MS;
    while (asker_now(&b) < end)
        CHECK(turns++ < 1000000);
    asker_close(&b);
}

/* So must a program that turns the loop until a timer is due. */
TEST_SIM(a_loop_that_never_sleeps_gets_on)
{
    backend b;
    char seen[16];
    long turns = 0;

    asker_open(&b, NULL, 0);
    const uint64_t end = asker_now(&b) + 50 * MS;
    while (asker_now(&b) < end) {
        asker_look(&b, 0, seen);
        CHECK(turns++ < 100000);
    }
    CHECK(turns > 1000); /* a few turns cost nothing */
    asker_close(&b);
}

TEST_SIM(a_clock_read_may_let_milliseconds_pass)
{
    asker a = { .answer = pick_some, .only = ORR_CHOOSE_CLOCK, .pick = 1 };
    backend b;

    asker_open(&b, &a, 0);
    const uint64_t start = asker_now(&b);
    CHECK(asker_now(&b) == start);
    a.left = 1;
    CHECK(asker_now(&b) == start + MS);
    CHECK(asker_now(&b) == start + MS);
    CHECK_INT(a.asked[ORR_CHOOSE_CLOCK], 4);
    asker_close(&b);
}

static uint64_t fixed_clock(void *ctx)
{
    (void)ctx;
    return 77 * MS;
}

TEST_SIM(a_clock_of_the_world_is_used)
{
    backend b = { .table = &orr__sim };
    orr__poll_options options = { .allocator = &b.allocator,
                                  .world = &b.world };

    b.allocator.resize = test_resize;
    b.world.clock_ns = fixed_clock;
    b.world.wall_ns = fixed_clock;
    CHECK_INT(b.table->open(&options, &b.poll, NULL), 0);
    test_cleanup(asker_close_late, &b);
    CHECK(asker_now(&b) == 77 * MS);
    CHECK(b.table->clock(b.poll, ORR__WALL) == 77 * MS);
    CHECK_INT(b.table->wait(b.poll, 100 * MS), 0);
    CHECK(asker_now(&b) == 77 * MS);
    asker_close(&b);
}

/* ---- Nothing can happen ------------------------------------------------- */

TEST_SIM(waiting_for_ever_for_nothing_is_a_deadlock)
{
    backend b;
    int fds[2];
    orr__op wake = { .code = OP_WAKE };
    orr__event ev;

    asker_open(&b, NULL, 0);
    CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), -EDEADLK);
    backend_submit(&b, &wake);
    backend_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    backend_submit(&b, &recv);
    CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), -EDEADLK);

    b.table->wake(b.poll);
    CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), 0);
    CHECK(b.table->next(b.poll, &ev));
    CHECK(ev.op == &wake && ev.more);
    CHECK(!b.table->next(b.poll, &ev));

    CHECK_INT(backend_send(&b, fds[1], "x"), 1);
    CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), 0);
    CHECK(b.table->next(b.poll, &ev));
    CHECK(ev.op == &recv);
    CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), -EDEADLK);
    asker_close(&b);
}

/* ---- Bytes -------------------------------------------------------------- */

/* Receive all there is; the sizes of the pieces as text. */
static void pieces(backend *b, orr__op *recv, char *text, char *sizes)
{
    orr__event ev;
    size_t len = 0;

    *sizes = 0;
    backend_submit(b, recv);
    for (;;) {
        const int err = b->table->wait(b->poll, ORR__FOREVER);

        if (err == -EDEADLK)
            break;
        CHECK_INT(err, 0);
        while (b->table->next(b->poll, &ev)) {
            CHECK(ev.op == recv && ev.result > 0 && ev.more);
            memcpy(text + len, ev.data, (size_t)ev.result);
            len += (size_t)ev.result;
            sprintf(sizes + strlen(sizes), "%d ", (int)ev.result);
        }
    }
    text[len] = 0;
    CHECK_INT(b->table->cancel(b->poll, recv), 0);
}

TEST_SIM(how_many_bytes_a_receive_gets_is_a_choice)
{
    asker a = {
        .answer = pick_some, .only = ORR_CHOOSE_CHUNK, .pick = 1, .left = 1
    };
    backend b;
    int fds[2];
    char text[64];
    char sizes[64];

    asker_open(&b, &a, 0);
    backend_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    CHECK_INT(backend_send(&b, fds[1], "0123456789"), 10);
    pieces(&b, &recv, text, sizes);
    CHECK_STR(text, "0123456789");
    CHECK_STR(sizes, "5 5 ");

    a.pick = 2;
    a.left = 3;
    CHECK_INT(backend_send(&b, fds[1], "0123456789"), 10);
    pieces(&b, &recv, text, sizes);
    CHECK_STR(text, "0123456789");
    CHECK_STR(sizes, "1 1 1 7 ");
    asker_close(&b);
}

TEST_SIM(how_many_bytes_a_send_takes_is_a_choice)
{
    /* Each answer twice: a send that a fault made fail is made again. */
    asker a = {
        .answer = pick_some, .only = ORR_CHOOSE_SHORT, .pick = 1, .left = 2
    };
    backend b;
    int fds[2];
    char text[64];
    char sizes[64];

    asker_open(&b, &a, 0);
    backend_pair(&b, fds);
    CHECK_INT(backend_send(&b, fds[1], "0123456789"), 5);
    a.pick = 2;
    a.left = 2;
    CHECK_INT(backend_send(&b, fds[1], "56789"), 1);
    orr__op recv = backend_recv_op(fds[0]);
    pieces(&b, &recv, text, sizes);
    CHECK_STR(text, "012345");
    asker_close(&b);
}

/* A send that was submitted goes on until all is taken, and says so once. */
TEST_SIM(a_send_that_is_short_for_ever_still_ends)
{
    asker a = { .answer = pick_some,
                .only = ORR_CHOOSE_SHORT,
                .pick = 2,
                .left = UINT32_MAX };
    backend b;
    int fds[2];
    char bytes[] = "0123456789";
    orr_buf buf = { bytes, 10 };
    orr__event ev;

    asker_open(&b, &a, 0);
    backend_pair(&b, fds);
    orr__op send = { .code = OP_SEND,
                     .fd = fds[1],
                     .u.io = { .bufs = &buf, .nbufs = 1 } };
    backend_submit(&b, &send);
    CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), 0);
    CHECK(b.table->next(b.poll, &ev));
    CHECK(ev.op == &send && !ev.more);
    CHECK_INT(ev.result, 10);
    CHECK_INT(a.asked[ORR_CHOOSE_SHORT], 9);
    CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), -EDEADLK);
    asker_close(&b);
}

/* ---- Faults ------------------------------------------------------------- */

TEST_SIM(a_fault_is_reported_once_and_then_things_work)
{
    asker a = {
        .answer = pick_some, .only = ORR_CHOOSE_FAULT, .pick = 1, .left = 1
    };
    backend b;
    orr__op socket = { .code = OP_SOCKET,
                       .u.socket = { AF_INET, SOCK_STREAM, 0 } };
    orr__op stat = { .code = OP_STAT };
    orr_stat st;
    char seen[16];

    asker_open(&b, &a, 0);
    CHECK_INT(backend_call(&b, &socket), -EMFILE);
    CHECK(backend_call(&b, &socket) >= 0);
    CHECK_INT(a.asked[ORR_CHOOSE_FAULT], 2);

    stat.u.fs.path = "/";
    stat.u.fs.out = &st;
    stat.owner = (void *)(uintptr_t) "s";
    a.left = 1;
    backend_submit(&b, &stat);
    CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), 0);
    orr__event ev;
    CHECK(b.table->next(b.poll, &ev));
    CHECK_INT(ev.result, -EACCES);
    CHECK(!b.table->next(b.poll, &ev));
    CHECK_INT(a.asked[ORR_CHOOSE_FAULT], 3);
    backend_submit(&b, &stat);
    asker_look(&b, ORR__FOREVER, seen);
    CHECK_STR(seen, "s");
    asker_close(&b);
}

TEST_SIM(a_reset_by_a_fault_is_felt_at_both_ends)
{
    asker a = { .answer = pick_some, .only = ORR_CHOOSE_FAULT, .pick = 1 };
    backend b;
    int fds[2];
    orr__event ev;

    asker_open(&b, &a, 0);
    backend_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    orr__op other = backend_recv_op(fds[1]);
    backend_submit(&b, &recv);
    CHECK_INT(backend_send(&b, fds[1], "lost"), 4);
    a.left = 1;
    backend_event(&b, &ev);
    CHECK(ev.op == &recv && !ev.more);
    CHECK_INT(ev.result, -ECONNRESET);
    backend_submit(&b, &other);
    backend_event(&b, &ev);
    CHECK(ev.op == &other);
    CHECK_INT(ev.result, -ECONNRESET);
    CHECK_INT(backend_send(&b, fds[1], "x"), -EPIPE);
    CHECK_INT(backend_send(&b, fds[0], "x"), -EPIPE);
    asker_close(&b);
}

/* ---- Signals ------------------------------------------------------------ */

TEST_SIM(a_signal_to_oneself_comes_last_in_its_batch)
{
    backend b;
    orr__op ops[1];
    orr__op sig = { .code = OP_SIGNAL,
                    .u.n = SIGUSR1,
                    .owner = (void *)(uintptr_t) "!" };
    orr__op kill = { .code = OP_KILL, .u.n = SIGUSR1 };
    orr_ids ids;
    orr__ask who = { .what = FACT_IDS, .out = &ids };
    char seen[16];

    asker_open(&b, NULL, 0);
    CHECK_INT(b.table->ask(b.poll, &who), 0);
    kill.fd = ids.pid;
    CHECK_INT(backend_call(&b, &kill), -ENOSYS); /* it would end us */
    backend_submit(&b, &sig);
    CHECK_INT(backend_call(&b, &kill), 0);
    CHECK_INT(backend_call(&b, &kill), 0);
    asker_works(&b, ops, 1);
    asker_look(&b, ORR__FOREVER, seen);
    CHECK_STR(seen, "a!!");

    kill.fd = ids.pid + 1;
    CHECK_INT(backend_call(&b, &kill), -ESRCH);
    kill.fd = ids.pid;
    kill.u.n = 0;
    CHECK_INT(backend_call(&b, &kill), 0);
    kill.u.n = SIGUSR1;
    CHECK_INT(backend_call(&b, &kill), 0);
    CHECK_INT(b.table->cancel(b.poll, &sig), 0);
    CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), -EDEADLK);
    asker_close(&b);
}

/* ---- What there is not -------------------------------------------------- */

TEST_SIM(what_only_a_kernel_can_do_says_so)
{
    backend b;
    orr__op child = { .code = OP_CHILD, .u.n = 1 };
    orr__op mode = { .code = OP_TTY_MODE, .fd = 1 };

    asker_open(&b, NULL, 0);
    CHECK_INT(b.table->submit(b.poll, &child), -ECHILD);
    CHECK_INT(backend_call(&b, &mode), -ENOTTY);
    CHECK_INT(b.table->fd(b.poll), -ENOSYS);
    asker_close(&b);
}

/* ---- The same again
 * ----------------------------------------------------------- */

static uint32_t by_chance(asker *a, orr_choice_kind kind, uint32_t n,
                          const orr_option *options)
{
    if (kind == ORR_CHOOSE_FAULT) { /* rarely, and not before it began */
        const char *what = options[0].what;

        if (strcmp(what, "recv") != 0 && strcmp(what, "connect") != 0 &&
            strcmp(what, "accept") != 0)
            return 0;
        return orr__random_next(&a->chance) % 8 == 0 ? n - 1 : 0;
    }
    return (uint32_t)(orr__random_next(&a->chance) % n);
}

enum { CLIENTS = 3 };

typedef struct party {
    orr__op connect, recv;
    int fd;
    size_t got;
} party;

/* A little server and its clients, with files and work between them. */
static void life(backend *b, asker *a)
{
    struct sockaddr_in addr;
    orr__op accept = { .code = OP_ACCEPT, .record_id = 100 };
    orr__op ops[6];
    party c[CLIENTS] = { 0 };
    orr__op served[CLIENTS] = { 0 };
    int nserved = 0;

    accept.fd = backend_listener(b, &addr);
    backend_submit(b, &accept);
    for (int i = 0; i < CLIENTS; i++) {
        c[i].fd = backend_socket(b, AF_INET, SOCK_STREAM);
        c[i].connect = (orr__op){ .code = OP_CONNECT,
                                  .fd = c[i].fd,
                                  .record_id = 200 + (uint64_t)i };
        c[i].connect.u.addr.addr = (const struct sockaddr *)&addr;
        c[i].connect.u.addr.len = sizeof addr;
        backend_submit(b, &c[i].connect);
    }
    asker_works(b, ops, 6);
    for (int turn = 0; turn < 60; turn++) {
        orr__event ev;
        const int err = b->table->wait(b->poll, asker_now(b) + 10 * MS);

        CHECK_INT(err, 0);
        while (b->table->next(b->poll, &ev)) {
            asker_note(a, "[%s %d]", orr__code_name(ev.op->code),
                       (int)ev.result);
            if (ev.op == &accept && nserved < CLIENTS) {
                if (ev.result >= 0) {
                    served[nserved] = backend_recv_op((int)ev.result);
                    backend_submit(b, &served[nserved++]);
                    backend_send(b, (int)ev.result, "hello, client");
                }
                backend_submit(b, &accept);
            }
            for (int i = 0; i < CLIENTS; i++)
                if (ev.op == &c[i].connect && ev.result == 0) {
                    c[i].recv = backend_recv_op(c[i].fd);
                    backend_submit(b, &c[i].recv);
                    backend_send(b, c[i].fd, "hello, server");
                }
        }
    }
    asker_note(a, "%s %d", asker_effects, (int)(asker_now(b) / MS));
}

static void live(asker *a, uint64_t chance)
{
    backend b;

    *a = (asker){ .chance = chance };
    asker_open(&b, a, 0);
    a->answer = by_chance;
    life(&b, a);
    asker_close(&b);
}

TEST_SIM(the_same_answers_give_the_same_run)
{
    static asker one;
    static asker two;
    static asker other;
    uint64_t seed = test_seed();
    int different = 0;

    for (int i = 0; i < 20; i++) {
        const uint64_t chance = orr__random_next(&seed);

        live(&one, chance);
        live(&two, chance);
        CHECK_STR(one.log, two.log);
        live(&other, chance + 1);
        different += strcmp(one.log, other.log) != 0;
    }
    CHECK(different > 10);
}

TEST_SIM(random_bytes_follow_from_the_seed)
{
    backend a;
    backend b;
    unsigned char one[40];
    unsigned char two[40];

    asker_open(&a, NULL, 0);
    asker_open(&b, NULL, 0);
    CHECK_INT(a.table->random(a.poll, one, sizeof one), 0);
    CHECK_INT(b.table->random(b.poll, two, sizeof two), 0);
    CHECK(memcmp(one, two, sizeof one) == 0);
    CHECK_INT(a.table->random(a.poll, one, sizeof one), 0);
    CHECK(memcmp(one, two, sizeof one) != 0);
    asker_close(&a);
    asker_close(&b);
}
