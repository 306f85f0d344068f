/*
 * process.c - child processes. The children are small shell scripts that end
 * by themselves, or wait for the end of their input, which comes at the latest
 * when the test ends.
 */
#include "fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOBODY 65534

typedef struct ended {
    int calls;
    int64_t status;
    int signum;
} ended;

static void on_exit_note(orr_process *p, int64_t status, int signum)
{
    ended *e = p->handle.data;

    e->calls++;
    e->status = status;
    e->signum = signum;
    orr_close(&p->handle, NULL);
}

/* Arguments are not const in C, although nobody writes to them. */
#define ARG(text) ((char *)(uintptr_t)(text))

/* sh -c text sh argument */
typedef struct script {
    char *args[6];
    orr_spawn spec;
    orr_process process;
    ended end;
} script;

static void script_init(script *s, const char *text, const char *argument)
{
    *s = (script){ .args = { ARG("sh"), ARG("-c"), ARG(text), ARG("sh"),
                             ARG(argument) } };
    s->spec.file = "/bin/sh";
    s->spec.args = s->args;
    s->spec.on_exit = on_exit_note;
    s->process.handle.data = &s->end;
}

/* Start it, run the loop until it has ended, expect an exit code. */
static void script_run(fixture *f, script *s, int64_t status)
{
    CHECK_INT(orr_process_spawn(f->loop, &s->process, &s->spec), 0);
    fixture_run(f);
    CHECK_INT(s->end.calls, 1);
    CHECK_INT(s->end.signum, 0);
    CHECK_INT(s->end.status, status);
}

static void check_no_children(void)
{
    CHECK_INT(waitpid(-1, NULL, WNOHANG | __WALL), -1);
    CHECK_INT(errno, ECHILD);
}

static void wait_until_ended(int pid)
{
    siginfo_t info;

    CHECK_INT(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
}

static const char *in_dir(const char *name)
{
    static char path[4][512];
    static int turn;

    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", test_dir(), name);
    return path[turn];
}

static void write_file(const char *path, const char *text, mode_t mode)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, mode);

    CHECK(fd >= 0);
    CHECK_INT(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

static const char *read_file(const char *path)
{
    static char text[4096];
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    CHECK(fd >= 0);
    ssize_t n = read(fd, text, sizeof text - 1);
    CHECK(n >= 0);
    text[n] = 0;
    close(fd);
    return text;
}

/* ---- The end ----------------------------------------------------------- */

TEST_REAL(a_child_reports_its_exit_code)
{
    fixture f;
    script s;

    fixture_open(&f);
    script_init(&s, "exit 42", NULL);
    script_run(&f, &s, 42);
    fixture_close(&f);
}

TEST_REAL(a_child_ended_by_a_signal_reports_the_signal)
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
    CHECK_INT(pipe2(ends, O_CLOEXEC), 0);
    script_init(&s, "exit 0", NULL);
    s.spec.on_exit = on_exit_x;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    CHECK_INT(orr_poll_start(f.loop, &p, ends[0], ORR_READABLE, on_ready_note),
              0);
    wait_until_ended(orr_process_pid(&s.process));
    CHECK_INT(write(ends[1], "x", 1), 1);
    fixture_run(&f);
    CHECK_STR(noted(), "rx");
    close(ends[0]);
    close(ends[1]);
    fixture_close(&f);
}

TEST_REAL(a_child_keeps_the_loop_alive_unless_unrefd)
{
    fixture f;
    script s;
    int ends[2];
    orr_stdio in = { .kind = ORR_STDIO_INHERIT };

    fixture_open(&f);
    CHECK_INT(pipe2(ends, O_CLOEXEC), 0);
    in.fd = ends[0];
    script_init(&s, "cat", NULL);
    s.spec.stdio = &in;
    s.spec.nstdio = 1;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    CHECK(orr_alive(f.loop));
    orr_unref(&s.process.handle);
    CHECK(!orr_alive(f.loop));
    orr_ref(&s.process.handle);
    close(ends[0]);
    close(ends[1]);
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
    CHECK_INT(pipe2(ends, O_CLOEXEC), 0);
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
    close(ends[0]);
    close(ends[1]);
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

TEST_SIM(the_simulator_has_no_child_processes)
{
    fixture f;
    script s;
    orr_stream in = { .io = NULL };
    orr_stdio io = { .kind = ORR_STDIO_PIPE, .stream = &in };

    fixture_open(&f);
    CHECK_INT(orr_pipe_init(f.loop, &in, false), 0);
    script_init(&s, "exit 0", NULL);
    s.spec.stdio = &io;
    s.spec.nstdio = 1;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -ENOSYS);
    CHECK_INT(orr_fileno(&in.handle), -EBADF);
    fixture_close_handle(&f, &in.handle);
    fixture_close(&f);
}

/* ---- What the child is given ------------------------------------------- */

TEST_REAL(a_child_starts_in_the_directory_it_is_given)
{
    fixture f;
    script s;

    fixture_open(&f);
    CHECK_INT(mkdir(in_dir("here"), 0755), 0);
    script_init(&s, "[ \"$(pwd)\" = \"$1\" ]", in_dir("here"));
    s.spec.cwd = in_dir("here");
    script_run(&f, &s, 0);
    fixture_close(&f);
}

TEST_REAL(a_relative_path_is_looked_for_from_the_childs_directory)
{
    fixture f;
    script s;

    fixture_open(&f);
    CHECK_INT(mkdir(in_dir("there"), 0755), 0);
    write_file(in_dir("there/run"), "#!/bin/sh\nexit 9\n", 0755);
    script_init(&s, "", NULL);
    s.spec.file = "./run";
    s.spec.cwd = in_dir("there");
    script_run(&f, &s, 9);
    fixture_close(&f);
}

TEST_REAL(a_child_has_exactly_the_environment_it_is_given)
{
    fixture f;
    script s;
    char *env[] = { ARG("A=1"), ARG("B=two words"), NULL };
    char *args[] = { ARG("env"), NULL };
    orr_stdio io[2] = { { .kind = ORR_STDIO_IGNORE },
                        { .kind = ORR_STDIO_INHERIT } };

    fixture_open(&f);
    io[1].fd = open(in_dir("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    script_init(&s, "", NULL);
    s.spec.file = "/usr/bin/env";
    s.spec.args = args;
    s.spec.env = env;
    s.spec.stdio = io;
    s.spec.nstdio = 2;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    fixture_run(&f);
    CHECK_STR(read_file(in_dir("out")), "A=1\nB=two words\n");
    close(io[1].fd);
    fixture_close(&f);
}

TEST_REAL(without_one_a_child_has_our_environment)
{
    fixture f;
    script s;

    fixture_open(&f);
    CHECK_INT(setenv("ORRERY_TEST_WORD", "heirloom", 1), 0);
    script_init(&s, "[ \"$ORRERY_TEST_WORD\" = heirloom ]", NULL);
    script_run(&f, &s, 0);
    fixture_close(&f);
}

TEST_REAL(a_program_is_looked_for_in_the_childs_path)
{
    fixture f;
    script s;
    char path[600];
    char *env[] = { path, NULL };

    fixture_open(&f);
    CHECK_INT(mkdir(in_dir("bin"), 0755), 0);
    write_file(in_dir("bin/only-here"), "#!/bin/sh\nexit 11\n", 0755);
    snprintf(path, sizeof path, "PATH=/no/such/dir:%s", in_dir("bin"));
    script_init(&s, "", NULL);
    s.spec.file = "only-here";
    s.spec.env = env;
    script_run(&f, &s, 11);
    fixture_close(&f);
}

/* What may not be run is passed over, as long as there is something else. */
TEST_REAL(the_search_in_the_path_goes_on_after_what_may_not_be_run)
{
    fixture f;
    script s;
    char path[1200];
    char *env[] = { path, NULL };

    fixture_open(&f);
    CHECK_INT(mkdir(in_dir("a"), 0755), 0);
    CHECK_INT(mkdir(in_dir("b"), 0755), 0);
    write_file(in_dir("a/tool"), "#!/bin/sh\nexit 1\n", 0644);
    write_file(in_dir("b/tool"), "#!/bin/sh\nexit 12\n", 0755);
    snprintf(path, sizeof path, "PATH=%s:%s/", in_dir("a"), in_dir("b"));
    script_init(&s, "", NULL);
    s.spec.file = "tool";
    s.spec.env = env;
    script_run(&f, &s, 12);

    snprintf(path, sizeof path, "PATH=%s:/no/such/dir", in_dir("a"));
    script_init(&s, "", NULL);
    s.spec.file = "tool";
    s.spec.env = env;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EACCES);
    fixture_close(&f);
}

TEST_REAL(a_script_without_an_interpreter_is_run_by_the_shell)
{
    fixture f;
    script s;

    fixture_open(&f);
    write_file(in_dir("bare"), "[ \"$1\" = -c ] && exit 13\n", 0755);
    script_init(&s, "", NULL);
    s.spec.file = in_dir("bare"); /* args[1] is "-c" */
    script_run(&f, &s, 13);
    fixture_close(&f);
}

TEST_REAL(a_child_has_no_signal_blocked_or_ignored)
{
    fixture f;
    script s;
    char *args[] = { ARG("grep"), ARG("-E"), ARG("^Sig(Blk|Ign)"),
                     ARG("/proc/self/status"), NULL };
    orr_stdio io[2] = { { .kind = ORR_STDIO_IGNORE },
                        { .kind = ORR_STDIO_INHERIT } };
    sigset_t set;

    fixture_open(&f);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGUSR2, count_sigchld);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    io[1].fd = open(in_dir("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    script_init(&s, "", NULL);
    s.spec.file = "grep";
    s.spec.args = args;
    s.spec.stdio = io;
    s.spec.nstdio = 2;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    fixture_run(&f);
    CHECK_STR(read_file(in_dir("out")), "SigBlk:\t0000000000000000\n"
                                        "SigIgn:\t0000000000000000\n");
    sigprocmask(SIG_SETMASK, NULL, &set);
    CHECK(sigismember(&set, SIGUSR1)); /* ours is as it was */
    CHECK(!sigismember(&set, SIGUSR2));
    close(io[1].fd);
    fixture_close(&f);
}

TEST_REAL(a_detached_child_leads_a_session_of_its_own)
{
    static const char *const is_leader =
        "read -r pid comm state ppid group session rest < /proc/$$/stat\n"
        "[ \"$session\" = $$ ]";
    fixture f;
    script s;

    fixture_open(&f);
    script_init(&s, is_leader, NULL);
    s.spec.flags = ORR_SPAWN_DETACHED;
    script_run(&f, &s, 0);
    script_init(&s, is_leader, NULL);
    script_run(&f, &s, 1);
    fixture_close(&f);
}

TEST_REAL(a_child_can_be_another_user_without_our_groups)
{
    fixture f;
    script s;

    if (geteuid() != 0)
        SKIP("only root can become somebody else");
    fixture_open(&f);
    script_init(&s, "[ \"$(id -u) $(id -g) $(id -G)\" = '65534 65533 65533' ]",
                NULL);
    s.spec.flags = ORR_SPAWN_SETUID | ORR_SPAWN_SETGID;
    s.spec.uid = NOBODY;
    s.spec.gid = NOBODY - 1;
    script_run(&f, &s, 0);
    CHECK_INT(geteuid(), 0);
    fixture_close(&f);
}

TEST_REAL(becoming_another_user_without_the_right_to_is_an_error)
{
    fixture f;
    script s;

    if (geteuid() == 0 && setresuid(NOBODY, NOBODY, NOBODY) != 0)
        SKIP("can't give up privileges");
    fixture_open(&f);
    script_init(&s, "exit 0", NULL);
    s.spec.flags = ORR_SPAWN_SETUID;
    s.spec.uid = 0;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EPERM);
    check_no_children();
    fixture_close(&f);
}

/* ---- Its descriptors --------------------------------------------------- */

/* What the program has at these numbers, written to a file. */
#define LIST_FDS                                                              \
    "list=$(for n in 0 1 2 30 31 32 33; do readlink /proc/$$/fd/$n; done)\n"  \
    "echo \"$list\" > \"$1\""

TEST_REAL(descriptors_that_are_ignored_are_the_null_device)
{
    fixture f;
    script s;

    fixture_open(&f);
    script_init(&s, LIST_FDS, in_dir("out"));
    script_run(&f, &s, 0);
    CHECK_STR(read_file(in_dir("out")), "/dev/null\n/dev/null\n/dev/null\n");
    fixture_close(&f);
}

static int open_at(int fd, const char *path)
{
    int any = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    CHECK(any >= 0);
    CHECK_INT(fcntl(fd, F_GETFD), -1); /* the number is free */
    CHECK_INT(dup3(any, fd, O_CLOEXEC), fd);
    close(any);
    return fd;
}

/* Each would be overwritten by another before its turn. */
TEST_REAL(descriptors_can_be_swapped_and_turned_in_a_circle)
{
    enum { N = 33 };
    fixture f;
    script s;
    orr_stdio io[N] = { { .kind = ORR_STDIO_IGNORE } };
    char want[1600];

    fixture_open(&f);
    io[30] = (orr_stdio){ .kind = ORR_STDIO_INHERIT,
                          .fd = open_at(31, in_dir("31")) };
    io[31] = (orr_stdio){ .kind = ORR_STDIO_INHERIT,
                          .fd = open_at(32, in_dir("32")) };
    io[32] = (orr_stdio){ .kind = ORR_STDIO_INHERIT,
                          .fd = open_at(30, in_dir("30")) };
    snprintf(want, sizeof want, "/dev/null\n/dev/null\n/dev/null\n%s\n%s\n%s\n",
             in_dir("31"), in_dir("32"), in_dir("30"));
    script_init(&s, LIST_FDS, in_dir("out"));
    s.spec.stdio = io;
    s.spec.nstdio = N;
    script_run(&f, &s, 0);
    CHECK_STR(read_file(in_dir("out")), want);
    for (int fd = 30; fd <= 32; fd++)
        close(fd);
    fixture_close(&f);
}

TEST_REAL(one_descriptor_can_be_given_twice_and_under_its_own_number)
{
    enum { N = 33 };
    fixture f;
    script s;
    orr_stdio io[N] = { { .kind = ORR_STDIO_IGNORE } };
    char want[1600];

    fixture_open(&f);
    const orr_stdio same = { .kind = ORR_STDIO_INHERIT,
                             .fd = open_at(31, in_dir("same")) };
    io[1] = io[30] = io[31] = io[32] = same;
    snprintf(want, sizeof want, "/dev/null\n%s\n/dev/null\n%s\n%s\n%s\n",
             in_dir("same"), in_dir("same"), in_dir("same"), in_dir("same"));
    script_init(&s, LIST_FDS, in_dir("out"));
    s.spec.stdio = io;
    s.spec.nstdio = N;
    script_run(&f, &s, 0);
    CHECK_STR(read_file(in_dir("out")), want);
    CHECK_INT(fcntl(31, F_GETFD), FD_CLOEXEC); /* ours is as it was */
    close(31);
    fixture_close(&f);
}

TEST_REAL(a_descriptor_that_is_not_given_is_closed_in_the_child)
{
    enum { N = 34 };
    fixture f;
    script s;
    orr_stdio io[N] = { { .kind = ORR_STDIO_IGNORE } };

    fixture_open(&f);
    open_at(33, in_dir("33"));
    CHECK_INT(fcntl(33, F_SETFD, 0), 0); /* it would be inherited */
    open_at(32, in_dir("32"));           /* this one would not */
    script_init(&s, LIST_FDS, in_dir("out"));
    s.spec.stdio = io;
    s.spec.nstdio = N;
    script_run(&f, &s, 0);
    CHECK_STR(read_file(in_dir("out")), "/dev/null\n/dev/null\n/dev/null\n");
    close(32);
    close(33);
    fixture_close(&f);
}

TEST_REAL(a_child_has_none_of_the_loops_descriptors)
{
    fixture f;
    script s, other;
    char *args[] = { ARG("ls"), ARG("/proc/self/fd"), NULL };
    orr_stream in = { .io = NULL };
    orr_stdio io = { .kind = ORR_STDIO_PIPE, .stream = &in };
    orr_stdio out[2] = { { .kind = ORR_STDIO_IGNORE },
                         { .kind = ORR_STDIO_INHERIT } };

    for (int fd = 3; fd < 1024; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC); /* what we have from elsewhere */
    fixture_open(&f);
    CHECK_INT(orr_pipe_init(f.loop, &in, false), 0);
    script_init(&other, "cat", NULL);
    other.spec.stdio = &io;
    other.spec.nstdio = 1;
    CHECK_INT(orr_process_spawn(f.loop, &other.process, &other.spec), 0);
    out[1].fd = open(in_dir("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    script_init(&s, "", NULL);
    s.spec.file = "ls";
    s.spec.args = args;
    s.spec.stdio = out;
    s.spec.nstdio = 2;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    orr_close(&in.handle, NULL);
    fixture_run(&f);
    CHECK_STR(read_file(in_dir("out")), "0\n1\n2\n3\n"); /* 3 is its own */
    close(out[1].fd);
    fixture_close(&f);
}

TEST_REAL(standard_descriptors_block_in_the_child)
{
    fixture f;
    script s;
    int ends[2];
    orr_stdio in = { .kind = ORR_STDIO_INHERIT };

    fixture_open(&f);
    CHECK_INT(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    in.fd = ends[0];
    script_init(&s, "cat", NULL);
    s.spec.stdio = &in;
    s.spec.nstdio = 1;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    CHECK_INT(fcntl(ends[0], F_GETFL) & O_NONBLOCK, 0);
    close(ends[0]);
    close(ends[1]);
    fixture_run(&f);
    fixture_close(&f);
}

/* ---- Pipes ------------------------------------------------------------- */

static char received[64];

static void on_read(orr_stream *s, int64_t n, const void *bytes)
{
    if (n < 0) {
        CHECK_INT(n, ORR_EOF);
        orr_close(&s->handle, NULL);
        return;
    }
    CHECK(strlen(received) + (size_t)n < sizeof received);
    strncat(received, bytes, (size_t)n);
}

static void on_written(orr_write_req *req, int status)
{
    (void)req;
    CHECK_INT(status, 0);
}

static void on_shut(orr_shutdown_req *req, int status)
{
    (void)req;
    CHECK_INT(status, 0);
}

static void on_shut_close(orr_shutdown_req *req, int status)
{
    CHECK_INT(status, 0);
    orr_close(req->req.data, NULL);
}

TEST_REAL(a_child_reads_and_writes_what_its_pipes_carry)
{
    fixture f;
    script s;
    orr_stream in = { .io = NULL }, out = { .io = NULL };
    orr_stdio io[2] = { { .kind = ORR_STDIO_PIPE, .stream = &in },
                        { .kind = ORR_STDIO_PIPE, .stream = &out } };
    orr_write_req write_req = { .nbufs = 0 };
    orr_shutdown_req shut = { .req.data = &in.handle };
    const orr_buf buf = { (void *)(uintptr_t) "hello", 5 };

    fixture_open(&f);
    memset(received, 0, sizeof received);
    CHECK_INT(orr_pipe_init(f.loop, &in, false), 0);
    CHECK_INT(orr_pipe_init(f.loop, &out, false), 0);
    script_init(&s, "tr a-z A-Z", NULL);
    s.spec.stdio = io;
    s.spec.nstdio = 2;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    CHECK_INT(orr_read_start(&out, on_read), 0);
    CHECK_INT(orr_write(&write_req, &in, &buf, 1, on_written), 0);
    CHECK_INT(orr_shutdown(&shut, &in, on_shut_close), 0);
    fixture_run(&f);
    CHECK_STR(received, "HELLO");
    CHECK_INT(s.end.status, 0);
    fixture_close(&f);
}

/* Beyond the standard ones too, and the child's end blocks there as well. */
TEST_REAL(a_pipe_carries_both_ways_under_any_number)
{
    fixture f;
    script s;
    orr_stream both = { .io = NULL };
    orr_stdio io[4] = { { .kind = ORR_STDIO_IGNORE },
                        { .kind = ORR_STDIO_IGNORE },
                        { .kind = ORR_STDIO_IGNORE },
                        { .kind = ORR_STDIO_PIPE, .stream = &both } };
    orr_write_req write_req = { .nbufs = 0 };
    orr_shutdown_req shut = { .status = 0 };
    const orr_buf buf = { (void *)(uintptr_t) "echo", 4 };

    fixture_open(&f);
    memset(received, 0, sizeof received);
    CHECK_INT(orr_pipe_init(f.loop, &both, true), 0);
    script_init(&s, "cat <&3 >&3", NULL);
    s.spec.stdio = io;
    s.spec.nstdio = 4;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    CHECK_INT(orr_read_start(&both, on_read), 0);
    CHECK_INT(orr_write(&write_req, &both, &buf, 1, on_written), 0);
    CHECK_INT(orr_shutdown(&shut, &both, on_shut), 0);
    fixture_run(&f);
    CHECK_STR(received, "echo");
    CHECK_INT(s.end.status, 0);
    fixture_close(&f);
}

TEST_REAL(a_spawn_that_fails_leaves_the_streams_as_they_were)
{
    fixture f;
    script s;
    orr_stream out = { .io = NULL };
    orr_stdio io[2] = { { .kind = ORR_STDIO_IGNORE },
                        { .kind = ORR_STDIO_PIPE, .stream = &out } };

    fixture_open(&f);
    memset(received, 0, sizeof received);
    CHECK_INT(orr_pipe_init(f.loop, &out, false), 0);
    script_init(&s, "echo again", NULL);
    s.spec.stdio = io;
    s.spec.nstdio = 2;
    s.spec.file = "/no/such/program";
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -ENOENT);
    CHECK_INT(orr_fileno(&out.handle), -EBADF);
    s.spec.file = "/bin/sh";
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    CHECK_INT(orr_read_start(&out, on_read), 0);
    fixture_run(&f);
    CHECK_STR(received, "again\n");
    fixture_close(&f);
}

TEST_REAL(a_stream_can_be_given_to_one_child_once)
{
    fixture f;
    script s;
    orr_stream out = { .io = NULL };
    orr_stdio io[3] = { { .kind = ORR_STDIO_IGNORE },
                        { .kind = ORR_STDIO_PIPE, .stream = &out },
                        { .kind = ORR_STDIO_PIPE, .stream = &out } };

    fixture_open(&f);
    CHECK_INT(orr_pipe_init(f.loop, &out, false), 0);
    script_init(&s, "exit 0", NULL);
    s.spec.stdio = io;
    s.spec.nstdio = 3;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EBUSY);
    s.spec.nstdio = 2;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    fixture_run(&f);
    memset(&s.process, 0, sizeof s.process);
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -EBUSY);
    fixture_close_handle(&f, &out.handle);
    fixture_close(&f);
}
