/*
 * machine.c - facts about the machine: processors, memory, load, network
 * interfaces. sys/host.c has those about the process.
 *
 * Most of it is text in /proc. What this process may use of the machine is
 * limited by its control group: of version 2 if there is one, else of version
 * 1, where each controller has a tree of its own:
 *
 *      /sys/fs/cgroup/a/b/memory.max             the limits of all groups above
 *      /sys/fs/cgroup/a/memory.max               hold, too, so each of them is
 *      /sys/fs/cgroup/memory.max                 read
 *
 * In a container the path in /proc may be the host's and not exist; then the
 * root of the tree is the group.
 */
#include "poll/sys/sys.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <inttypes.h>
#include <limits.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netpacket/packet.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "poll/sys/host.h"

/* ---- Reading text ------------------------------------------------------ */

static ssize_t read_some(int fd, void *buf, size_t size)
{
    ssize_t n;

    do
        n = read(fd, buf, size);
    while (n < 0 && errno == EINTR);
    return n < 0 ? -errno : n;
}

static ssize_t read_all(const orr_allocator *a, int fd, char **out)
{
    size_t capacity = 4096, len = 0;
    char *text = orr__resize(a, NULL, capacity);

    while (text != NULL) {
        ssize_t n = read_some(fd, text + len, capacity - len - 1);

        if (n <= 0) {
            text[len] = 0;
            *out = text;
            return n;
        }
        len += (size_t)n;
        if (capacity - len > 1)
            continue;
        char *more = orr__resize(a, text, capacity * 2);
        if (more == NULL)
            break;
        text = more;
        capacity *= 2;
    }
    *out = text;
    return -ENOMEM;
}

/* Files of /proc have no size, so they are read until the end. */
int orr__text_read(const orr_allocator *a, const char *path, char **out)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return -errno;
    char *text = NULL;
    int err = (int)read_all(a, fd, &text);
    close(fd);
    if (err != 0) {
        orr__free(a, text);
        return err;
    }
    *out = text;
    return 0;
}

/* The first bytes of a small file, as a string. */
static int line_read(const char *path, char *buf, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return -errno;
    ssize_t n = read_some(fd, buf, size - 1);
    close(fd);
    if (n < 0)
        return (int)n;
    buf[n] = 0;
    return 0;
}

static const char *line_next(const char *at)
{
    at = strchr(at, '\n');
    return at != NULL && at[1] != 0 ? at + 1 : NULL;
}

/* The text after "key" and a colon on the line, or NULL. */
static const char *value_of(const char *line, const char *key)
{
    size_t n = strlen(key);

    if (strncmp(line, key, n) != 0)
        return NULL;
    line += n;
    line += strspn(line, " \t");
    return *line == ':' ? line + 1 + strspn(line + 1, " \t") : NULL;
}

/* The number after "key:" in a text of such lines; 0 if there is none. */
uint64_t orr__text_number(const char *text, const char *key, int base)
{
    for (const char *line = text; line != NULL; line = line_next(line)) {
        const char *value = value_of(line, key);
        if (value != NULL)
            return strtoull(value, NULL, base);
    }
    return 0;
}

/* ---- Processors -------------------------------------------------------- */

/* cpuN user nice system idle iowait irq, in ticks of the clock. */
static bool parse_times(const char *line, uint32_t *number, orr_cpu *cpu)
{
    uint64_t t[6];
    uint64_t tick_ms = 1000 / (uint64_t)sysconf(_SC_CLK_TCK);

    if (strncmp(line, "cpu", 3) != 0 || /* "cpu" without a number is the sum */
        !isdigit((unsigned char)line[3]) ||
        sscanf(line,
               "cpu%" SCNu32 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
               " %" SCNu64 " %" SCNu64,
               number, &t[0], &t[1], &t[2], &t[3], &t[4], &t[5]) != 7)
        return false;
    cpu->user_ms = t[0] * tick_ms;
    cpu->nice_ms = t[1] * tick_ms;
    cpu->sys_ms = t[2] * tick_ms;
    cpu->idle_ms = t[3] * tick_ms;
    cpu->irq_ms = t[5] * tick_ms;
    return true;
}

/*
 * Processors may be switched off, so their numbers have gaps. While the array
 * is being made, `mhz` holds the number.
 */
static int parse_stat(const orr_allocator *a, const char *text, orr_cpu **out,
                      uint32_t *n)
{
    uint32_t count = 0;

    for (const char *line = text; line != NULL; line = line_next(line))
        count += strncmp(line, "cpu", 3) == 0;
    orr_cpu *cpus = orr__alloc_array(a, count, sizeof *cpus);
    if (cpus == NULL)
        return -ENOMEM;
    *n = 0;
    for (const char *line = text; line != NULL; line = line_next(line))
        if (*n < count && parse_times(line, &cpus[*n].mhz, &cpus[*n]))
            ++*n;
    *out = cpus;
    return 0;
}

static void copy_line(char *to, size_t size, const char *from)
{
    size_t n = strcspn(from, "\n");

    if (n >= size)
        n = size - 1;
    memcpy(to, from, n);
    to[n] = 0;
}

/* ARM processors give numbers where others give names. */
static const char *arm_name(const char *part)
{
    static const struct {
        unsigned long number;
        const char *name;
    } parts[] = {
        { 0xd03, "Cortex-A53" },  { 0xd04, "Cortex-A35" },
        { 0xd05, "Cortex-A55" },  { 0xd07, "Cortex-A57" },
        { 0xd08, "Cortex-A72" },  { 0xd09, "Cortex-A73" },
        { 0xd0a, "Cortex-A75" },  { 0xd0b, "Cortex-A76" },
        { 0xd0c, "Neoverse-N1" }, { 0xd0d, "Cortex-A77" },
        { 0xd40, "Neoverse-V1" }, { 0xd41, "Cortex-A78" },
        { 0xd49, "Neoverse-N2" }, { 0xd4f, "Neoverse-V2" },
    };
    unsigned long number = strtoul(part, NULL, 16);

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].number == number)
            return parts[i].name;
    return "unknown";
}

typedef struct cpu_text {
    char model[64];
    uint32_t mhz;
} cpu_text;

/* Add what this line of /proc/cpuinfo says. */
static void parse_info(const char *line, cpu_text *info)
{
    const char *value;

    if ((value = value_of(line, "model name")) != NULL)
        copy_line(info->model, sizeof info->model, value);
    else if ((value = value_of(line, "CPU part")) != NULL)
        copy_line(info->model, sizeof info->model, arm_name(value));
    else if ((value = value_of(line, "cpu MHz")) != NULL)
        info->mhz = (uint32_t)strtoul(value, NULL, 10);
}

/* The paragraph of processor `number`, or none. */
static void find_info(const char *text, uint32_t number, cpu_text *info)
{
    bool mine = false;

    *info = (cpu_text){ .model = "unknown" };
    for (const char *line = text; line != NULL; line = line_next(line)) {
        const char *value = value_of(line, "processor");
        if (value != NULL)
            mine = strtoul(value, NULL, 10) == number;
        else if (mine)
            parse_info(line, info);
    }
}

/* The current frequency, or 0 if unknown. */
static uint32_t current_mhz(uint32_t number)
{
    char path[96], buf[32];

    snprintf(path, sizeof path,
             "/sys/devices/system/cpu/cpu%" PRIu32 "/cpufreq/scaling_cur_freq",
             number);
    if (line_read(path, buf, sizeof buf) != 0)
        return 0;
    return (uint32_t)(strtoull(buf, NULL, 10) / 1000);
}

static void name_cpus(const char *text, orr_cpu *cpus, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = cpus[i].mhz;
        cpu_text info;

        find_info(text, number, &info);
        memcpy(cpus[i].model, info.model, sizeof info.model);
        uint32_t now = current_mhz(number);
        cpus[i].mhz = now ? now : info.mhz;
    }
}

int orr__machine_cpus(const orr_allocator *a, orr_cpu **out, int64_t *n)
{
    char *stat, *info = NULL;
    orr_cpu *cpus = NULL;
    uint32_t count = 0;

    int err = orr__text_read(a, "/proc/stat", &stat);
    if (err != 0)
        return err;
    err = parse_stat(a, stat, &cpus, &count);
    orr__free(a, stat);
    if (err != 0)
        return err;
    err = orr__text_read(a, "/proc/cpuinfo", &info);
    if (err == -ENOMEM) {
        orr__free(a, cpus);
        return err;
    }
    name_cpus(info != NULL ? info : "", cpus, count);
    orr__free(a, info);
    *out = cpus;
    *n = count;
    return 0;
}

/* ---- Control groups ---------------------------------------------------- */

#define CGROUPS "/sys/fs/cgroup"
#define NO_LIMIT UINT64_MAX

typedef struct group {
    bool v2;
    size_t root; /* length of the path of the tree's root */
    char dir[PATH_MAX];
} group;

/* Does a line "N:list,of,controllers:/path" name this one? */
static const char *controller_path(const char *line, const char *controller)
{
    size_t n = strlen(controller);
    const char *at = strchr(line, ':');

    while (at != NULL && (*at == ':' || *at == ',')) {
        at++;
        size_t len = strcspn(at, ",:\n");
        if (len == n && strncmp(at, controller, n) == 0) {
            at = strchr(at, ':');
            return at != NULL ? at + 1 : NULL;
        }
        at += len;
        if (*at == ':')
            break;
    }
    return NULL;
}

static void group_at(group *g, const char *root, const char *tree,
                     const char *path)
{
    size_t len = strcspn(path, "\n");
    char probe[PATH_MAX + 16];

    g->root = (size_t)snprintf(g->dir, sizeof g->dir, "%s%s%s", root,
                               *tree ? "/" : "", tree);
    if (len <= 1 || len >= sizeof g->dir - g->root)
        return;
    memcpy(g->dir + g->root, path, len);
    g->dir[g->root + len] = 0;
    snprintf(probe, sizeof probe, "%s/cgroup.procs", g->dir);
    if (access(probe, F_OK) != 0)
        g->dir[g->root] = 0;
}

static bool group_find(const char *text, const char *root,
                       const char *controller, group *g)
{
    const char *v2_path = NULL;

    for (const char *line = text; line != NULL; line = line_next(line)) {
        const char *path = controller_path(line, controller);
        if (path != NULL) {
            g->v2 = false;
            group_at(g, root, controller, path);
            return true;
        }
        if (strncmp(line, "0::", 3) == 0)
            v2_path = line + 3;
    }
    if (v2_path == NULL)
        return false;
    g->v2 = true;
    group_at(g, root, "", v2_path);
    return true;
}

/* To the group around it; false at the root. */
static bool group_up(group *g)
{
    char *slash = strrchr(g->dir + g->root, '/');

    if (slash == NULL)
        return false;
    *slash = 0;
    return true;
}

/* The first number in a file of the group, or `otherwise`. The first version
 * writes a number near 2^63 for "no limit", the second says "max". */
static uint64_t group_number(const group *g, const char *name,
                             uint64_t otherwise)
{
    char path[PATH_MAX + 40], buf[64];
    char *end;

    snprintf(path, sizeof path, "%s/%s", g->dir, name);
    if (line_read(path, buf, sizeof buf) != 0)
        return otherwise;
    int64_t n = strtoll(buf, &end, 10);
    if (end == buf || n < 0 || n > INT64_MAX / 2)
        return otherwise;
    return (uint64_t)n;
}

/* The number of processors that this group may use; NO_LIMIT if unlimited. */
static uint64_t group_cpus(const group *g)
{
    char path[PATH_MAX + 16], buf[64];
    uint64_t quota, period;

    if (!g->v2) {
        quota = group_number(g, "cpu.cfs_quota_us", NO_LIMIT);
        period = group_number(g, "cpu.cfs_period_us", 0);
    } else {
        snprintf(path, sizeof path, "%s/cpu.max", g->dir);
        if (line_read(path, buf, sizeof buf) != 0 ||
            sscanf(buf, "%" SCNu64 " %" SCNu64, &quota, &period) != 2)
            return NO_LIMIT;
    }
    if (quota == NO_LIMIT || period == 0)
        return NO_LIMIT;
    return quota / period > 0 ? quota / period : 1;
}

/* ---- What we may use --------------------------------------------------- */

/* cpu_set_t holds 1024 processors, and the kernel returns EINVAL if the machine
 * may have more. */
static uint64_t affinity_count(void)
{
    unsigned long set[65536 / 8 / sizeof(unsigned long)] = { 0 };
    cpu_set_t *as_set = (cpu_set_t *)(void *)set;

    if (sched_getaffinity(0, sizeof set, as_set) < 0)
        return 0;
    return (uint64_t)CPU_COUNT_S(sizeof set, as_set);
}

uint64_t orr__cgroup_cpus(const char *text, const char *root)
{
    uint64_t min = NO_LIMIT;
    group g;

    if (!group_find(text, root, "cpu", &g))
        return min;
    do {
        uint64_t some = group_cpus(&g);
        if (some < min)
            min = some;
    } while (group_up(&g));
    return min;
}

int orr__machine_parallelism(const orr_allocator *a, int64_t *n)
{
    uint64_t count = affinity_count();
    char *text;

    if (count == 0)
        count = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
    if (orr__text_read(a, "/proc/self/cgroup", &text) == 0) {
        uint64_t limit = orr__cgroup_cpus(text, CGROUPS);
        if (limit < count)
            count = limit;
        orr__free(a, text);
    }
    *n = count > 0 ? (int64_t)count : 1;
    return 0;
}

static uint64_t min_limit(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* This group's limit and how far it is from it. */
static uint64_t group_memory(const group *g, uint64_t *left)
{
    uint64_t limit, used;

    if (g->v2) {
        limit = min_limit(group_number(g, "memory.max", NO_LIMIT),
                          group_number(g, "memory.high", NO_LIMIT));
        used = group_number(g, "memory.current", 0);
    } else {
        limit =
            min_limit(group_number(g, "memory.limit_in_bytes", NO_LIMIT),
                      group_number(g, "memory.soft_limit_in_bytes", NO_LIMIT));
        used = group_number(g, "memory.usage_in_bytes", 0);
    }
    *left = limit == NO_LIMIT ? NO_LIMIT : limit - min_limit(used, limit);
    return limit;
}

void orr__cgroup_memory(const char *text, const char *root, orr_memory *m)
{
    uint64_t limit = NO_LIMIT;
    group g;

    if (!group_find(text, root, "memory", &g))
        return;
    do {
        uint64_t left;
        limit = min_limit(limit, group_memory(&g, &left));
        m->available = min_limit(m->available, left);
    } while (group_up(&g));
    m->constrained = limit == NO_LIMIT ? 0 : limit;
}

static int machine_constrain(const orr_allocator *a, orr_memory *m)
{
    char *text;
    int err = orr__text_read(a, "/proc/self/cgroup", &text);

    if (err != 0)
        return err == -ENOMEM ? err : 0;
    orr__cgroup_memory(text, CGROUPS, m);
    orr__free(a, text);
    return 0;
}

int orr__machine_rss(uint64_t *out)
{
    unsigned long pages = 0;
    char buf[128];

    const int err = line_read("/proc/self/statm", buf, sizeof buf);
    if (err != 0)
        return err;
    sscanf(buf, "%*u %lu", &pages);
    *out = pages * (uint64_t)sysconf(_SC_PAGESIZE);
    return 0;
}

int orr__machine_memory(const orr_allocator *a, orr_memory *out)
{
    orr_memory m = { 0 };
    char *text;

    int err = orr__text_read(a, "/proc/meminfo", &text);
    if (err != 0)
        return err;
    m.total = orr__text_number(text, "MemTotal", 10) * 1024;
    m.free = orr__text_number(text, "MemAvailable", 10) * 1024;
    if (m.free == 0) /* older than Linux 3.14 */
        m.free = orr__text_number(text, "MemFree", 10) * 1024;
    orr__free(a, text);
    m.available = m.free;

    err = machine_constrain(a, &m);
    if (err == 0)
        err = orr__machine_rss(&m.rss);
    if (err == 0)
        *out = m;
    return err;
}

int orr__machine_loadavg(double out[3])
{
    double loads[3];

    if (getloadavg(loads, 3) != 3)
        return -EIO;
    memcpy(out, loads, sizeof loads);
    return 0;
}

/* Since the machine was started; time asleep counts. */
int orr__machine_uptime(uint64_t *out_ns)
{
    struct timespec t;

    if (clock_gettime(CLOCK_BOOTTIME, &t) < 0)
        return -errno;
    *out_ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
    return 0;
}

int orr__machine_uname(orr_uname *out)
{
    struct utsname u;

    _Static_assert(sizeof u.sysname == sizeof out->sysname,
                   "as uname() has it");
    if (uname(&u) < 0)
        return -errno;
    memcpy(out->sysname, u.sysname, sizeof out->sysname);
    memcpy(out->release, u.release, sizeof out->release);
    memcpy(out->version, u.version, sizeof out->version);
    memcpy(out->machine, u.machine, sizeof out->machine);
    memcpy(out->nodename, u.nodename, sizeof out->nodename);
    return 0;
}

/* ---- Interfaces -------------------------------------------------------- */

static bool is_up(const struct ifaddrs *i)
{
    return i->ifa_addr != NULL && (i->ifa_flags & IFF_UP) &&
           (i->ifa_flags & IFF_RUNNING);
}

static bool has_ip(const struct ifaddrs *i)
{
    return is_up(i) && (i->ifa_addr->sa_family == AF_INET ||
                        i->ifa_addr->sa_family == AF_INET6);
}

static void copy_ip(uint8_t out[16], const struct sockaddr *sa)
{
    if (sa == NULL)
        return;
    if (sa->sa_family == AF_INET)
        memcpy(out, &((const struct sockaddr_in *)(const void *)sa)->sin_addr,
               4);
    else if (sa->sa_family == AF_INET6)
        memcpy(out, &((const struct sockaddr_in6 *)(const void *)sa)->sin6_addr,
               16);
}

/* An alias, "eth0:1", has the address of what it is an alias of. */
static bool same_device(const char *alias, const char *device)
{
    size_t n = strlen(device);

    return strncmp(alias, device, n) == 0 && (alias[n] == 0 || alias[n] == ':');
}

static void copy_mac(orr_interface *out, const struct ifaddrs *list)
{
    for (const struct ifaddrs *i = list; i != NULL; i = i->ifa_next) {
        if (!is_up(i) || i->ifa_addr->sa_family != AF_PACKET ||
            !same_device(out->name, i->ifa_name))
            continue;
        const struct sockaddr_ll *ll =
            (const struct sockaddr_ll *)(const void *)i->ifa_addr;
        memcpy(out->mac, ll->sll_addr, sizeof out->mac);
    }
}

static void fill_interface(orr_interface *out, const struct ifaddrs *i,
                           const struct ifaddrs *list)
{
    snprintf(out->name, sizeof out->name, "%s", i->ifa_name);
    out->internal = (i->ifa_flags & IFF_LOOPBACK) != 0;
    out->ip.family = i->ifa_addr->sa_family;
    copy_ip(out->ip.addr, i->ifa_addr);
    copy_ip(out->ip.netmask, i->ifa_netmask);
    if (out->ip.family == AF_INET6)
        out->ip.scope_id =
            ((const struct sockaddr_in6 *)(const void *)i->ifa_addr)
                ->sin6_scope_id;
    copy_mac(out, list);
}

int orr__machine_interfaces(const orr_allocator *a, orr_interface **out,
                            int64_t *n)
{
    struct ifaddrs *list;
    size_t count = 0;

    if (getifaddrs(&list) < 0)
        return -errno;
    for (struct ifaddrs *i = list; i != NULL; i = i->ifa_next)
        count += has_ip(i);
    orr_interface *found = orr__alloc_array(a, count, sizeof *found);
    if (found == NULL) {
        freeifaddrs(list);
        return -ENOMEM;
    }
    *out = found;
    *n = (int64_t)count;
    for (struct ifaddrs *i = list; i != NULL; i = i->ifa_next)
        if (has_ip(i))
            fill_interface(found++, i, list);
    freeifaddrs(list);
    return 0;
}
