/*
 * heap.c - populates the heap for the start with one system call.
 *
 * Until the first line of a program runs, some 150 pages of the heap are
 * touched for the first time, with a page fault each. MADV_POPULATE_WRITE maps
 * all of them at once. Without it a hello world takes 3 to 4 % more processor
 * time (2.68 ms instead of 2.56, the minimum of 1500 starts; ONLY=hello
 * bench/js/run). So the heap is made to grow before anything else is allocated:
 *
 *      | block | block | block | ... | fence | not there yet
 *      start of the heap                     its end
 *
 * and the blocks are freed again. The C library would return free memory at the
 * end of the heap to the kernel, which the fence prevents: what is allocated
 * from now on comes out of the blocks. They are no more than a hello world
 * needs.
 *
 * If the kernel or the C library does otherwise, pages are faulted in one by
 * one.
 *
 * Later, a program that makes and drops arrays of some ten thousand bytes at
 * the end of the heap would have it shrink and grow each time, by two system
 * calls and a page fault for each page: glibc returns what is above 128 KiB. It
 * learns better when a block is freed that was mapped separately: such sizes
 * come from the heap from then on, and twice as much is kept at its end. One
 * such block is freed at the start (a.slice(0, 4000) in a loop: 34 us, now 5).
 */
#include "cli/heap.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define BLOCK (96u << 10) /* larger ones would be mapped separately */
#define BLOCKS 6
#define MAPPED (512u << 10)
#define BETWEEN 64 /* bytes at most, from one block to the next */

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

/* The whole pages between two addresses. */
static void heap_populate(const char *from, const char *to)
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

/* The call goes through a volatile pointer, or the compiler would drop both. */
static void keep_more_at_the_end(void)
{
    void *(*volatile allocate)(size_t) = malloc;

    free(allocate(MAPPED));
}

void *heap_prepare(void)
{
    char *blocks[BLOCKS];
    bool in_a_row = true;

    keep_more_at_the_end();

    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = malloc(BLOCK);
        if (blocks[i] == NULL || (i > 0 && !is_next(blocks[i], blocks[i - 1])))
            in_a_row = false;
    }
    void *fence = malloc(1);
    if (in_a_row)
        heap_populate(blocks[0], blocks[BLOCKS - 1] + BLOCK);
    for (int i = 0; i < BLOCKS; i++)
        free(blocks[i]);
    return fence;
}
