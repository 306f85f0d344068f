/* heap.h - memory for the start, all at once; see heap.c. */
#ifndef ORRERY_CLI_HEAP_H
#define ORRERY_CLI_HEAP_H

/* What is to be freed when no more memory is needed; NULL is fine, too. */
void *heap_prepare(void);

#endif
