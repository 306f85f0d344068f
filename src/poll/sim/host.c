/*
 * host.c - the host on which a simulated program believes to run: always
 * the same one, so that what a program prints about it is the same everywhere.
 *
 * Three things are taken from the real process when the simulator is opened,
 * because programs are found by them: the environment, the working directory
 * and, through sim/fs.c, the files. From then on they are copies. What can be
 * set is remembered here and changes nothing outside.
 */
#include "poll/sim/core.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "poll/sys/host.h"
#include "poll/sys/sys.h"

#define CPUS 4
#define GIGA (UINT64_C(1) << 30)
#define GROUPS_MAX 64

struct orr__sim_host {
    const orr_allocator *a;
    char **env; /* NULL at the end; each from the allocator */
    uint32_t nenv;
    char *cwd;
    char *title;
    uint32_t umask;
    orr_ids ids;
    int priority;
    uint64_t limits[RLIM_NLIMITS][2];
    uint32_t groups[GROUPS_MAX];
    uint32_t ngroups;
};

/* ---- The environment --------------------------------------------------- */

/* The index of "NAME=...", or the end of the list. */
static uint32_t env_find(const orr__sim_host *h, const char *name)
{
    const size_t len = strlen(name);
    uint32_t i = 0;

    while (i < h->nenv &&
           !(strncmp(h->env[i], name, len) == 0 && h->env[i][len] == '='))
        i++;
    return i;
}

static int env_get(const orr__sim_host *h, const char *name, char **out)
{
    const uint32_t i = env_find(h, name);

    if (i == h->nenv)
        return -ENOENT;
    *out = orr__strdup(h->a, strchr(h->env[i], '=') + 1);
    return *out != NULL ? 0 : -ENOMEM;
}

/* A place at the end, for one more. */
static int env_grow(orr__sim_host *h)
{
    char **env = orr__resize(h->a, h->env, (h->nenv + 2) * sizeof *env);

    if (env == NULL)
        return -ENOMEM;
    env[h->nenv] = env[h->nenv + 1] = NULL;
    h->env = env;
    return 0;
}

static int env_set(orr__sim_host *h, const char *name, const char *value)
{
    const size_t len = strlen(name);
    uint32_t i;
    char *text;

    if (len == 0 || strchr(name, '=') != NULL)
        return -EINVAL;
    text = orr__alloc(h->a, len + strlen(value) + 2);
    if (text == NULL)
        return -ENOMEM;
    memcpy(text, name, len);
    text[len] = '=';
    strcpy(text + len + 1, value);
    i = env_find(h, name);
    if (i == h->nenv) {
        if (env_grow(h) < 0) {
            orr__free(h->a, text);
            return -ENOMEM;
        }
        h->nenv++;
    }
    orr__free(h->a, h->env[i]);
    h->env[i] = text;
    return 0;
}

static int env_unset(orr__sim_host *h, const char *name)
{
    uint32_t i;

    if (*name == 0 || strchr(name, '=') != NULL)
        return -EINVAL;
    i = env_find(h, name);
    if (i == h->nenv)
        return 0;
    orr__free(h->a, h->env[i]);
    memmove(h->env + i, h->env + i + 1, (h->nenv - i) * sizeof *h->env);
    h->nenv--;
    return 0;
}

/* The pointers first, then what they point to: one block. */
static int env_list(const orr__sim_host *h, char ***out)
{
    size_t size = 0;
    char **list;
    char *to;

    for (uint32_t i = 0; i < h->nenv; i++)
        size += strlen(h->env[i]) + 1;
    list = orr__alloc(h->a, (h->nenv + 1) * sizeof *list + size);
    if (list == NULL)
        return -ENOMEM;
    to = (char *)(list + h->nenv + 1);
    for (uint32_t i = 0; i < h->nenv; i++) {
        list[i] = to;
        to = stpcpy(to, h->env[i]) + 1;
    }
    *out = list;
    return 0;
}

/* A copy of the process's environment, made under its lock. */
static int env_copy(orr__sim_host *h)
{
    int err = env_grow(h);

    orr__env_lock();
    for (char **e = environ; err == 0 && e != NULL && *e != NULL; e++) {
        if (strchr(*e, '=') == NULL ||
            strncmp(*e, "ORRERY_CHILD_CACHE=", 19) == 0)
            continue;
        err = env_grow(h);
        if (err == 0) {
            h->env[h->nenv] = orr__strdup(h->a, *e);
            err = h->env[h->nenv] != NULL ? 0 : -ENOMEM;
        }
        h->nenv += err == 0;
    }
    orr__env_unlock();
    return err;
}

/* ---- The machine ------------------------------------------------------- */

static int host_cpus(const orr_allocator *a, orr_cpu **out, int64_t *n)
{
    orr_cpu *list = orr__alloc_array(a, CPUS, sizeof *list);

    if (list == NULL)
        return -ENOMEM;
    for (int i = 0; i < CPUS; i++) {
        list[i] = (orr_cpu){
            .mhz = 2000, .user_ms = 1000, .sys_ms = 500, .idle_ms = 8500
        };
        strcpy(list[i].model, "Orrery Simulated CPU");
    }
    *out = list;
    *n = CPUS;
    return 0;
}

static int host_interfaces(const orr_allocator *a, orr_interface **out,
                           int64_t *n)
{
    orr_interface *list = orr__alloc_array(a, 2, sizeof *list);

    if (list == NULL)
        return -ENOMEM;
    for (int i = 0; i < 2; i++) {
        strcpy(list[i].name, "lo");
        list[i].internal = true;
    }
    list[0].ip.family = AF_INET;
    memcpy(list[0].ip.addr, (uint8_t[]){ 127, 0, 0, 1 }, 4);
    list[0].ip.netmask[0] = 255;
    list[1].ip.family = AF_INET6;
    list[1].ip.addr[15] = 1;
    memset(list[1].ip.netmask, 255, 16);
    *out = list;
    *n = 2;
    return 0;
}

static int host_names(orr_uname *out)
{
    *out = (orr_uname){ .sysname = "Linux",
                        .release = "6.12.0-orrery",
                        .version = "#1 SMP Orrery",
                        .machine = "x86_64",
                        .nodename = SIM_HOSTNAME };
    return 0;
}

static int host_user(const orr__sim_host *h, int64_t uid, orr_user *out)
{
    static const char text[] = "orrery\0/bin/sh\0/users/orrery";
    static const char root[] = "root\0/bin/sh\0/root";
    const bool is_root = uid == 0;
    char *block;

    if (!is_root && uid != SIM_UID)
        return -ENOENT;
    block = orr__memdup(h->a, is_root ? root : text,
                        is_root ? sizeof root : sizeof text);
    if (block == NULL)
        return -ENOMEM;
    out->name = block;
    out->shell = block + strlen(block) + 1;
    out->home = out->shell + strlen(out->shell) + 1;
    out->uid = out->gid = (uint32_t)uid;
    return 0;
}

/* The program has used as much of a processor as time has passed. */
static int host_rusage(orr__sim_world *sim, orr_rusage *out)
{
    const uint64_t ns = orr__sim_clock(sim, ORR__MONOTONIC);

    *out = (orr_rusage){ .user_us = ns / 1000, .maxrss_kb = 65536 };
    return 0;
}

/* ---- The process ------------------------------------------------------- */

static int limit_get(const orr__sim_host *h, int64_t which, uint64_t out[2])
{
    if (which < 0 || which >= RLIM_NLIMITS)
        return -EINVAL;
    memcpy(out, h->limits[which], sizeof h->limits[which]);
    return 0;
}

static int limit_set(orr__sim_host *h, int64_t which, const uint64_t in[2])
{
    if (which < 0 || which >= RLIM_NLIMITS || in[0] > in[1])
        return -EINVAL;
    if (in[1] > h->limits[which][1])
        return -EPERM;
    memcpy(h->limits[which], in, sizeof h->limits[which]);
    return 0;
}

static int host_priority(orr__sim_host *h, const orr__ask *ask)
{
    int *value = ask->out;

    if (ask->n != 0 && ask->n != SIM_PID)
        return -ESRCH;
    if (ask->what == FACT_PRIORITY_GET) {
        *value = h->priority;
        return 0;
    }
    if (*value < h->priority)
        return -EACCES;
    h->priority = *value > 19 ? 19 : *value;
    return 0;
}

/* An unprivileged user: only the current ids can be set. */
static int ids_set(const orr__sim_host *h, const orr_ids *ids)
{
    const uint32_t asked[] = { ids->uid, ids->euid, ids->gid, ids->egid };

    for (int i = 0; i < 4; i++)
        if (asked[i] != UINT32_MAX && asked[i] != h->ids.uid)
            return -EPERM;
    return 0;
}

static int groups_get(const orr__sim_host *h, uint32_t **out, int64_t *n)
{
    uint32_t *list = orr__alloc_array(h->a, h->ngroups, sizeof *list);

    if (list == NULL)
        return -ENOMEM;
    memcpy(list, h->groups, h->ngroups * sizeof *list);
    *out = list;
    *n = h->ngroups;
    return 0;
}

/* The file view knows the way, links and dots included. */
static int change_dir(orr__sim_world *sim, const char *path)
{
    orr__sim_host *h = sim->host;
    orr__op op = { .code = OP_REALPATH };
    int64_t err;

    op.u.fs.path = path;
    err = orr__sim_fs_call(sim->fs, &op);
    if (err < 0)
        return (int)err;
    err = orr__sim_fs_chdir_check(sim->fs, op.u.fs.made);
    if (err < 0) {
        orr__free(h->a, op.u.fs.made);
        return (int)err;
    }
    orr__free(h->a, h->cwd);
    h->cwd = op.u.fs.made;
    return 0;
}

static int give_text(const orr__sim_host *h, const char *text, char **out)
{
    *out = orr__strdup(h->a, text);
    return *out != NULL ? 0 : -ENOMEM;
}

static int title_set(orr__sim_host *h, const char *title)
{
    char *copy = orr__strdup(h->a, title);

    if (copy == NULL)
        return -ENOMEM;
    orr__free(h->a, h->title);
    h->title = copy;
    return 0;
}

orr_ids orr__sim_ids(const orr__sim_world *sim)
{
    return sim->host->ids;
}

const char *orr__sim_cwd(const orr__sim_world *sim)
{
    return sim->host->cwd;
}

uint32_t orr__sim_umask(const orr__sim_world *sim)
{
    return sim->host->umask;
}

/* ---- The question ------------------------------------------------------ */

/* Addons that runners of tests need, and that only compute and look files up:
 * the real files are those that the program sees, unless it has just written
 * them. Without its resolver jest 30 does not start; swc may be its compiler.
 */
static bool is_harmless(const char *file)
{
    return strstr(file, "/resolver-binding-") != NULL ||
           strstr(file, "/unrs-resolver/") != NULL ||
           strstr(file, "/@swc/core-") != NULL;
}

/* A library of the system's, by its name, computes and no more. A file may be
 * an addon, which could reach the real world. */
static int ask_library(orr__ask *ask)
{
    if (ask->what == FACT_DL_OPEN && strchr(ask->name, '/') != NULL &&
        !is_harmless(ask->name)) {
        ask->value = "the simulator loads no files as libraries";
        return -ENOSYS;
    }
    return orr__sys_ask_library(ask);
}

static int ask_machine(orr__sim_world *sim, orr__ask *ask)
{
    const orr_allocator *a = &sim->allocator;

    switch (ask->what) {
    case FACT_CPUS:
        return host_cpus(a, ask->out, &ask->n);
    case FACT_PARALLELISM:
        ask->n = CPUS;
        return 0;
    case FACT_MEMORY:
        *(orr_memory *)ask->out = (orr_memory){ .total = 8 * GIGA,
                                                .free = 6 * GIGA,
                                                .available = 6 * GIGA,
                                                .rss = GIGA / 16 };
        return 0;
    case FACT_RSS:
        *(uint64_t *)ask->out = GIGA / 16;
        return 0;
    case FACT_LOADAVG:
        memset(ask->out, 0, 3 * sizeof(double));
        return 0;
    case FACT_UPTIME:
        *(uint64_t *)ask->out = orr__sim_clock(sim, ORR__MONOTONIC);
        return 0;
    case FACT_UNAME:
        return host_names(ask->out);
    case FACT_INTERFACES:
        return host_interfaces(a, ask->out, &ask->n);
    case FACT_RUSAGE:
        return host_rusage(sim, ask->out);
    case FACT_ZONE_NAME:
        *(char **)ask->out = orr__strdup(a, "UTC");
        return *(char **)ask->out != NULL ? 0 : -ENOMEM;
    case FACT_ZONE_DATA: /* zones are the same everywhere */
        return orr__zone_data(a, ask->name, ask->out, &ask->n);
    case FACT_DL_OPEN:
    case FACT_DL_SYMBOL:
    case FACT_DL_CLOSE:
        return ask_library(ask);
    default:
        return -EINVAL;
    }
}

static int ask_process(orr__sim_world *sim, orr__ask *ask)
{
    orr__sim_host *h = sim->host;

    switch (ask->what) {
    case FACT_USER:
        return host_user(h, ask->n, ask->out);
    case FACT_LIMIT_GET:
        return limit_get(h, ask->n, ask->out);
    case FACT_LIMIT_SET:
        return limit_set(h, ask->n, ask->out);
    case FACT_PRIORITY_GET:
    case FACT_PRIORITY_SET:
        return host_priority(h, ask);
    case FACT_UMASK: {
        const uint32_t old = h->umask;

        h->umask = (uint32_t)ask->n & 0777;
        ask->n = old;
        return 0;
    }
    case FACT_UMASK_GET:
        ask->n = h->umask;
        return 0;
    case FACT_IDS:
        *(orr_ids *)ask->out = h->ids;
        return 0;
    case FACT_IDS_SET:
        return ids_set(h, ask->out);
    case FACT_GROUPS_GET:
        return groups_get(h, ask->out, &ask->n);
    case FACT_GROUPS_SET:
        return -EPERM;
    default:
        return ask_machine(sim, ask);
    }
}

int orr__sim_ask(orr__sim_world *sim, orr__ask *ask)
{
    orr__sim_host *h = sim->host;

    switch (ask->what) {
    case FACT_ENV_GET:
        return env_get(h, ask->name, ask->out);
    case FACT_ENV_SET:
        return env_set(h, ask->name, ask->value);
    case FACT_ENV_UNSET:
        return env_unset(h, ask->name);
    case FACT_ENV_LIST:
        return env_list(h, ask->out);
    case FACT_CWD:
        return give_text(h, h->cwd, ask->out);
    case FACT_CHDIR:
        return change_dir(sim, ask->name);
    case FACT_WAIT_FD:
        return 0; /* its writes to the program's output wait by themselves */
    case FACT_FD_BLOCKS:
        ask->n = 1;
        return 0;
    case FACT_SIGNAL_COUNT:
        ask->n = 0; /* nothing comes while the program runs */
        return 0;
    case FACT_EXE_PATH:
        return give_text(h, SIM_EXE_PATH, ask->out);
    case FACT_TITLE_GET:
        return give_text(h, h->title, ask->out);
    case FACT_TITLE_SET:
        return title_set(h, ask->name);
    default:
        return ask_process(sim, ask);
    }
}

/* ---- Open and close ---------------------------------------------------- */

int orr__sim_host_open(orr__sim_host **out, orr__sim_world *sim)
{
    const orr_allocator *a = &sim->allocator;
    orr__sim_host *h = orr__alloc(a, sizeof *h);

    if (h == NULL)
        return -ENOMEM;
    h->a = a;
    h->umask = 022;
    h->ids = (orr_ids){ SIM_PID, 1, SIM_UID, SIM_UID, SIM_UID, SIM_UID };
    h->groups[0] = SIM_UID;
    h->ngroups = 1;
    for (int i = 0; i < RLIM_NLIMITS; i++)
        h->limits[i][0] = h->limits[i][1] = UINT64_MAX;
    h->limits[RLIMIT_NOFILE][0] = 1024;
    h->limits[RLIMIT_NOFILE][1] = ORR__SIM_FD_LIMIT;
    h->limits[RLIMIT_CORE][0] = 0;
    h->limits[RLIMIT_STACK][0] = 8 << 20;
    h->title = orr__strdup(a, "orrery");
    h->cwd = orr__sim_real_cwd(a);
    if (env_copy(h) < 0 || h->title == NULL || h->cwd == NULL) {
        orr__sim_host_close(h);
        return -ENOMEM;
    }
    *out = h;
    return 0;
}

void orr__sim_host_close(orr__sim_host *h)
{
    for (uint32_t i = 0; i < h->nenv; i++)
        orr__free(h->a, h->env[i]);
    orr__free(h->a, h->env);
    orr__free(h->a, h->cwd);
    orr__free(h->a, h->title);
    orr__free(h->a, h);
}
