/* builtins.h - the files of lib/, compiled and embedded by tools/mklib. */
#ifndef ORRERY_BUILTINS_H
#define ORRERY_BUILTINS_H

#include <stddef.h>

typedef struct builtin {
    const char *name; /* "events", "internal/errors" */
    const unsigned char *bytes;
    size_t len;
} builtin;

/* Sorted by name. */
extern const builtin builtins[];
extern const size_t builtin_count;

#endif
