/*
 * main.c - the executable: read the options, run the program, exit with its
 * code. The sinks of a trace are here too, since a trace is written to a real
 * file also when the program's own files are simulated.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bind/runtime.h"
#include "cli/options.h"

#define EXIT_BAD_OPTION 9

static int fail(const char *message)
{
    fprintf(stderr, "orrery: %s\n", message);
    return EXIT_BAD_OPTION;
}

static int fail_to_open(int err)
{
    if (err == -ENOSYS)
        return fail("this kernel has no io_uring; try --backend epoll");
    fprintf(stderr, "orrery: cannot start: %s\n", orr_strerror(err));
    return 1;
}

/* ---- Traces ------------------------------------------------------------- */

static void write_trace(void *ctx, const char *bytes, size_t len)
{
    fwrite(bytes, 1, len, ctx);
}

static uint64_t real_us(void *ctx)
{
    struct timespec t;

    (void)ctx;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

/* ---- Running ------------------------------------------------------------ */

/*
 * What the program left open ends with the process, and the kernel is quicker
 * at that than we are. A build that looks for leaks takes everything down.
 */
static int run(const runtime_options *options)
{
    runtime *r;
    const int err = runtime_open(options, &r);

    if (err < 0)
        return fail_to_open(err);
    const int code = runtime_run(r);
#if defined(__SANITIZE_ADDRESS__) || defined(ORRERY_CLOSE)
    runtime_close(r);
#endif
    return code;
}

static int run_traced(cli_options *o)
{
    const char *path = o->output ? o->output : "trace.jsonl";
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "we");

    if (file == NULL) {
        fprintf(stderr, "orrery: cannot write %s: %s\n", path, strerror(errno));
        return EXIT_BAD_OPTION;
    }
    o->runtime.trace_sink = (runtime_sink){ file, write_trace, real_us };
    const int code = run(&o->runtime);
    if (fflush(file) != 0 || (file != stdout && fclose(file) != 0)) {
        fprintf(stderr, "orrery: cannot write %s: %s\n", path, strerror(errno));
        return 1;
    }
    return code;
}

/* With nothing to run, what is piped in is run, as with `-`. */
static int run_input(cli_options *o)
{
    if (isatty(0))
        return fail("there is no prompt yet; give a file, or -e CODE");
    o->runtime.script = "-";
    return run(&o->runtime);
}

static int print_version(void)
{
    printf("v%s\n", runtime_node_version());
    return 0;
}

int main(int argc, char **argv)
{
    cli_options o;
    int code = 0;

    argv = orr_setup_args(argc, argv);
    cli_options_read(&o, argc, argv);
    switch (o.action) {
    case CLI_RUN:
        code = o.interactive ? run_input(&o) : run(&o.runtime);
        break;
    case CLI_TRACE:
        code = run_traced(&o);
        break;
    case CLI_VERSION:
        code = print_version();
        break;
    case CLI_HELP:
        fputs(cli_help, stdout);
        break;
    case CLI_BAD:
        code = fail(o.message);
        break;
    }
    cli_options_free(&o);
    fflush(NULL);
    return code;
}
