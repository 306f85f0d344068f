/* library.c - shared libraries that are loaded when first used; see library.h.
 */
#include "bind/core/library.h"

#include <errno.h>
#include <string.h>

#define LOAD_NOW 2 /* RTLD_NOW, which <dlfcn.h> would give with its calls */

static int find_all(runtime *r, void *library, const bind_symbol *symbols,
                    size_t count, void *table)
{
    for (size_t i = 0; i < count; i++) {
        const char *error;
        void *symbol = NULL;
        if (orr_dl_symbol(r->loop, library, symbols[i].name, &symbol, &error) <
                0 &&
            !symbols[i].is_optional)
            return -ENOSYS;
        memcpy((char *)table + symbols[i].at, &symbol, sizeof symbol);
    }
    return 0;
}

int bind_library_open(runtime *r, const char *name, const bind_symbol *symbols,
                      size_t count, void *table)
{
    void **handle = table;
    const char *error;
    void *library;

    if (*handle != NULL)
        return 0;
    if (orr_dl_open(r->loop, name, LOAD_NOW, &library, &error) < 0)
        return -ENOENT;
    const int err = find_all(r, library, symbols, count, table);
    if (err < 0)
        orr_dl_close(r->loop, library);
    else
        *handle = library;
    return err;
}

void bind_library_close(runtime *r, void *table)
{
    void **handle = table;

    if (*handle != NULL)
        orr_dl_close(r->loop, *handle);
    *handle = NULL;
}
