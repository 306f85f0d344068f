/*
 * space.c - address space that is reserved at once and becomes memory bit by
 * bit, so that what grows in it never moves. Pages that nobody touched cost
 * nothing.
 */
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

#include "orrery.h"

void *orr_space_reserve(size_t bytes)
{
    void *space = mmap(NULL, bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return space == MAP_FAILED ? NULL : space;
}

int orr_space_commit(void *space, size_t bytes)
{
    if (bytes == 0)
        return 0;
    return mprotect(space, bytes, PROT_READ | PROT_WRITE) == 0 ? 0 : -errno;
}

void orr_space_release(void *space, size_t bytes)
{
    munmap(space, bytes);
}
