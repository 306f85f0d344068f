/* heap.h - populates the heap for the start; see heap.c. */
#ifndef ORRERY_CLI_HEAP_H
#define ORRERY_CLI_HEAP_H

/* Returns the fence, to be freed at the end; may be NULL. */
void *heap_prepare(void);

#endif
