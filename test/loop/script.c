/* script.c - see script.h. */
#include "loop/script.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void on_exit_note(orr_process *p, int64_t status, int signum)
{
    ended *e = p->handle.data;

    e->calls++;
    e->status = status;
    e->signum = signum;
    orr_close(&p->handle, NULL);
}

void script_init(script *s, const char *text, const char *argument)
{
    *s = (script){ .args = { ARG("sh"), ARG("-c"), ARG(text), ARG("sh"),
                             ARG(argument) } };
    s->spec.file = "/bin/sh";
    s->spec.args = s->args;
    s->spec.on_exit = on_exit_note;
    s->process.handle.data = &s->end;
}

void script_run(fixture *f, script *s, int64_t status)
{
    CHECK_INT(orr_process_spawn(f->loop, &s->process, &s->spec), 0);
    fixture_run(f);
    CHECK_INT(s->end.calls, 1);
    CHECK_INT(s->end.signum, 0);
    CHECK_INT(s->end.status, status);
}

void check_no_children(void)
{
    CHECK_INT(waitpid(-1, NULL, WNOHANG | __WALL), -1);
    CHECK_INT(errno, ECHILD);
}

void wait_until_ended(int pid)
{
    siginfo_t info;

    CHECK_INT(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
}

static void close_late(void *arg)
{
    close((int)(intptr_t)arg);
}

int own(int fd)
{
    CHECK(fd >= 0);
    test_cleanup(close_late, (void *)(intptr_t)fd);
    return fd;
}

void release(int fd)
{
    test_cleanup_cancel(close_late, (void *)(intptr_t)fd);
    close(fd);
}

void pipe_open(int ends[2], int flags)
{
    CHECK_INT(pipe2(ends, O_CLOEXEC | flags), 0);
    own(ends[0]);
    own(ends[1]);
}

const char *in_dir(const char *name)
{
    static char path[4][512];
    static int turn;

    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", test_dir(), name);
    return path[turn];
}

void write_file(const char *path, const char *text, mode_t mode)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, mode);

    CHECK(fd >= 0);
    CHECK_INT(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

const char *read_file(const char *path)
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
