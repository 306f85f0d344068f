/*
 * real_child.c - a child process of the real system, from its start to its end;
 * and results that were had before. With real.c the only files of the simulator
 * that touch anything real.
 *
 * A search runs the same program a thousand times. What a child gave for the
 * same command, environment, directory and input is kept in a file that the
 * runs share: so each child runs once. Whoever runs one holds the file's lock
 * meanwhile; it ends with its process.
 *
 *      file    u64 bytes used, then entries
 *      entry   sizes, status, the command and the input, both outputs
 */
#include "poll/sim/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "poll/sys/sys.h"

#define LOOK_MS 20    /* how often we look whether it waits for input */
#define WAITS_TIMES 2 /* it did so many times in a row */
#define CACHE_MAX (256u << 20)
#define SEEN_MAX 64 /* processes below a child that are looked at */

/* ---- Can it start? ---------------------------------------------------------
 */

static const char *path_of(char *const *env)
{
    for (; env != NULL && *env != NULL; env++)
        if (strncmp(*env, "PATH=", 5) == 0)
            return *env + 5;
    return env == NULL && getenv("PATH") != NULL ? getenv("PATH")
                                                 : "/bin:/usr/bin";
}

static bool is_us(const char *file)
{
    return strcmp(file, SIM_EXE_PATH) == 0;
}

/* 0, or why not; *err keeps "may not" rather than "is not there". */
static bool can_run(int dir, const char *file, int *err)
{
    if (faccessat(dir, file, X_OK, AT_EACCESS) == 0)
        return true;
    if (errno == EACCES)
        *err = -EACCES;
    return false;
}

static int search_path(int dir, const orr__spawn *spec)
{
    const char *path = path_of(spec->env);
    char file[SIM_CHILD_PATH];
    int err = -ENOENT;

    for (;;) {
        const size_t n = strcspn(path, ":");

        snprintf(file, sizeof file, "%.*s%s%s", (int)n, path, n > 0 ? "/" : "",
                 spec->file);
        if (can_run(dir, file, &err))
            return 0;
        if (path[n] == 0)
            return err;
        path += n + 1;
    }
}

int orr__sim_real_can_start(const orr__spawn *spec, const char *cwd)
{
    const int dir = open(cwd, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int err = -ENOENT;

    if (dir < 0)
        return -ENOSYS;
    if (is_us(spec->file))
        err = 0;
    else if (strchr(spec->file, '/') == NULL && spec->file[0] != 0)
        err = search_path(dir, spec);
    else if (can_run(dir, spec->file, &err))
        err = 0;
    close(dir);
    return err;
}

/* The text is the file, the command and its arguments. */
int orr__sim_real_child_limit_s(const sim_command *command)
{
    const char *file = command->text.data;
    const char *name = file + strlen(file) + 1;
    const char *first = name + strlen(name) + 1;

    return is_us(file) && *name != 0 && strcmp(first, "--vitest-parent") == 0
               ? SIM_CHILD_OWN_LIMIT_S
               : SIM_CHILD_LIMIT_S;
}

/* ---- The command, unpacked -------------------------------------------------
 */

typedef struct unpacked {
    orr__spawn spec;
    char **lists;
    char exe[SIM_CHILD_PATH];
} unpacked;

static size_t count_texts(const sim_bytes *text)
{
    size_t n = 0;

    for (size_t i = 0; i < text->len; i++)
        n += text->data[i] == 0;
    return n;
}

static char *take_list(char *at, char **list, size_t *n)
{
    for (; *at != 0; at += strlen(at) + 1)
        list[(*n)++] = strcmp(at, "\1") == 0 ? at + 1 : at;
    list[(*n)++] = NULL;
    return at + 1;
}

static int child_unpack(const orr_allocator *a, const sim_command *c,
                        unpacked *u)
{
    char *at = c->text.data;
    size_t n = 0;

    u->lists = orr__alloc_array(a, count_texts(&c->text) + 2, sizeof(char *));
    if (u->lists == NULL)
        return -ENOMEM;
    u->spec = (orr__spawn){ .file = at,
                            .nfds = 3,
                            .uid = c->uid,
                            .gid = c->gid,
                            .flags = c->flags | ORR_SPAWN_DETACHED };
    if (is_us(at)) {
        const ssize_t len =
            readlink("/proc/self/exe", u->exe, sizeof u->exe - 1);
        u->exe[len > 0 ? len : 0] = 0;
        u->spec.file = u->exe;
    }
    at += strlen(at) + 1;
    u->spec.args = u->lists;
    at = take_list(at, u->lists, &n);
    u->spec.env = u->lists + n;
    at = take_list(at, u->lists, &n);
    u->spec.cwd = at;
    return 0;
}

/* ---- Does it wait for input? ------------------------------------------------
 */

/* In read() of a descriptor that is this pipe. */
static bool reads_from(int pid, const char *pipe_name)
{
    char path[64], text[128];
    unsigned long long fd;
    long call;
    ssize_t n;

    snprintf(path, sizeof path, "/proc/%d/syscall", pid);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    n = read(file, text, sizeof text - 1);
    close(file);
    text[n > 0 ? n : 0] = 0;
    if (sscanf(text, "%ld 0x%llx", &call, &fd) != 2 || call != SYS_read)
        return false;
    snprintf(path, sizeof path, "/proc/%d/fd/%llu", pid, fd);
    n = readlink(path, text, sizeof text - 1);
    text[n > 0 ? n : 0] = 0;
    return strcmp(text, pipe_name) == 0;
}

static int children_of(int pid, int *list, int n)
{
    char path[64];
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
    file = fopen(path, "re");
    while (file != NULL && n < SEEN_MAX && fscanf(file, "%d", &list[n]) == 1)
        n++;
    if (file != NULL)
        fclose(file);
    return n;
}

static bool waits_for_input(int pid, const char *pipe_name)
{
    int list[SEEN_MAX] = { pid };
    int n = 1;

    for (int i = 0; i < n; i++) {
        if (reads_from(list[i], pipe_name))
            return true;
        n = children_of(list[i], list, n);
    }
    return false;
}

/* ---- Running ----------------------------------------------------------------
 */

typedef struct running {
    const orr_allocator *a;
    const sim_bytes *input;
    bool ended;
    size_t written;
    int in, out[2]; /* our ends */
    int theirs[3];
    char in_name[64];
    int pid;
    int waits; /* how often it was seen to wait */
    int limit_s;
    sim_outcome *to;
} running;

static void close_one(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static int open_pipes(running *r)
{
    int ends[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
    struct stat st;

    for (int i = 0; i < 3; i++) {
        if (pipe2(ends[i], O_CLOEXEC) < 0) {
            const int err = -errno;
            while (i-- > 0) {
                close(ends[i][0]);
                close(ends[i][1]);
            }
            return err;
        }
        r->theirs[i] = ends[i][i > 0];
        fcntl(ends[i][i == 0], F_SETFL, O_NONBLOCK);
    }
    r->in = ends[0][1];
    r->out[0] = ends[1][0];
    r->out[1] = ends[2][0];
    if (fstat(r->in, &st) == 0)
        snprintf(r->in_name, sizeof r->in_name, "pipe:[%llu]",
                 (unsigned long long)st.st_ino);
    return 0;
}

static void write_input(running *r)
{
    const sim_bytes *input = r->input;

    while (r->in >= 0 && r->written < input->len) {
        const orr_buf buf = { input->data + r->written,
                              input->len - r->written };
        const int64_t n = orr__sys_write(r->in, &buf, 1);

        if (n == -EAGAIN)
            return;
        if (n <= 0)
            close_one(&r->in); /* the child does not want it */
        else
            r->written += (size_t)n;
    }
    if (r->ended)
        close_one(&r->in);
}

static int read_output(running *r, int i)
{
    char bytes[65536];
    ssize_t n;

    while ((n = read(r->out[i], bytes, sizeof bytes)) > 0)
        if (!orr__sim_bytes_add(r->a, &r->to->out[i], bytes, (size_t)n))
            return -ENOMEM;
    if (n == 0 || (errno != EAGAIN && errno != EINTR))
        close_one(&r->out[i]);
    return 0;
}

/* Nothing has happened for a moment. */
static bool is_stuck(running *r)
{
    if (r->ended || r->in < 0 || r->written < r->input->len ||
        !waits_for_input(r->pid, r->in_name))
        r->waits = 0;
    else
        r->waits++;
    return r->waits >= WAITS_TIMES;
}

static uint64_t now_ms(void)
{
    return orr__clock_ns(CLOCK_MONOTONIC) / NS_PER_MS;
}

/* Until both outputs have ended: those who have them may be its children. */
static int child_serve(running *r)
{
    const uint64_t end_ms = now_ms() + (uint64_t)r->limit_s * 1000;
    int err = 0;

    while (err == 0 && (r->out[0] >= 0 || r->out[1] >= 0)) {
        struct pollfd fds[] = { { .fd = r->out[0], .events = POLLIN },
                                { .fd = r->out[1], .events = POLLIN },
                                { .fd = r->in, .events = POLLOUT } };

        write_input(r);
        if (r->in < 0 || r->written == r->input->len)
            fds[2].fd = -1;
        const int n = poll(fds, 3, LOOK_MS);
        if (n == 0 && is_stuck(r)) {
            r->to->ending = SIM_CHILD_WAITS;
            return 0;
        }
        for (int i = 0; i < 2 && err == 0; i++)
            if (n > 0 && fds[i].revents != 0)
                err = read_output(r, i);
        if (now_ms() > end_ms) {
            r->to->ending = SIM_CHILD_IS_LONG;
            return 0;
        }
    }
    return err;
}

static void end_child(running *r, int err)
{
    int status = 0;

    if (err < 0 || r->to->ending != SIM_CHILD_ENDED)
        kill(-r->pid, SIGKILL); /* it has a session of its own */
    close_one(&r->in);
    while (waitpid(r->pid, &status, __WALL) < 0 && errno == EINTR)
        continue;
    r->to->signum = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    r->to->status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

static int child_run(running *r, orr__spawn *spec)
{
    orr__sys sys = { .allocator = r->a };
    orr__op op = { .code = OP_SPAWN, .u.spawn = spec };
    int err = open_pipes(r);

    if (err < 0)
        return err;
    spec->fds = r->theirs;
    const int64_t pid = orr__sys_spawn(&sys, &op);
    for (int i = 0; i < 3; i++)
        close_one(&r->theirs[i]);
    err = pid < 0 ? (int)pid : 0;
    if (pid >= 0) {
        r->pid = (int)pid;
        err = child_serve(r);
        end_child(r, err);
    }
    if (spec->pidfd > 0)
        close(spec->pidfd);
    close_one(&r->in);
    close_one(&r->out[0]);
    close_one(&r->out[1]);
    return err;
}

static int run_command(const orr_allocator *a, const sim_command *command,
                       const sim_bytes *input, bool ended, sim_outcome *out)
{
    unpacked u = { .lists = NULL };
    running r = { .a = a,
                  .input = input,
                  .ended = ended,
                  .in = -1,
                  .out = { -1, -1 },
                  .limit_s = orr__sim_real_child_limit_s(command),
                  .to = out };
    int err = child_unpack(a, command, &u);

    if (err == 0)
        err = child_run(&r, &u.spec);
    orr__free(a, u.lists);
    return err;
}

/* ---- Results that were had before -------------------------------------------
 */

typedef struct entry {
    uint64_t key_len, input_len, out_len[2];
    int64_t status;
    int32_t signum;
    uint32_t ended, ending;
    uint32_t ids[3];
} entry;

static bool read_at(int fd, void *to, size_t n, uint64_t at)
{
    return n == 0 || pread(fd, to, n, (off_t)at) == (ssize_t)n;
}

static bool write_at(int fd, const void *from, size_t n, uint64_t at)
{
    return n == 0 || pwrite(fd, from, n, (off_t)at) == (ssize_t)n;
}

static bool child_lock(int fd, short how)
{
    struct flock l = { .l_type = how, .l_whence = SEEK_SET };

    while (fcntl(fd, F_SETLKW, &l) < 0)
        if (errno != EINTR)
            return false;
    return true;
}

static bool has_bytes(const orr_allocator *a, int fd, uint64_t at,
                      const sim_bytes *like)
{
    char *bytes = orr__alloc(a, like->len + 1);
    const bool same =
        bytes != NULL && read_at(fd, bytes, like->len, at) &&
        (like->len == 0 || memcmp(bytes, like->data, like->len) == 0);

    orr__free(a, bytes);
    return same;
}

static bool take_bytes(const orr_allocator *a, int fd, uint64_t at, size_t n,
                       sim_bytes *to)
{
    *to = (sim_bytes){ .data = orr__alloc(a, n + 1),
                       .len = n,
                       .capacity = n + 1 };
    return to->data != NULL && read_at(fd, to->data, n, at);
}

static entry entry_of(const sim_command *c, const sim_bytes *input, bool ended)
{
    return (entry){ .key_len = c->text.len,
                    .input_len = input->len,
                    .ended = ended,
                    .ids = { c->flags, c->uid, c->gid } };
}

static uint64_t entry_size(const entry *e)
{
    return sizeof *e + e->key_len + e->input_len + e->out_len[0] +
           e->out_len[1];
}

static bool find_result(const orr_allocator *a, int fd, uint64_t used,
                        const sim_command *c, const sim_bytes *input,
                        bool ended, sim_outcome *out)
{
    const entry want = entry_of(c, input, ended);
    entry e;

    for (uint64_t at = sizeof used; at < used; at += entry_size(&e)) {
        if (!read_at(fd, &e, sizeof e, at) || entry_size(&e) > used)
            return false;
        const uint64_t key = at + sizeof e, in = key + e.key_len;
        const uint64_t first = in + e.input_len;
        if (e.key_len != want.key_len || e.input_len != want.input_len ||
            e.ended != want.ended ||
            memcmp(e.ids, want.ids, sizeof e.ids) != 0 ||
            !has_bytes(a, fd, key, &c->text) || !has_bytes(a, fd, in, input))
            continue;
        out->ending = (sim_ending)e.ending;
        out->status = e.status;
        out->signum = e.signum;
        return take_bytes(a, fd, first, e.out_len[0], &out->out[0]) &&
               take_bytes(a, fd, first + e.out_len[0], e.out_len[1],
                          &out->out[1]);
    }
    return false;
}

/* `used` is written last: a process may be killed on the way. */
static void add_result(int fd, uint64_t used, const sim_command *c,
                       const sim_bytes *input, bool ended,
                       const sim_outcome *out)
{
    entry e = entry_of(c, input, ended);
    const sim_bytes *const parts[] = { &c->text, input, &out->out[0],
                                       &out->out[1] };
    uint64_t at = used + sizeof e;

    e.ending = out->ending;
    e.status = out->status;
    e.signum = out->signum;
    e.out_len[0] = out->out[0].len;
    e.out_len[1] = out->out[1].len;
    if (used + entry_size(&e) > CACHE_MAX || !write_at(fd, &e, sizeof e, used))
        return;
    for (int i = 0; i < 4; i++) {
        if (!write_at(fd, parts[i]->data, parts[i]->len, at))
            return;
        at += parts[i]->len;
    }
    write_at(fd, &at, sizeof at, 0);
}

int orr__sim_real_child(const orr_allocator *a, const sim_command *command,
                        const sim_bytes *input, bool ended, const char *cache,
                        sim_outcome *out)
{
    const int fd = cache != NULL ? open(cache, O_RDWR | O_CLOEXEC) : -1;
    uint64_t used = 0;
    int err = 0;

    if (fd < 0 || !child_lock(fd, F_WRLCK)) {
        err = run_command(a, command, input, ended, out);
    } else {
        if (!read_at(fd, &used, sizeof used, 0) || used < sizeof used)
            used = sizeof used;
        if (!find_result(a, fd, used, command, input, ended, out)) {
            *out = (sim_outcome){ .status = 0 };
            err = run_command(a, command, input, ended, out);
            if (err == 0)
                add_result(fd, used, command, input, ended, out);
        }
    }
    if (fd >= 0)
        close(fd); /* and unlock */
    return err;
}
