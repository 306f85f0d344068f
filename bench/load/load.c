/*
 * load.c - the client side of the echo benchmark, for every contender the same.
 *
 *      load PORT PID echo CONNECTIONS SECONDS
 *      load PORT PID idle CONNECTIONS
 *
 * echo: each connection has one message of 64 bytes under way. Prints how many
 * came back per second, and what processor time the server, process PID, spent
 * on one: the kernel keeps that clock, so it is right to the nanosecond and
 * does not suffer from what else the machine does.
 *
 * idle: each connection sends one message, gets it back and stays. Prints by
 * how much the server's resident memory grew.
 *
 * It is written on bare epoll. It knows none of the contenders, and is pinned
 * to the second processor, for the server is on the first.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "../bench.h"

#define BYTES 64
#define EVENTS 256

static char message[BYTES];

static int connect_to(int port)
{
    const struct sockaddr_in addr = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    const int on = 1;
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    BENCH_CHECK(fd >= 0, "socket: errno %d", errno);
    BENCH_CHECK(connect(fd, (const struct sockaddr *)&addr, sizeof addr) == 0,
                "connect: errno %d", errno);
    BENCH_OK(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on));
    return fd;
}

static void send_one(int fd)
{
    BENCH_CHECK(write(fd, message, BYTES) == BYTES, "write: errno %d", errno);
}

/* On loopback a message of this size comes whole; if not, we wait for it. */
static void receive_one(int fd)
{
    char bytes[BYTES];
    const ssize_t n = recv(fd, bytes, BYTES, MSG_WAITALL);

    BENCH_CHECK(n == BYTES, "recv: %zd, errno %d", n, errno);
    BENCH_CHECK(memcmp(bytes, message, BYTES) == 0, "not what was sent");
}

/* Answer what comes until `end_ns`; how many came. */
static long exchange(int epoll_fd, uint64_t end_ns)
{
    struct epoll_event events[EVENTS];
    long count = 0;

    while (bench_clock(CLOCK_MONOTONIC) < end_ns) {
        const int n = epoll_wait(epoll_fd, events, EVENTS, 1000);

        BENCH_CHECK(n > 0 || errno == EINTR, "the server has gone silent");
        for (int i = 0; i < n; i++) {
            receive_one(events[i].data.fd);
            send_one(events[i].data.fd);
        }
        count += n > 0 ? n : 0;
    }
    return count;
}

static void report(const char *what, long n, const char *kind, double value,
                   const char *unit)
{
    char name[64];

    snprintf(name, sizeof name, "%s_%ld%s", what, n, kind);
    bench_result(name, value, unit);
}

static void load_echo(int port, pid_t pid, long n, double seconds)
{
    const uint64_t length_ns = (uint64_t)(seconds * 1e9);
    const int epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    clockid_t server_clock;

    BENCH_CHECK(epoll_fd >= 0, "epoll: errno %d", errno);
    BENCH_OK(-clock_getcpuclockid(pid, &server_clock));
    for (long i = 0; i < n; i++) {
        const int fd = connect_to(port);
        struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

        BENCH_OK(epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event));
        send_one(fd);
    }
    /* Half a second to warm up, which is not counted. */
    exchange(epoll_fd, bench_clock(CLOCK_MONOTONIC) + 500000000u);

    const uint64_t start_ns = bench_clock(CLOCK_MONOTONIC);
    const uint64_t cpu_start_ns = bench_clock(server_clock);
    const long count = exchange(epoll_fd, start_ns + length_ns);
    const uint64_t cpu_ns = bench_clock(server_clock) - cpu_start_ns;
    const uint64_t wall_ns = bench_clock(CLOCK_MONOTONIC) - start_ns;

    BENCH_CHECK(count > 0, "no message came back");
    report("echo", n, "", (double)count * 1e9 / (double)wall_ns, "req/s");
    report("echo", n, "_cpu", (double)cpu_ns / (double)count, "ns");
}

static double resident_kib(pid_t pid)
{
    char path[64], line[256];
    double kib = -1;

    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "re");
    BENCH_CHECK(f != NULL, "%s: errno %d", path, errno);
    while (fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, "VmRSS:", 6) == 0)
            kib = strtod(line + 6, NULL);
    fclose(f);
    BENCH_CHECK(kib > 0, "%s: no VmRSS", path);
    return kib;
}

static void load_idle(int port, pid_t pid, long n)
{
    const double before = resident_kib(pid);

    for (long i = 0; i < n; i++) {
        const int fd = connect_to(port);

        send_one(fd);
        receive_one(fd);
    }
    const double after = resident_kib(pid);
    report("idle", n, "_memory", after / 1024, "MiB");
    report("idle", n, "_per_connection", (after - before) / (double)n, "KiB");
}

int main(int argc, char **argv)
{
    struct rlimit limit;

    BENCH_CHECK(argc >= 5, "load PORT PID echo|idle CONNECTIONS [SECONDS]");
    bench_pin(1);
    memset(message, 'o', BYTES);
    BENCH_OK(getrlimit(RLIMIT_NOFILE, &limit));
    limit.rlim_cur = limit.rlim_max;
    BENCH_OK(setrlimit(RLIMIT_NOFILE, &limit));

    const int port = atoi(argv[1]);
    const pid_t pid = atoi(argv[2]);
    const long n = atol(argv[4]);
    if (strcmp(argv[3], "idle") == 0)
        load_idle(port, pid, n);
    else
        load_echo(port, pid, n, argc > 5 ? strtod(argv[5], NULL) : 3);
    return 0;
}
