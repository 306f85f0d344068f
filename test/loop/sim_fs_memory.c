/*
 * sim_fs_memory.c - the simulated file system without memory: an operation
 * that can't have what it needs changes nothing.
 *
 * Each operation is tried with its first request for memory failing, then
 * with its second, and so on until it gets through. After each failure the
 * whole tree must look as before.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "sim_files.h"

/* ---- What the tree looks like ----------------------------------------- */

typedef struct picture {
    char text[8192];
    size_t len;
} picture;

static void add(picture *p, const char *name, const orr_stat *st)
{
    const int n = snprintf(
        p->text + p->len, sizeof p->text - p->len,
        "%s ino=%llu mode=%o nlink=%d size=%d uid=%d c=%lld.%d m=%lld.%d\n",
        name, (unsigned long long)st->ino, (unsigned)st->mode, (int)st->nlink,
        (int)st->size, (int)st->uid, (long long)st->ctime.sec, st->ctime.nsec,
        (long long)st->mtime.sec, st->mtime.nsec);

    CHECK(n > 0 && (size_t)n < sizeof p->text - p->len);
    p->len += (size_t)n;
}

/* For a check that fails while it is painted. */
static void clean(void *arg)
{
    orr_fs_cleanup(arg);
}

static void paint_dir(fixture *f, picture *p, const char *path, int depth)
{
    orr_fs req = { .result = 0 };
    const int64_t n = orr_fs_scandir(f->loop, &req, path, NULL);
    const orr_entry *e = req.ptr;

    test_cleanup(clean, &req);
    CHECK(n >= 0 && depth < 8);
    for (int64_t i = 0; i < n; i++) {
        char inner[1024];
        orr_stat st;

        snprintf(inner, sizeof inner, "%s/%s", path, e[i].name);
        CHECK_INT(orr_fs_lstat(f->loop, NULL, inner, &st, NULL), 0);
        add(p, e[i].name, &st);
        if (e[i].type == ORR_ENTRY_DIR)
            paint_dir(f, p, inner, depth + 1);
    }
    test_cleanup_cancel(clean, &req);
    orr_fs_cleanup(&req);
}

static void paint(fixture *f, picture *p)
{
    orr_stat st;

    p->len = 0;
    CHECK_INT(orr_fs_lstat(f->loop, NULL, test_dir(), &st, NULL), 0);
    add(p, ".", &st);
    paint_dir(f, p, test_dir(), 0);
}

/* ---- The operations --------------------------------------------------- */

static int64_t open_new(fixture *f)
{
    return orr_fs_open(f->loop, NULL, at("d/new"), O_CREAT | O_WRONLY, 0644,
                       NULL);
}

static int64_t open_cut(fixture *f)
{
    return orr_fs_open(f->loop, NULL, at("f"), O_TRUNC | O_WRONLY, 0, NULL);
}

static int64_t make_dir(fixture *f)
{
    return orr_fs_mkdir(f->loop, NULL, at("d/e/new"), 0755, NULL);
}

static int64_t make_link(fixture *f)
{
    return orr_fs_symlink(f->loop, NULL, "f", at("l"), NULL);
}

static int64_t make_name(fixture *f)
{
    return orr_fs_link(f->loop, NULL, at("f"), at("d/f"), NULL);
}

static int64_t move_file(fixture *f)
{
    return orr_fs_rename(f->loop, NULL, at("f"), at("d/e/moved"), NULL);
}

static int64_t move_dir(fixture *f)
{
    return orr_fs_rename(f->loop, NULL, at("d"), at("moved"), NULL);
}

static int64_t move_over(fixture *f)
{
    return orr_fs_rename(f->loop, NULL, at("d/x"), at("f"), NULL);
}

static int64_t remove_file(fixture *f)
{
    return orr_fs_unlink(f->loop, NULL, at("d/x"), NULL);
}

static int64_t remove_dir(fixture *f)
{
    return orr_fs_rmdir(f->loop, NULL, at("d/e"), NULL);
}

static int64_t change_mode(fixture *f)
{
    return orr_fs_chmod(f->loop, NULL, at("d/x"), 0600, NULL);
}

static int64_t change_length(fixture *f)
{
    return orr_fs_truncate(f->loop, NULL, at("f"), 3, NULL);
}

static int64_t copy_new(fixture *f)
{
    return orr_fs_copyfile(f->loop, NULL, at("f"), at("d/copy"), 0, NULL);
}

static int64_t copy_over(fixture *f)
{
    return orr_fs_copyfile(f->loop, NULL, at("f"), at("d/x"), 0, NULL);
}

static int64_t make_temp(fixture *f)
{
    orr_fs req = { .result = 0 };
    const int64_t r = orr_fs_mkdtemp(f->loop, &req, at("tXXXXXX"), NULL);

    orr_fs_cleanup(&req);
    return r;
}

/* ---- The test --------------------------------------------------------- */

static void ignore(orr_watch *w, const char *name, int events, int status)
{
    (void)w;
    (void)name;
    (void)events;
    (void)status;
}

static void fail_until_it_works(fixture *f, int64_t (*fn)(fixture *f))
{
    static picture before, after;
    int64_t r = -ENOMEM;
    long n;

    paint(f, &before);
    for (n = 1; r == -ENOMEM && n < 100; n++) {
        test_fail_alloc_at(n);
        r = fn(f);
        test_fail_alloc_at(0);
        paint(f, &after);
        if (r == -ENOMEM)
            CHECK_STR(after.text, before.text);
    }
    CHECK(r >= 0);
    CHECK(n > 2); /* it did fail at least once */
    CHECK(strcmp(after.text, before.text) != 0);
}

/* Each in a view of its own, so that all start from the real tree. The watch
 * is there so that room for news has to be found as well. */
static void without_memory(int64_t (*fn)(fixture *f))
{
    fixture f;
    orr_watch w = { .fn = NULL };

    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, at("d"), ignore), 0);
    fail_until_it_works(&f, fn);
    orr_watch_stop(&w);
    fixture_close(&f);
}

TEST_SIM(an_operation_without_memory_changes_nothing)
{
    static int64_t (*const all[])(fixture * f) = {
        open_new,    open_cut,      make_dir,  make_link,   make_name,
        move_file,   move_dir,      move_over, remove_file, remove_dir,
        change_mode, change_length, copy_new,  copy_over,   make_temp,
    };

    real_mkdir("d");
    real_mkdir("d/e");
    real_put("f", "0123456789");
    real_put("d/x", "");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        without_memory(all[i]);
}

TEST_SIM(a_write_without_memory_changes_nothing)
{
    fixture f;
    orr_stat st;
    char big[20000];
    const orr_buf buf = { big, sizeof big };
    int64_t r = -ENOMEM;

    memset(big, 'x', sizeof big);
    fixture_open(&f);
    const int fd =
        orr_fs_open(f.loop, NULL, at("a"), O_CREAT | O_RDWR, 0644, NULL);
    CHECK(fd >= 0);
    for (long n = 1; r == -ENOMEM; n++) {
        test_fail_alloc_at(n);
        r = orr_fs_write(f.loop, NULL, fd, &buf, 1, -1, NULL);
        test_fail_alloc_at(0);
        CHECK_INT(orr_fs_fstat(f.loop, NULL, fd, &st, NULL), 0);
        CHECK_INT(st.size, r < 0 ? 0 : (int64_t)sizeof big);
    }
    CHECK_INT(r, sizeof big);
    CHECK_INT(orr_fs_close(f.loop, NULL, fd, NULL), 0);
    fixture_close(&f);
}
