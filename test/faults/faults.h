/* faults.h - between the two files of build/test/faults. */
#ifndef ORRERY_TEST_FAULTS_H
#define ORRERY_TEST_FAULTS_H

#include <stdbool.h>

/* The exit code of a program that has left memory behind. */
#define FAULTS_LEAKED 97

/* sweep.c: once, before and after the program. */
void sweep_open(void);
void sweep_close(void);

/* Say whether the operation that may fail next is a write. */
void sweep_set_write(bool is_write);

/* Fork. True in the child, where the operation fails; in the parent false, once
 * the child has ended and was judged. */
bool sweep_fork(long number);

#endif
