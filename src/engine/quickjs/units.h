/*
 * units.h - a search for a 16 bit unit, for cutils.h: strings and regular
 * expressions both use it.
 */
#ifndef ENGINE_QUICKJS_UNITS_H
#define ENGINE_QUICKJS_UNITS_H

/* memchr() for 16 bit units. It leaves the search to memchr(), which looks at
   many bytes at a time: for the lower byte, unless that is 0 as the upper
   bytes of most texts are. */
static inline const uint16_t *js__memchr16(const uint16_t *p, uint32_t c,
                                           size_t n)
{
    const uint16_t *end = p + n;
    const uint8_t *q;
    int byte = (c & 0xff) != 0 ? c & 0xff : c >> 8;

    if (c == 0 || c > 0xffff) {
        while (p < end && *p != c)
            p++;
        return p < end ? p : NULL;
    }
    while (p < end) {
        q = memchr(p, byte, (end - p) * 2);
        if (!q)
            break;
        p += (q - (const uint8_t *)p) >> 1;
        if (*p == c)
            return p;
        p++;
    }
    return NULL;
}

#endif
