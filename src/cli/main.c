/*
 * main.c - the executable: read the options, run the program, exit with its
 * code.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bind/runtime.h"
#include "cli/ending.h"
#include "cli/explore_server.h"
#include "cli/heap.h"
#include "cli/options.h"
#include "cli/recorded.h"
#include "cli/stack.h"
#include "cli/trace_file.h"
#include "cli/traced.h"
#include "cli/worker_options.h"

#define EXIT_BAD_OPTION 9
#define EXIT_DAMAGED 18 /* a recording; see bind/core/recording.c */
#define SIGNALS_END 32  /* those of real time come after */
#define STACK_MIN (256u << 10)
#define STACK_MAX_HERE (4u << 20) /* of the process's own stack */

static int main_fail(const char *message)
{
    fprintf(stderr, "orrery: %s\n", message);
    return EXIT_BAD_OPTION;
}

static int fail_to_open(const runtime_options *options, int err)
{
    if (options->recording != NULL) {
        fprintf(stderr, "orrery: cannot %s %s: %s\n",
                options->recording->replays ? "replay" : "record to",
                options->recording->path, orr_strerror(err));
        return options->recording->replays ? EXIT_DAMAGED : EXIT_BAD_OPTION;
    }
    if (err == -ENOSYS)
        return main_fail("this kernel has no io_uring; try --backend epoll");
    fprintf(stderr, "orrery: cannot start: %s\n", orr_strerror(err));
    return 1;
}

/* ---- Running ------------------------------------------------------------ */

/*
 * What the program left open ends with the process, which is faster than
 * closing it here. Builds that look for leaks or races close everything.
 */
static int run_here(const runtime_options *options)
{
    runtime *r;
    const int err = runtime_open(options, &r);

    if (err < 0)
        return fail_to_open(options, err);
    if (options->trace.sink.write != NULL)
        ending_begin(r);
    const int code = runtime_run(r);
    ending_end();
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||           \
    defined(ORRERY_CLOSE)
    static runtime *volatile left; /* reachable for leak checkers */
    left = runtime_close(r, true) < 0 ? r : NULL;
    (void)left;
#endif
    return code;
}

typedef struct errand {
    const runtime_options *options;
    int code;
} errand;

static void run_errand(void *arg)
{
    errand *e = arg;

    e->code = run_here(e->options);
}

/* The requested size, within the limits of the system, and not less than what a
 * start and an error message need. */
static size_t stack_for(size_t asked)
{
    if (asked == 0 || asked > STACK_FOR_JS)
        return STACK_FOR_JS;
    return asked < STACK_MIN ? STACK_MIN : asked;
}

/* On a large stack, or if there is no memory for one, on the current stack. */
static int run_on_stack(runtime_options *options)
{
    errand e = { .options = options };

    options->stack_bytes = stack_for(options->stack_bytes);
    if (stack_run(run_errand, &e) == 0)
        return e.code;
    if (options->stack_bytes > STACK_MAX_HERE)
        options->stack_bytes = STACK_MAX_HERE;
    return run_here(options);
}

static int main_run(runtime_options *options)
{
    void *fence = heap_prepare();
    const int code = run_on_stack(options);

    free(fence);
    return code;
}

/* With nothing to run, what is piped in is run, as with `-`. */
static int run_input(cli_options *o)
{
    if (o->runtime.prompts || isatty(0)) {
        o->runtime.prompts = true;
        return main_run(&o->runtime);
    }
    o->runtime.script = "-";
    o->runtime.is_input_implied = true;
    return main_run(&o->runtime);
}

static int print_version(void)
{
    printf("v%s (Orrery %s)\n", runtime_node_version(), ORR_VERSION);
    return 0;
}

/* A standard descriptor that is closed would become the first thing we open,
 * and the program would write into that. */
static void fill_standard(void)
{
    struct pollfd fds[3] = { { .fd = 0 }, { .fd = 1 }, { .fd = 2 } };

    if (poll(fds, 3, 0) <= 0)
        return;
    for (int fd = 0; fd < 3; fd++)
        if ((fds[fd].revents & POLLNVAL) && open("/dev/null", O_RDWR) != fd)
            abort();
}

/* Descriptors that were inherited are not given to the program's own children,
 * as in Node: the channel to a parent is such a one. Beyond those that a parent
 * would open for us the search ends at the first gap. */
static void keep_inherited(void)
{
    for (int fd = 3;; fd++) {
        const int flags = fcntl(fd, F_GETFD);

        if (flags >= 0)
            fcntl(fd, F_SETFD, flags | FD_CLOEXEC);
        else if (fd > 15)
            break;
    }
}

/* A shell that starts a program in the background has it ignore SIGINT, and a
 * parent may have blocked signals: as in Node, neither is inherited. Handlers
 * are left alone, since those of a sanitizer may be there already. */
static void reset_signals(void)
{
    struct sigaction old;
    sigset_t none;

    for (int signum = 1; signum < SIGNALS_END; signum++)
        if (sigaction(signum, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
            signal(signum, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Node programs get EPIPE and EFBIG, not the signals; a listener of the
 * program changes that, and a child gets the default actions back. */
static void ignore_write_signals(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static int main_act(cli_options *o, runtime_explore *how, char **argv)
{
    switch (o->action) {
    case CLI_RUN:
        return o->serves        ? explore_serve(o, how, main_run)
               : o->interactive ? run_input(o)
                                : main_run(&o->runtime);
    case CLI_RECORD:
        return recorded_run(o, argv, main_run);
    case CLI_TRACE:
    case CLI_EXPLAIN:
        return traced_run(o, main_run);
    case CLI_VERSION:
        return print_version();
    case CLI_HELP:
        fputs(o->topic != NULL ? o->topic : cli_usage, stdout);
        fputs(o->topic != NULL ? "" : cli_help, stdout);
        return 0;
    case CLI_V8_OPTIONS:
        fputs(cli_v8_options, stdout);
        return 0;
    case CLI_BAD:
        break;
    }
    return main_fail(o->message);
}

int main(int argc, char **argv)
{
    static runtime_explore how; /* what it holds is of the whole process */
    cli_options o;
    int code = 0;

    fill_standard();
    keep_inherited();
    reset_signals();
    ignore_write_signals();
    argv = orr_setup_args(argc, argv);
    cli_options_read(&o, argc, argv);
    if (o.recording != NULL)
        code = recorded_take(&o);
    o.runtime.trace_open = trace_file_start;
    o.runtime.word_reader = &cli_worker_options;
    if (code == 0 && (o.order != NULL || o.serves != NULL))
        code = explore_prepare(&o, &how, main_run);
    if (code == 0)
        code = main_act(&o, &how, argv);
    cli_options_free(&o);
    fflush(NULL);
    return code;
}
