/*
 * launch.c - what a program costs from its start to its end, seen from outside.
 *
 *     launch NAME COUNT PROGRAM [ARGUMENT...]
 *
 * runs it COUNT times, its output going nowhere, and prints the median of the
 * time it took, the mean of the processor time and the most memory it had. This
 * program is small, so that to fork it costs next to nothing.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX 1000

extern char **environ;

static double now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double ms_of(struct timeval t)
{
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* How long it took; less than zero if it failed. */
static double launch(char **argv, posix_spawn_file_actions_t *actions)
{
    const double start = now_ms();
    pid_t pid;
    int status;

    if (posix_spawnp(&pid, argv[0], actions, NULL, argv, environ) != 0 ||
        waitpid(pid, &status, 0) != pid || status != 0)
        return -1;
    return now_ms() - start;
}

int main(int argc, char **argv)
{
    const int count = argc > 3 ? atoi(argv[2]) : 0;
    posix_spawn_file_actions_t actions;
    double took[MAX];
    struct rusage all;

    if (count < 1 || count > MAX) {
        fprintf(stderr, "usage: launch NAME COUNT PROGRAM [ARGUMENT...]\n");
        return 2;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    for (int i = 0; i < count; i++) {
        took[i] = launch(argv + 3, &actions);
        if (took[i] < 0) {
            fprintf(stderr, "launch: %s failed\n", argv[3]);
            return 1;
        }
    }
    qsort(took, (size_t)count, sizeof *took, compare);
    getrusage(RUSAGE_CHILDREN, &all);
    printf("RESULT %s %.3f ms\n", argv[1], took[count / 2]);
    printf("RESULT %s_cpu %.3f ms\n", argv[1],
           (ms_of(all.ru_utime) + ms_of(all.ru_stime)) / count);
    printf("RESULT %s_memory %.2f MiB\n", argv[1],
           (double)all.ru_maxrss / 1024);
    return 0;
}
