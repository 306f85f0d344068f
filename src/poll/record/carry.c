/*
 * carry.c - what an operation leaves where its pointers point, into the log and
 * out of it: one function for both directions, so that they cannot differ.
 *
 * Replay trusts no length: each is checked against the memory that the program
 * gave, and a tape with a wrong one is bad.
 */
#include "poll/record/log.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define HOST_SIZE 1025
#define SERVICE_SIZE 32
#define NAME_MAX 65536u

/* What orr_dir is when it is replayed: the names that were read last. */
typedef struct replay_dir {
    char *names;
} replay_dir;

/* ---- What was asked for -------------------------------------------------- */

static uint64_t carry_mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0xff51afd7ed558ccdu;
    return h ^ (h >> 32);
}

static uint64_t mix_bytes(uint64_t h, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    uint64_t word;

    for (; n >= 8; n -= 8, at += 8) {
        memcpy(&word, at, 8);
        h = carry_mix(h, word);
    }
    word = n;
    if (n > 0)
        memcpy(&word, at, n);
    return carry_mix(h, word);
}

static uint64_t mix_text(uint64_t h, const char *text)
{
    return text != NULL ? mix_bytes(h, text, strlen(text)) : carry_mix(h, 1);
}

static uint64_t mix_bufs(uint64_t h, const orr_buf *bufs, uint32_t n,
                         bool with_bytes)
{
    for (uint32_t i = 0; i < n; i++)
        h = with_bytes ? mix_bytes(h, bufs[i].base, bufs[i].len)
                       : carry_mix(h, bufs[i].len);
    return h;
}

static uint64_t mix_spawn(uint64_t h, const orr__spawn *s)
{
    h = mix_text(h, s->file);
    for (char *const *arg = s->args; arg != NULL && *arg != NULL; arg++)
        h = mix_text(h, *arg);
    return h;
}

uint16_t orr__carry_check(const orr__op *op)
{
    uint64_t h = carry_mix(op->code, (uint32_t)op->fd);

    switch (op->code) {
    case OP_READ:
        h = mix_bufs(h, op->u.io.bufs, op->u.io.nbufs, false);
        break;
    case OP_WRITE:
    case OP_SEND:
    case OP_SENDTO:
        h = mix_bufs(h, op->u.io.bufs, op->u.io.nbufs, true);
        break;
    case OP_SIGNAL:
    case OP_KILL:
    case OP_LISTEN:
    case OP_SHUTDOWN:
        h = carry_mix(h, (uint64_t)op->u.n);
        break;
    case OP_SPAWN:
        h = mix_spawn(h, op->u.spawn);
        break;
    case OP_ADDRINFO:
        h = mix_text(mix_text(h, op->u.dns->node), op->u.dns->service);
        break;
    case OP_OPEN:
        h = mix_text(carry_mix(h, op->u.fs.flags), op->u.fs.path);
        break;
    case OP_RENAME:
    case OP_LINK:
    case OP_SYMLINK:
    case OP_COPYFILE:
        h = mix_text(mix_text(h, op->u.fs.path), op->u.fs.path2);
        break;
    case OP_WATCH:
    case OP_STAT:
    case OP_LSTAT:
    case OP_ACCESS:
    case OP_READ_FILE:
    case OP_SCANDIR:
    case OP_OPENDIR:
    case OP_MKDIR:
    case OP_RMDIR:
    case OP_UNLINK:
    case OP_READLINK:
    case OP_REALPATH:
    case OP_CHMOD:
    case OP_TRUNCATE:
        h = mix_text(h, op->u.fs.path);
        break;
    default:
        break;
    }
    return (uint16_t)(h ^ h >> 16 ^ h >> 32);
}

uint16_t orr__carry_check_text(const char *text)
{
    const uint64_t h = mix_text(TAPE_ASK, text);

    return (uint16_t)(h ^ h >> 16 ^ h >> 32);
}

/* ---- Parts of answers ---------------------------------------------------- */

static void carry_descriptor(orr__tape *t, int *fd)
{
    int64_t value = *fd;

    orr__tape_signed(t, &value);
    *fd = (int)value;
}

/* A socket's name or option: its length and bytes. The loop always gives memory
 * for the longest. */
static void carry_piece(orr__tape *t, void *bytes, uint32_t *len,
                        uint32_t capacity)
{
    uint64_t there = *len;

    orr__tape_number(t, &there);
    if (there > capacity && t->replays)
        t->is_bad = true;
    else
        *len = (uint32_t)there;
    if (!orr__tape_failed(t))
        orr__tape_bytes(t, bytes, *len);
}

uint32_t orr__carry_capacity(const orr__op *op)
{
    switch (op->code) {
    case OP_SOCKNAME:
    case OP_PEERNAME:
        return op->u.addr.len;
    case OP_GETOPT:
        return op->u.opt.len;
    default:
        return 0;
    }
}

static void carry_bufs(orr__tape *t, const orr_buf *bufs, uint32_t nbufs,
                       uint64_t n)
{
    for (uint32_t i = 0; i < nbufs && n > 0; i++) {
        const size_t some = bufs[i].len < n ? bufs[i].len : (size_t)n;
        orr__tape_bytes(t, bufs[i].base, some);
        n -= some;
    }
    t->is_bad |= n > 0;
}

static void carry_time(orr__tape *t, orr_time *time)
{
    int64_t nsec = time->nsec;

    orr__tape_signed(t, &time->sec);
    orr__tape_signed(t, &nsec);
    time->nsec = (int32_t)nsec;
}

static void carry_stat(orr__tape *t, orr_stat *s)
{
    uint64_t *const words[] = { &s->dev,     &s->ino,    &s->mode, &s->nlink,
                                &s->uid,     &s->gid,    &s->rdev, &s->size,
                                &s->blksize, &s->blocks, &s->flags };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        orr__tape_number(t, words[i]);
    carry_time(t, &s->atime);
    carry_time(t, &s->mtime);
    carry_time(t, &s->ctime);
    carry_time(t, &s->btime);
}

static void carry_made(orr__tape *t, const orr_allocator *a, orr__op *op)
{
    if (t->replays)
        op->u.fs.made = NULL;
    orr__tape_block(t, a, &op->u.fs.made, &op->made_len);
}

/* ---- Directories --------------------------------------------------------- */

/* Types and names, one after the other; `bytes` is where the names go. */
static size_t names_size(const orr_entry *entries, size_t n)
{
    size_t size = 0;

    for (size_t i = 0; i < n; i++)
        size += strlen(entries[i].name) + 1;
    return size;
}

static void carry_entries(orr__tape *t, orr_entry *entries, size_t n,
                          char *bytes, size_t size)
{
    size_t at = 0;

    for (size_t i = 0; i < n && !orr__tape_failed(t); i++) {
        uint8_t type = t->replays ? 0 : (uint8_t)entries[i].type;
        size_t len = t->replays ? 0 : strlen(entries[i].name);

        orr__tape_byte(t, &type);
        orr__tape_length(t, &len, NAME_MAX);
        if (!t->replays) {
            orr__tape_bytes(t, (void *)(uintptr_t)entries[i].name, len);
            continue;
        }
        if (len + 1 > size - at) {
            t->is_bad = true;
            return;
        }
        orr__tape_bytes(t, bytes + at, len);
        bytes[at + len] = 0;
        entries[i] =
            (orr_entry){ .name = bytes + at, .type = (orr_entry_type)type };
        at += len + 1;
    }
}

/* One block, as orr_fs_cleanup() frees it: the entries, then their names. */
static void carry_scandir(orr__tape *t, const orr_allocator *a, orr__op *op)
{
    size_t n = op->made_len;
    size_t size = t->replays ? 0 : names_size(op->u.fs.made, n);

    orr__tape_length(t, &n, UINT32_MAX);
    orr__tape_length(t, &size, SIZE_MAX / 4);
    if (t->replays) {
        op->made_len = n;
        op->u.fs.made = orr__alloc(a, n * sizeof(orr_entry) + size + 1);
        if (op->u.fs.made == NULL) {
            t->is_bad = true;
            return;
        }
    }
    orr_entry *entries = op->u.fs.made;
    carry_entries(t, entries, n, t->replays ? (char *)(entries + n) : NULL,
                  size);
}

static void carry_opendir(orr__tape *t, const orr_allocator *a, orr__op *op)
{
    if (!t->replays)
        return;
    op->u.fs.made = orr__alloc(a, sizeof(replay_dir));
    op->made_len = 1;
    t->is_bad |= op->u.fs.made == NULL;
}

static void carry_readdir(orr__tape *t, const orr_allocator *a, orr__op *op,
                          int64_t result)
{
    const size_t n = (size_t)result;
    size_t size = t->replays ? 0 : names_size(op->u.fs.made, n);
    replay_dir *dir = op->u.fs.out;

    orr__tape_length(t, &size, SIZE_MAX / 4);
    if (t->replays) {
        char *names = orr__resize(a, dir->names, size + 1);
        if (names == NULL || result > op->u.fs.a) {
            t->is_bad = true;
            return;
        }
        dir->names = names;
        op->made_len = n;
    }
    carry_entries(t, op->u.fs.made, n, t->replays ? dir->names : NULL, size);
}

static void carry_closedir(orr__tape *t, const orr_allocator *a, orr__op *op)
{
    replay_dir *dir = op->u.fs.out;

    if (!t->replays)
        return;
    orr__free(a, dir->names);
    orr__free(a, dir);
}

/* ---- Names --------------------------------------------------------------- */

static void carry_text(orr__tape *t, char *text, size_t size)
{
    size_t len = t->replays ? 0 : strnlen(text, size - 1);

    orr__tape_length(t, &len, size - 1);
    orr__tape_bytes(t, text, len);
    text[len] = 0;
}

/* One entry of a list, made by the C library from digits alone: so that
 * freeaddrinfo() frees it like a real one. */
static struct addrinfo *make_addrinfo(orr__tape *t, const struct addrinfo *like,
                                      const orr__addr *addr)
{
    const struct addrinfo hints = { .ai_family = like->ai_family,
                                    .ai_socktype = like->ai_socktype,
                                    .ai_protocol = like->ai_protocol,
                                    .ai_flags = AI_NUMERICHOST };
    struct addrinfo *made = NULL;
    const char *digits = like->ai_family == AF_INET ? "127.0.0.1" : "::1";

    if ((like->ai_family != AF_INET && like->ai_family != AF_INET6) ||
        getaddrinfo(digits, NULL, &hints, &made) != 0 ||
        made->ai_addrlen != addr->len) {
        orr__addrinfo_free(made);
        t->is_bad = true;
        return NULL;
    }
    memcpy(made->ai_addr, addr->bytes, addr->len);
    made->ai_flags = like->ai_flags;
    return made;
}

static struct addrinfo *carry_address(orr__tape *t, struct addrinfo *ai)
{
    struct addrinfo plain = ai != NULL ? *ai : (struct addrinfo){ 0 };
    int *const words[] = { &plain.ai_family, &plain.ai_socktype,
                           &plain.ai_protocol, &plain.ai_flags };
    char name[HOST_SIZE] = "";
    uint8_t is_named = ai != NULL && ai->ai_canonname != NULL;
    orr__addr addr = { .len = ai != NULL ? (uint32_t)ai->ai_addrlen : 0 };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        carry_descriptor(t, words[i]);
    if (ai != NULL && addr.len <= sizeof addr.bytes)
        memcpy(addr.bytes, ai->ai_addr, addr.len);
    carry_piece(t, addr.bytes, &addr.len, sizeof addr.bytes);
    orr__tape_byte(t, &is_named);
    if (ai != NULL && is_named)
        snprintf(name, sizeof name, "%s", ai->ai_canonname);
    if (is_named)
        carry_text(t, name, sizeof name);
    if (!t->replays || orr__tape_failed(t))
        return NULL;
    struct addrinfo *made = make_addrinfo(t, &plain, &addr);
    if (made != NULL && is_named)
        made->ai_canonname = strdup(name);
    return made;
}

static void carry_addrinfo(orr__tape *t, orr__dns *dns)
{
    struct addrinfo *ai = t->replays ? NULL : dns->list;
    struct addrinfo **end = &dns->list;

    if (t->replays)
        dns->list = NULL;
    for (;;) {
        uint8_t more = ai != NULL;

        orr__tape_byte(t, &more);
        if (!more || orr__tape_failed(t))
            return;
        struct addrinfo *made = carry_address(t, ai);
        if (ai != NULL)
            ai = ai->ai_next;
        if (made == NULL)
            continue;
        *end = made;
        end = &made->ai_next;
    }
}

/* ---- All of them --------------------------------------------------------- */

static void carry_good(orr__tape *t, const orr_allocator *a, orr__op *op,
                       uint32_t capacity, int64_t result)
{
    switch (op->code) {
    case OP_SOCKETPAIR:
    case OP_PIPE:
        carry_descriptor(t, &op->u.pair.fds[0]);
        carry_descriptor(t, &op->u.pair.fds[1]);
        break;
    case OP_SOCKNAME:
    case OP_PEERNAME:
        carry_piece(t, op->u.addr.out, &op->u.addr.len, capacity);
        break;
    case OP_GETOPT:
        carry_piece(t, op->u.opt.value, &op->u.opt.len, capacity);
        break;
    case OP_SPAWN:
        carry_descriptor(t, &op->u.spawn->pidfd);
        break;
    case OP_RANDOM:
        orr__tape_bytes(t, op->u.fs.out, (size_t)op->u.fs.a);
        break;
    case OP_ADDRINFO:
        carry_addrinfo(t, op->u.dns);
        break;
    case OP_NAMEINFO:
        carry_text(t, op->u.dns->host, HOST_SIZE);
        carry_text(t, op->u.dns->serv, SERVICE_SIZE);
        break;
    case OP_READ:
        carry_bufs(t, op->u.io.bufs, op->u.io.nbufs, (uint64_t)result);
        break;
    case OP_STAT:
    case OP_LSTAT:
    case OP_FSTAT:
        carry_stat(t, op->u.fs.out);
        break;
    case OP_STATFS:
        orr__tape_bytes(t, op->u.fs.out, sizeof(orr_statfs));
        break;
    case OP_READ_FILE:
    case OP_MKDTEMP:
    case OP_MKSTEMP:
    case OP_READLINK:
    case OP_REALPATH:
        carry_made(t, a, op);
        break;
    case OP_SCANDIR:
        carry_scandir(t, a, op);
        break;
    case OP_OPENDIR:
        carry_opendir(t, a, op);
        break;
    case OP_READDIR:
        carry_readdir(t, a, op, result);
        break;
    default:
        break;
    }
}

static uint64_t carry_offered(const orr__op *op)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < op->u.io.nbufs; i++)
        n += op->u.io.bufs[i].len;
    return n;
}

/* Not more was written or made than could be. */
static bool is_possible(const orr__op *op, int64_t result)
{
    switch (op->code) {
    case OP_SEND:
    case OP_SENDTO:
    case OP_WRITE:
        return (uint64_t)result <= carry_offered(op);
    case OP_SENDMANY:
        return result <= op->u.many.n;
    case OP_SENDFILE:
        return result <= op->u.fs.b;
    case OP_READ_FILE:
    case OP_SCANDIR:
        return (uint64_t)result == op->made_len;
    default:
        return true;
    }
}

void orr__carry_result(orr__tape *t, const orr_allocator *a, orr__op *op,
                       uint32_t capacity, int64_t result)
{
    if (op->code == OP_CLOSEDIR)
        carry_closedir(t, a, op); /* whatever the result is */
    else if (result >= 0)
        carry_good(t, a, op, capacity, result);
    if (t->replays && result > 0 && !orr__tape_failed(t))
        t->is_bad |= !is_possible(op, result);
}

/* ---- Events -------------------------------------------------------------- */

#define EVENT_DATA 1
#define EVENT_FROM 2
#define EVENT_FDS 4
#define EVENT_FLAGS 8

static size_t data_size(const orr__event *ev)
{
    if (ev->data == NULL)
        return 0;
    if (ev->op->code == OP_WATCH)
        return strlen(ev->data) + 1;
    return ev->result > 0 ? (size_t)ev->result : 0;
}

static void carry_data(orr__tape *t, orr__event *ev, carry_rx *rx)
{
    size_t n = t->replays ? 0 : data_size(ev);
    void *bytes = t->replays ? rx->data : (void *)(uintptr_t)ev->data;

    orr__tape_length(t, &n, ORR__CHUNK);
    orr__tape_bytes(t, bytes, n);
    if (!t->replays)
        return;
    ev->data = bytes;
    if (ev->op->code == OP_WATCH ? n == 0 || rx->data[n - 1] != 0
                                 : (int64_t)n < ev->result)
        t->is_bad = true;
}

static void carry_from(orr__tape *t, orr__event *ev, carry_rx *rx)
{
    orr__addr addr = { .len = 0 };
    size_t n;

    if (!t->replays && orr__addr_copy(&addr, ev->from) < 0)
        addr.len = 0;
    n = addr.len;
    orr__tape_length(t, &n, sizeof addr.bytes);
    orr__tape_bytes(t, addr.bytes, n);
    if (!t->replays)
        return;
    addr.len = (uint32_t)n;
    rx->from = addr;
    ev->from = n > 0 ? orr__addr_get(&rx->from) : NULL;
}

static void carry_fds(orr__tape *t, orr__event *ev, carry_rx *rx)
{
    size_t n = ev->nfds;

    orr__tape_length(t, &n, sizeof rx->fds / sizeof *rx->fds);
    for (size_t i = 0; i < n; i++) {
        int fd = t->replays ? -1 : ev->fds[i];
        carry_descriptor(t, &fd);
        if (t->replays)
            rx->fds[i] = fd;
    }
    if (t->replays) {
        ev->fds = rx->fds;
        ev->nfds = (uint32_t)n;
    }
}

void orr__carry_event(orr__tape *t, const orr_allocator *a, orr__event *ev,
                      carry_rx *rx)
{
    uint8_t has = (uint8_t)((ev->data != NULL ? EVENT_DATA : 0) |
                            (ev->from != NULL ? EVENT_FROM : 0) |
                            (ev->nfds > 0 ? EVENT_FDS : 0) |
                            (ev->flags != 0 ? EVENT_FLAGS : 0));
    uint64_t flags = ev->flags;

    orr__tape_signed(t, &ev->result);
    orr__tape_byte(t, &has);
    if (has & EVENT_FLAGS)
        orr__tape_number(t, &flags);
    ev->flags = (uint32_t)flags;
    if (has & EVENT_DATA)
        carry_data(t, ev, rx);
    if (has & EVENT_FROM)
        carry_from(t, ev, rx);
    if (has & EVENT_FDS)
        carry_fds(t, ev, rx);
    if (ev->data == NULL && ev->result > 0 &&
        (ev->op->code == OP_RECV || ev->op->code == OP_RECVFROM))
        t->is_bad |= t->replays;
    if (!orr__tape_failed(t))
        orr__carry_result(t, a, ev->op, 0, ev->result);
}

/* The loop looks at how much of a write is left, and at its error. */
size_t orr__carry_cancelled(orr__tape *t, orr__op *op)
{
    size_t there = 0;

    if (op->code != OP_SEND && op->code != OP_SENDTO)
        return 0;
    for (uint32_t i = 0; i < op->u.io.nbufs; i++)
        there += op->u.io.bufs[i].len;
    uint64_t left = there;
    orr__tape_signed(t, &op->result);
    orr__tape_number(t, &left);
    t->is_bad |= left > there;
    return t->is_bad ? 0 : there - (size_t)left;
}
