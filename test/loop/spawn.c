/*
 * spawn.c - what a child process is given: directory, environment, user,
 * signals, descriptors and pipes.
 */
#include "loop/script.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    io[1].fd = own(open(in_dir("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    script_init(&s, "", NULL);
    s.spec.file = "/usr/bin/env";
    s.spec.args = args;
    s.spec.env = env;
    s.spec.stdio = io;
    s.spec.nstdio = 2;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    fixture_run(&f);
    CHECK_STR(read_file(in_dir("out")), "A=1\nB=two words\n");
    release(io[1].fd);
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

static void *change_env(void *arg)
{
    orr_loop *loop = NULL;
    orr_options options = { .backend = test_backend() };

    if (orr_loop_open(&loop, &options) != 0)
        return NULL;
    for (int i = 0; i < 2000; i++) {
        orr_env_set(loop, "ORRERY_TEST_WORD", i % 2 ? arg : "heirloom");
        orr_env_unset(loop, "ORRERY_TEST_OTHER");
        orr_env_set(loop, "ORRERY_TEST_OTHER", "x");
    }
    orr_loop_close(loop);
    return loop;
}

TEST_REAL(a_child_can_be_started_while_another_thread_changes_the_environment)
{
    fixture f;
    script s;
    pthread_t thread;
    void *result;

    fixture_open(&f);
    CHECK_INT(setenv("ORRERY_TEST_WORD", "heirloom", 1), 0);
    CHECK_INT(pthread_create(&thread, NULL, change_env, ARG("heirlooms")), 0);
    for (int i = 0; i < 10; i++) {
        script_init(&s,
                    "case $ORRERY_TEST_WORD in heirloom*) exit 0; esac\n"
                    "exit 1",
                    NULL);
        script_run(&f, &s, 0);
    }
    CHECK_INT(pthread_join(thread, &result), 0);
    CHECK(result != NULL);
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
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    io[1].fd = own(open(in_dir("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
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
    CHECK(!sigismember(&set, SIGTERM));
    release(io[1].fd);
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
#define LIST_FDS                                                               \
    "list=$(for n in 0 1 2 30 31 32 33; do readlink /proc/$$/fd/$n; done)\n"   \
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
    return own(fd);
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
        release(fd);
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
    release(31);
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
    release(32);
    release(33);
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
    out[1].fd = own(open(in_dir("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    script_init(&s, "", NULL);
    s.spec.file = "ls";
    s.spec.args = args;
    s.spec.stdio = out;
    s.spec.nstdio = 2;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    orr_close(&in.handle, NULL);
    fixture_run(&f);
    CHECK_STR(read_file(in_dir("out")), "0\n1\n2\n3\n"); /* 3 is its own */
    release(out[1].fd);
    fixture_close(&f);
}

TEST_REAL(standard_descriptors_block_in_the_child)
{
    fixture f;
    script s;
    int ends[2];
    orr_stdio in = { .kind = ORR_STDIO_INHERIT };

    fixture_open(&f);
    pipe_open(ends, O_NONBLOCK);
    in.fd = ends[0];
    script_init(&s, "cat", NULL);
    s.spec.stdio = &in;
    s.spec.nstdio = 1;
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), 0);
    CHECK_INT(fcntl(ends[0], F_GETFL) & O_NONBLOCK, 0);
    release(ends[0]);
    release(ends[1]);
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

TEST_REAL(a_spawn_that_fails_can_leave_pipes_that_have_ended)
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
    s.spec.flags = ORR_SPAWN_PIPES;
    s.spec.file = "/no/such/program";
    CHECK_INT(orr_process_spawn(f.loop, &s.process, &s.spec), -ENOENT);
    CHECK(orr_fileno(&out.handle) >= 0);
    CHECK_INT(orr_read_start(&out, on_read), 0);
    fixture_run(&f);
    CHECK_STR(received, "");
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
