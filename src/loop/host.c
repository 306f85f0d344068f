/*
 * host.c - facts about the host: cpus, memory, users, environment, libraries.
 * Each function only checks its arguments and asks the back end, which answers
 * in sys/host.c or, on the simulator, in sim/host.c.
 */
#include <string.h>

#include "loop/internal.h"

static int host_ask(orr_loop *loop, orr__ask *question)
{
    return loop->table->ask(loop->poll, question);
}

/* Ask for one fact, to be written to `out`. */
static int ask_for(orr_loop *loop, orr__fact what, int64_t n, void *out)
{
    orr__ask q = { .what = what, .n = n, .out = out };

    return loop != NULL && out != NULL ? host_ask(loop, &q) : -EINVAL;
}

/* Ask for a list of facts. */
static int ask_list(orr_loop *loop, orr__fact what, void *out, uint32_t *n)
{
    orr__ask q = { .what = what, .out = out };

    if (loop == NULL || out == NULL || n == NULL)
        return -EINVAL;
    const int err = host_ask(loop, &q);
    if (err == 0)
        *n = (uint32_t)q.n;
    return err;
}

/* ---- The machine ------------------------------------------------------- */

int orr_cpus(orr_loop *loop, orr_cpu **out, uint32_t *n)
{
    return ask_list(loop, FACT_CPUS, out, n);
}

uint32_t orr_parallelism(orr_loop *loop)
{
    orr__ask q = { .what = FACT_PARALLELISM };

    return host_ask(loop, &q) == 0 && q.n > 0 ? (uint32_t)q.n : 1;
}

int orr_memory_get(orr_loop *loop, orr_memory *out)
{
    return ask_for(loop, FACT_MEMORY, 0, out);
}

int orr_rss(orr_loop *loop, uint64_t *out)
{
    return ask_for(loop, FACT_RSS, 0, out);
}

int orr_loadavg(orr_loop *loop, double out[3])
{
    return ask_for(loop, FACT_LOADAVG, 0, out);
}

int orr_uptime_ns(orr_loop *loop, uint64_t *out)
{
    return ask_for(loop, FACT_UPTIME, 0, out);
}

int orr_uname_get(orr_loop *loop, orr_uname *out)
{
    return ask_for(loop, FACT_UNAME, 0, out);
}

int orr_interfaces(orr_loop *loop, orr_interface **out, uint32_t *n)
{
    return ask_list(loop, FACT_INTERFACES, out, n);
}

/* ---- The process ------------------------------------------------------- */

int orr_user_get(orr_loop *loop, uint32_t uid, orr_user *out)
{
    return ask_for(loop, FACT_USER, uid, out);
}

int orr_rusage_get(orr_loop *loop, bool thread_only, orr_rusage *out)
{
    return ask_for(loop, FACT_RUSAGE, thread_only, out);
}

int orr_limit_get(orr_loop *loop, int resource, uint64_t *soft, uint64_t *hard)
{
    uint64_t both[2];

    if (soft == NULL || hard == NULL)
        return -EINVAL;
    const int err = ask_for(loop, FACT_LIMIT_GET, resource, both);
    if (err == 0) {
        *soft = both[0];
        *hard = both[1];
    }
    return err;
}

int orr_limit_set(orr_loop *loop, int resource, uint64_t soft, uint64_t hard)
{
    uint64_t both[2] = { soft, hard };

    return ask_for(loop, FACT_LIMIT_SET, resource, both);
}

int orr_priority_get(orr_loop *loop, int pid, int *out)
{
    return ask_for(loop, FACT_PRIORITY_GET, pid, out);
}

int orr_priority_set(orr_loop *loop, int pid, int priority)
{
    if (priority < -20 || priority > 19)
        return -EINVAL;
    return ask_for(loop, FACT_PRIORITY_SET, pid, &priority);
}

int orr_cwd(orr_loop *loop, char **out)
{
    return ask_for(loop, FACT_CWD, 0, out);
}

int orr_chdir(orr_loop *loop, const char *path)
{
    orr__ask q = { .what = FACT_CHDIR, .name = path };

    return loop != NULL && path != NULL ? host_ask(loop, &q) : -EINVAL;
}

int orr_execve(orr_loop *loop, const char *path, char *const argv[],
               char *const env[])
{
    char *const *how[2] = { argv, env };
    orr__ask q = { .what = FACT_EXECVE, .name = path, .out = how };

    if (loop == NULL || path == NULL || argv == NULL || env == NULL)
        return -EINVAL;
    return host_ask(loop, &q);
}

uint32_t orr_umask(orr_loop *loop, uint32_t mask)
{
    orr__ask q = { .what = FACT_UMASK, .n = mask & 0777 };

    return host_ask(loop, &q) == 0 ? (uint32_t)q.n : 0;
}

uint32_t orr_umask_get(orr_loop *loop)
{
    orr__ask q = { .what = FACT_UMASK_GET };

    return host_ask(loop, &q) == 0 ? (uint32_t)q.n : 0;
}

void orr_ids_get(orr_loop *loop, orr_ids *out)
{
    ask_for(loop, FACT_IDS, 0, out);
}

int orr_ids_set(orr_loop *loop, const orr_ids *ids)
{
    orr_ids copy;

    if (ids == NULL)
        return -EINVAL;
    copy = *ids;
    return ask_for(loop, FACT_IDS_SET, 0, &copy);
}

int orr_groups_get(orr_loop *loop, uint32_t **out, uint32_t *n)
{
    return ask_list(loop, FACT_GROUPS_GET, out, n);
}

int orr_groups_set(orr_loop *loop, const uint32_t *groups, uint32_t n)
{
    orr__ask q = { .what = FACT_GROUPS_SET,
                   .n = n,
                   .out = (void *)(uintptr_t)groups };

    if (loop == NULL || (groups == NULL && n > 0))
        return -EINVAL;
    return host_ask(loop, &q);
}

int orr_fd_wait_writable(orr_loop *loop, int fd)
{
    orr__ask q = { .what = FACT_WAIT_FD, .n = fd };

    return loop != NULL ? host_ask(loop, &q) : -EINVAL;
}

int orr_fd_blocks(orr_loop *loop, int fd)
{
    orr__ask q = { .what = FACT_FD_BLOCKS, .n = fd };
    const int err = loop != NULL ? host_ask(loop, &q) : -EINVAL;

    return err < 0 ? err : (int)q.n;
}

uint64_t orr_signal_count(orr_loop *loop, int signum)
{
    orr__ask q = { .what = FACT_SIGNAL_COUNT, .n = signum };

    return host_ask(loop, &q) == 0 ? (uint64_t)q.n : 0;
}

int orr_exe_path(orr_loop *loop, char **out)
{
    return ask_for(loop, FACT_EXE_PATH, 0, out);
}

/* ---- Time zones -------------------------------------------------------- */

int orr_zone_name(orr_loop *loop, char **out)
{
    orr__ask q = { .what = FACT_ZONE_NAME, .out = out };

    if (loop == NULL || out == NULL)
        return -EINVAL;
    return host_ask(loop, &q);
}

int orr_zone_data(orr_loop *loop, const char *name, void **out, size_t *n)
{
    orr__ask q = { .what = FACT_ZONE_DATA, .name = name, .out = out };

    if (loop == NULL || name == NULL || out == NULL || n == NULL)
        return -EINVAL;
    const int err = host_ask(loop, &q);
    if (err == 0)
        *n = (size_t)q.n;
    return err;
}

/* ---- The environment --------------------------------------------------- */

static bool is_env_name(const char *name)
{
    return name != NULL && name[0] != 0 && strchr(name, '=') == NULL;
}

int orr_env_get(orr_loop *loop, const char *name, char **out)
{
    orr__ask q = { .what = FACT_ENV_GET, .name = name, .out = out };

    if (loop == NULL || !is_env_name(name) || out == NULL)
        return -EINVAL;
    return host_ask(loop, &q);
}

int orr_env_set(orr_loop *loop, const char *name, const char *value)
{
    orr__ask q = { .what = FACT_ENV_SET, .name = name, .value = value };

    if (loop == NULL || !is_env_name(name) || value == NULL)
        return -EINVAL;
    return host_ask(loop, &q);
}

int orr_env_unset(orr_loop *loop, const char *name)
{
    orr__ask q = { .what = FACT_ENV_UNSET, .name = name };

    return loop != NULL && is_env_name(name) ? host_ask(loop, &q) : -EINVAL;
}

int orr_env_list(orr_loop *loop, char ***out)
{
    return ask_for(loop, FACT_ENV_LIST, 0, out);
}

/* ---- The title --------------------------------------------------------- */

char **orr_setup_args(int argc, char **argv)
{
    return orr__args_setup(argc, argv);
}

int orr_title_get(orr_loop *loop, char **out)
{
    return ask_for(loop, FACT_TITLE_GET, 0, out);
}

int orr_title_set(orr_loop *loop, const char *title)
{
    orr__ask q = { .what = FACT_TITLE_SET, .name = title };

    return loop != NULL && title != NULL ? host_ask(loop, &q) : -EINVAL;
}

/* ---- Libraries --------------------------------------------------------- */

static int ask_dl(orr_loop *loop, orr__ask *q, const char **error)
{
    const int err = host_ask(loop, q);

    if (error != NULL)
        *error = err < 0 ? q->value : NULL;
    return err;
}

int orr_dl_open(orr_loop *loop, const char *path, int flags, void **out,
                const char **error)
{
    orr__ask q = { .what = FACT_DL_OPEN, .name = path, .n = flags, .out = out };

    if (loop == NULL || out == NULL)
        return -EINVAL;
    return ask_dl(loop, &q, error);
}

int orr_dl_symbol(orr_loop *loop, void *lib, const char *name, void **out,
                  const char **error)
{
    orr__ask q = {
        .what = FACT_DL_SYMBOL, .lib = lib, .name = name, .out = out
    };

    if (loop == NULL || lib == NULL || name == NULL || out == NULL)
        return -EINVAL;
    return ask_dl(loop, &q, error);
}

int orr_dl_close(orr_loop *loop, void *lib)
{
    orr__ask q = { .what = FACT_DL_CLOSE, .lib = lib };

    return loop != NULL && lib != NULL ? host_ask(loop, &q) : -EINVAL;
}
