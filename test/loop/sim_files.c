/* sim_files.c - see sim_files.h. */
#include "sim_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const char *at(const char *name)
{
    static char paths[4][1024];
    static int turn;
    char *path = paths[turn++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", test_dir(), name);
    return path;
}

/* ---- The real side ---------------------------------------------------- */

void real_put(const char *name, const char *text)
{
    FILE *f = fopen(at(name), "w");

    CHECK(f != NULL);
    CHECK(fputs(text, f) >= 0);
    CHECK(fclose(f) == 0);
}

void real_mkdir(const char *name)
{
    CHECK_INT(mkdir(at(name), 0755), 0);
}

void check_real(const char *name, const char *text)
{
    char got[256] = "";
    FILE *f = fopen(at(name), "r");

    CHECK(f != NULL);
    got[fread(got, 1, sizeof got - 1, f)] = 0;
    CHECK(fclose(f) == 0);
    CHECK_STR(got, text);
}

void check_not_real(const char *name)
{
    struct stat st;

    CHECK_INT(lstat(at(name), &st), -1);
    CHECK_INT(errno, ENOENT);
}

/* ---- The simulated side ----------------------------------------------- */

int sim_open(fixture *f, const char *name, int flags)
{
    const int fd = orr_fs_open(f->loop, NULL, at(name), flags, 0644, NULL);

    CHECK(fd >= 0);
    return fd;
}

void sim_close(fixture *f, int fd)
{
    CHECK_INT(orr_fs_close(f->loop, NULL, fd, NULL), 0);
}

void sim_write(fixture *f, int fd, const char *text, int64_t offset)
{
    const orr_buf buf = { (void *)(uintptr_t)text, strlen(text) };

    CHECK_INT(orr_fs_write(f->loop, NULL, fd, &buf, 1, offset, NULL),
              strlen(text));
}

void sim_put(fixture *f, const char *name, const char *text)
{
    const int fd = sim_open(f, name, O_WRONLY | O_CREAT | O_TRUNC);

    sim_write(f, fd, text, -1);
    sim_close(f, fd);
}

void check_read(fixture *f, int fd, int64_t offset, const char *text)
{
    char got[256] = "";
    const orr_buf buf = { got, sizeof got - 1 };

    CHECK_INT(orr_fs_read(f->loop, NULL, fd, &buf, 1, offset, NULL),
              strlen(text));
    CHECK_STR(got, text);
}

void check_sim(fixture *f, const char *name, const char *text)
{
    orr_fs req = { .result = 0 };

    CHECK_INT(orr_fs_read_file(f->loop, &req, at(name), NULL), strlen(text));
    CHECK_INT(req.len, strlen(text));
    const bool same = strcmp(req.ptr, text) == 0;
    orr_fs_cleanup(&req);
    CHECK(same);
}

orr_stat sim_stat(fixture *f, const char *name)
{
    orr_stat st;

    CHECK_INT(orr_fs_lstat(f->loop, NULL, at(name), &st, NULL), 0);
    return st;
}

void check_not_sim(fixture *f, const char *name)
{
    orr_stat st;

    CHECK_INT(orr_fs_lstat(f->loop, NULL, at(name), &st, NULL), -ENOENT);
}

void check_list(fixture *f, const char *name, const char *want)
{
    char got[1024] = "";
    orr_fs req = { .result = 0 };
    const int64_t n = orr_fs_scandir(f->loop, &req, at(name), NULL);
    const orr_entry *e = req.ptr;

    for (int64_t i = 0; i < n; i++) {
        strcat(got, e[i].name);
        strcat(got, " ");
    }
    orr_fs_cleanup(&req);
    CHECK(n >= 0);
    CHECK_STR(got, want);
}
