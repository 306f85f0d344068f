/*
 * heap.c - memory for the start, all at once.
 *
 * Until the first line of a program runs, some 150 pages of the heap have been
 * written to for the first time. Each is a page fault of its own, and together
 * they are a tenth of the time that a start takes. The kernel gives all of them
 * in one call for half of that (bench: hello). So the heap is made to grow
 * before anything else is allocated:
 *
 *      | block | block | block | ... | fence | not there yet
 *      start of the heap                     its end
 *
 * and the blocks are freed again. The C library gives back what is free at the
 * end of the heap, which the fence prevents: what is allocated from now on
 * comes out of the blocks. They are no more than a hello world needs.
 *
 * All of this is only a matter of time. Where the kernel or the C library does
 * otherwise, pages come one by one, as ever.
 */
#include "cli/heap.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define BLOCK (96u << 10) /* the C library would map larger ones elsewhere */
#define BLOCKS 6
#define BETWEEN 64 /* bytes at most, from one block to the next */

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

/* The whole pages from one place to another. */
static void populate(const char *from, const char *to)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t start = ((uintptr_t)from + page - 1) / page * page;
    const uintptr_t end = (uintptr_t)to / page * page;

    if (start < end)
        madvise((void *)start, end - start, MADV_POPULATE_WRITE);
}

static bool is_next(const char *block, const char *before)
{
    return (uintptr_t)block - (uintptr_t)before <= BLOCK + BETWEEN;
}

void *heap_prepare(void)
{
    char *blocks[BLOCKS];
    bool in_a_row = true;

    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = malloc(BLOCK);
        if (blocks[i] == NULL || (i > 0 && !is_next(blocks[i], blocks[i - 1])))
            in_a_row = false;
    }
    void *fence = malloc(1);
    if (in_a_row)
        populate(blocks[0], blocks[BLOCKS - 1] + BLOCK);
    for (int i = 0; i < BLOCKS; i++)
        free(blocks[i]);
    return fence;
}
