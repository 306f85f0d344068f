/*
 * bufs.c - the memory that the kernel receives into.
 *
 * A receive that goes on by itself can't be given memory in advance: ten
 * thousand idle connections would hold ten thousand buffers. Instead all share
 * a few buffers, which the kernel takes from a ring when bytes arrive:
 *
 *      ring:   [5][6][7][0][1]            buffers that are free
 *               ^ the kernel    ^ tail: buffers are put back
 *
 * Since 6.12 a receive takes only as many bytes as came, and the next one goes
 * on in the same buffer: then few large buffers are best. Before, it takes a
 * whole buffer for a single byte: then more and smaller ones.
 *
 * What must stay true: a buffer is put back only when the kernel has left it
 * and its bytes are not read any more. Completions are read in the order in
 * which they were made, so the sum of their lengths is where the next bytes
 * begin.
 */
#include "poll/uring/uring.h"

#include <errno.h>
#include <sys/mman.h>

/* Chosen with the echo benchmark at 1000 connections. */
#define LARGE_COUNT 16
#define LARGE_SIZE ORR__CHUNK
#define SMALL_COUNT URING_BUFS_MAX
#define SMALL_SIZE 16384
_Static_assert(LARGE_COUNT *LARGE_SIZE <= SMALL_COUNT * SMALL_SIZE,
               "the memory is enough for either kind");

#define RING_SIZE (URING_BUFS_MAX * sizeof(struct io_uring_buf))
#define MEMORY_SIZE (SMALL_COUNT * SMALL_SIZE)

/* struct io_uring_buf_reg, in which older headers have no flags. */
typedef struct registration {
    uint64_t ring;
    uint32_t entries;
    uint16_t group, flags;
    uint64_t reserved[3];
} registration;
_Static_assert(sizeof(registration) == sizeof(struct io_uring_buf_reg),
               "they are laid out alike");

/* The bytes are not touched here, so they cost nothing until traffic comes. */
int orr__bufs_open(uring_bufs *b, const orr_allocator *a)
{
    b->ring = mmap(NULL, RING_SIZE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (b->ring == MAP_FAILED)
        return -errno;
    b->memory = orr__resize(a, NULL, MEMORY_SIZE + ORR__CHUNK);
    if (b->memory != NULL) {
        b->rx_buf = b->memory + MEMORY_SIZE;
        return 0;
    }
    munmap(b->ring, RING_SIZE);
    return -ENOMEM;
}

void orr__bufs_close(uring_bufs *b, const orr_allocator *a)
{
    orr__free(a, b->memory);
    munmap(b->ring, RING_SIZE);
}

int orr__bufs_register(uring_bufs *b, const uring_ring *r)
{
    registration reg = {
        .ring = (uint64_t)(uintptr_t)b->ring,
        .entries = LARGE_COUNT,
        .group = URING_GROUP,
        .flags = IOU_PBUF_RING_INC,
    };

    int err = orr__ring_register(r, IORING_REGISTER_PBUF_RING, &reg, 1);
    b->by_bytes = err == 0;
    if (err == -EINVAL) {
        reg.entries = SMALL_COUNT;
        reg.flags = 0;
        err = orr__ring_register(r, IORING_REGISTER_PBUF_RING, &reg, 1);
    }
    if (err < 0)
        return err;
    b->count = reg.entries;
    b->size = b->by_bytes ? LARGE_SIZE : SMALL_SIZE;
    b->tail = 0;
    for (uint32_t i = 0; i < b->count; i++)
        orr__bufs_put(b, (int)i);
    orr__bufs_publish(b);
    return 0;
}

void orr__bufs_put(uring_bufs *b, int id)
{
    struct io_uring_buf *at = &b->ring->bufs[b->tail++ & (b->count - 1)];

    b->used[id] = b->given[id] = 0;
    at->addr = (uint64_t)(uintptr_t)(b->memory + (size_t)id * b->size);
    at->len = b->size;
    at->bid = (uint16_t)id;
}

void orr__bufs_publish(uring_bufs *b)
{
    __atomic_store_n(&b->ring->tail, b->tail, __ATOMIC_RELEASE);
}

/*
 * The kernel puts bytes into a shared buffer one after the other, and does not
 * say where: that follows from the order of completions. So each is marked with
 * its place before they are sorted. A completion fits in 32 bits of flags: the
 * kernel's in the lowest 8, then the number of the buffer, then the place.
 */
#define MARK_BUFFER_SHIFT 8
#define MARK_PLACE_SHIFT 16
_Static_assert(URING_BUFS_MAX <= 1 << (MARK_PLACE_SHIFT - MARK_BUFFER_SHIFT) &&
                   LARGE_SIZE <= 1 << MARK_PLACE_SHIFT,
               "the mark of a completion has 8 and 16 bits");

void orr__bufs_mark(uring_bufs *b, struct io_uring_cqe *cqe)
{
    const uint32_t n = cqe->res > 0 ? (uint32_t)cqe->res : 0;

    if (!(cqe->flags & IORING_CQE_F_BUFFER))
        return;
    const uint32_t i = cqe->flags >> IORING_CQE_BUFFER_SHIFT;
    must(i < b->count && n <= b->size - b->given[i],
         "the kernel stays inside the buffers it was given");
    const uint32_t place = n > 0 ? b->given[i] : 0;
    b->given[i] = b->by_bytes ? b->given[i] + n : b->size;
    cqe->flags = (cqe->flags & 0xff) | i << MARK_BUFFER_SHIFT |
                 place << MARK_PLACE_SHIFT;
}

/*
 * Of a completion that is marked. A buffer is used up when all of its bytes
 * were handled, in whichever order.
 *
 * A completion without bytes (an end, an error) may name a buffer as well.
 * Where buffers are shared it took nothing of it; where they are not, the
 * buffer is spent.
 */
const uint8_t *orr__bufs_received(uring_bufs *b, const struct io_uring_cqe *cqe,
                                  int *id)
{
    const uint32_t n = cqe->res > 0 ? (uint32_t)cqe->res : 0;

    *id = -1;
    if (!(cqe->flags & IORING_CQE_F_BUFFER))
        return NULL;
    const uint32_t i = cqe->flags >> MARK_BUFFER_SHIFT & 0xff;
    const uint8_t *at =
        b->memory + (size_t)i * b->size + (cqe->flags >> MARK_PLACE_SHIFT);
    b->used[i] = b->by_bytes ? b->used[i] + n : b->size;
    if (b->used[i] == b->size)
        *id = (int)i;
    return at;
}
