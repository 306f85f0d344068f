/*
 * library.h - shared libraries that are loaded when they are first used, so
 * that a program that needs none of them does not pay for their loading.
 *
 * A user of a library lists its functions once:
 *
 *      #define ZLIB_FUNCTIONS(X) X(deflateInit2_) X(deflate) X(deflateEnd)
 *      typedef struct zlib {
 *          void *library;
 *          ZLIB_FUNCTIONS(LIBRARY_MEMBER)
 *      } zlib;
 *      static const bind_symbol symbols[] = {
 *          #define SYMBOL(f) LIBRARY_SYMBOL(zlib, f)
 *          ZLIB_FUNCTIONS(SYMBOL)
 *      };
 *
 * and then calls z->deflate(...). The types come from the library's header, so
 * the compiler checks each call; nothing is linked.
 */
#ifndef ORRERY_BIND_LIBRARY_H
#define ORRERY_BIND_LIBRARY_H

#include <stddef.h>

#include "bind/bind.h"

#define LIBRARY_MEMBER(f) __typeof__(&f) f;
#define LIBRARY_SYMBOL(table, f) { #f, offsetof(table, f), false },
/* A function that only newer versions have; its type is written out. */
#define LIBRARY_OPTIONAL(table, f) { #f, offsetof(table, f), true },

typedef struct bind_symbol {
    const char *name;
    size_t at;        /* where its pointer goes in the table */
    bool is_optional; /* NULL if the library lacks it */
} bind_symbol;

/*
 * Open the library and fill `table`, which begins with the handle. A second
 * call does nothing.
 *
 * Errors: -ENOENT if the library is not installed, -ENOSYS if it lacks one of
 *         the functions; the table is empty then.
 */
int bind_library_open(runtime *r, const char *name, const bind_symbol *symbols,
                      size_t count, void *table);
void bind_library_close(runtime *r, void *table);

#endif
