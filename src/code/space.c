/*
 * space.c - executable memory: chunks of reserved addresses that are filled
 * from their start, page by page.
 *
 *     | code, sealed | the page being written | reserved, no memory yet |
 */
#include <stdlib.h>

#include "base/base.h"
#include "code/asm.h"
#include "code/code.h"

/* Addresses cost nothing, so that one chunk is enough for most modules. */
#define CHUNK_BYTES ((size_t)4 << 20)
#define PAGE_BYTES ((size_t)4096)
#define ALIGN_BYTES ((size_t)32)

typedef struct chunk {
    struct chunk *next;
    uint8_t *start;
    size_t bytes;
    size_t used;
} chunk;

struct code_space {
    const code_host *host;
    code_fault_fn *fault;
    void *ctx;
    chunk *chunks; /* the one that is being filled first */
};

static size_t round_up(size_t n, size_t unit)
{
    return (n + unit - 1) / unit * unit;
}

code_space *code_space_new(const code_host *host, code_fault_fn *fault,
                           void *ctx)
{
    code_space *space = calloc(1, sizeof(*space));

    if (space == NULL)
        return NULL;
    space->host = host;
    space->fault = fault;
    space->ctx = ctx;
    return space;
}

void code_space_free(code_space *space)
{
    if (space == NULL)
        return;
    while (space->chunks != NULL) {
        chunk *c = space->chunks;
        space->chunks = c->next;
        space->host->unwatch(c->start);
        space->host->release(c->start, c->bytes);
        free(c);
    }
    free(space);
}

static bool chunk_add(code_space *space, size_t need)
{
    const size_t bytes =
        need > CHUNK_BYTES ? round_up(need, PAGE_BYTES) : CHUNK_BYTES;
    chunk *c = calloc(1, sizeof(*c));

    if (c == NULL)
        return false;
    c->bytes = bytes;
    c->start = space->host->reserve(bytes);
    if (c->start == NULL)
        goto free_chunk;
    if (space->host->watch(c->start, bytes, space->fault, space->ctx) < 0)
        goto release;
    c->next = space->chunks;
    space->chunks = c;
    return true;

release:
    space->host->release(c->start, bytes);
free_chunk:
    free(c);
    return false;
}

/* sljit's own upper bound, before it makes jumps shorter. */
static size_t compiler_bound(const struct sljit_compiler *compiler)
{
#if SLJIT_CONFIG_X86
    return (size_t)compiler->size + 64;
#else
    return (size_t)compiler->size * sizeof(uint32_t) + 64;
#endif
}

void *code_space_add(code_space *space, struct sljit_compiler *compiler,
                     size_t *bytes)
{
    const size_t need = compiler_bound(compiler);

    if (sljit_get_compiler_error(compiler) != SLJIT_SUCCESS)
        return NULL;
    chunk *c = space->chunks;
    if (c == NULL || c->bytes - c->used < need) {
        if (!chunk_add(space, need))
            return NULL;
        c = space->chunks;
    }
    const size_t first = c->used / PAGE_BYTES * PAGE_BYTES;
    const size_t last = round_up(c->used + need, PAGE_BYTES);
    must(last <= c->bytes, "a chunk is of whole pages");
    if (space->host->protect(c->start + first, last - first, false) < 0)
        return NULL;
    struct sljit_generate_code_buffer buffer = { .buffer = c->start + c->used,
                                                 .size = c->bytes - c->used };
    void *code =
        sljit_generate_code(compiler, SLJIT_GENERATE_CODE_BUFFER, &buffer);
    /* Also if it failed: code of before is in the first page. */
    if (space->host->protect(c->start + first, last - first, true) < 0)
        must(code == NULL && c->used == first, "code can be run");
    if (code == NULL)
        return NULL;
    *bytes = sljit_get_generated_code_size(compiler);
    must(*bytes <= need, "machine code is not larger than its bound");
    c->used = round_up(c->used + *bytes, ALIGN_BYTES);
    return code;
}

size_t code_space_used(const code_space *space)
{
    size_t used = 0;

    for (const chunk *c = space->chunks; c != NULL; c = c->next)
        used += c->used;
    return used;
}
