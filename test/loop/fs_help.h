/*
 * fs_help.h - what the tests of files share.
 *
 *      DO(&f, &req, stat, path, &st)    as a request: runs the loop, checks
 *                                       that it called back once, -> result,
 *                                       or why it could not start
 *      NOW(&f, &req, stat, path, &st)   at once, -> result
 *
 * Files are made and looked at through the library alone: on the simulator
 * what is written stays in its memory.
 */
#ifndef ORRERY_FS_HELP_H
#define ORRERY_FS_HELP_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "fixture.h"

/* A path in the directory of the test. The last eight stay as they are. */
__attribute__((unused)) static const char *at(const char *name)
{
    static char paths[8][512];
    static unsigned next;
    char *path = paths[next++ % 8];

    snprintf(path, sizeof paths[0], "%s/%s", test_dir(), name);
    return path;
}

__attribute__((unused)) static int fs_calls;

__attribute__((unused)) static void fs_called(orr_fs *req)
{
    (void)req;
    fs_calls++;
}

__attribute__((unused)) static int64_t fs_finish(fixture *f, orr_fs *req,
                                                 int64_t started)
{
    if (started < 0)
        return started;
    fs_calls = 0;
    fixture_run(f);
    CHECK_INT(fs_calls, 1);
    return req->result;
}

#define DO(f_, req_, name_, ...)                                               \
    fs_finish((f_), (req_),                                                    \
              orr_fs_##name_((f_)->loop, (req_), __VA_ARGS__, fs_called))
#define NOW(f_, req_, name_, ...)                                              \
    orr_fs_##name_((f_)->loop, (req_), __VA_ARGS__, NULL)

/*
 * A request that keeps what it made over other checks: have it cleaned up even
 * if one of those fails. It is static, for it must outlive the test.
 */
__attribute__((unused)) static void fs_forget(void *req)
{
    orr_fs_cleanup(req);
}
#define KEPT(name_)                                                            \
    static orr_fs name_;                                                       \
    test_cleanup(fs_forget, &name_)

/* Make a file with this text in it. */
__attribute__((unused)) static void put(fixture *f, const char *path,
                                        const char *text)
{
    orr_buf buf = { (void *)(uintptr_t)text, strlen(text) };
    int fd = NOW(f, NULL, open, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);

    CHECK(fd >= 0);
    if (buf.len > 0)
        CHECK_INT(NOW(f, NULL, write, fd, &buf, 1, 0), (intmax_t)buf.len);
    CHECK_INT(NOW(f, NULL, close, fd), 0);
}

/* Check what is in a file. */
__attribute__((unused)) static void expect(fixture *f, const char *path,
                                           const char *text)
{
    orr_fs req = { .result = 0 };

    CHECK_INT(NOW(f, &req, read_file, path), (intmax_t)strlen(text));
    CHECK_STR(req.ptr, text);
    orr_fs_cleanup(&req);
}

#endif
