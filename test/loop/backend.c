/*
 * backend.c: the fixture of the tests that talk to a back end directly.
 *
 * A check may fail anywhere, above all when a fault was put in, and then all
 * that is open must be given back. Operations need no care: closing a back end
 * forgets them. Descriptors do: a real one outlives the back end it came from.
 * So the tests get a table of which two functions are ours: they look at what
 * passes through and remember which descriptors are the test's.
 */
#include "backend.h"

#include <unistd.h>

#include "fixture.h"

/* ---- What the test was given -------------------------------------------- */

#define FDS_MAX 1024

static bool given[FDS_MAX];

static void given_set(int64_t fd, bool is_given)
{
    if (fd >= 0 && fd < FDS_MAX)
        given[fd] = is_given;
}

static void given_note(const orr__op *op, int64_t result)
{
    switch (op->code) {
    case OP_SOCKET:
    case OP_ACCEPT:
    case OP_OPEN:
    case OP_MKSTEMP:
        given_set(result, true);
        break;
    case OP_SOCKETPAIR:
    case OP_PIPE:
        given_set(result == 0 ? op->u.pair.fds[0] : -1, true);
        given_set(result == 0 ? op->u.pair.fds[1] : -1, true);
        break;
    case OP_CLOSE:
        given_set(op->fd, false);
        break;
    default:
        break;
    }
}

static int64_t call_and_note(orr__poll *p, orr__op *op)
{
    const int64_t result = p->table->call(p, op);

    given_note(op, result);
    return result;
}

static bool next_and_note(orr__poll *p, orr__event *ev)
{
    if (!p->table->next(p, ev))
        return false;
    given_note(ev->op, ev->result);
    for (uint32_t i = 0; i < ev->nfds; i++)
        given_set(ev->fds[i], true);
    return true;
}

/* The simulator's descriptors are its own, and end with it. */
static void close_given(void)
{
    const bool real = strcmp(test_backend(), "sim") != 0;

    for (int fd = 0; fd < FDS_MAX; fd++) {
        if (given[fd] && real)
            close(fd);
        given[fd] = false;
    }
}

static void after_failure(void *arg)
{
    backend *b = arg;

    b->table->close(b->poll);
    close_given();
}

/* ---- Opening and closing ------------------------------------------------ */

static const orr__poll_table *table_named(const char *name)
{
    static orr__poll_table noting;
    const orr__poll_table *all[] = { &orr__uring, &orr__epoll, &orr__sim };

    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(all[i]->name, name) != 0)
            continue;
        noting = *all[i];
        noting.call = call_and_note;
        noting.next = next_and_note;
        return &noting;
    }
    FAIL("no back end is named %s", name);
}

/*
 * The only fault is the one that the harness asks for: see --sweep op. Orders
 * may be by chance, but bytes come in one piece: here each operation is tested
 * by itself, and streams that come in pieces are for the loop's tests.
 */
static uint32_t choose(void *ctx, orr_choice_kind kind, uint32_t n,
                       const orr_option *options)
{
    (void)ctx, (void)options;
    if (kind == ORR_CHOOSE_FAULT)
        return fixture_fault(n);
    if (kind == ORR_CHOOSE_EFFECT || kind == ORR_CHOOSE_POST ||
        kind == ORR_CHOOSE_DELIVER)
        return test_choose(n);
    return 0;
}

int backend_try_open(backend *b, uint32_t pool_size)
{
    const char *why = NULL;

    *b = (backend){ .table = table_named(test_backend()) };
    b->allocator.resize = test_resize;
    b->world.choose = choose;
    b->world.network = b->world.faults = true;
    orr__poll_options options = {
        .allocator = &b->allocator,
        .world = &b->world,
        .seed = test_seed(),
        .pool_size = pool_size,
    };
    int err = b->table->open(&options, &b->poll, &why);
    if (err == -ENOSYS)
        SKIP(why);
    if (err == 0)
        test_cleanup(after_failure, b);
    return err;
}

void backend_open(backend *b, uint32_t pool_size)
{
    CHECK_INT(backend_try_open(b, pool_size), 0);
}

void backend_close(backend *b)
{
    test_cleanup_cancel(after_failure, b);
    b->table->close(b->poll);
}

int64_t backend_call(backend *b, orr__op *op)
{
    return b->table->call(b->poll, op);
}

void backend_submit(backend *b, orr__op *op)
{
    CHECK_INT(b->table->submit(b->poll, op), 0);
}

static uint64_t deadline(backend *b, uint64_t after_ns)
{
    return b->table->clock(b->poll, ORR__MONOTONIC) + after_ns;
}

/* On the simulator a wait without an end reports something, or says that
 * nothing can come; with one it may report nothing, under --chance. */
static uint64_t patience(backend *b)
{
    if (strcmp(test_backend(), "sim") == 0)
        return ORR__FOREVER;
    return deadline(b, PATIENCE);
}

void backend_wait(backend *b)
{
    const uint64_t end = patience(b);

    CHECK_INT(b->table->wait(b->poll, end), 0);
    if (b->table->clock(b->poll, ORR__MONOTONIC) >= end)
        FAIL("nothing came");
}

void backend_event(backend *b, orr__event *ev)
{
    const uint64_t end = patience(b);

    while (b->table->clock(b->poll, ORR__MONOTONIC) < end) {
        CHECK_INT(b->table->wait(b->poll, end), 0);
        if (b->table->next(b->poll, ev))
            return;
    }
    FAIL("no event came");
}

void backend_quiet(backend *b)
{
    orr__event ev;
    int err = b->table->wait(b->poll, deadline(b, 20 * MS));

    CHECK(err == 0 || err == -EDEADLK);
    if (b->table->next(b->poll, &ev))
        FAIL("an event of %s came: %" PRId64, orr__code_name(ev.op->code),
             ev.result);
}

int backend_socket(backend *b, int domain, int type)
{
    orr__op op = { .code = OP_SOCKET, .u.socket = { domain, type, 0 } };
    int64_t fd = backend_call(b, &op);

    CHECK(fd >= 0);
    return (int)fd;
}

static void two_of(backend *b, uint8_t code, int fds[2])
{
    orr__op op = { .code = code, .u.pair.type = SOCK_STREAM };

    CHECK_INT(backend_call(b, &op), 0);
    memcpy(fds, op.u.pair.fds, sizeof op.u.pair.fds);
}

void backend_pair(backend *b, int fds[2])
{
    two_of(b, OP_SOCKETPAIR, fds);
}

void backend_pipe(backend *b, int fds[2])
{
    two_of(b, OP_PIPE, fds);
}

void backend_close_fd(backend *b, int fd)
{
    orr__op op = { .code = OP_CLOSE, .fd = fd };

    CHECK_INT(backend_call(b, &op), 0);
}

int64_t backend_send(backend *b, int fd, const char *text)
{
    orr_buf buf = { (void *)(uintptr_t)text, strlen(text) };
    orr__op op = { .code = OP_SEND, .fd = fd, .u.io = { &buf, .nbufs = 1 } };

    return backend_call(b, &op);
}

orr__op backend_recv_op(int fd)
{
    return (orr__op){ .code = OP_RECV, .fd = fd };
}

struct sockaddr_in backend_addr(uint16_t port)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET,
        .sin_port = htons(port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
}

int64_t backend_bind(backend *b, int fd, const struct sockaddr_in *addr,
                     uint32_t flags)
{
    orr__op op = { .code = OP_BIND, .fd = fd };

    op.u.addr.addr = (const struct sockaddr *)addr;
    op.u.addr.len = sizeof *addr;
    op.u.addr.flags = flags;
    return backend_call(b, &op);
}

struct sockaddr_in backend_sockname(backend *b, int fd)
{
    struct sockaddr_in addr = { 0 };
    orr__op op = { .code = OP_SOCKNAME, .fd = fd };

    op.u.addr.out = (struct sockaddr *)&addr;
    op.u.addr.len = sizeof addr;
    CHECK_INT(backend_call(b, &op), 0);
    CHECK_INT(op.u.addr.len, sizeof addr);
    return addr;
}

int backend_listener(backend *b, struct sockaddr_in *addr)
{
    int fd = backend_socket(b, AF_INET, SOCK_STREAM);
    orr__op op = { .code = OP_LISTEN, .fd = fd, .u.n = 16 };

    *addr = backend_addr(0);
    CHECK_INT(backend_bind(b, fd, addr, 0), 0);
    CHECK_INT(backend_call(b, &op), 0);
    *addr = backend_sockname(b, fd);
    return fd;
}

void backend_close_two(backend *b, const int fds[2])
{
    backend_close_fd(b, fds[0]);
    backend_close_fd(b, fds[1]);
}

void backend_open_pair(backend *b, int fds[2])
{
    backend_open(b, 0);
    backend_pair(b, fds);
}

void backend_close_pair(backend *b, const int fds[2])
{
    backend_close_two(b, fds);
    backend_close(b);
}

void backend_cancel(backend *b, orr__op *op)
{
    CHECK_INT(b->table->cancel(b->poll, op), 0);
}

void backend_expect(backend *b, const orr__op *op, const char *text)
{
    orr__event ev;

    backend_event(b, &ev);
    CHECK(ev.op == op && ev.more);
    CHECK_INT(ev.result, strlen(text));
    CHECK(memcmp(ev.data, text, strlen(text)) == 0);
}

orr__op backend_connect_op(int fd, const struct sockaddr_in *addr)
{
    orr__op op = { .code = OP_CONNECT, .fd = fd };

    op.u.addr.addr = (const struct sockaddr *)addr;
    op.u.addr.len = sizeof *addr;
    return op;
}

int64_t backend_connect(backend *b, orr__op *op)
{
    orr__event ev;
    const int err = b->table->submit(b->poll, op);

    if (err < 0)
        return err;
    backend_event(b, &ev);
    CHECK(ev.op == op && !ev.more);
    return ev.result;
}
