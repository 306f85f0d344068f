/*
 * host.c - facts about the host, for the real back ends. This file answers
 * the question and has the facts about the process; sys/machine.c has those
 * about the machine, sys/title.c has the title.
 *
 * What is made here comes from the loop's allocator and is freed by the caller
 * with orr_free(), one block each.
 *
 * The environment is the process's, and the C library's functions for it are
 * not safe against each other: setenv() in one thread pulls the memory from
 * under getenv() in another. All of ours, and the start of a child, which
 * reads it, hold one lock. C code that calls setenv() by itself while loops
 * run in other threads is on its own, as ever.
 *
 * cwd, umask and ids are the process's too; the kernel and the C library see to
 * it that one change is seen as a whole.
 */
#include "poll/sys/sys.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "poll/sys/host.h"

/* ---- The environment --------------------------------------------------- */

static pthread_mutex_t env_mutex = PTHREAD_MUTEX_INITIALIZER;

void orr__env_lock(void)
{
    pthread_mutex_lock(&env_mutex);
}

void orr__env_unlock(void)
{
    pthread_mutex_unlock(&env_mutex);
}

static int env_get(const orr_allocator *a, const char *name, char **out)
{
    int err = -ENOENT;

    orr__env_lock();
    const char *value = getenv(name);
    if (value != NULL) {
        *out = orr__strdup(a, value);
        err = *out != NULL ? 0 : -ENOMEM;
    }
    orr__env_unlock();
    return err;
}

/* The C library reads TZ only in tzset(): localtime_r() need not look at it. */
static void note_zone(const char *name)
{
    if (strcmp(name, "TZ") == 0)
        tzset();
}

static int env_set(const char *name, const char *value)
{
    orr__env_lock();
    int err = setenv(name, value, 1) < 0 ? -errno : 0;
    if (err == 0)
        note_zone(name);
    orr__env_unlock();
    return err;
}

static int env_unset(const char *name)
{
    orr__env_lock();
    int err = unsetenv(name) < 0 ? -errno : 0;
    if (err == 0)
        note_zone(name);
    orr__env_unlock();
    return err;
}

/* The pointers first, then what they point to: one block. */
static char **copy_strings(const orr_allocator *a, char *const *list)
{
    size_t n = 0, size = 0;

    for (; list != NULL && list[n] != NULL; n++)
        size += strlen(list[n]) + 1;
    char **copy = orr__alloc(a, (n + 1) * sizeof(char *) + size);
    if (copy == NULL)
        return NULL;
    char *to = (char *)(copy + n + 1);
    for (size_t i = 0; i < n; i++) {
        copy[i] = to;
        to = stpcpy(to, list[i]) + 1;
    }
    return copy;
}

static int env_list(const orr_allocator *a, char ***out)
{
    orr__env_lock();
    char **list = copy_strings(a, environ);
    orr__env_unlock();
    if (list == NULL)
        return -ENOMEM;
    *out = list;
    return 0;
}

/* ---- Users and groups -------------------------------------------------- */

/* One block, which begins with the name. */
static int user_copy(const orr_allocator *a, const struct passwd *pw,
                     orr_user *out)
{
    const char *shell = pw->pw_shell ? pw->pw_shell : "";
    const char *home = pw->pw_dir ? pw->pw_dir : "";
    size_t size = strlen(pw->pw_name) + strlen(shell) + strlen(home) + 3;
    char *block = orr__alloc(a, size);

    if (block == NULL)
        return -ENOMEM;
    out->name = block;
    out->shell = stpcpy(block, pw->pw_name) + 1;
    out->home = stpcpy(out->shell, shell) + 1;
    strcpy(out->home, home);
    out->uid = pw->pw_uid;
    out->gid = pw->pw_gid;
    return 0;
}

/* The buffer size that getpwuid_r() needs is found by trying. */
static int user_get(const orr_allocator *a, uid_t uid, orr_user *out)
{
    struct passwd pw, *found = NULL;

    for (size_t size = 2048;; size *= 2) {
        char *buf = orr__resize(a, NULL, size);
        if (buf == NULL)
            return -ENOMEM;
        int err = -getpwuid_r(uid, &pw, buf, size, &found);
        if (err == 0)
            err = found != NULL ? user_copy(a, found, out) : -ENOENT;
        orr__free(a, buf);
        if (err != -ERANGE && err != -EINTR)
            return err;
    }
}

static int ids_get(orr_ids *out)
{
    *out = (orr_ids){
        .pid = getpid(),
        .ppid = getppid(),
        .uid = getuid(),
        .euid = geteuid(),
        .gid = getgid(),
        .egid = getegid(),
    };
    return 0;
}

/*
 * Only a real id is set by setgid(): all ids, if the process is privileged. An
 * effective id, or both, are set by setregid().
 */
static int gids_set(uint32_t gid, uint32_t egid)
{
    if (gid != UINT32_MAX && egid == UINT32_MAX)
        return setgid(gid) < 0 ? -errno : 0;
    if (gid != UINT32_MAX || egid != UINT32_MAX)
        return setregid(gid, egid) < 0 ? -errno : 0;
    return 0;
}

static int uids_set(uint32_t uid, uint32_t euid)
{
    if (uid != UINT32_MAX && euid == UINT32_MAX)
        return setuid(uid) < 0 ? -errno : 0;
    if (uid != UINT32_MAX || euid != UINT32_MAX)
        return setreuid(uid, euid) < 0 ? -errno : 0;
    return 0;
}

/* The group first: a user who has given up privileges can't change it. */
static int ids_set(const orr_ids *ids)
{
    gid_t r, e, s;

    getresgid(&r, &e, &s);
    int err = gids_set(ids->gid, ids->egid);
    if (err != 0)
        return err;
    err = uids_set(ids->uid, ids->euid);
    if (err != 0)
        must(setresgid(r, e, s) == 0, "what was given up can be taken back");
    return err;
}

static int groups_get(const orr_allocator *a, uint32_t **out, int64_t *n)
{
    for (;;) {
        int count = getgroups(0, NULL);
        if (count < 0)
            return -errno;
        gid_t *list = orr__alloc_array(a, (size_t)count + 1, sizeof *list);
        if (list == NULL)
            return -ENOMEM;
        int got = getgroups(count, list);
        if (got >= 0) {
            *out = list;
            *n = got;
            return 0;
        }
        orr__free(a, list);
        if (errno != EINVAL) /* another thread has added some */
            return -errno;
    }
}

/* ---- Where and what we are --------------------------------------------- */

/* A path of unknown length: ask(buf, size) is called with growing buffers. It
 * returns the length, or -ERANGE. */
static int path_get(const orr_allocator *a, char **out,
                    ssize_t (*ask)(char *buf, size_t size))
{
    for (size_t size = 256;; size *= 2) {
        char *buf = orr__resize(a, NULL, size);
        if (buf == NULL)
            return -ENOMEM;
        ssize_t n = ask(buf, size);
        if (n >= 0) {
            *out = buf;
            return 0;
        }
        orr__free(a, buf);
        if (n != -ERANGE)
            return (int)n;
    }
}

static ssize_t ask_cwd(char *buf, size_t size)
{
    return getcwd(buf, size) != NULL ? 0 : -errno;
}

static ssize_t ask_exe(char *buf, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", buf, size);

    if (n < 0)
        return -errno;
    if ((size_t)n == size)
        return -ERANGE;
    buf[n] = 0;
    return n;
}

/*
 * umask() can only be read by changing it, and meanwhile another thread could
 * make files that are writable for all. /proc has it since Linux 4.7.
 */
static int umask_get(const orr_allocator *a, int64_t *out)
{
    char *text;
    int err = orr__text_read(a, "/proc/self/status", &text);

    if (err == -ENOMEM)
        return err;
    bool found = err == 0 && strstr(text, "\nUmask:") != NULL;
    if (found)
        *out = (int64_t)orr__text_number(text, "Umask", 8);
    if (err == 0)
        orr__free(a, text);
    if (!found) {
        *out = umask(077); /* rather too strict for a moment than too lax */
        umask((mode_t)*out);
    }
    return 0;
}

/* ---- Resources --------------------------------------------------------- */

static uint64_t host_microseconds(struct timeval t)
{
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_usec;
}

static int rusage_get(bool thread_only, orr_rusage *out)
{
    struct rusage u;

    if (getrusage(thread_only ? RUSAGE_THREAD : RUSAGE_SELF, &u) < 0)
        return -errno;
    *out = (orr_rusage){
        .user_us = host_microseconds(u.ru_utime),
        .sys_us = host_microseconds(u.ru_stime),
        .maxrss_kb = (uint64_t)u.ru_maxrss,
        .minflt = (uint64_t)u.ru_minflt,
        .majflt = (uint64_t)u.ru_majflt,
        .inblock = (uint64_t)u.ru_inblock,
        .oublock = (uint64_t)u.ru_oublock,
        .nvcsw = (uint64_t)u.ru_nvcsw,
        .nivcsw = (uint64_t)u.ru_nivcsw,
        .nswap = (uint64_t)u.ru_nswap,
        .ixrss = (uint64_t)u.ru_ixrss,
        .idrss = (uint64_t)u.ru_idrss,
        .isrss = (uint64_t)u.ru_isrss,
        .msgsnd = (uint64_t)u.ru_msgsnd,
        .msgrcv = (uint64_t)u.ru_msgrcv,
        .nsignals = (uint64_t)u.ru_nsignals,
    };
    return 0;
}

/* RLIM_INFINITY is UINT64_MAX, which is how orrery.h says "no limit". */
static int limit_get(int resource, uint64_t out[2])
{
    struct rlimit64 limit;

    if (getrlimit64((__rlimit_resource_t)resource, &limit) < 0)
        return -errno;
    out[0] = limit.rlim_cur;
    out[1] = limit.rlim_max;
    return 0;
}

static int limit_set(int resource, const uint64_t in[2])
{
    struct rlimit64 limit = { .rlim_cur = in[0], .rlim_max = in[1] };

    return setrlimit64((__rlimit_resource_t)resource, &limit) < 0 ? -errno : 0;
}

/* -1 is a valid priority, so errors are recognised by errno. */
static int priority_get(id_t pid, int *out)
{
    errno = 0;
    int n = getpriority(PRIO_PROCESS, pid);
    if (errno != 0)
        return -errno;
    *out = n;
    return 0;
}

static int priority_set(id_t pid, int priority)
{
    return setpriority(PRIO_PROCESS, pid, priority) < 0 ? -errno : 0;
}

/* ---- Libraries --------------------------------------------------------- */

static int dl_open(orr__ask *ask)
{
    void *lib = dlopen(ask->name, ask->n != 0 ? (int)ask->n : RTLD_LAZY);

    if (lib == NULL) {
        ask->value = dlerror();
        return -ELIBACC;
    }
    *(void **)ask->out = lib;
    return 0;
}

/* A symbol may have the value NULL, so errors are recognised by dlerror(). */
static int dl_symbol(orr__ask *ask)
{
    dlerror();
    void *symbol = dlsym(ask->lib, ask->name);
    ask->value = dlerror();
    if (ask->value != NULL)
        return -ENOENT;
    *(void **)ask->out = symbol;
    return 0;
}

static int dl_close(orr__ask *ask)
{
    return dlclose(ask->lib) == 0 ? 0 : -EINVAL;
}

int orr__sys_ask_library(orr__ask *ask)
{
    switch (ask->what) {
    case FACT_DL_OPEN:
        return dl_open(ask);
    case FACT_DL_SYMBOL:
        return dl_symbol(ask);
    default:
        return dl_close(ask);
    }
}

/* ---- The question ------------------------------------------------------ */

static int ask_machine(const orr_allocator *a, orr__ask *ask)
{
    switch (ask->what) {
    case FACT_CPUS:
        return orr__machine_cpus(a, ask->out, &ask->n);
    case FACT_PARALLELISM:
        return orr__machine_parallelism(a, &ask->n);
    case FACT_MEMORY:
        return orr__machine_memory(a, ask->out);
    case FACT_RSS:
        return orr__machine_rss(ask->out);
    case FACT_LOADAVG:
        return orr__machine_loadavg(ask->out);
    case FACT_UPTIME:
        return orr__machine_uptime(ask->out);
    case FACT_UNAME:
        return orr__machine_uname(ask->out);
    case FACT_INTERFACES:
        return orr__machine_interfaces(a, ask->out, &ask->n);
    case FACT_ZONE_NAME:
        return orr__zone_name(a, ask->out);
    case FACT_ZONE_DATA:
        return orr__zone_data(a, ask->name, ask->out, &ask->n);
    default:
        return -ENOSYS;
    }
}

/* The events of poll() are ignored: the write that follows gives the error. */
static int wait_fd(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLOUT };

    while (poll(&p, 1, -1) < 0) {
        if (errno != EINTR)
            return -errno;
    }
    return 0;
}

static int blocks_get(int64_t *n)
{
    const int flags = fcntl((int)*n, F_GETFL);

    if (flags < 0)
        return -errno;
    *n = (flags & O_NONBLOCK) == 0;
    return 0;
}

/* The program that takes our place has the three standard descriptors; all
 * others are closed for it, since all of ours are close-on-exec. */
static int exec_into(const char *path, char *const *const how[2])
{
    for (int fd = 0; fd <= 2; fd++) {
        const int flags = fcntl(fd, F_GETFD);

        if (flags >= 0 && fcntl(fd, F_SETFD, flags & ~FD_CLOEXEC) < 0)
            return -errno;
    }
    execve(path, how[0], how[1]);
    return -errno; /* it returns only on failure */
}

static int ask_process(const orr_allocator *a, orr__ask *ask)
{
    switch (ask->what) {
    case FACT_USER:
        return user_get(a, (uid_t)ask->n, ask->out);
    case FACT_RUSAGE:
        return rusage_get(ask->n != 0, ask->out);
    case FACT_LIMIT_GET:
        return limit_get((int)ask->n, ask->out);
    case FACT_LIMIT_SET:
        return limit_set((int)ask->n, ask->out);
    case FACT_PRIORITY_GET:
        return priority_get((id_t)ask->n, ask->out);
    case FACT_PRIORITY_SET:
        return priority_set((id_t)ask->n, *(int *)ask->out);
    case FACT_CWD:
        return path_get(a, ask->out, ask_cwd);
    case FACT_CHDIR:
        return chdir(ask->name) < 0 ? -errno : 0;
    case FACT_UMASK:
        ask->n = umask((mode_t)ask->n);
        return 0;
    case FACT_UMASK_GET:
        return umask_get(a, &ask->n);
    case FACT_IDS:
        return ids_get(ask->out);
    case FACT_IDS_SET:
        return ids_set(ask->out);
    case FACT_GROUPS_GET:
        return groups_get(a, ask->out, &ask->n);
    case FACT_GROUPS_SET:
        return setgroups((size_t)ask->n, ask->out) < 0 ? -errno : 0;
    case FACT_EXE_PATH:
        return path_get(a, ask->out, ask_exe);
    case FACT_WAIT_FD:
        return wait_fd((int)ask->n);
    case FACT_FD_BLOCKS:
        return blocks_get(&ask->n);
    case FACT_EXECVE:
        return exec_into(ask->name, ask->out);
    case FACT_SIGNAL_COUNT:
        ask->n = (int64_t)orr__signal_count(ask->n);
        return 0;
    default:
        return ask_machine(a, ask);
    }
}

int orr__sys_ask(orr__sys *sys, orr__ask *ask)
{
    const orr_allocator *a = sys->allocator;

    switch (ask->what) {
    case FACT_ENV_GET:
        return env_get(a, ask->name, ask->out);
    case FACT_ENV_SET:
        return env_set(ask->name, ask->value);
    case FACT_ENV_UNSET:
        return env_unset(ask->name);
    case FACT_ENV_LIST:
        return env_list(a, ask->out);
    case FACT_TITLE_GET:
        return orr__title_get(a, ask->out);
    case FACT_TITLE_SET:
        return orr__title_set(ask->name);
    case FACT_DL_OPEN:
    case FACT_DL_SYMBOL:
    case FACT_DL_CLOSE:
        return orr__sys_ask_library(ask);
    default:
        sys->system_calls++;
        return ask_process(a, ask);
    }
}
