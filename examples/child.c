/*
 * child.c - start a program, read what it prints through a pipe, and learn how
 * it ended.
 *
 *      build/examples/child ls -l
 */
#include <orrery.h>
#include <stdio.h>

static orr_process process;
static orr_stream output;

static void on_output(orr_stream *s, int64_t n, const void *bytes)
{
    if (n < 0)
        orr_close(&s->handle, NULL);
    else
        fwrite(bytes, 1, (size_t)n, stdout);
}

static void on_ended(orr_process *p, int64_t status, int signum)
{
    if (signum != 0)
        printf("child %d was ended by signal %d\n", orr_process_pid(p), signum);
    else
        printf("child %d ended with %d\n", orr_process_pid(p), (int)status);
    orr_close(&p->handle, NULL);
}

static int start(orr_loop *loop, char **args)
{
    const orr_stdio stdio[] = {
        { .kind = ORR_STDIO_IGNORE },
        { .kind = ORR_STDIO_PIPE, .stream = &output },
        { .kind = ORR_STDIO_INHERIT, .fd = 2 },
    };
    const orr_spawn spec = { .file = args[0],
                             .args = args,
                             .stdio = stdio,
                             .nstdio = 3,
                             .on_exit = on_ended };

    int err = orr_pipe_init(loop, &output, false);
    if (err == 0)
        err = orr_process_spawn(loop, &process, &spec);
    if (err == 0)
        err = orr_read_start(&output, on_output);
    return err;
}

int main(int argc, char **argv)
{
    char *const fallback[] = { (char[]){ "uname" }, (char[]){ "-a" }, NULL };
    orr_loop *loop;

    int err = orr_loop_open(&loop, NULL);
    if (err == 0)
        err = start(loop, argc > 1 ? argv + 1 : (char **)fallback);
    if (err == 0)
        err = orr_run(loop, ORR_RUN_DEFAULT);
    if (err == 0)
        err = orr_loop_close(loop);
    if (err < 0)
        fprintf(stderr, "child: %s\n", orr_strerror(err));
    return err < 0;
}
