/*
 * zone.c - time zones, as the host keeps them: a directory of files that
 * describe each, and one of them, linked or copied, for the host itself.
 *
 * A name comes from the environment, so it stays inside of the directory.
 */
#include "poll/sys/host.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

#define LOCALTIME "/etc/localtime"
#define LARGEST (1 << 20) /* files have a few kilobytes */

static const char *const folders[] = { "/usr/share/zoneinfo",
                                       "/usr/lib/zoneinfo",
                                       "/usr/share/lib/zoneinfo",
                                       "/etc/zoneinfo" };

static int read_whole(int fd, uint8_t *bytes, size_t n)
{
    for (size_t done = 0; done < n;) {
        const ssize_t got = read(fd, bytes + done, n - done);
        if (got < 0 && errno != EINTR)
            return -errno;
        if (got == 0)
            return -EIO;
        if (got > 0)
            done += (size_t)got;
    }
    return 0;
}

static int read_open(const orr_allocator *a, int fd, void **out, int64_t *n)
{
    struct stat st;

    if (fstat(fd, &st) < 0)
        return -errno;
    if (!S_ISREG(st.st_mode) || st.st_size <= 0 || st.st_size > LARGEST)
        return -ENOENT;
    uint8_t *bytes = orr__alloc(a, (size_t)st.st_size);
    if (bytes == NULL)
        return -ENOMEM;
    const int err = read_whole(fd, bytes, (size_t)st.st_size);
    if (err < 0) {
        orr__free(a, bytes);
        return err;
    }
    *out = bytes;
    *n = st.st_size;
    return 0;
}

static int read_file(const orr_allocator *a, const char *path, void **out,
                     int64_t *n)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (fd < 0)
        return -errno;
    const int err = read_open(a, fd, out, n);
    close(fd);
    return err;
}

static bool stays_inside(const char *name)
{
    return name[0] != '/' && name[0] != '.' && strstr(name, "/.") == NULL;
}

int orr__zone_data(const orr_allocator *a, const char *name, void **out,
                   int64_t *n)
{
    char path[PATH_MAX];
    int err = -ENOENT;

    if (*name == 0)
        return read_file(a, LOCALTIME, out, n);
    if (!stays_inside(name))
        return -ENOENT;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const int len = snprintf(path, sizeof path, "%s/%s", folders[i], name);
        if (len < 0 || (size_t)len >= sizeof path)
            return -ENOENT;
        err = read_file(a, path, out, n);
        if (err != -ENOENT)
            return err;
    }
    return err;
}

/* The link to the host's file says the name: what follows "zoneinfo/". */
static bool linked_name(char *buf, size_t size)
{
    char target[PATH_MAX];
    const ssize_t n = readlink(LOCALTIME, target, sizeof target - 1);

    if (n <= 0)
        return false;
    target[n] = 0;
    const char *name = strstr(target, "zoneinfo/");
    if (name == NULL || strlen(name + 9) >= size)
        return false;
    strcpy(buf, name + 9);
    return true;
}

/* Debian writes the name of what it has copied into a file of its own. */
static void written_name(const orr_allocator *a, char *buf, size_t size)
{
    void *bytes;
    int64_t n;

    buf[0] = 0;
    if (read_file(a, "/etc/timezone", &bytes, &n) < 0)
        return;
    size_t len = 0;
    while (len < (size_t)n && len < size - 1 && ((char *)bytes)[len] > ' ')
        len++;
    memcpy(buf, bytes, len);
    buf[len] = 0;
    orr__free(a, bytes);
}

int orr__zone_name(const orr_allocator *a, char **out)
{
    char name[256];

    if (access(LOCALTIME, F_OK) != 0 && errno == ENOENT &&
        !linked_name(name, sizeof name))
        strcpy(name, "UTC");
    else if (!linked_name(name, sizeof name))
        written_name(a, name, sizeof name);
    *out = orr__strdup(a, name);
    return *out != NULL ? 0 : -ENOMEM;
}
