/*
 * site_lines.c - which line of its file a line of compiled code is.
 *
 * Code that was made of a file (vite's form of a module) runs under the name of
 * that file, and has other lines. Whoever made it says which line each one is,
 * and sites then are lines of the file. What is compiled under a name twice has
 * the lines that were said last.
 */
#include "engine/internal.h"

#include <errno.h>
#include <string.h>

struct engine__line_map {
    struct engine__line_map *next;
    char *file;
    size_t count;
    engine_line_segment segment[];
};

static struct engine__line_map *find_map(engine *e, const char *file)
{
    struct engine__line_map *m = e->line_maps;

    while (m != NULL && strcmp(m->file, file) != 0)
        m = m->next;
    return m;
}

static void free_map(engine *e, struct engine__line_map *m)
{
    orr__free(&e->alloc, m->file);
    orr__free(&e->alloc, m);
}

/* A map that is replaced stays behind the new one, and is not found again. */
int engine_map_lines(engine *e, const char *file,
                     const engine_line_segment *segments, size_t count)
{
    struct engine__line_map *m =
        orr__alloc(&e->alloc, sizeof *m + count * sizeof *segments);

    if (m == NULL)
        return -ENOMEM;
    m->file = orr__strdup(&e->alloc, file);
    if (m->file == NULL) {
        orr__free(&e->alloc, m);
        return -ENOMEM;
    }
    m->count = count;
    memcpy(m->segment, segments, count * sizeof *segments);
    m->next = e->line_maps;
    e->line_maps = m;
    return 0;
}

static bool is_after(const engine_line_segment *s, uint32_t line,
                     uint32_t column)
{
    return s->line > line || (s->line == line && s->column > column);
}

/* How many segments begin there or before. */
static size_t count_before(const struct engine__line_map *m, uint32_t line,
                           uint32_t column)
{
    size_t low = 0, high = m->count;

    while (low < high) {
        const size_t mid = low + (high - low) / 2;

        if (is_after(&m->segment[mid], line, column))
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

uint32_t engine__file_line(engine *e, const char *file, uint32_t line,
                           uint32_t column)
{
    if (e->line_maps == NULL)
        return line;
    if (strncmp(file, "file://", 7) == 0) /* an ES module's */
        file += 7;
    const struct engine__line_map *m = find_map(e, file);
    if (m == NULL || m->count == 0)
        return line;
    const size_t n = count_before(m, line, column);
    /* What stands before the first segment of a line belongs to that one. */
    if (n < m->count && m->segment[n].line == line &&
        (n == 0 || m->segment[n - 1].line != line))
        return m->segment[n].file_line;
    return n > 0 ? m->segment[n - 1].file_line : line;
}

void engine__line_maps_close(engine *e)
{
    while (e->line_maps != NULL) {
        struct engine__line_map *m = e->line_maps;

        e->line_maps = m->next;
        free_map(e, m);
    }
}
