/*
 * host.c - facts about the host. What holds anywhere is checked on all back
 * ends; on the real ones each fact is compared with another source that knows.
 */
#include "fixture.h"
#include "poll/sys/host.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOBODY 65534

static bool is_real(void)
{
    return strcmp(test_backend(), "sim") != 0;
}

/* ---- The machine ------------------------------------------------------- */

TEST(every_processor_has_a_name_and_has_done_something)
{
    fixture f;
    orr_cpu *cpus;
    uint32_t n = 0;

    fixture_open(&f);
    CHECK_INT(orr_cpus(f.loop, &cpus, &n), 0);
    CHECK(n > 0);
    for (uint32_t i = 0; i < n; i++) {
        CHECK(cpus[i].model[0] != 0);
        CHECK(memchr(cpus[i].model, 0, sizeof cpus[i].model) != NULL);
        CHECK(cpus[i].user_ms + cpus[i].sys_ms + cpus[i].idle_ms > 0);
    }
    if (is_real())
        CHECK_INT(n, sysconf(_SC_NPROCESSORS_ONLN));
    orr_free(f.loop, cpus);
    CHECK_INT(orr_cpus(f.loop, NULL, &n), -EINVAL);
    CHECK_INT(orr_cpus(f.loop, &cpus, NULL), -EINVAL);
    fixture_close(&f);
}

TEST(we_may_use_at_min_one_processor)
{
    fixture f;

    fixture_open(&f);
    CHECK(orr_parallelism(f.loop) >= 1);
    if (is_real())
        CHECK(orr_parallelism(f.loop) <= (uint32_t)get_nprocs());
    fixture_close(&f);
}

TEST_REAL(a_process_bound_to_one_processor_uses_one)
{
    fixture f;
    cpu_set_t before, one;
    int cpu = 0;

    fixture_open(&f);
    CHECK_INT(sched_getaffinity(0, sizeof before, &before), 0);
    while (!CPU_ISSET(cpu, &before))
        cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    CHECK_INT(sched_setaffinity(0, sizeof one, &one), 0);
    CHECK_INT(orr_parallelism(f.loop), 1);
    fixture_close(&f);
}

TEST(there_is_memory_and_we_use_some)
{
    fixture f;
    orr_memory m;

    fixture_open(&f);
    CHECK_INT(orr_memory_get(f.loop, &m), 0);
    CHECK(m.total > 0);
    CHECK(m.free > 0 && m.free <= m.total);
    CHECK(m.available <= m.free);
    CHECK(m.rss > 0 && m.rss < m.total);
    if (is_real()) {
        struct sysinfo info;
        CHECK_INT(sysinfo(&info), 0);
        CHECK_INT(m.total / 1024,
                  (uint64_t)info.totalram * info.mem_unit / 1024);
    }
    uint64_t rss = 0;
    CHECK_INT(orr_rss(f.loop, &rss), 0);
    CHECK(rss >= m.rss / 2 && rss <= m.rss * 2);
    CHECK_INT(orr_rss(f.loop, NULL), -EINVAL);
    CHECK_INT(orr_memory_get(f.loop, NULL), -EINVAL);
    fixture_close(&f);
}

TEST_REAL(resident_memory_grows_with_what_is_touched)
{
    enum { SIZE = 32 << 20 };
    fixture f;
    orr_memory before, after;

    fixture_open(&f);
    CHECK_INT(orr_memory_get(f.loop, &before), 0);
    char *block = malloc(SIZE);
    CHECK(block != NULL);
    for (int i = 0; i < SIZE; i += 512)
        ((volatile char *)block)[i] = 1;
    CHECK_INT(orr_memory_get(f.loop, &after), 0);
    free(block);
    CHECK(after.rss >= before.rss + SIZE / 2);
    fixture_close(&f);
}

/* A tree of groups of our own making; files are "path=text". */
static const char *group_tree(const char *const *files)
{
    static char root[300];
    char path[600];

    snprintf(root, sizeof root, "%s/groups", test_dir());
    for (; *files != NULL; files++) {
        const char *text = strchr(*files, '=') + 1;

        snprintf(path, sizeof path, "%s/%.*s", root, (int)(text - 1 - *files),
                 *files);
        for (char *at = path + strlen(root); at != NULL;) {
            *at = 0;
            mkdir(path, 0700);
            *at = '/';
            at = strchr(at + 1, '/');
        }
        int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        CHECK(fd >= 0);
        CHECK_INT(write(fd, text, strlen(text)), strlen(text));
        close(fd);
    }
    return root;
}

TEST_PLAIN(limits_of_a_control_group_and_of_those_around_it_count)
{
    static const char *const files[] = {
        "a/cgroup.procs=",
        "a/b/cgroup.procs=",
        "a/b/cpu.max=max 100000",
        "a/cpu.max=350000 100000",
        "a/b/memory.max=max",
        "a/b/memory.high=4000",
        "a/b/memory.current=1000",
        "a/memory.max=9000",
        "a/memory.high=max",
        "a/memory.current=8500",
        NULL,
    };
    const char *root = group_tree(files);
    orr_memory m = { .available = 100000 };

    CHECK_INT(orr__cgroup_cpus("0::/a/b\n", root), 3);
    CHECK(orr__cgroup_cpus("0::/\n", root) == UINT64_MAX);
    orr__cgroup_memory("0::/a/b\n", root, &m);
    CHECK_INT(m.constrained, 4000);
    CHECK_INT(m.available, 500);
}

TEST_PLAIN(control_groups_of_the_first_version_have_a_tree_per_controller)
{
    static const char *const files[] = {
        "cpu/x/cgroup.procs=",
        "cpu/x/cpu.cfs_quota_us=50000",
        "cpu/x/cpu.cfs_period_us=100000",
        "memory/memory.limit_in_bytes=9000",
        "memory/memory.soft_limit_in_bytes=9223372036854771712",
        "memory/memory.usage_in_bytes=2000",
        NULL,
    };
    /* The path of the second is the host's, and leads nowhere here. */
    static const char *const text =
        "5:cpuset:/\n4:cpu,cpuacct:/x\n3:memory:/docker/1234\n0::/\n";
    const char *root = group_tree(files);
    orr_memory m = { .available = 100000 };

    CHECK_INT(orr__cgroup_cpus(text, root), 1); /* half of one is one */
    orr__cgroup_memory(text, root, &m);
    CHECK_INT(m.constrained, 9000);
    CHECK_INT(m.available, 7000);
    m = (orr_memory){ .available = 100000 };
    orr__cgroup_memory("", root, &m);
    CHECK_INT(m.constrained, 0);
    CHECK_INT(m.available, 100000);
}

TEST(the_load_is_three_numbers)
{
    fixture f;
    double load[3] = { -1, -1, -1 };

    fixture_open(&f);
    CHECK_INT(orr_loadavg(f.loop, load), 0);
    for (int i = 0; i < 3; i++)
        CHECK(load[i] >= 0 && load[i] < 100000);
    fixture_close(&f);
}

TEST(the_machine_has_been_up_for_a_while)
{
    fixture f;
    uint64_t up = 0;

    fixture_open(&f);
    CHECK_INT(orr_uptime_ns(f.loop, &up), 0);
    CHECK(up > 0);
    if (is_real()) {
        struct sysinfo info;
        CHECK_INT(sysinfo(&info), 0); /* in whole seconds, rounded up */
        CHECK(up / 1000000000u + 2 >= (uint64_t)info.uptime);
        CHECK(up / 1000000000u <= (uint64_t)info.uptime + 2);
    }
    fixture_close(&f);
}

TEST(the_system_has_names)
{
    fixture f;
    orr_uname u;

    fixture_open(&f);
    CHECK_INT(orr_uname_get(f.loop, &u), 0);
    CHECK_STR(u.sysname, "Linux");
    CHECK(u.release[0] != 0 && u.machine[0] != 0);
    if (is_real()) {
        struct utsname same;
        CHECK_INT(uname(&same), 0);
        CHECK_STR(u.release, same.release);
        CHECK_STR(u.version, same.version);
        CHECK_STR(u.machine, same.machine);
        CHECK_STR(u.nodename, same.nodename);
    }
    fixture_close(&f);
}

static const orr_interface *find_loopback(const orr_interface *list, uint32_t n)
{
    static const uint8_t home[4] = { 127, 0, 0, 1 };

    for (uint32_t i = 0; i < n; i++)
        if (list[i].internal && list[i].ip.family == AF_INET &&
            memcmp(list[i].ip.addr, home, sizeof home) == 0)
            return &list[i];
    return NULL;
}

TEST(the_loopback_interface_is_there)
{
    fixture f;
    orr_interface *list;
    uint32_t n;

    fixture_open(&f);
    CHECK_INT(orr_interfaces(f.loop, &list, &n), 0);
    const orr_interface *lo = find_loopback(list, n);
    CHECK(lo != NULL);
    CHECK_INT(lo->ip.netmask[0], 255);
    CHECK_INT(lo->mac[0] | lo->mac[1] | lo->mac[5], 0);
    for (uint32_t i = 0; is_real() && i < n; i++)
        CHECK(if_nametoindex(list[i].name) != 0);
    orr_free(f.loop, list);
    fixture_close(&f);
}

/* ---- Users ------------------------------------------------------------- */

TEST(a_user_has_a_name_a_home_and_a_shell)
{
    fixture f;
    orr_user user;

    fixture_open(&f);
    CHECK_INT(orr_user_get(f.loop, 0, &user), 0);
    CHECK_STR(user.name, "root");
    CHECK_INT(user.uid, 0);
    if (is_real()) {
        const struct passwd *pw = getpwuid(0);
        CHECK(pw != NULL);
        CHECK_STR(user.home, pw->pw_dir);
        CHECK_STR(user.shell, pw->pw_shell);
        CHECK_INT(user.gid, pw->pw_gid);
    }
    orr_free(f.loop, user.name);
    CHECK_INT(orr_user_get(f.loop, 3999999999u, &user), -ENOENT);
    fixture_close(&f);
}

TEST(the_process_has_ids)
{
    fixture f;
    orr_ids ids;

    fixture_open(&f);
    orr_ids_get(f.loop, &ids);
    CHECK(ids.pid > 0 && ids.ppid >= 0);
    if (is_real()) {
        CHECK_INT(ids.pid, getpid());
        CHECK_INT(ids.ppid, getppid());
        CHECK_INT(ids.uid, getuid());
        CHECK_INT(ids.euid, geteuid());
        CHECK_INT(ids.gid, getgid());
        CHECK_INT(ids.egid, getegid());
    }
    fixture_close(&f);
}

static const orr_ids leave = { 0,          0,          UINT32_MAX,
                               UINT32_MAX, UINT32_MAX, UINT32_MAX };

TEST_REAL(only_the_ids_that_are_given_change)
{
    fixture f;
    orr_ids ids = leave;

    if (geteuid() != 0)
        SKIP("only root can become somebody else");
    fixture_open(&f);
    CHECK_INT(orr_ids_set(f.loop, &leave), 0);
    ids.egid = NOBODY;
    ids.euid = NOBODY;
    CHECK_INT(orr_ids_set(f.loop, &ids), 0);
    CHECK_INT(geteuid(), NOBODY);
    CHECK_INT(getegid(), NOBODY);
    CHECK_INT(getuid(), 0);
    CHECK_INT(getgid(), 0);
    ids.egid = ids.euid = 0; /* and back, for the real ones are still root's */
    ids.egid = UINT32_MAX;
    CHECK_INT(orr_ids_set(f.loop, &ids), 0);
    CHECK_INT(geteuid(), 0);
    CHECK_INT(orr_ids_set(f.loop, NULL), -EINVAL);
    fixture_close(&f);
}

TEST_REAL(ids_that_can_not_all_be_set_are_not_set_at_all)
{
    fixture f;
    orr_ids ids = leave;

    if (geteuid() != 0)
        SKIP("only root can become somebody else");
    fixture_open(&f);
    CHECK_INT(setresgid(NOBODY, 0, 0), 0);
    CHECK_INT(setresuid(NOBODY, NOBODY, NOBODY), 0);
    ids.egid = NOBODY; /* allowed, it is the real one */
    ids.uid = 0;       /* not allowed any more */
    CHECK_INT(orr_ids_set(f.loop, &ids), -EPERM);
    CHECK_INT(getegid(), 0);
    CHECK_INT(getgid(), NOBODY);
    CHECK_INT(setresgid(0, 0, 0), 0); /* sanitizers dislike a mixture */
    fixture_close(&f);
}

TEST_REAL(groups_can_be_read_and_set)
{
    static const uint32_t some[] = { 7, 4242 };
    fixture f;
    uint32_t *groups;
    uint32_t n = 0;

    fixture_open(&f);
    CHECK_INT(orr_groups_get(f.loop, &groups, &n), 0);
    CHECK_INT(n, getgroups(0, NULL));
    orr_free(f.loop, groups);
    if (geteuid() == 0) {
        CHECK_INT(orr_groups_set(f.loop, some, 2), 0);
        CHECK_INT(orr_groups_get(f.loop, &groups, &n), 0);
        CHECK_INT(n, 2);
        CHECK(groups[0] + groups[1] == 7 + 4242);
        orr_free(f.loop, groups);
        CHECK_INT(orr_groups_set(f.loop, NULL, 0), 0);
        CHECK_INT(getgroups(0, NULL), 0);
    } else {
        CHECK_INT(orr_groups_set(f.loop, some, 2), -EPERM);
    }
    CHECK_INT(orr_groups_set(f.loop, NULL, 2), -EINVAL);
    fixture_close(&f);
}

/* ---- Resources --------------------------------------------------------- */

TEST(time_and_memory_used_are_told)
{
    fixture f;
    orr_rusage all, mine;

    fixture_open(&f);
    CHECK_INT(orr_rusage_get(f.loop, false, &all), 0);
    CHECK_INT(orr_rusage_get(f.loop, true, &mine), 0);
    if (is_real()) {
        CHECK(all.maxrss_kb > 0);
        CHECK(all.minflt > 0);
        CHECK(mine.user_us + mine.sys_us <= all.user_us + all.sys_us + 100000);
    }
    fixture_close(&f);
}

TEST(a_limit_can_be_lowered)
{
    fixture f;
    uint64_t soft, hard, soft_now, hard_now;

    fixture_open(&f);
    CHECK_INT(orr_limit_get(f.loop, RLIMIT_NOFILE, &soft, &hard), 0);
    CHECK(soft > 100 && soft <= hard);
    CHECK_INT(orr_limit_set(f.loop, RLIMIT_NOFILE, 100, hard), 0);
    CHECK_INT(orr_limit_get(f.loop, RLIMIT_NOFILE, &soft_now, &hard_now), 0);
    CHECK_INT(soft_now, 100);
    CHECK_INT(hard_now, hard);
    if (is_real())
        CHECK_INT(sysconf(_SC_OPEN_MAX), 100);
    CHECK_INT(orr_limit_set(f.loop, RLIMIT_NOFILE, 200, 100), -EINVAL);
    CHECK_INT(orr_limit_get(f.loop, 12345, &soft, &hard), -EINVAL);
    CHECK_INT(orr_limit_get(f.loop, RLIMIT_NOFILE, NULL, &hard), -EINVAL);
    fixture_close(&f);
}

TEST_REAL(no_limit_is_the_largest_number)
{
    fixture f;
    uint64_t soft, hard;
    struct rlimit limit;

    fixture_open(&f);
    CHECK_INT(getrlimit(RLIMIT_CPU, &limit), 0);
    CHECK_INT(orr_limit_get(f.loop, RLIMIT_CPU, &soft, &hard), 0);
    CHECK(limit.rlim_cur != RLIM_INFINITY || soft == UINT64_MAX);
    CHECK(limit.rlim_max != RLIM_INFINITY || hard == UINT64_MAX);
    fixture_close(&f);
}

TEST(the_priority_can_be_lowered)
{
    fixture f;
    int before = 99, now = 99;

    fixture_open(&f);
    CHECK_INT(orr_priority_get(f.loop, 0, &before), 0);
    CHECK(before >= -20 && before <= 19);
    CHECK_INT(orr_priority_set(f.loop, 0, 19), 0);
    CHECK_INT(orr_priority_get(f.loop, 0, &now), 0);
    CHECK_INT(now, 19);
    if (is_real())
        CHECK_INT(getpriority(PRIO_PROCESS, 0), 19);
    CHECK_INT(orr_priority_set(f.loop, 0, 20), -EINVAL);
    CHECK_INT(orr_priority_set(f.loop, 0, -21), -EINVAL);
    CHECK_INT(orr_priority_get(f.loop, 0x3fffffff, &now), -ESRCH);
    fixture_close(&f);
}

/* ---- Where we are ------------------------------------------------------ */

TEST(the_working_directory_can_be_changed)
{
    fixture f;
    char *cwd;

    fixture_open(&f);
    CHECK_INT(orr_cwd(f.loop, &cwd), 0);
    CHECK(cwd[0] == '/');
    orr_free(f.loop, cwd);
    CHECK_INT(orr_chdir(f.loop, "/tmp"), 0);
    CHECK_INT(orr_cwd(f.loop, &cwd), 0);
    CHECK_STR(cwd, "/tmp");
    orr_free(f.loop, cwd);
    CHECK_INT(orr_chdir(f.loop, "/no/such/directory"), -ENOENT);
    CHECK_INT(orr_chdir(f.loop, NULL), -EINVAL);
    fixture_close(&f);
}

/* The first guess at its length is too short. */
TEST_REAL(a_long_working_directory_is_told_whole)
{
    fixture f;
    char name[201], *cwd;
    size_t depth = strlen(test_dir());

    fixture_open(&f);
    memset(name, 'd', sizeof name - 1);
    name[sizeof name - 1] = 0;
    CHECK_INT(chdir(test_dir()), 0);
    for (int i = 0; i < 5; i++) {
        CHECK_INT(mkdir(name, 0700), 0);
        CHECK_INT(chdir(name), 0);
        depth += sizeof name;
    }
    CHECK_INT(orr_cwd(f.loop, &cwd), 0);
    CHECK_INT(strlen(cwd), depth);
    orr_free(f.loop, cwd);
    CHECK_INT(chdir("/"), 0);
    fixture_close(&f);
}

TEST(the_umask_can_be_read_without_changing_it)
{
    fixture f;

    fixture_open(&f);
    orr_umask(f.loop, 027);
    CHECK_INT(orr_umask_get(f.loop), 027);
    CHECK_INT(orr_umask_get(f.loop), 027);
    CHECK_INT(orr_umask(f.loop, 022), 027);
    if (is_real())
        CHECK_INT(umask(022), 022);
    fixture_close(&f);
}

TEST(the_path_of_the_program_is_known)
{
    fixture f;
    char *path;

    fixture_open(&f);
    CHECK_INT(orr_exe_path(f.loop, &path), 0);
    CHECK(path[0] == '/');
    if (is_real()) {
        struct stat a, b;
        CHECK_INT(stat(path, &a), 0);
        CHECK_INT(stat("/proc/self/exe", &b), 0);
        CHECK(a.st_ino == b.st_ino && a.st_dev == b.st_dev);
    }
    orr_free(f.loop, path);
    fixture_close(&f);
}

/* That it works when there is such a program is shown by test/lib/process.js,
 * which is another program afterwards. */
TEST_REAL(a_program_that_is_not_there_can_not_be_become)
{
    char name[] = "x";
    char *const argv[] = { name, NULL }, *const none[] = { NULL };
    fixture f;

    fixture_open(&f);
    CHECK_INT(orr_execve(f.loop, "/no/such/program", argv, none), -ENOENT);
    CHECK_INT(orr_execve(f.loop, "/tmp", argv, none), -EACCES);
    CHECK_INT(orr_execve(f.loop, NULL, argv, none), -EINVAL);
    CHECK_INT(orr_execve(f.loop, "/tmp", NULL, none), -EINVAL);
    fixture_close(&f);
}

TEST_REAL(a_descriptor_says_if_it_blocks)
{
    int fds[2];
    fixture f;

    fixture_open(&f);
    CHECK_INT(pipe(fds), 0);
    CHECK_INT(orr_fd_blocks(f.loop, fds[1]), 1);
    CHECK_INT(fcntl(fds[1], F_SETFL, O_NONBLOCK), 0);
    CHECK_INT(orr_fd_blocks(f.loop, fds[1]), 0);
    CHECK_INT(orr_fd_blocks(f.loop, fds[0]), 1);
    close(fds[0]);
    close(fds[1]);
    CHECK_INT(orr_fd_blocks(f.loop, fds[1]), -EBADF);
    CHECK_INT(orr_fd_blocks(NULL, 1), -EINVAL);
    fixture_close(&f);
}

/* ---- The environment --------------------------------------------------- */

TEST(a_variable_can_be_set_read_and_unset)
{
    fixture f;
    char *value;

    fixture_open(&f);
    CHECK_INT(orr_env_get(f.loop, "ORRERY_TEST_WORD", &value), -ENOENT);
    CHECK_INT(orr_env_set(f.loop, "ORRERY_TEST_WORD", "one"), 0);
    CHECK_INT(orr_env_get(f.loop, "ORRERY_TEST_WORD", &value), 0);
    CHECK_STR(value, "one");
    orr_free(f.loop, value);
    CHECK_INT(orr_env_set(f.loop, "ORRERY_TEST_WORD", ""), 0);
    CHECK_INT(orr_env_get(f.loop, "ORRERY_TEST_WORD", &value), 0);
    CHECK_STR(value, "");
    orr_free(f.loop, value);
    if (is_real())
        CHECK_STR(getenv("ORRERY_TEST_WORD"), "");
    CHECK_INT(orr_env_unset(f.loop, "ORRERY_TEST_WORD"), 0);
    CHECK_INT(orr_env_get(f.loop, "ORRERY_TEST_WORD", &value), -ENOENT);
    CHECK_INT(orr_env_unset(f.loop, "ORRERY_TEST_WORD"), 0);
    fixture_close(&f);
}

TEST(what_is_no_name_of_a_variable_is_refused)
{
    fixture f;
    char *value;

    fixture_open(&f);
    CHECK_INT(orr_env_set(f.loop, "", "x"), -EINVAL);
    CHECK_INT(orr_env_set(f.loop, "A=B", "x"), -EINVAL);
    CHECK_INT(orr_env_set(f.loop, "A", NULL), -EINVAL);
    CHECK_INT(orr_env_get(f.loop, "", &value), -EINVAL);
    CHECK_INT(orr_env_get(f.loop, NULL, &value), -EINVAL);
    CHECK_INT(orr_env_unset(f.loop, "A=B"), -EINVAL);
    fixture_close(&f);
}

TEST(all_variables_can_be_listed)
{
    fixture f;
    char **list;
    bool found = false;

    fixture_open(&f);
    CHECK_INT(orr_env_set(f.loop, "ORRERY_TEST_WORD", "listed"), 0);
    CHECK_INT(orr_env_list(f.loop, &list), 0);
    for (size_t i = 0; list[i] != NULL; i++)
        found |= strcmp(list[i], "ORRERY_TEST_WORD=listed") == 0;
    CHECK(found);
    orr_free(f.loop, list);
    fixture_close(&f);
}

static void *change_env(void *arg)
{
    orr_loop *loop = NULL;
    orr_options options = { .backend = test_backend() };
    char name[32];

    if (orr_loop_open(&loop, &options) != 0)
        return NULL;
    for (int i = 0; i < 300; i++) {
        snprintf(name, sizeof name, "ORRERY_%d", i % 50);
        orr_env_set(loop, name, arg);
        char **list;
        if (orr_env_list(loop, &list) == 0)
            orr_free(loop, list);
        if (i % 3 == 0)
            orr_env_unset(loop, name);
    }
    orr_loop_close(loop);
    return loop;
}

TEST_REAL(loops_of_several_threads_may_change_the_environment)
{
    fixture f;
    pthread_t thread[3];
    static char values[3][8] = { "one", "two", "three" };

    fixture_open(&f);
    for (int i = 0; i < 3; i++)
        CHECK_INT(pthread_create(&thread[i], NULL, change_env, values[i]), 0);
    for (int i = 0; i < 3; i++) {
        void *result;
        CHECK_INT(pthread_join(thread[i], &result), 0);
        CHECK(result != NULL);
    }
    fixture_close(&f);
}

/* ---- The title --------------------------------------------------------- */

/* The C library hands main()'s arguments to constructors too. */
static int argc_at_start;
static char **argv_at_start;

__attribute__((constructor)) static void keep_args(int argc, char **argv)
{
    argc_at_start = argc;
    argv_at_start = argv;
}

static void read_cmdline(char *out, size_t size)
{
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);

    CHECK(fd >= 0);
    ssize_t n = read(fd, out, size - 1);
    CHECK(n >= 0);
    out[n] = 0;
    close(fd);
}

TEST_REAL(the_title_shows_in_the_process_table)
{
    fixture f;
    char shown[4096];
    char *title;

    fixture_open(&f);
    CHECK_INT(orr_title_get(f.loop, &title), -ENOBUFS);
    CHECK_INT(orr_title_set(f.loop, "early"), -ENOBUFS);
    orr_setup_args(argc_at_start, argv_at_start);
    CHECK_INT(orr_title_set(f.loop, "an orrery"), 0);
    read_cmdline(shown, sizeof shown);
    CHECK_STR(shown, "an orrery");
    CHECK_INT(orr_title_get(f.loop, &title), 0);
    CHECK_STR(title, "an orrery");
    orr_free(f.loop, title);
    CHECK_INT(orr_title_set(f.loop, "x"), 0);
    read_cmdline(shown, sizeof shown);
    CHECK_STR(shown, "x");
    CHECK_INT(orr_title_set(f.loop, NULL), -EINVAL);
    fixture_close(&f);
}

TEST_REAL(a_title_longer_than_the_arguments_is_cut_where_they_end)
{
    fixture f;
    char *title;
    static char name[200000];

    fixture_open(&f);
    orr_setup_args(argc_at_start, argv_at_start);
    memset(name, 't', sizeof name - 1);
    CHECK_INT(orr_title_set(f.loop, name), 0);
    CHECK_INT(orr_title_get(f.loop, &title), 0);
    CHECK(strlen(title) > strlen(argv_at_start[0]) - 1);
    CHECK(strlen(title) < sizeof name - 1);
    CHECK(strspn(title, "t") == strlen(title));
    orr_free(f.loop, title);
    fixture_close(&f);
}

TEST_PLAIN(setting_up_the_title_keeps_arguments_and_environment)
{
    char path[4096] = "";
    char first[4096] = "";

    if (getenv("PATH") != NULL)
        snprintf(path, sizeof path, "%s", getenv("PATH"));
    snprintf(first, sizeof first, "%s", argv_at_start[0]);
    char **args = orr_setup_args(argc_at_start, argv_at_start);
    CHECK(args != argv_at_start);
    memset(argv_at_start[0], 'x', strlen(first)); /* what a title does */
    CHECK_STR(args[0], first);
    CHECK(args[argc_at_start] == NULL);
    if (path[0] != 0)
        CHECK_STR(getenv("PATH"), path);
    CHECK(orr_setup_args(argc_at_start, args) == args); /* once is enough */
}

TEST_SIM(the_simulators_title_is_its_own)
{
    fixture f;
    char *title;

    fixture_open(&f);
    CHECK_INT(orr_title_set(f.loop, "an orrery"), 0);
    CHECK_INT(orr_title_get(f.loop, &title), 0);
    CHECK_STR(title, "an orrery");
    orr_free(f.loop, title);
    fixture_close(&f);
}

/* ---- Libraries --------------------------------------------------------- */

TEST_REAL(a_library_can_be_loaded_and_called)
{
    fixture f;
    void *lib, *symbol;
    const char *error = "unset";
    double (*fn)(double);

    fixture_open(&f);
    CHECK_INT(orr_dl_open(f.loop, "libm.so.6", RTLD_NOW, &lib, &error), 0);
    CHECK(error == NULL);
    CHECK_INT(orr_dl_symbol(f.loop, lib, "floor", &symbol, &error), 0);
    memcpy(&fn, &symbol, sizeof fn);
    CHECK(fn(2.5) == 2.0);
    CHECK_INT(orr_dl_symbol(f.loop, lib, "no_such_symbol", &symbol, &error),
              -ENOENT);
    CHECK(error != NULL && strstr(error, "no_such_symbol") != NULL);
    CHECK_INT(orr_dl_close(f.loop, lib), 0);
    fixture_close(&f);
}

/* A file could be an addon, which reaches beyond the simulated world. */
TEST_SIM(the_simulator_loads_system_libraries_but_no_files)
{
    fixture f;
    void *lib;
    const char *error = NULL;

    fixture_open(&f);
    CHECK_INT(orr_dl_open(f.loop, "libm.so.6", RTLD_NOW, &lib, &error), 0);
    CHECK_INT(orr_dl_close(f.loop, lib), 0);
    CHECK_INT(orr_dl_open(f.loop, "./libm.so.6", RTLD_NOW, &lib, &error),
              -ENOSYS);
    CHECK(error != NULL && strstr(error, "simulator") != NULL);
    fixture_close(&f);
}

TEST_REAL(a_library_that_can_not_be_loaded_says_why)
{
    fixture f;
    void *lib;
    const char *error = NULL;

    fixture_open(&f);
    CHECK_INT(orr_dl_open(f.loop, "/no/such/library.so", 0, &lib, &error),
              -ELIBACC);
    CHECK(error != NULL && strstr(error, "/no/such/library.so") != NULL);
    CHECK_INT(orr_dl_open(f.loop, "/no/such/library.so", 0, NULL, NULL),
              -EINVAL);
    CHECK_INT(orr_dl_close(f.loop, NULL), -EINVAL);
    fixture_close(&f);
}
