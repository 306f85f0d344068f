/*
 * process.c - how child processes start and end, and what can go wrong.
 * spawn.c has what they are given.
 */
#include "loop/script.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The end ----------------------------------------------------------- */

TEST(a_child_reports_its_exit_code)
{
    fixture f;
    script s;

    fixture_open(&f);
    script_init(&s, "exit 42", NULL);
    script_run(&f, &s, 42);
    fixture_close(&f);
}

TEST(a_child_ended_by_a_signal_reports_the_signal)
{
    fixture f;
    script s;

    fixture_open(&f);
    script_init(&s, "kill -9 $$", NULL);
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    fixture_run(&f);
    CHECK_INT(s.end.calls, 1);
    CHECK_INT(s.end.status, 0);
    CHECK_INT(s.end.signum, SIGKILL);
    fixture_close(&f);
}

TEST_REAL(an_ended_child_is_taken_out_of_the_process_table)
{
    fixture f;
    script s;

    fixture_open(&f);
    script_init(&s, "exit 0", NULL);
    script_run(&f, &s, 0);
    check_no_children();
    fixture_close(&f);
}

static char order[8];

static void on_exit_order(orr_process *p, int64_t status, int signum)
{
    (void)signum;
    order[strlen(order)] = (char)('0' + status);
    orr_close(&p->handle, NULL);
}

/* They end in the reverse of the order in which they were started. */
TEST_REAL(children_found_ended_by_one_poll_call_back_in_spawn_order)
{
    fixture f;
    script s[3];
    static const char *const exits[] = { "exit 1", "exit 2", "exit 3" };

    fixture_open(&f);
    memset(order, 0, sizeof order);
    for (int i = 0; i < 3; i++) {
        script_init(&s[i], exits[i], NULL);
        s[i].spec.on_exit = on_exit_order;
        CHECK_INT(orr_process_spawn(f.loop, &s[i].process, &s[i].spec), 0);
    }
    for (int i = 2; i >= 0; i--)
        wait_until_ended(orr_process_pid(&s[i].process));
    fixture_run(&f);
    CHECK_STR(order, "123");
    fixture_close(&f);
}

static void on_exit_kill_data(orr_process *p, int64_t status, int signum)
{
    orr_process *other = p->handle.data;

    (void)status;
    (void)signum;
    CHECK_INT(kill(orr_process_pid(other), 0), -1);
    CHECK_INT(errno, ESRCH);
    note("x");
    orr_close(&p->handle, NULL);
}

/* libuv reaps first and calls back then, and programs can see that. */
TEST_REAL(all_ended_children_are_gone_before_the_first_calls_back)
{
    fixture f;
    script a, b;

    fixture_open(&f);
    script_init(&a, "exit 0", NULL);
    script_init(&b, "exit 0", NULL);
    a.spec.on_exit = b.spec.on_exit = on_exit_kill_data;
    a.process.handle.data = &b.process;
    b.process.handle.data = &a.process;
    CHECK_INT(orr_process_spawn(f.loop, &a.process, &a.spec), 0);
    CHECK_INT(orr_process_spawn(f.loop, &b.process, &b.spec), 0);
    wait_until_ended(orr_process_pid(&a.process));
    wait_until_ended(orr_process_pid(&b.process));
    fixture_run(&f);
    CHECK_STR(noted(), "xx");
    fixture_close(&f);
}

static void on_ready_note(orr_poll *p, int status, int events)
{
    CHECK_INT(status, 0);
    CHECK_INT(events, ORR_READABLE);
    note("r");
    orr_poll_stop(p);
}

static void on_exit_x(orr_process *p, int64_t status, int signum)
{
    (void)status;
    (void)signum;
    note("x");
    orr_close(&p->handle, NULL);
}

TEST_REAL(the_exit_of_a_child_comes_after_all_else_that_the_poll_found)
{
    fixture f;
    script s;
    orr_poll p = { .fd = -1 };
    int ends[2];

    fixture_open(&f);
    pipe_open(ends, 0);
    script_init(&s, "exit 0", NULL);
    s.spec.on_exit = on_exit_x;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    CHECK_INT(orr_poll_start(f.loop, &p, ends[0], ORR_READABLE, on_ready_note),
              0);
    wait_until_ended(orr_process_pid(&s.process));
    CHECK_INT(write(ends[1], "x", 1), 1);
    fixture_run(&f);
    CHECK_STR(noted(), "rx");
    release(ends[0]);
    release(ends[1]);
    fixture_close(&f);
}

TEST_REAL(a_child_keeps_the_loop_alive_unless_unrefd)
{
    fixture f;
    script s;
    int ends[2];
    orr_stdio in = { .kind = ORR_STDIO_INHERIT };

    fixture_open(&f);
    pipe_open(ends, 0);
    in.fd = ends[0];
    script_init(&s, "cat", NULL);
    s.spec.stdio = &in;
    s.spec.nstdio = 1;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    CHECK(orr_alive(f.loop));
    orr_unref(&s.process.handle);
    CHECK(!orr_alive(f.loop));
    orr_ref(&s.process.handle);
    release(ends[0]);
    release(ends[1]);
    fixture_run(&f);
    CHECK_INT(s.end.calls, 1);
    fixture_close(&f);
}

TEST_REAL(a_child_can_be_started_when_another_ends)
{
    fixture f;
    script s;

    fixture_open(&f);
    for (int i = 0; i < 20; i++) {
        script_init(&s, "exit 7", NULL);
        script_run(&f, &s, 7);
    }
    check_no_children();
    fixture_close(&f);
}

TEST_REAL(many_children_at_once_are_all_waited_for)
{
    enum { N = 40 };
    fixture f;
    static script s[N];

    fixture_open(&f);
    for (int i = 0; i < N; i++) {
        script_init(&s[i], "exit 3", NULL);
        CHECK_INT(orr_process_spawn(f.loop, &s[i].process, &s[i].spec), 0);
    }
    fixture_run(&f);
    for (int i = 0; i < N; i++) {
        CHECK_INT(s[i].end.calls, 1);
        CHECK_INT(s[i].end.status, 3);
    }
    check_no_children();
    fixture_close(&f);
}

TEST_REAL(each_loop_hears_of_its_own_children_only)
{
    fixture f, g;
    script a, b;

    fixture_open(&f);
    fixture_open(&g);
    script_init(&a, "exit 1", NULL);
    script_init(&b, "exit 2", NULL);
    CHECK_INT(orr_process_spawn(f.loop, &a.process, &a.spec), 0);
    CHECK_INT(orr_process_spawn(g.loop, &b.process, &b.spec), 0);
    wait_until_ended(orr_process_pid(&a.process));
    fixture_run(&g);
    CHECK_INT(a.end.calls, 0);
    CHECK_INT(b.end.status, 2);
    fixture_run(&f);
    CHECK_INT(a.end.calls, 1);
    CHECK_INT(a.end.status, 1);
    fixture_close(&g);
    fixture_close(&f);
}

/* Not of the library's making, so not the library's to wait for. */
TEST_REAL(a_child_that_the_program_made_by_itself_is_left_alone)
{
    fixture f;
    script s;
    int status;

    fixture_open(&f);
    pid_t own_child = fork();
    if (own_child == 0)
        _exit(17);
    CHECK(own_child > 0);
    wait_until_ended(own_child);
    script_init(&s, "exit 4", NULL);
    script_run(&f, &s, 4);
    CHECK_INT(waitpid(own_child, &status, 0), own_child);
    CHECK_INT(WEXITSTATUS(status), 17);
    fixture_close(&f);
}

typedef struct spawner {
    pthread_t thread;
    int ended;
    int err;
} spawner;

static void on_exit_again(orr_process *p, int64_t status, int signum);

static void spawn_again(orr_handle *h)
{
    spawner *me = h->data;
    orr_process *p = (orr_process *)(void *)h;
    orr_loop *loop = p->handle.loop;
    static char *args[] = { ARG("true"), NULL };
    const orr_spawn spec = { .file = "/bin/true",
                             .args = args,
                             .on_exit = on_exit_again };

    memset(p, 0, sizeof *p);
    p->handle.data = me;
    if (me->ended < 10 && me->err == 0)
        me->err = orr_process_spawn(loop, p, &spec);
}

static void on_exit_again(orr_process *p, int64_t status, int signum)
{
    spawner *me = p->handle.data;

    me->ended++;
    if (status != 0 || signum != 0)
        me->err = -1;
    orr_close(&p->handle, spawn_again);
}

static void *spawn_in_thread(void *arg)
{
    spawner *me = arg;
    orr_loop *loop = NULL;
    orr_options options = { .backend = test_backend() };
    orr_process p = { .handle.data = me };

    me->err = orr_loop_open(&loop, &options);
    if (me->err < 0)
        return NULL;
    p.handle.loop = loop;
    spawn_again(&p.handle);
    if (me->err == 0)
        me->err = orr_run(loop, ORR_RUN_DEFAULT);
    orr_loop_close(loop);
    return NULL;
}

TEST_REAL(loops_of_several_threads_start_children_at_the_same_time)
{
    enum { N = 4 };
    fixture f;
    spawner s[N] = { { .ended = 0 } };

    fixture_open(&f);
    for (int i = 0; i < N; i++)
        CHECK_INT(pthread_create(&s[i].thread, NULL, spawn_in_thread, &s[i]),
                  0);
    for (int i = 0; i < N; i++) {
        pthread_join(s[i].thread, NULL);
        CHECK_INT(s[i].err, 0);
        CHECK_INT(s[i].ended, 10);
    }
    check_no_children();
    fixture_close(&f);
}

/* If SIGCHLD is ignored the kernel throws the status away. */
TEST_REAL(a_child_whose_status_is_lost_still_calls_back)
{
    fixture f;
    script s;

    fixture_open(&f);
    signal(SIGCHLD, SIG_IGN);
    script_init(&s, "exit 5", NULL);
    script_run(&f, &s, -ECHILD);
    fixture_close(&f);
}

TEST_REAL(closing_the_handle_gives_the_child_up)
{
    fixture f;
    script s;
    int pid;

    fixture_open(&f);
    script_init(&s, "exit 0", NULL);
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    pid = orr_process_pid(&s.process);
    fixture_close_handle(&f, &s.process.handle);
    CHECK_INT(s.end.calls, 0);
    CHECK_INT(waitpid(pid, NULL, 0), pid); /* it is ours to wait for */
    fixture_close(&f);
}

/* ---- Signals to it ----------------------------------------------------- */

static void on_exit_kept(orr_process *p, int64_t status, int signum)
{
    ended *e = p->handle.data;

    e->calls++;
    e->status = status;
    e->signum = signum;
}

TEST_REAL(a_signal_can_be_sent_to_a_child_until_it_has_ended)
{
    fixture f;
    script s;
    int ends[2];
    orr_stdio in = { .kind = ORR_STDIO_INHERIT };

    fixture_open(&f);
    pipe_open(ends, 0);
    in.fd = ends[0];
    script_init(&s, "cat", NULL);
    s.spec.stdio = &in;
    s.spec.nstdio = 1;
    s.spec.on_exit = on_exit_kept;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    CHECK_INT(orr_process_kill(&s.process, 0), 0);
    CHECK_INT(orr_process_kill(&s.process, 65), -EINVAL);
    CHECK_INT(orr_process_kill(&s.process, SIGTERM), 0);
    fixture_run(&f);
    CHECK_INT(s.end.calls, 1);
    CHECK_INT(s.end.signum, SIGTERM);
    CHECK_INT(orr_process_kill(&s.process, SIGTERM), -ESRCH);
    fixture_close_handle(&f, &s.process.handle);
    release(ends[0]);
    release(ends[1]);
    fixture_close(&f);
}

TEST_REAL(orr_kill_sends_a_signal_to_any_process)
{
    fixture f;

    fixture_open(&f);
    CHECK_INT(orr_kill(f.loop, getpid(), 0), 0);
    CHECK_INT(orr_kill(f.loop, getpid(), 77), -EINVAL);
    CHECK_INT(orr_kill(f.loop, 0x3fffffff, 0), -ESRCH);
    fixture_close(&f);
}

/* ---- What can go wrong ------------------------------------------------- */

static volatile sig_atomic_t sigchlds;

static void count_sigchld(int signum)
{
    (void)signum;
    sigchlds++;
}

TEST_REAL(a_missing_program_is_an_error_and_leaves_no_child)
{
    fixture f;
    script s;

    fixture_open(&f);
    sigchlds = 0;
    signal(SIGCHLD, count_sigchld);
    script_init(&s, "", NULL);
    s.spec.file = "/no/such/program";
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -ENOENT);
    s.spec.file = "no-such-program";
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -ENOENT);
    s.spec.file = "";
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -ENOENT);
    check_no_children();
    CHECK_INT(sigchlds, 0);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

TEST_REAL(a_program_that_may_not_be_run_is_an_error)
{
    fixture f;
    script s;

    fixture_open(&f);
    write_file(in_dir("plain"), "#!/bin/sh\n", 0644);
    script_init(&s, "", NULL);
    s.spec.file = in_dir("plain");
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EACCES);
    check_no_children();
    fixture_close(&f);
}

TEST_REAL(a_missing_directory_is_an_error)
{
    fixture f;
    script s;

    fixture_open(&f);
    script_init(&s, "exit 0", NULL);
    s.spec.cwd = in_dir("missing");
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -ENOENT);
    check_no_children();
    fixture_close(&f);
}

TEST_REAL(a_descriptor_that_is_not_open_is_an_error)
{
    fixture f;
    script s;
    orr_stdio io = { .kind = ORR_STDIO_INHERIT, .fd = 999 };

    fixture_open(&f);
    script_init(&s, "exit 0", NULL);
    s.spec.stdio = &io;
    s.spec.nstdio = 1;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EBADF);
    io.fd = -1;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EBADF);
    check_no_children();
    fixture_close(&f);
}

TEST_REAL(a_process_without_descriptors_left_can_start_no_child)
{
    fixture f;
    script s;
    struct rlimit before, none;

    fixture_open(&f);
    script_init(&s, "exit 0", NULL);
    CHECK_INT(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = before;
    none.rlim_cur = (rlim_t)own(dup(0)); /* the lowest that is free */
    release((int)none.rlim_cur);
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &none), 0);
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EMFILE);
    check_no_children();
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &before), 0);
    script_run(&f, &s, 0);
    fixture_close(&f);
}

TEST(a_spawn_with_senseless_arguments_is_refused)
{
    fixture f;
    script s;
    orr_stdio io = { .kind = (orr_stdio_kind)9 };
    char *none[] = { NULL };

    fixture_open(&f);
    script_init(&s, "exit 0", NULL);
    orr_spawn good = s.spec;
    CHECK_INT(orr_process_spawn(NULL, &s.process, &good), -EINVAL);
    CHECK_INT(orr_process_spawn(f.loop, NULL, &good), -EINVAL);
    CHECK_INT(orr_process_spawn(f.loop, &s.process, NULL), -EINVAL);
    s.spec.file = NULL;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EINVAL);
    s.spec = good;
    s.spec.args = none;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EINVAL);
    s.spec = good;
    s.spec.nstdio = 1;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EINVAL);
    s.spec.stdio = &io;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EINVAL);
    io = (orr_stdio){ .kind = ORR_STDIO_PIPE };
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EINVAL);
    s.spec = good;
    s.spec.flags = 128;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EINVAL);
    CHECK_INT(orr_process_kill(&s.process, 0), -EINVAL);
    fixture_close(&f);
}

TEST_SIM(the_simulator_runs_no_child_with_a_channel)
{
    fixture f;
    script s;
    orr_stream in = { .io = NULL };
    orr_stdio io[] = { { .kind = ORR_STDIO_IGNORE },
                       { .kind = ORR_STDIO_IGNORE },
                       { .kind = ORR_STDIO_IGNORE },
                       { .kind = ORR_STDIO_PIPE, .stream = &in } };

    fixture_open(&f);
    CHECK_INT(orr_pipe_init(f.loop, &in, false), 0);
    script_init(&s, "exit 0", NULL);
    s.spec.stdio = io;
    s.spec.nstdio = 4;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -ENOSYS);
    CHECK_INT(orr_fileno(&in.handle), -EBADF);
    fixture_close_handle(&f, &in.handle);
    fixture_close(&f);
}
