/*
 * sim_fs_same.c - the simulated file system does what Linux does.
 *
 * Two trees that look the same are treated the same: one by the simulator, the
 * other by the real back end on epoll. After every step, the two must have
 * answered the same, error for error, and their watches must have told the
 * same. The steps are drawn from the seed, so a failure can be had again.
 *
 * The trees lie 50 directories deep, more than 40 links and a few ".." can
 * climb, so that nothing a step does can reach what is not ours.
 */
#include "fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STEPS 1000
#define DEPTH 50
#define FILES 4
#define WATCHES 3

/* One of the two sides, and its result of the last step. */
typedef struct side {
    orr_loop *loop;
    char base[512];
    int fds[FILES];
    orr_watch watches[WATCHES];
    char said[16384];
    size_t len;
} side;

static uint64_t chance;

static uint32_t draw(uint32_t below)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(chance >> 33) % below;
}

__attribute__((format(printf, 2, 3))) static void say(side *s,
                                                      const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int n =
        vsnprintf(s->said + s->len, sizeof s->said - s->len, format, args);
    va_end(args);
    CHECK(n >= 0 && (size_t)n < sizeof s->said - s->len);
    s->len += (size_t)n;
}

/* ---- The trees -------------------------------------------------------- */

static void put(const char *base, const char *name, const char *text)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", base, name);
    FILE *f = fopen(path, "w");
    CHECK(f != NULL);
    CHECK(fputs(text, f) >= 0);
    CHECK(fclose(f) == 0);
}

static void tree_make(side *s, const char *name)
{
    size_t len =
        (size_t)snprintf(s->base, sizeof s->base, "%s/%s", test_dir(), name);

    CHECK_INT(mkdir(s->base, 0755), 0);
    for (int i = 0; i < DEPTH; i++) {
        strcpy(s->base + len, "/n");
        len += 2;
        CHECK_INT(mkdir(s->base, 0755), 0);
    }
    CHECK_INT(chdir(s->base), 0);
    CHECK_INT(mkdir("a", 0755), 0);
    CHECK_INT(mkdir("a/b", 0755), 0);
    CHECK_INT(mkdir("c", 0755), 0);
    put(s->base, "f", "0123456789");
    put(s->base, "a/g", "a longer line of text\n");
    put(s->base, "a/b/f", "");
    CHECK_INT(link("f", "a/h"), 0);
    CHECK_INT(symlink("f", "l"), 0);
    CHECK_INT(symlink("../a/b", "a/m"), 0);
    CHECK_INT(symlink("y", "x"), 0);
    CHECK_INT(symlink("x", "y"), 0);
    CHECK_INT(symlink("d", "a/b/d"), 0);
    CHECK_INT(symlink("c/g", "d"), 0);
}

/* ---- What is drawn ---------------------------------------------------- */

static const char *const names[] = { "a", "b", "f", "g", "c", "h",
                                     "l", "m", "x", "d", ".", ".." };
static const char *const targets[] = { "a",  "f", "../a", "b/f",
                                       "g/", ".", "..",   "../c/h" };

static void draw_path(char *path)
{
    const uint32_t parts = 1 + draw(2) + (draw(3) == 0);

    path[0] = 0;
    for (uint32_t i = 0; i < parts; i++) {
        if (i > 0)
            strcat(path, "/");
        /* Some are drawn more often, or most paths would lead nowhere. */
        strcat(path, names[draw(draw(3) == 0 ? 12 : 4)]);
    }
    if (draw(12) == 0)
        strcat(path, "/");
}

typedef struct step {
    uint32_t what;
    char path[64], path2[64];
    const char *target;
    uint32_t n, m, slot, slot2;
} step;

static void draw_step(step *st)
{
    memset(st, 0, sizeof *st);
    st->what = draw(32);
    draw_path(st->path);
    draw_path(st->path2);
    st->target = targets[draw(8)];
    st->n = draw(1000);
    st->m = draw(1000);
    st->slot = draw(FILES);
    st->slot2 = draw(FILES);
}

/* ---- What is done ----------------------------------------------------- */

static void say_stat(side *s, int64_t r, const orr_stat *st)
{
    const bool is_dir = (st->mode & 0170000) == 0040000;

    if (r < 0)
        return;
    say(s, " mode=%o nlink=%d size=%d", (unsigned)st->mode, (int)st->nlink,
        is_dir ? 0 : (int)st->size);
    if (st->mtime.sec < 1000)
        say(s, " mtime=%d.%d", (int)st->mtime.sec, st->mtime.nsec);
}

/* Mostly to read and write, and to make what is not there. */
static int open_flags(const step *st)
{
    static const int flags[] = { O_EXCL,   O_TRUNC,  O_NOFOLLOW,
                                 O_APPEND, O_APPEND, O_DIRECTORY };
    int how = st->n % 2 != 0 ? O_RDWR | O_CREAT : (int)(st->n / 2 % 3);

    if (st->m % 3 == 0)
        how |= flags[st->m / 3 % 6];
    if (st->m % 7 == 0)
        how |= flags[st->m / 7 % 6];
    /* What kernels before 6.4 make of both together is a bug of theirs. */
    if ((how & O_CREAT) != 0)
        how &= ~O_DIRECTORY;
    return how;
}

static int64_t do_open(side *s, const step *st, const char *path)
{
    const int fd = orr_fs_open(s->loop, NULL, path, open_flags(st), 0640, NULL);

    if (fd < 0)
        return fd;
    if (s->fds[st->slot] >= 0)
        CHECK_INT(orr_fs_close(s->loop, NULL, s->fds[st->slot], NULL), 0);
    s->fds[st->slot] = fd;
    return 0;
}

static int64_t do_io(side *s, const step *st)
{
    char text[300], back[300];
    orr_buf bufs[2] = { { text, st->m % 100 }, { text + 100, st->n % 200 } };
    const int64_t at = st->n % 3 == 0 ? -1 : (int64_t)(st->m % 64);
    int64_t r;

    memset(text, 'a' + (int)(st->m % 26), sizeof text);
    if (st->what % 3 == 1)
        return orr_fs_write(s->loop, NULL, s->fds[st->slot], bufs,
                            1 + st->n % 2, at, NULL);
    bufs[0].base = back;
    bufs[1].base = back + bufs[0].len;
    r = orr_fs_read(s->loop, NULL, s->fds[st->slot], bufs, 1 + st->n % 2, at,
                    NULL);
    if (r > 0)
        say(s, " '%.*s'", (int)r, back);
    return r;
}

/* Not from a file into itself: the result is undefined. */
static int64_t do_send(side *s, const step *st)
{
    const int out = s->fds[st->slot], in = s->fds[st->slot2];
    orr_stat a, b;

    if (orr_fs_fstat(s->loop, NULL, out, &a, NULL) == 0 &&
        orr_fs_fstat(s->loop, NULL, in, &b, NULL) == 0 && a.ino == b.ino)
        return 0;
    return orr_fs_sendfile(s->loop, NULL, out, in, st->m % 20, st->n % 40,
                           NULL);
}

static int64_t do_fd(side *s, const step *st)
{
    const int fd = s->fds[st->slot];
    const orr_time t = { (int64_t)st->n % 500, (int32_t)st->m };
    orr_stat out;
    int64_t r;

    switch (st->n % 6) {
    case 0:
        return orr_fs_ftruncate(s->loop, NULL, fd, st->m % 100, NULL);
    case 1:
        return orr_fs_fchmod(s->loop, NULL, fd, 0700 | st->m % 64, NULL);
    case 2:
        return orr_fs_futimes(s->loop, NULL, fd, t, t, NULL);
    case 3:
        return orr_fs_fsync(s->loop, NULL, fd, NULL);
    case 4:
        return do_send(s, st);
    default:
        r = orr_fs_fstat(s->loop, NULL, fd, &out, NULL);
        say_stat(s, r, &out);
        return r;
    }
}

static int64_t do_close(side *s, const step *st)
{
    const int fd = s->fds[st->slot];

    if (fd < 0 || st->n % 3 != 0)
        return 0;
    s->fds[st->slot] = -1;
    return orr_fs_close(s->loop, NULL, fd, NULL);
}

static int64_t do_look(side *s, const step *st, const char *path)
{
    orr_stat out;
    const int64_t r = st->n % 2 != 0
                          ? orr_fs_stat(s->loop, NULL, path, &out, NULL)
                          : orr_fs_lstat(s->loop, NULL, path, &out, NULL);

    say_stat(s, r, &out);
    return r;
}

static int64_t do_list(side *s, const char *path)
{
    orr_fs req = { .result = 0 };
    const int64_t r = orr_fs_scandir(s->loop, &req, path, NULL);
    const orr_entry *e = req.ptr;

    for (int64_t i = 0; i < r; i++)
        say(s, " %s:%d", e[i].name, e[i].type);
    orr_fs_cleanup(&req);
    return r;
}

/* What makes a string: the part of it that is not the base. */
static int64_t do_string(side *s, const step *st, const char *path)
{
    orr_fs req = { .result = 0 };
    int64_t r;

    if (st->what == 8)
        r = orr_fs_readlink(s->loop, &req, path, NULL);
    else if (st->what == 9)
        r = orr_fs_realpath(s->loop, &req, path, NULL);
    else
        r = orr_fs_read_file(s->loop, &req, path, NULL);
    if (r >= 0) {
        const char *text = req.ptr;
        const size_t base = strlen(s->base);
        const bool inside = strncmp(text, s->base, base) == 0;

        say(s, " %d '%s'", (int)(inside ? req.len - base : req.len),
            inside ? text + base : text);
        /* Above the base the two trees have different names. */
        if (st->what == 9 && !inside)
            s->len = 0;
    }
    orr_fs_cleanup(&req);
    return r;
}

static int64_t do_change(side *s, const step *st, const char *path)
{
    const orr_time t = { (int64_t)st->n % 500, (int32_t)st->m };
    const orr_time omit = { 0, ORR_TIME_OMIT };

    switch (st->n % 4) {
    case 0:
        return orr_fs_chmod(s->loop, NULL, path, 0700 | st->m % 64, NULL);
    case 1:
        return orr_fs_utimes(s->loop, NULL, path, omit, t, NULL);
    case 2:
        return orr_fs_lutimes(s->loop, NULL, path, t, t, NULL);
    default:
        return orr_fs_truncate(s->loop, NULL, path, st->m % 50, NULL);
    }
}

static int64_t do_step(side *s, const step *st)
{
    char path[1024], path2[1024];

    snprintf(path, sizeof path, "%s/%s", s->base, st->path);
    snprintf(path2, sizeof path2, "%s/%s", s->base, st->path2);
    switch (st->what) {
    case 0:
        return do_fd(s, st);
    case 1:
    case 2:
        return do_io(s, st);
    case 3:
        return do_close(s, st);
    case 4:
        return do_look(s, st, path);
    case 5:
        return orr_fs_access(s->loop, NULL, path, st->n % 8, NULL);
    case 6:
        return do_list(s, path);
    case 7:
    case 8:
    case 9:
        return do_string(s, st, path);
    case 10:
    case 11:
        return orr_fs_mkdir(s->loop, NULL, path, 0777, NULL);
    case 12:
    case 13:
        return do_io(s, st);
    case 14:
        return orr_fs_rmdir(s->loop, NULL, path, NULL);
    case 15:
        return orr_fs_unlink(s->loop, NULL, path, NULL);
    case 16:
    case 17:
    case 18:
    case 19:
        return orr_fs_rename(s->loop, NULL, path, path2, NULL);
    case 20:
    case 21:
        return orr_fs_link(s->loop, NULL, path, path2, NULL);
    case 22:
    case 23:
        return orr_fs_symlink(s->loop, NULL, st->target, path, NULL);
    case 24:
    case 25:
        return do_change(s, st, path);
    case 26:
        return orr_fs_copyfile(s->loop, NULL, path, path2, st->n % 2, NULL);
    default:
        return do_open(s, st, path);
    }
}

/* ---- Watches ---------------------------------------------------------- */

static void on_news(orr_watch *w, const char *name, int events, int status)
{
    side *s = w->handle.data;

    say(s, " [%d: %s %d %d]", (int)(w - s->watches), name, events, status);
}

static void watch_again(side *s, const step *st)
{
    orr_watch *w = &s->watches[st->slot % WATCHES];
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", s->base, st->path);
    if (orr_is_active(&w->handle))
        orr_watch_stop(w);
    w->handle.data = s;
    say(s, " watch=%d", orr_watch_start(s->loop, w, path, on_news));
}

static void hear(side *s)
{
    for (int i = 0; i < 3; i++)
        CHECK(orr_run(s->loop, ORR_RUN_NOWAIT) >= 0);
}

/* ---- Both ------------------------------------------------------------- */

static void side_close(void *arg)
{
    side *s = arg;

    for (int i = 0; i < WATCHES; i++)
        if (orr_is_active(&s->watches[i].handle))
            orr_watch_stop(&s->watches[i]);
    for (int i = 0; i < FILES; i++)
        if (s->fds[i] >= 0)
            orr_fs_close(s->loop, NULL, s->fds[i], NULL);
    if (s->loop != NULL)
        orr_loop_close(s->loop);
}

/* Not test_resize(): making each of so many requests for memory fail would
 * take an hour. That is done on purpose, in sim_fs_memory.c. */
static long live_blocks;

static void *resize(void *ctx, void *ptr, size_t size)
{
    (void)ctx;
    live_blocks += (ptr == NULL) - (size == 0);
    if (size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, size);
}

static void side_open(side *s, const char *backend)
{
    static const orr_allocator allocator = { NULL, resize };
    const orr_options options = { .backend = backend,
                                  .allocator = &allocator,
                                  .seed = test_seed() };

    memset(s, 0, sizeof *s);
    for (int i = 0; i < FILES; i++)
        s->fds[i] = -1;
    tree_make(s, backend);
    CHECK_INT(orr_loop_open(&s->loop, &options), 0);
    test_cleanup(side_close, s);
}

static void take_step(side *s, const step *st, bool watch)
{
    s->len = 0;
    s->said[0] = 0;
    if (watch) {
        watch_again(s, st);
    } else {
        const int64_t r = do_step(s, st);
        say(s, " = %s", r < 0 ? orr_err_name((int)r) : "");
        if (r >= 0)
            say(s, "%d", (int)r);
    }
    hear(s);
}

static side sides[2];

static void same_steps(uint32_t watch_one_in)
{
    umask(022);
    side_open(&sides[0], "sim");
    side_open(&sides[1], "epoll");
    orr_umask(sides[0].loop, 022);
    chance = test_seed() * 77 + watch_one_in;
    for (int i = 0; i < STEPS; i++) {
        step st;

        draw_step(&st);
        const bool watch = watch_one_in != 0 && draw(watch_one_in) == 0;
        for (int k = 0; k < 2; k++)
            take_step(&sides[k], &st, watch);
        if (strcmp(sides[0].said, sides[1].said) != 0)
            FAIL("step %d, %s %u on %s, %s (n %u, m %u, slots %u %u):\n"
                 "  sim:  %s\n  real: %s",
                 i, watch ? "watch" : "operation", st.what, st.path, st.path2,
                 st.n, st.m, st.slot, st.slot2, sides[0].said, sides[1].said);
    }
    for (int k = 1; k >= 0; k--) {
        test_cleanup_cancel(side_close, &sides[k]);
        side_close(&sides[k]);
    }
    CHECK_INT(live_blocks, 0);
}

TEST_SIM(the_simulated_files_answer_as_real_ones_do)
{
    same_steps(0);
}

TEST_SIM(simulated_watches_tell_what_inotify_tells)
{
    same_steps(20);
}
