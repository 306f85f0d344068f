/*
 * faults_fs.c - errors of files arrive once, and then all goes on. See
 * faults.h.
 *
 * Each kind of call is one line of a table: how it is started, and how what it
 * did is undone, so that it can be done again. It is taken through all errors
 * that it can meet, as a request and at once, and has to work after each. What
 * a failed call had already done would be in the way then: a directory that is
 * there already, a name that is gone.
 */
#include "faults.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

/* The files of the test: "file" and "link" and "dir" are there, "new" is not.
 */
typedef struct files {
    orr_loop *loop;
    orr_fs req;
    int fd;       /* of "file" */
    orr_dir *dir; /* of "dir" */
    char bytes[16];
    orr_entry entries[4];
    orr_stat st;
    orr_statfs fs;
} files;

typedef int64_t start_fn(files *s, orr_fs_fn *fn);
typedef void undo_fn(files *s, int64_t result);

static const char *at(const char *name)
{
    static char paths[4][512];
    static unsigned turn;
    char *path = paths[turn++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", test_dir(), name);
    return path;
}

static orr_buf bytes_of(files *s)
{
    return (orr_buf){ s->bytes, 4 };
}

/* ---- Starting ----------------------------------------------------------- */

#define START(name_, call_)                                                    \
    static int64_t start_##name_(files *s, orr_fs_fn *fn)                      \
    {                                                                          \
        return call_;                                                          \
    }

START(open, orr_fs_open(s->loop, &s->req, at("file"), O_RDONLY, 0, fn))
START(read_file, orr_fs_read_file(s->loop, &s->req, at("file"), fn))
START(stat, orr_fs_stat(s->loop, &s->req, at("file"), &s->st, fn))
START(lstat, orr_fs_lstat(s->loop, &s->req, at("link"), &s->st, fn))
START(statfs, orr_fs_statfs(s->loop, &s->req, at("file"), &s->fs, fn))
START(access, orr_fs_access(s->loop, &s->req, at("file"), 4, fn))
START(scandir, orr_fs_scandir(s->loop, &s->req, at("dir"), fn))
START(opendir, orr_fs_opendir(s->loop, &s->req, at("dir"), fn))
START(readdir, orr_fs_readdir(s->loop, &s->req, s->dir, s->entries, 4, fn))
START(mkdir, orr_fs_mkdir(s->loop, &s->req, at("new"), 0755, fn))
START(mkdtemp, orr_fs_mkdtemp(s->loop, &s->req, at("tXXXXXX"), fn))
START(mkstemp, orr_fs_mkstemp(s->loop, &s->req, at("tXXXXXX"), fn))
START(rmdir, orr_fs_rmdir(s->loop, &s->req, at("dir/empty"), fn))
START(unlink, orr_fs_unlink(s->loop, &s->req, at("link"), fn))
START(rename, orr_fs_rename(s->loop, &s->req, at("file"), at("new"), fn))
START(link, orr_fs_link(s->loop, &s->req, at("file"), at("new"), fn))
START(symlink, orr_fs_symlink(s->loop, &s->req, "file", at("new"), fn))
START(readlink, orr_fs_readlink(s->loop, &s->req, at("link"), fn))
START(realpath, orr_fs_realpath(s->loop, &s->req, at("link"), fn))
START(chmod, orr_fs_chmod(s->loop, &s->req, at("file"), 0600, fn))
START(chown, orr_fs_chown(s->loop, &s->req, at("file"), 1, 1, fn))
START(lchown, orr_fs_lchown(s->loop, &s->req, at("link"), 1, 1, fn))
START(truncate, orr_fs_truncate(s->loop, &s->req, at("file"), 4, fn))
START(ftruncate, orr_fs_ftruncate(s->loop, &s->req, s->fd, 4, fn))
START(fsync, orr_fs_fsync(s->loop, &s->req, s->fd, fn))
START(fdatasync, orr_fs_fdatasync(s->loop, &s->req, s->fd, fn))
START(copyfile, orr_fs_copyfile(s->loop, &s->req, at("file"), at("new"),
                                ORR_COPY_EXCL, fn))
START(sendfile, orr_fs_sendfile(s->loop, &s->req, s->fd, s->fd, 0, 4, fn))

static int64_t start_read(files *s, orr_fs_fn *fn)
{
    const orr_buf buf = bytes_of(s);

    return orr_fs_read(s->loop, &s->req, s->fd, &buf, 1, 0, fn);
}

static int64_t start_write(files *s, orr_fs_fn *fn)
{
    const orr_buf buf = bytes_of(s);

    return orr_fs_write(s->loop, &s->req, s->fd, &buf, 1, 0, fn);
}

static int64_t start_utimes(files *s, orr_fs_fn *fn)
{
    const orr_time when = { 1, 2 };

    return orr_fs_utimes(s->loop, &s->req, at("file"), when, when, fn);
}

static int64_t start_lutimes(files *s, orr_fs_fn *fn)
{
    const orr_time when = { 1, 2 };

    return orr_fs_lutimes(s->loop, &s->req, at("link"), when, when, fn);
}

/* ---- Undoing ------------------------------------------------------------ */

static void undo_open(files *s, int64_t fd)
{
    CHECK_INT(orr_fs_close(s->loop, NULL, (int)fd, NULL), 0);
}

static void undo_opendir(files *s, int64_t result)
{
    (void)result;
    CHECK_INT(orr_fs_closedir(s->loop, NULL, s->req.ptr, NULL), 0);
}

/* To its beginning again. */
static void undo_readdir(files *s, int64_t result)
{
    orr_fs open = { .result = 0 };

    CHECK_INT(result, 1);
    CHECK_STR(s->entries[0].name, "empty");
    CHECK_INT(orr_fs_closedir(s->loop, NULL, s->dir, NULL), 0);
    s->dir = NULL;
    CHECK_INT(orr_fs_opendir(s->loop, &open, at("dir"), NULL), 0);
    s->dir = open.ptr;
}

static void undo_mkdir(files *s, int64_t result)
{
    (void)result;
    CHECK_INT(orr_fs_rmdir(s->loop, NULL, at("new"), NULL), 0);
}

static void undo_mkdtemp(files *s, int64_t result)
{
    (void)result;
    CHECK_INT(orr_fs_rmdir(s->loop, NULL, s->req.ptr, NULL), 0);
}

static void undo_mkstemp(files *s, int64_t fd)
{
    CHECK_INT(orr_fs_close(s->loop, NULL, (int)fd, NULL), 0);
    CHECK_INT(orr_fs_unlink(s->loop, NULL, s->req.ptr, NULL), 0);
}

static void undo_rmdir(files *s, int64_t result)
{
    (void)result;
    CHECK_INT(orr_fs_mkdir(s->loop, NULL, at("dir/empty"), 0755, NULL), 0);
}

static void undo_unlink(files *s, int64_t result)
{
    (void)result;
    CHECK_INT(orr_fs_symlink(s->loop, NULL, "file", at("link"), NULL), 0);
}

static void undo_rename(files *s, int64_t result)
{
    (void)result;
    CHECK_INT(orr_fs_rename(s->loop, NULL, at("new"), at("file"), NULL), 0);
}

static void undo_new(files *s, int64_t result)
{
    (void)result;
    CHECK_INT(orr_fs_unlink(s->loop, NULL, at("new"), NULL), 0);
}

/* It wrote behind the first four bytes, or at the beginning. */
static void undo_sendfile(files *s, int64_t result)
{
    CHECK_INT(result, 4);
    CHECK_INT(orr_fs_ftruncate(s->loop, NULL, s->fd, 4, NULL), 0);
}

static void check_four(files *s, int64_t result)
{
    CHECK_INT(result, 4);
    CHECK(memcmp(s->bytes, "text", 4) == 0);
}

static void check_file(files *s, int64_t result)
{
    CHECK_INT(result, 4);
    CHECK_STR(s->req.ptr, "text");
}

/* ---- Each of them ------------------------------------------------------- */

static const struct {
    const char *what;
    start_fn *start;
    undo_fn *undo; /* what worked; NULL: nothing to undo */
} cases[] = {
    { "open", start_open, undo_open },
    { "read", start_read, check_four },
    { "write", start_write, check_four },
    { "read_file", start_read_file, check_file },
    { "stat", start_stat, NULL },
    { "lstat", start_lstat, NULL },
    { "statfs", start_statfs, NULL },
    { "access", start_access, NULL },
    { "scandir", start_scandir, NULL },
    { "opendir", start_opendir, undo_opendir },
    { "readdir", start_readdir, undo_readdir },
    { "mkdir", start_mkdir, undo_mkdir },
    { "mkdtemp", start_mkdtemp, undo_mkdtemp },
    { "mkstemp", start_mkstemp, undo_mkstemp },
    { "rmdir", start_rmdir, undo_rmdir },
    { "unlink", start_unlink, undo_unlink },
    { "rename", start_rename, undo_rename },
    { "link", start_link, undo_new },
    { "symlink", start_symlink, undo_new },
    { "readlink", start_readlink, NULL },
    { "realpath", start_realpath, NULL },
    { "chmod", start_chmod, NULL },
    { "chown", start_chown, NULL },
    { "lchown", start_lchown, NULL },
    { "utimes", start_utimes, NULL },
    { "lutimes", start_lutimes, NULL },
    { "truncate", start_truncate, NULL },
    { "ftruncate", start_ftruncate, NULL },
    { "fsync", start_fsync, NULL },
    { "fdatasync", start_fdatasync, NULL },
    { "copyfile", start_copyfile, undo_new },
    { "sendfile", start_sendfile, undo_sendfile },
};

#define NCASES (sizeof cases / sizeof cases[0])

static int calls;

static void on_done(orr_fs *req)
{
    (void)req;
    calls++;
}

/* What the call came to, as a request or at once. */
static int64_t run(faulty *w, files *s, size_t i, bool later)
{
    if (!later)
        return cases[i].start(s, NULL);
    calls = 0;
    const int64_t err = cases[i].start(s, on_done);
    if (err < 0)
        return err;
    CHECK_INT(calls, 0);
    fixture_run(&w->f);
    CHECK_INT(calls, 1);
    return s->req.result;
}

/* The error first, and then the same without one. */
static void fail_once(faulty *w, files *s, size_t i, uint32_t k, bool later)
{
    faulty_next(w, cases[i].what, k);
    int64_t result = run(w, s, i, later);
    faulty_check_met(w);
    if (result != w->err)
        FAIL("%s: got %s, want %s", cases[i].what, orr_err_name((int)result),
             orr_err_name(w->err));
    CHECK(s->req.ptr == NULL);

    result = run(w, s, i, later);
    if (result < 0)
        FAIL("%s after %s: %s", cases[i].what, orr_err_name(w->err),
             orr_err_name((int)result));
    if (cases[i].undo != NULL)
        cases[i].undo(s, result);
    orr_fs_cleanup(&s->req);
}

/* A directory is memory too, and only closing it gives that back. */
static void forget(void *arg)
{
    files *s = arg;

    orr_fs_cleanup(&s->req);
    if (s->dir != NULL)
        orr_fs_closedir(s->loop, NULL, s->dir, NULL);
}

static void files_open(faulty *w, files *s)
{
    orr_fs open = { .result = 0 };

    memset(s, 0, sizeof *s);
    s->loop = w->f.loop;
    test_cleanup(forget, s);
    memcpy(s->bytes, "text", 4);
    s->fd =
        orr_fs_open(s->loop, NULL, at("file"), O_RDWR | O_CREAT, 0644, NULL);
    CHECK(s->fd >= 0);
    CHECK_INT(start_write(s, NULL), 4);
    CHECK_INT(orr_fs_symlink(s->loop, NULL, "file", at("link"), NULL), 0);
    CHECK_INT(orr_fs_mkdir(s->loop, NULL, at("dir"), 0755, NULL), 0);
    CHECK_INT(orr_fs_mkdir(s->loop, NULL, at("dir/empty"), 0755, NULL), 0);
    CHECK_INT(orr_fs_opendir(s->loop, &open, at("dir"), NULL), 0);
    s->dir = open.ptr;
}

static void files_close(files *s)
{
    test_cleanup_cancel(forget, s);
    forget(s);
    CHECK_INT(orr_fs_close(s->loop, NULL, s->fd, NULL), 0);
}

static void fail_each(bool later)
{
    static faulty w;
    static files s;

    faulty_open(&w);
    files_open(&w, &s);
    for (size_t i = 0; i < NCASES; i++) {
        w.errors = 0;
        for (uint32_t k = 1; faulty_has(&w, k); k++)
            fail_once(&w, &s, i, k, later);
    }
    files_close(&s);
    faulty_close(&w);
}

TEST_SIM(a_failed_file_request_is_reported_once_and_can_be_repeated)
{
    fail_each(true);
}

TEST_SIM(a_failed_file_call_changes_nothing_and_can_be_repeated)
{
    fail_each(false);
}

/* ---- Watching ----------------------------------------------------------- */

static void on_watch(orr_watch *w, const char *name, int events, int status)
{
    (void)w, (void)events;
    note(status == 0 ? name : orr_err_name(status));
    note(" ");
}

TEST_SIM(a_watch_that_is_refused_can_be_had_later)
{
    faulty w;
    orr_watch watch = { .op = NULL };

    faulty_open(&w);
    faulty_next(&w, "watch", 1);
    const int err = orr_watch_start(w.f.loop, &watch, test_dir(), on_watch);
    faulty_check_met(&w);
    CHECK_INT(err, w.err);
    CHECK(!orr_alive(w.f.loop));
    CHECK(orr_watch_path(&watch) == NULL);
    CHECK_INT(orr_watch_start(w.f.loop, &watch, test_dir(), on_watch), 0);
    CHECK_INT(orr_fs_mkdir(w.f.loop, NULL, at("new"), 0755, NULL), 0);
    for (int i = 0; i < 5; i++)
        CHECK(orr_run(w.f.loop, ORR_RUN_NOWAIT) >= 0);
    CHECK_STR(noted(), "new ");
    orr_watch_stop(&watch);
    faulty_close(&w);
}

static void on_stat_watch(orr_stat_watch *w, int status, const orr_stat *prev,
                          const orr_stat *now)
{
    (void)w, (void)prev, (void)now;
    note(status == 0 ? "back" : orr_err_name(status));
    note(" ");
}

/* Its comment: once for each new error; and again when it can be seen. */
TEST_SIM(a_path_that_cannot_be_looked_at_is_reported_once)
{
    faulty w;
    orr_stat_watch watch = { .io = NULL };

    faulty_open(&w);
    CHECK_INT(
        orr_stat_watch_start(w.f.loop, &watch, test_dir(), 10, on_stat_watch),
        0);
    fixture_advance_ms(&w.f, 5);
    faulty_next(&w, "stat", 1);
    fixture_advance_ms(&w.f, 10);
    faulty_check_met(&w);
    fixture_advance_ms(&w.f, 100);
    CHECK_STR(noted(), "EACCES back ");
    orr_stat_watch_stop(&watch);
    faulty_close(&w);
}
