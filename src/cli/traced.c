/*
 * traced.c - `orrery trace` and `orrery explain`: a run with a trace, and its
 * output.
 *
 *      out.jsonl, -         the lines, as they are written
 *      out.html             the page with the lines in it (page_file.c)
 *      out.json, explain,   a program of lib/ reads the lines and writes them:
 *      --slow, a long       lib/internal/trace/main.js
 *      out.html
 *
 * All but the first go to a file without a name first. The program of lib/ has
 * a process of its own, this one with exec(): what the traced program left
 * behind, its memory and its listeners, is gone then. It ends with the exit
 * code of the traced program.
 */
#include "cli/traced.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/ending.h"
#include "cli/page_file.h"
#include "cli/trace_file.h"

#define EXIT_BAD_OPTION 9
#define LONG_BYTES (8 << 20) /* lines that a page has in packed parts */

/* What becomes of the lines. */
typedef enum trace_form { LINES, PAGE, REPORT } trace_form;

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);

    return n >= m && strcmp(text + n - m, end) == 0;
}

static trace_form form_of(const cli_options *o)
{
    if (o->action == CLI_EXPLAIN || o->slow)
        return REPORT;
    if (o->output == NULL)
        return LINES;
    return ends_with(o->output, ".html") || ends_with(o->output, ".htm") ? PAGE
           : ends_with(o->output, ".json") ? REPORT
                                           : LINES;
}

static int traced_fail(const char *what, const char *path, int err)
{
    fprintf(stderr, "orrery: cannot %s %s: %s\n", what, path, strerror(-err));
    return EXIT_BAD_OPTION;
}

static int not_whole(const char *path, int err, int code)
{
    fprintf(stderr, "orrery: the trace is not whole: cannot write %s: %s\n",
            path, strerror(-err));
    return code != 0 ? code : 1;
}

/* ---- The report --------------------------------------------------------- */

/* The new process is started as the user started this one, without options of
 * the environment, which were for the program. */
static void forget_environment(void)
{
    unsetenv("NODE_OPTIONS");
    unsetenv("ORRERY_OPTIONS");
    unsetenv("ORRERY_BACKEND");
    unsetenv("NODE_CHANNEL_FD");
}

/* Returns only if it fails. */
static int exec_report(const cli_options *o, int fd, int code)
{
    char fd_text[16], code_text[16], slow_text[24];
    const char *kind = o->action == CLI_EXPLAIN ? "explain"
                       : o->slow                ? "slow"
                       : form_of(o) == PAGE     ? "page"
                                                : "perfetto";
    const char *name = o->input    ? o->input
                       : o->output ? o->output
                                   : "the trace";
    const char *argv[] = { o->runtime.argv0,
                           "--trace-report",
                           kind,
                           fd_text,
                           code_text,
                           name,
                           o->output ? o->output : "",
                           o->why_what ? o->why_what : "",
                           slow_text,
                           o->all ? "all" : "",
                           o->incomplete ? "incomplete" : "",
                           NULL };

    snprintf(fd_text, sizeof fd_text, "%d", fd);
    snprintf(code_text, sizeof code_text, "%d", code);
    snprintf(slow_text, sizeof slow_text, "%llu",
             (unsigned long long)o->slow_ms);
    forget_environment();
    fflush(NULL);
    execv("/proc/self/exe", (char *const *)argv);
    return traced_fail("start", "the report", -errno);
}

/* ---- The program's output ----------------------------------------------- */

/* The story has in it what the program prints, so it is not printed twice. */
typedef struct hidden {
    int out, err;
} hidden;

static void hide_output(hidden *h)
{
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

    h->out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    h->err = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (null < 0)
        return;
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    close(null);
}

static void show_output(const hidden *h)
{
    if (h->out >= 0)
        dup2(h->out, STDOUT_FILENO);
    if (h->err >= 0)
        dup2(h->err, STDERR_FILENO);
}

/* ---- Running ------------------------------------------------------------ */

/* Where the lines go: "-" and a path, or NULL for a file without a name. */
static const char *path_of_lines(const cli_options *o, trace_form form)
{
    if (form != LINES)
        return NULL;
    return o->output ? o->output : "trace.jsonl";
}

static int run_with(cli_options *o, trace_file *file,
                    int (*run)(runtime_options *options))
{
    runtime_trace *t = &o->runtime.trace;
    hidden h = { -1, -1 };

    trace_file_sink(file, &t->sink);
    t->keep_ms = o->last_ms;
    t->end_ms = o->for_ms;
    t->filter = o->filter;
    ending_set_limit(o->for_ms);
    if (o->action == CLI_EXPLAIN)
        hide_output(&h);
    const int code = run(&o->runtime);
    if (o->action == CLI_EXPLAIN)
        show_output(&h);
    return code;
}

static int make_of(const cli_options *o, trace_form form, int fd, int code)
{
    if (form == REPORT || lseek(fd, 0, SEEK_END) > LONG_BYTES)
        return exec_report(o, fd, code);
    const int err = page_file_write(o->output, fd);
    return err < 0 ? traced_fail("write", o->output, err) : code;
}

static int run_program(cli_options *o, trace_form form,
                       int (*run)(runtime_options *options))
{
    const char *path = path_of_lines(o, form);
    const char *name = path ? path : "it";
    trace_file file;
    int err = trace_file_open(&file, path);

    if (err < 0)
        return traced_fail("write", name, err);
    const int code = run_with(o, &file, run);
    if (form != LINES)
        return file.err < 0 ? not_whole(name, file.err, code)
                            : make_of(o, form, file.fd, code);
    err = trace_file_close(&file);
    return err < 0 ? not_whole(name, err, code) : code;
}

/* ---- Reading ------------------------------------------------------------ */

static int read_trace(cli_options *o, trace_form form)
{
    const int fd = open(o->input, O_RDONLY); /* not closed by exec() */

    if (fd < 0)
        return traced_fail("read", o->input, -errno);
    if (form == LINES) {
        fprintf(stderr,
                "orrery: %s is a trace; give -o FILE.html or "
                "FILE.json, --slow, or explain it\n",
                o->input);
        return EXIT_BAD_OPTION;
    }
    return make_of(o, form, fd, 0);
}

int traced_run(cli_options *o, int (*run)(runtime_options *options))
{
    const trace_form form = form_of(o);

    return o->input != NULL ? read_trace(o, form) : run_program(o, form, run);
}
