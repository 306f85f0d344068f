/*
 * title.c - the title of the process, as ps(1) shows it.
 *
 * Linux has no call to set it: /proc/PID/cmdline shows the memory where the
 * arguments were put when the program started. So the title is written there,
 * over the arguments and over the environment, which lies after them:
 *
 *      argv[0] \0 argv[1] \0 ... argv[n] \0 NAME=value \0 ... \0
 *      ^ area                                                   ^ area + size
 *
 * Before that, orr__args_setup() copies both, and the copies are used from then
 * on. They live as long as the process does, and so come from malloc() and not
 * from the allocator of a loop.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/base.h"
#include "poll/sys/sys.h"
#include "poll/sys/host.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *area; /* NULL until the arguments were copied */
static size_t area_size;
static char **args_copy;
static char *env_copy;

static size_t strings_size(char *const *list)
{
    size_t size = 0;

    for (; *list != NULL; list++)
        size += strlen(*list) + 1;
    return size;
}

/* How far the strings lie after each other, beginning at `end`. */
static char *strings_end(char *const *list, char *end)
{
    for (; *list != NULL && *list == end; list++)
        end += strlen(end) + 1;
    return end;
}

/* Point the entries of a list at copies, laid out in `to`. */
static void strings_move(char **list, char *to)
{
    for (; *list != NULL; list++) {
        char *end = stpcpy(to, *list);
        *list = to;
        to = end + 1;
    }
}

static int copy_args(int argc, char **argv)
{
    size_t head = ((size_t)argc + 1) * sizeof(char *);
    char **copy = malloc(head + strings_size(argv));

    if (copy == NULL)
        return -ENOMEM;
    memcpy(copy, argv, head);
    strings_move(copy, (char *)copy + head);
    args_copy = copy;
    return 0;
}

static int copy_env(void)
{
    if (environ == NULL || *environ == NULL)
        return 0;
    env_copy = malloc(strings_size(environ));
    if (env_copy == NULL)
        return -ENOMEM;
    strings_move(environ, env_copy);
    return 0;
}

/* The C library prints these in front of its messages. */
static void name_program(char *name)
{
    char *slash = strrchr(name, '/');

    program_invocation_name = name;
    program_invocation_short_name = slash != NULL ? slash + 1 : name;
}

/*
 * Without memory only the title cannot be set. A second
 * call gets back what it gave.
 */
char **orr__args_setup(int argc, char **argv)
{
    char *start, *end;

    if (argc < 1 || argv == NULL || area != NULL)
        return argv;
    start = argv[0];
    end = strings_end(argv, start);
    if (copy_args(argc, argv) != 0)
        return argv;
    name_program(args_copy[0]);
    if (environ != NULL) {
        char *env_end = strings_end(environ, end);
        if (env_end > end && copy_env() == 0)
            end = env_end;
    }
    pthread_mutex_lock(&lock);
    area = start;
    area_size = (size_t)(end - start);
    pthread_mutex_unlock(&lock);
    return args_copy;
}

int orr__title_get(const orr_allocator *a, char **out)
{
    int err = -ENOBUFS;

    pthread_mutex_lock(&lock);
    if (area != NULL) {
        *out = orr__strdup(a, area);
        err = *out != NULL ? 0 : -ENOMEM;
    }
    pthread_mutex_unlock(&lock);
    return err;
}

/*
 * What is left of the area is filled with zeroes, or the ends of the old
 * arguments would show. The kernel's name for the first thread follows, as far
 * as its sixteen bytes go; other threads keep theirs.
 */
int orr__title_set(const char *title)
{
    size_t len = strlen(title);

    pthread_mutex_lock(&lock);
    if (area == NULL) {
        pthread_mutex_unlock(&lock);
        return -ENOBUFS;
    }
    if (len >= area_size)
        len = area_size - 1;
    memcpy(area, title, len);
    memset(area + len, 0, area_size - len);
    if (gettid() == getpid())
        prctl(PR_SET_NAME, title);
    pthread_mutex_unlock(&lock);
    return 0;
}
