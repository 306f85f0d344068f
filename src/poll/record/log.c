/*
 * log.c - the file of a recording, and the tapes in it. See log.h.
 *
 *      +--------+---------+---------+---------+----
 *      | header | tape 0  | tape 0  | tape 1  | ...     chunks, as they were
 *      +--------+---------+---------+---------+----     begun
 *
 * What must stay true:
 *
 *  1. A chunk belongs to one tape, and only the thread of that tape writes it.
 *     Which chunk is next is the one thing that threads share (`chunks`).
 *  2. The reader trusts nothing: chunks are checked when the log is opened,
 *     and each value when it is taken.
 *  3. A log that cannot grow ends the recording, not the program.
 */
#include "poll/record/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "poll/thread.h"

#define MAGIC "ORRLOG\r\n"
#define VERSION 1
#define HEADER_UNIT 4096u
#define CHUNK_BYTES (256u << 10)
#define CHUNK_MAGIC 0x4b4e4843u /* CHNK */
#define NOTE_MAX (16u << 20)
#define TAPES_MAX 65536u

typedef struct log_header {
    char magic[8];
    uint32_t version;
    uint32_t header_bytes; /* with the note, up to the first chunk */
    uint32_t chunk_bytes;
    uint32_t note_len;
    char backend[16];
    uint64_t sum; /* of the note */
} log_header;

struct log_chunk {
    uint32_t magic;
    uint32_t tape;
    uint32_t index;        /* in its tape */
    _Atomic uint32_t used; /* bytes of whole records */
    _Atomic uint64_t sum;  /* 0: not finished */
    uint64_t reserved;
};
#define CHUNK_DATA (CHUNK_BYTES - (uint32_t)sizeof(log_chunk))

struct orr__log {
    orr_allocator a;
    orr_recording how;
    const orr__poll_table *inner;
    char backend[16];
    int fd;
    uint32_t header_bytes;
    _Atomic uint32_t chunks;
    _Atomic uint32_t tapes;
    atomic_flag ended;

    /* Replay: the whole file, and where the chunks of each tape are. */
    const uint8_t *map;
    size_t size;
    uint32_t *chunks_of; /* chunks, sorted by tape and index */
    uint32_t *first_of;  /* of each tape, its first in chunks_of */
    uint32_t ntapes;
};

/* Eight bytes at a time; good enough to notice damage. Never 0. */
static uint64_t sum_of(const void *bytes, size_t n)
{
    const uint8_t *at = bytes;
    uint64_t sum = 0x9e3779b97f4a7c15u ^ n;
    uint64_t word;

    for (; n >= 8; n -= 8, at += 8) {
        memcpy(&word, at, 8);
        sum = (sum ^ word) * 0xff51afd7ed558ccdu;
        sum ^= sum >> 29;
    }
    word = 0;
    memcpy(&word, at, n);
    sum = (sum ^ word) * 0xc4ceb9fe1a85ec53u;
    sum ^= sum >> 32;
    return sum != 0 ? sum : 1;
}

const orr__poll_table *orr__log_inner(const orr__log *log)
{
    return log->inner;
}

void orr__log_set_inner(orr__log *log, const orr__poll_table *inner)
{
    log->inner = inner;
}

const char *orr__log_backend(const orr__log *log)
{
    return log->backend;
}

void orr__log_end(orr__log *log, orr_recording_end how, const char *text)
{
    if (!atomic_flag_test_and_set(&log->ended) && log->how.ended != NULL)
        log->how.ended(log->how.ctx, how, text);
}

void orr__log_changed(orr__log *log, const char *path)
{
    if (log->how.changed != NULL)
        log->how.changed(log->how.ctx, path);
}

/* ---- A new log ---------------------------------------------------------- */

static int write_header(const orr__log *log, uint32_t bytes)
{
    log_header h = { .magic = MAGIC,
                     .version = VERSION,
                     .header_bytes = bytes,
                     .chunk_bytes = CHUNK_BYTES,
                     .note_len = (uint32_t)log->how.note_len,
                     .sum = sum_of(log->how.note, log->how.note_len) };

    memcpy(h.backend, log->backend, sizeof h.backend);
    if (ftruncate(log->fd, 0) < 0 || ftruncate(log->fd, bytes) < 0)
        return -errno;
    if (pwrite(log->fd, &h, sizeof h, 0) != sizeof h ||
        pwrite(log->fd, log->how.note, h.note_len, sizeof h) !=
            (ssize_t)h.note_len)
        return errno != 0 ? -errno : -EIO;
    return 0;
}

/* What a program reads is in its log: others must not see it. */
int orr__log_begin(orr__log *log)
{
    const size_t head = sizeof(log_header) + log->how.note_len;

    if (log->fd >= 0)
        return 0; /* of another loop */
    snprintf(log->backend, sizeof log->backend, "%s", log->inner->name);
    log->header_bytes =
        (uint32_t)((head + HEADER_UNIT - 1) / HEADER_UNIT * HEADER_UNIT);
    log->fd = open(log->how.path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (log->fd < 0)
        return -errno;
    return write_header(log, log->header_bytes);
}

/* ---- A log that is read ------------------------------------------------- */

typedef struct opened {
    int fd;
    const uint8_t *map;
    size_t size;
} opened;

static int open_file(const char *path, opened *o, const char **why)
{
    struct stat st;

    *why = "it cannot be read";
    o->map = NULL;
    o->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (o->fd < 0)
        return -errno;
    if (fstat(o->fd, &st) < 0 || !S_ISREG(st.st_mode)) {
        *why = "it is no recording";
        return -EINVAL;
    }
    o->size = (size_t)st.st_size;
    if (o->size < sizeof(log_header)) {
        *why = "it is no recording";
        return -EINVAL;
    }
    void *map = mmap(NULL, o->size, PROT_READ, MAP_PRIVATE, o->fd, 0);
    if (map == MAP_FAILED)
        return -errno;
    o->map = map;
    return 0;
}

static void close_file(opened *o)
{
    if (o->map != NULL)
        munmap((void *)(uintptr_t)o->map, o->size);
    if (o->fd >= 0)
        close(o->fd);
}

static int check_header(const opened *o, const char **why)
{
    const log_header *h = (const void *)o->map;

    *why = "it is no recording";
    if (memcmp(h->magic, MAGIC, sizeof h->magic) != 0)
        return -EINVAL;
    *why = "it was made by another version of Orrery";
    if (h->version != VERSION || h->chunk_bytes != CHUNK_BYTES)
        return -EINVAL;
    *why = "its beginning is damaged";
    if (h->note_len > NOTE_MAX || h->header_bytes % HEADER_UNIT != 0 ||
        h->header_bytes < sizeof *h + h->note_len ||
        h->header_bytes > o->size ||
        memchr(h->backend, 0, sizeof h->backend) == NULL ||
        h->sum != sum_of(o->map + sizeof *h, h->note_len))
        return -EINVAL;
    return 0;
}

static const log_chunk *chunk_at(const orr__log *log, uint32_t i)
{
    return (const void *)(log->map + log->header_bytes +
                          (size_t)i * CHUNK_BYTES);
}

/* The bytes of chunk i that the file has; the last one may be shorter. */
static size_t chunk_size(const orr__log *log, uint32_t i)
{
    const size_t from = log->header_bytes + (size_t)i * CHUNK_BYTES;
    const size_t left = log->size - from;

    return left < CHUNK_BYTES ? left : CHUNK_BYTES;
}

/* One that was begun by a process that was killed may be empty. */
static bool is_blank(const log_chunk *c, size_t size)
{
    static const log_chunk zero;

    return size >= sizeof *c && memcmp(c, &zero, sizeof *c) == 0;
}

static bool check_chunk(const orr__log *log, uint32_t i, const char **why)
{
    const log_chunk *c = chunk_at(log, i);
    const size_t size = chunk_size(log, i);

    *why = "it is cut off";
    if (size < sizeof *c)
        return false;
    *why = "it is damaged";
    if (c->magic != CHUNK_MAGIC || c->tape >= TAPES_MAX || c->used > CHUNK_DATA)
        return false;
    *why = "it is cut off";
    if (c->used > size - sizeof *c || (c->sum == 0 && size < CHUNK_BYTES))
        return false;
    *why = "it is damaged";
    return c->sum == 0 || c->sum == sum_of(c + 1, c->used);
}

/* Chunks stand in the file in the order in which they were begun, so those of
 * a tape are in order. A tape has a hole if one of its chunks was never
 * written: then it ends there. */
static int index_chunks(orr__log *log, uint32_t n, const char **why)
{
    uint32_t *count;
    uint32_t at = 0;
    int err = 0;

    for (uint32_t i = 0; i < n; i++) {
        if (is_blank(chunk_at(log, i), chunk_size(log, i)))
            continue;
        if (!check_chunk(log, i, why))
            return -EINVAL;
        if (chunk_at(log, i)->tape >= log->ntapes)
            log->ntapes = chunk_at(log, i)->tape + 1;
    }
    log->chunks_of = orr__alloc_array(&log->a, n + 1u, sizeof(uint32_t));
    log->first_of =
        orr__alloc_array(&log->a, log->ntapes + 1u, sizeof(uint32_t));
    count = orr__alloc_array(&log->a, log->ntapes + 1u, sizeof *count);
    if (log->chunks_of == NULL || log->first_of == NULL || count == NULL) {
        *why = "there is not enough memory";
        err = -ENOMEM;
        goto free_count;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!is_blank(chunk_at(log, i), chunk_size(log, i)))
            log->first_of[chunk_at(log, i)->tape + 1]++;
    for (uint32_t t = 0; t < log->ntapes; t++)
        log->first_of[t + 1] += log->first_of[t];
    for (uint32_t i = 0; i < n && err == 0; i++) {
        const log_chunk *c = chunk_at(log, i);
        if (is_blank(c, chunk_size(log, i)))
            continue;
        at = log->first_of[c->tape] + count[c->tape]++;
        log->chunks_of[at] = i;
        if (c->index != count[c->tape] - 1) {
            *why = "it is damaged";
            err = -EINVAL;
        }
    }
free_count:
    orr__free(&log->a, count);
    return err;
}

static int log_read(orr__log *log, const char **why)
{
    opened o;
    int err = open_file(log->how.path, &o, why);

    if (err == 0)
        err = check_header(&o, why);
    if (err < 0) {
        close_file(&o);
        return err;
    }
    const log_header *h = (const void *)o.map;
    log->fd = o.fd;
    log->map = o.map;
    log->size = o.size;
    log->header_bytes = h->header_bytes;
    memcpy(log->backend, h->backend, sizeof log->backend);
    const size_t n = (o.size - h->header_bytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
    *why = "it is too long";
    return n > UINT32_MAX / 2 ? -EFBIG : index_chunks(log, (uint32_t)n, why);
}

int orr_recording_note(const char *path, char **note, size_t *len,
                       const char **why)
{
    opened o;
    int err;

    if (path == NULL || note == NULL || len == NULL || why == NULL)
        return -EINVAL;
    err = open_file(path, &o, why);
    if (err == 0)
        err = check_header(&o, why);
    if (err == 0) {
        const log_header *h = (const void *)o.map;
        *note = orr__memdup(&orr__malloc, o.map + sizeof *h, h->note_len);
        *len = h->note_len;
        err = *note != NULL ? 0 : -ENOMEM;
    }
    close_file(&o);
    return err;
}

int orr__log_open(const orr_allocator *a, const orr_recording *how,
                  orr__log **out)
{
    const char *why = "";
    orr__log *log;
    int err;

    if (how->path == NULL || how->note_len > NOTE_MAX ||
        (how->note == NULL && how->note_len > 0))
        return -EINVAL;
    log = orr__alloc(a, sizeof *log);
    if (log == NULL)
        return -ENOMEM;
    log->a = *a;
    log->how = *how;
    log->fd = -1;
    err = how->replays ? log_read(log, &why) : 0;
    if (err < 0) {
        orr__log_end(log, ORR_RECORDING_DAMAGED, why);
        orr__log_close(log);
        return err;
    }
    *out = log;
    return 0;
}

void orr__log_close(orr__log *log)
{
    const orr_allocator a = log->a;

    if (log->map != NULL)
        munmap((void *)(uintptr_t)log->map, log->size);
    if (log->fd >= 0)
        close(log->fd);
    orr__free(&a, log->chunks_of);
    orr__free(&a, log->first_of);
    orr__free(&a, log);
}

/* ---- Chunks of a tape --------------------------------------------------- */

static uint8_t *data_of(log_chunk *c)
{
    return (uint8_t *)(c + 1);
}

/* The space is reserved, so that a full disk is an error here, and not a signal
 * when the memory is written. */
static log_chunk *chunk_new(orr__log *log, uint32_t tape, uint32_t index)
{
    const uint32_t i = atomic_fetch_add(&log->chunks, 1);
    const off_t at = (off_t)log->header_bytes + (off_t)i * CHUNK_BYTES;
    const int err = posix_fallocate(log->fd, at, CHUNK_BYTES);

    if (err != 0) {
        errno = err;
        return NULL;
    }
    void *map = mmap(NULL, CHUNK_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED,
                     log->fd, at);
    if (map == MAP_FAILED)
        return NULL;
    log_chunk *c = map;
    c->tape = tape;
    c->index = index;
    c->magic = CHUNK_MAGIC;
    return c;
}

static void chunk_seal(log_chunk *c)
{
    atomic_store(&c->sum, sum_of(data_of(c), c->used));
}

/* The recording is over, and the program goes on. */
static void give_up(orr__tape *t, int err)
{
    char text[128];

    snprintf(text, sizeof text, "the recording ends here: %s", strerror(err));
    t->over = true;
    t->at = t->end = NULL;
    orr__log_end(t->log, ORR_RECORDING_FULL, text);
}

static bool next_new_chunk(orr__tape *t)
{
    if (t->over)
        return false;
    if (t->chunk != NULL) {
        atomic_store(&t->chunk->used, CHUNK_DATA);
        chunk_seal(t->chunk);
        munmap(t->chunk, CHUNK_BYTES);
    }
    t->chunk = chunk_new(t->log, t->number, t->index++);
    if (t->chunk == NULL) {
        give_up(t, errno);
        return false;
    }
    t->at = data_of(t->chunk);
    t->end = t->at + CHUNK_DATA;
    return true;
}

static bool next_old_chunk(orr__tape *t)
{
    const orr__log *log = t->log;
    const uint32_t first =
        t->number < log->ntapes ? log->first_of[t->number] : 0;
    const uint32_t n =
        t->number < log->ntapes ? log->first_of[t->number + 1] - first : 0;

    if (t->index >= n)
        return false;
    log_chunk *c = (log_chunk *)(uintptr_t)(const void *)chunk_at(
        log, log->chunks_of[first + t->index++]);
    t->at = data_of(c);
    t->end = t->at + c->used;
    return true;
}

static uint64_t bytes_of_tape(const orr__tape *t)
{
    const orr__log *log = t->log;
    uint64_t n = 0;

    if (t->number >= log->ntapes)
        return 0;
    for (uint32_t i = log->first_of[t->number];
         i < log->first_of[t->number + 1]; i++)
        n += chunk_at(log, log->chunks_of[i])->used;
    return n;
}

static int tape_open(orr__tape *t, orr__log *log, orr_thread *thread)
{
    *t = (orr__tape){ .log = log,
                      .thread = thread,
                      .number = thread->number,
                      .replays = log->how.replays };
    atomic_fetch_add(&log->tapes, 1);
    if (t->replays) {
        t->left = bytes_of_tape(t);
        return 0;
    }
    return next_new_chunk(t) ? 0 : -EIO;
}

void orr__tape_finish(orr__tape *t)
{
    orr__log *log = t->log;

    if (t->over || t->replays)
        return;
    t->over = true;
    chunk_seal(t->chunk);
    const off_t from = (off_t)log->header_bytes +
                       (off_t)(atomic_load(&log->chunks) - 1) * CHUNK_BYTES;
    /* The last of the file need not be whole. Another thread may be about to
     * begin one behind it: that makes the file longer again. */
    if (atomic_load(&log->tapes) == 1)
        (void)!ftruncate(log->fd, from + (off_t)sizeof *t->chunk +
                                      (off_t)t->chunk->used);
}

int orr__tape_hold(orr__tape **out, orr__log *log, orr_thread *thread)
{
    orr__tape *t = thread->tape;

    if (t == NULL) {
        t = orr__alloc(&log->a, sizeof *t);
        if (t == NULL)
            return -ENOMEM;
        const int err = tape_open(t, log, thread);
        if (err < 0) {
            orr__free(&log->a, t);
            return err;
        }
        thread->tape = t;
    }
    t->loops++;
    *out = t;
    return 0;
}

void orr__tape_release(orr__tape *t)
{
    const orr_allocator *a = &t->log->a;

    if (--t->loops > 0)
        return;
    t->thread->tape = NULL;
    orr__tape_finish(t);
    if (!t->replays && t->chunk != NULL)
        munmap(t->chunk, CHUNK_BYTES);
    orr__free(a, t->ops);
    orr__free(a, t->free_numbers);
    orr__free(a, t);
}

/* ---- Values ------------------------------------------------------------- */

static bool next_chunk(orr__tape *t)
{
    if (!t->replays)
        return next_new_chunk(t);
    if (next_old_chunk(t))
        return true;
    t->is_short = true;
    return false;
}

static void copy_bytes(orr__tape *t, uint8_t *bytes, size_t n)
{
    while (n > 0) {
        size_t some = (size_t)(t->end - t->at);

        if (some == 0) {
            if (next_chunk(t))
                continue;
            if (t->replays)
                memset(bytes, 0, n);
            return;
        }
        some = some < n ? some : n;
        if (t->replays)
            memcpy(bytes, t->at, some);
        else
            memcpy(t->at, bytes, some);
        t->at += some;
        bytes += some;
        n -= some;
        t->left -= t->replays ? some : 0;
    }
}

void orr__tape_bytes(orr__tape *t, void *bytes, size_t n)
{
    if (orr__unlikely(t->over)) {
        if (t->replays && n > 0)
            memset(bytes, 0, n);
        return;
    }
    if (n > 0)
        copy_bytes(t, bytes, n);
}

void orr__tape_byte(orr__tape *t, uint8_t *value)
{
    if (orr__likely(t->at != t->end && !t->replays))
        *t->at++ = *value;
    else
        orr__tape_bytes(t, value, 1);
}

static void write_number(orr__tape *t, uint64_t n)
{
    uint8_t byte;

    for (; n >= 0x80; n >>= 7) {
        byte = (uint8_t)(n | 0x80);
        orr__tape_byte(t, &byte);
    }
    byte = (uint8_t)n;
    orr__tape_byte(t, &byte);
}

static uint64_t read_number(orr__tape *t)
{
    uint64_t n = 0;
    uint8_t byte = 0x80;

    for (unsigned shift = 0; (byte & 0x80) != 0; shift += 7) {
        orr__tape_byte(t, &byte);
        if (shift > 63) {
            t->is_bad = true;
            return 0;
        }
        n |= (uint64_t)(byte & 0x7f) << shift;
    }
    return n;
}

void orr__tape_number(orr__tape *t, uint64_t *value)
{
    if (t->replays)
        *value = read_number(t);
    else
        write_number(t, *value);
}

/* Small ones of either sign are short. */
void orr__tape_signed(orr__tape *t, int64_t *value)
{
    uint64_t n = ((uint64_t)*value << 1) ^ (uint64_t)(*value >> 63);

    orr__tape_number(t, &n);
    if (t->replays)
        *value = (int64_t)((n >> 1) ^ (0 - (n & 1)));
}

void orr__tape_length(orr__tape *t, size_t *n, size_t max)
{
    uint64_t value = *n;

    orr__tape_number(t, &value);
    if (!t->replays)
        return;
    if (value > max || value > t->left) {
        t->is_bad |= value > max || t->left > 0;
        t->is_short |= value <= max;
        value = 0;
    }
    *n = (size_t)value;
}

void orr__tape_block(orr__tape *t, const orr_allocator *a, void **block,
                     size_t *n)
{
    orr__tape_length(t, n, SIZE_MAX / 2);
    if (t->replays) {
        *block = orr__resize(a, NULL, *n + 1);
        if (*block == NULL) {
            t->is_bad = true;
            return;
        }
        ((char *)*block)[*n] = 0;
    }
    orr__tape_bytes(t, *block, *n);
}

void orr__tape_begin(orr__tape *t, unsigned tag)
{
    uint8_t byte = (uint8_t)tag;

    orr__tape_byte(t, &byte);
}

void orr__tape_commit(orr__tape *t)
{
    if (orr__likely(!t->over))
        atomic_store_explicit(&t->chunk->used,
                              (uint32_t)(t->at - data_of(t->chunk)),
                              memory_order_release);
}

unsigned orr__tape_peek(orr__tape *t)
{
    while (t->at == t->end)
        if (t->over || !next_old_chunk(t))
            return TAPE_NONE;
    return *t->at;
}

uint64_t orr__tape_place(const orr__tape *t)
{
    return bytes_of_tape(t) - t->left;
}

/* ---- Operations that are under way -------------------------------------- */

int orr__tape_reserve(orr__tape *t)
{
    const uint32_t capacity = t->capacity != 0 ? t->capacity * 2 : 64;

    if (orr__likely(t->nfree > 0 || t->nops < t->capacity))
        return 0;
    uint32_t *numbers =
        orr__resize(&t->log->a, t->free_numbers, capacity * sizeof *numbers);
    if (numbers == NULL)
        return -ENOMEM;
    t->free_numbers = numbers;
    orr__op **ops = orr__resize(&t->log->a, t->ops, capacity * sizeof *ops);
    if (ops == NULL)
        return -ENOMEM;
    t->ops = ops;
    t->capacity = capacity;
    return 0;
}

/* The real back ends have no use for since_ns. */
void orr__tape_add_op(orr__tape *t, orr__op *op)
{
    const uint32_t number =
        t->nfree > 0 ? t->free_numbers[--t->nfree] : t->nops++;

    t->ops[number] = op;
    op->since_ns = number;
}

void orr__tape_drop_op(orr__tape *t, orr__op *op)
{
    t->ops[op->since_ns] = NULL;
    t->free_numbers[t->nfree++] = (uint32_t)op->since_ns;
}

orr__op *orr__tape_find_op(const orr__tape *t, uint64_t number)
{
    return number < t->nops ? t->ops[number] : NULL;
}
