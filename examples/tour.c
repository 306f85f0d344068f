/*
 * tour.c - a walk through liborrery in five stations, each a small program of
 * its own:
 *
 *      1. the phases of two turns        a handle in each phase says so
 *      2. a day in virtual time          the simulator's clock jumps
 *      3. same seed, same order          repeatable chance
 *      4. a race, found and repeated     by trying other orders
 *      5. an echo over loopback          on the kernel
 *
 * Nothing is left behind: the file of the fourth station is only in memory.
 */
#include <fcntl.h>
#include <orrery.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/* A tour has no use for an error but to say it. */
static void need(int64_t err, const char *what)
{
    if (err >= 0)
        return;
    fprintf(stderr, "tour: %s: %s\n", what, orr_strerror((int)err));
    exit(1);
}

static orr_loop *open_loop(const char *backend, const orr_world *world)
{
    const orr_options options = { .backend = backend, .world = world };
    orr_loop *loop;

    need(orr_loop_open(&loop, &options), "orr_loop_open");
    return loop;
}

static void run(orr_loop *loop)
{
    need(orr_run(loop, ORR_RUN_DEFAULT), "orr_run");
    need(orr_loop_close(loop), "orr_loop_close");
}

static void station(int number, const char *title)
{
    printf("\n%d. %s\n\n", number, title);
}

/* ---- 1. The phases ----------------------------------------------------- */

static orr_timer timer;
static orr_idle idle;
static orr_prepare prepare;
static orr_check check;
static orr_async async;
static int turn;

static void on_timer(orr_timer *t)
{
    (void)t;
    puts("   timers    a timer of 0 ms");
}

static void on_idle(orr_idle *h)
{
    (void)h;
    printf("   idle      turn %d begins; the poll will not sleep\n", ++turn);
}

static void on_prepare(orr_prepare *h)
{
    (void)h;
    puts("   prepare   just before the poll");
}

static void on_async(orr_async *a)
{
    (void)a;
    puts("   poll      a wake-up that was sent before");
}

static void on_closed(orr_handle *h)
{
    (void)h;
    puts("   closing   the wake-up handle is closed");
}

/* The second time round everything is stopped, so the loop ends. */
static void on_check(orr_check *h)
{
    orr_loop *loop = orr_handle_loop(&h->handle);

    if (turn == 1) {
        puts("   check     just after it; arm another timer, close a handle");
        need(orr_timer_start(loop, &timer, 0, on_timer), "orr_timer_start");
        orr_close(&async.handle, on_closed);
        return;
    }
    puts("   check     enough: stop what is left");
    orr_idle_stop(&idle);
    orr_prepare_stop(&prepare);
    orr_check_stop(h);
}

static void show_phases(void)
{
    orr_loop *loop = open_loop("sim", NULL);

    station(1, "A loop turns through phases, always in the same order.");
    need(orr_timer_start(loop, &timer, 0, on_timer), "orr_timer_start");
    need(orr_idle_start(loop, &idle, on_idle), "orr_idle_start");
    need(orr_prepare_start(loop, &prepare, on_prepare), "orr_prepare_start");
    need(orr_check_start(loop, &check, on_check), "orr_check_start");
    need(orr_async_init(loop, &async, on_async), "orr_async_init");
    need(orr_async_send(&async), "orr_async_send");
    run(loop);
    puts("\n   Nothing could call back any more, so orr_run() returned.");
}

/* ---- 2. Virtual time --------------------------------------------------- */

static int hours;

static void on_hour(orr_timer *t)
{
    if (++hours == 24)
        orr_timer_stop(t);
}

static double seconds(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void show_virtual_time(void)
{
    orr_loop *loop = open_loop("sim", NULL);
    orr_timer t = { .handle.data = NULL };
    const uint64_t hour_ms = 3600 * 1000;

    station(2, "On the simulator time is virtual: a day of hourly timers.");
    const uint64_t began_ms = orr_now(loop);
    const double began_s = seconds();
    need(orr_timer_start_repeating(loop, &t, hour_ms, hour_ms, on_hour),
         "orr_timer_start_repeating");
    need(orr_run(loop, ORR_RUN_DEFAULT), "orr_run");
    printf("   %d timers fired and %.1f hours passed on the loop's clock;\n",
           hours, (double)(orr_now(loop) - began_ms) / (double)hour_ms);
    printf("   on yours it was %.3f milliseconds.\n",
           (seconds() - began_s) * 1000);
    need(orr_loop_close(loop), "orr_loop_close");
}

/* ---- 3. Chance that can be had again ------------------------------------ */

/*
 * Answers the simulator's questions with numbers that follow from a seed, and
 * remembers which operation it let take effect first. Seed 0 answers as a
 * quiet machine would.
 */
typedef struct oracle {
    uint64_t seed, state;
    const char *first;
} oracle;

static uint32_t choose(void *ctx, orr_choice_kind kind, uint32_t n,
                       const orr_option *options)
{
    oracle *o = ctx;
    uint32_t k = 0;

    if (kind != ORR_CHOOSE_EFFECT && kind != ORR_CHOOSE_POST &&
        kind != ORR_CHOOSE_DELIVER)
        return 0;
    if (o->seed != 0) {
        o->state = o->state * 6364136223846793005u + 1442695040888963407u;
        k = (uint32_t)(o->state >> 33) % n;
    }
    if (kind == ORR_CHOOSE_EFFECT && o->first == NULL && options[k].id != 0)
        o->first = options[k].what;
    return k;
}

typedef struct job {
    orr_work work;
    char letter;
} job;

static void do_job(orr_work *w)
{
    (void)w;
}

static void on_job(orr_work *w, int status)
{
    need(status, "work");
    printf(" %c", ((const job *)(const void *)w)->letter);
}

static void finish_jobs(uint64_t seed)
{
    oracle o = { .seed = seed, .state = seed };
    const orr_world world = { .ctx = &o, .choose = choose };
    orr_loop *loop = open_loop("sim", &world);
    job jobs[8];

    memset(jobs, 0, sizeof jobs);
    printf("   seed %d:", (int)seed);
    for (int i = 0; i < 8; i++) {
        jobs[i].letter = (char)('a' + i);
        need(orr_work_queue(loop, &jobs[i].work, do_job, on_job),
             "orr_work_queue");
    }
    run(loop);
    puts("");
}

static void show_seeds(void)
{
    station(3, "Eight jobs on the pool, finishing by chance: from a seed.");
    finish_jobs(7);
    finish_jobs(8);
    finish_jobs(7);
    puts("\n   The same seed gives the same order, on every machine.");
}

/* ---- 4. A race --------------------------------------------------------- */

/*
 * The program with the bug: it saves, and loads without waiting until what it
 * saved has been written. In most orders of events that goes unnoticed.
 */
typedef struct notes {
    orr_fs save, load;
    char saved[4]; /* here, since a write reads it when it takes effect */
    char loaded[8];
    int fd;
} notes;

static void on_io(orr_fs *req)
{
    need(req->result, "file");
    orr_fs_cleanup(req);
}

static void save_and_load(orr_loop *loop, notes *n)
{
    const orr_buf new_text = { n->saved, 3 };
    const orr_buf chunk = { n->loaded, 3 };

    memcpy(n->saved, "new", 4);
    need(orr_fs_write(loop, &n->save, n->fd, &new_text, 1, 0, on_io), "write");
    need(orr_fs_read(loop, &n->load, n->fd, &chunk, 1, 0, on_io), "read");
}

/* One run of it, in the order that the oracle gives. True: the bug is seen. */
static bool is_lost(oracle *o)
{
    const orr_world world = { .ctx = o, .choose = choose };
    orr_loop *loop = open_loop("sim", &world);
    const orr_buf old_text = { (char[]){ "old" }, 3 };
    notes n;

    memset(&n, 0, sizeof n);
    n.fd =
        orr_fs_open(loop, NULL, "/orrery-tour", O_CREAT | O_RDWR, 0600, NULL);
    need(n.fd, "open");
    need(orr_fs_write(loop, NULL, n.fd, &old_text, 1, 0, NULL), "write");
    save_and_load(loop, &n);
    need(orr_run(loop, ORR_RUN_DEFAULT), "orr_run");
    need(orr_fs_close(loop, NULL, n.fd, NULL), "close");
    need(orr_loop_close(loop), "orr_loop_close");
    return strcmp(n.loaded, "new") != 0;
}

static void show_race(void)
{
    oracle o;
    uint64_t seed = 0;
    int again = 0;

    station(4, "A program saves a file and loads it without waiting.");
    do {
        o = (oracle){ .seed = seed, .state = seed };
        if (is_lost(&o))
            break;
        printf("   seed %d: the %s came first; loads the new text\n", (int)seed,
               o.first);
    } while (++seed < 100);
    if (seed == 100)
        return;
    printf("   seed %d: the %s came first; loads the OLD text\n", (int)seed,
           o.first);
    for (int i = 0; i < 100; i++) {
        o = (oracle){ .seed = seed, .state = seed };
        again += is_lost(&o);
    }
    printf("\n   Seed %d shows the bug each time: %d times out of 100. The\n"
           "   file was in memory only, and never on your disk.\n",
           (int)seed, again);
}

/* ---- 5. An echo -------------------------------------------------------- */

static orr_stream server, peer, client;
static orr_connect_req connecting;
static orr_write_req question, answer;
static char heard[64];
static size_t heard_len;

static void on_answered(orr_write_req *req, int status)
{
    (void)req;
    need(status, "write");
    puts("   server    has sent it back");
    orr_close(&peer.handle, NULL);
}

/* The bytes are valid until we return, so the echo keeps a copy. */
static void on_question(orr_stream *s, int64_t n, const void *bytes)
{
    need(n, "read");
    if ((size_t)n > sizeof heard)
        n = sizeof heard;
    memcpy(heard, bytes, (size_t)n);
    heard_len = (size_t)n;
    orr_read_stop(s);
    const orr_buf buf = { heard, heard_len };
    need(orr_write(&answer, s, &buf, 1, on_answered), "orr_write");
}

static void on_connection(orr_stream *s, int status)
{
    need(status, "accept");
    puts("   server    a connection");
    need(orr_tcp_init(orr_handle_loop(&s->handle), &peer), "orr_tcp_init");
    need(orr_accept(s, &peer), "orr_accept");
    need(orr_read_start(&peer, on_question), "orr_read_start");
    orr_close(&s->handle, NULL);
}

static void on_answer(orr_stream *s, int64_t n, const void *bytes)
{
    if (n < 0) {
        puts("   client    the end of the stream");
        orr_close(&s->handle, NULL);
        return;
    }
    printf("   client    got \"%.*s\"\n", (int)n, (const char *)bytes);
}

static void on_asked(orr_write_req *req, int status)
{
    (void)req;
    need(status, "write");
}

static void on_connected(orr_connect_req *req, int status)
{
    const orr_buf buf = { (char[]){ "hello" }, 5 };

    (void)req;
    need(status, "connect");
    puts("   client    connected, says hello");
    need(orr_read_start(&client, on_answer), "orr_read_start");
    need(orr_write(&question, &client, &buf, 1, on_asked), "orr_write");
}

static void show_echo(void)
{
    orr_loop *loop = open_loop(NULL, NULL);
    struct sockaddr_storage addr;
    uint32_t len = sizeof addr;
    orr_metrics m;

    station(5, "A server and a client on 127.0.0.1, with the kernel.");
    need(orr_ip4_addr("127.0.0.1", 0, &addr), "orr_ip4_addr");
    need(orr_tcp_init(loop, &server), "orr_tcp_init");
    need(orr_tcp_init(loop, &client), "orr_tcp_init");
    need(orr_tcp_bind(&server, (const struct sockaddr *)&addr, 0), "bind");
    need(orr_listen(&server, 8, on_connection), "orr_listen");
    need(orr_getsockname(&server.handle, (struct sockaddr *)&addr, &len),
         "orr_getsockname");
    need(orr_tcp_connect(&connecting, &client, (const struct sockaddr *)&addr,
                         on_connected),
         "orr_tcp_connect");
    need(orr_run(loop, ORR_RUN_DEFAULT), "orr_run");
    orr_metrics_get(loop, &m);
    printf("\n   That was %s: %d turns, %d events, %d system calls.\n",
           m.backend, (int)m.turns, (int)m.events, (int)m.system_calls);
    if (m.fallback != NULL)
        printf("   (It is not io_uring because %s.)\n", m.fallback);
    need(orr_loop_close(loop), "orr_loop_close");
}

int main(void)
{
    printf("Orrery %s: an event loop that can be watched, wound back and\n"
           "searched. A tour of the C library, in five stations.\n",
           orr_version());
    show_phases();
    show_virtual_time();
    show_seeds();
    show_race();
    show_echo();
    puts("\nNext: README.md, then include/orrery.h from top to bottom, then\n"
         "docs/architecture.md. The other programs in examples/ are shorter.");
    return 0;
}
