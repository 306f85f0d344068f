/*
 * sort_numbers.c - a typed array is sorted by value: pieces first, then merges
 * of twice the length. Between them a stop is looked for, which one call of a
 * sort function would hold up for as long as it takes.
 *
 * Elements that compare as equal cannot be told apart, so that the order of
 * merging does not matter.
 */

/* A piece takes a millisecond (bench: typed_sort). */
#define JS_SORT_PIECE 8192

typedef int js_compare_numbers(const void *a, const void *b, void *opaque);

typedef struct JSNumberMerge {
    JSContext *ctx;
    js_compare_numbers *compare;
    size_t size; /* of an element, in bytes */
} JSNumberMerge;

/* Merge [a, b) and [b, end) to where `to` points; -1: a stop is pending. */
static int js_merge_numbers(const JSNumberMerge *m, const uint8_t *a,
                            const uint8_t *b, const uint8_t *end, uint8_t *to)
{
    const uint8_t *const a_end = b;

    while (a < a_end && b < end) {
        const uint8_t **const next = m->compare(a, b, NULL) <= 0 ? &a : &b;
        if (js_poll_work(m->ctx, 4))
            return -1;
        memcpy(to, *next, m->size);
        *next += m->size;
        to += m->size;
    }
    memcpy(to, a, (size_t)(a_end - a));
    memcpy(to + (a_end - a), b, (size_t)(end - b));
    return 0;
}

static int js_merge_pieces(const JSNumberMerge *m, uint8_t *from, uint8_t *to,
                           size_t bytes, size_t width)
{
    for (size_t at = 0; at < bytes; at += 2 * width) {
        const size_t middle = at + width < bytes ? at + width : bytes;
        const size_t end = at + 2 * width < bytes ? at + 2 * width : bytes;
        if (js_merge_numbers(m, from + at, from + middle, from + end, to + at))
            return -1;
    }
    return 0;
}

static int js_sort_pieces(const JSNumberMerge *m, uint8_t *numbers,
                          size_t count)
{
    for (size_t at = 0; at < count; at += JS_SORT_PIECE) {
        const size_t n = count - at < JS_SORT_PIECE ? count - at
                                                    : JS_SORT_PIECE;
        rqsort(numbers + at * m->size, n, m->size, m->compare, NULL);
        if (js_poll_work(m->ctx, n * 100))
            return -1;
    }
    return 0;
}

/* -1: an exception or a stop is pending. The numbers are in no order then, and
 * some may be there twice. */
static int js_sort_numbers(JSContext *ctx, void *numbers, size_t count,
                           size_t size, js_compare_numbers *compare)
{
    const JSNumberMerge m = { ctx, compare, size };
    const size_t bytes = count * size;
    uint8_t *from = numbers;
    int err = js_sort_pieces(&m, from, count);

    if (err < 0 || count <= JS_SORT_PIECE)
        return err;
    uint8_t *spare = js_malloc(ctx, bytes);
    if (spare == NULL)
        return -1;
    uint8_t *to = spare;
    for (size_t width = JS_SORT_PIECE * size; err == 0 && width < bytes;
         width *= 2) {
        uint8_t *merged = to;
        err = js_merge_pieces(&m, from, to, bytes, width);
        to = from;
        from = merged;
    }
    if (err == 0 && from == spare)
        memcpy(numbers, spare, bytes);
    js_free(ctx, spare);
    return err;
}
