/*
 * regexp_run.c - looking for the next place where a match can start, and runs
 * of one character, compiled once for each type of buffer (8 bits, 16 bits,
 * UTF-16).
 *
 * What must stay true: a place inside of a surrogate pair is none for a pattern
 * with the flag u or v; long searches ask for a stop.
 */

/* one unit of the buffer, never a surrogate pair */
static force_inline uint32_t re_unit(const uint8_t *cptr, int cbuf_type)
{
    return cbuf_type == 0 ? *cptr : *(const uint16_t *)cptr;
}

static force_inline bool re_has_bit(const uint8_t *bits, uint32_t c)
{
    return (bits[c >> 3] >> (c & 7)) & 1;
}

/* is 'cptr' in the middle of a surrogate pair? */
static force_inline bool re_within_pair(const uint8_t *cptr,
                                        const uint8_t *cbuf,
                                        const uint8_t *cbuf_end, int cbuf_type)
{
    const uint16_t *p = (const uint16_t *)cptr;

    return cbuf_type == 2 && cptr > cbuf && cptr < cbuf_end &&
           is_lo_surrogate(*p) && is_hi_surrogate(p[-1]);
}

/* where is the next unit 'c'? NULL if nowhere */
static force_inline const uint8_t *re_find_unit(const uint8_t *cptr,
                                                const uint8_t *cbuf_end,
                                                uint32_t c, int cbuf_type)
{
    if (cptr >= cbuf_end)
        return NULL;
    if (cbuf_type == 0)
        return c > 255 ? NULL : memchr(cptr, c, cbuf_end - cptr);
    return (const uint8_t *)js__memchr16((const uint16_t *)cptr, c,
                                         (const uint16_t *)cbuf_end -
                                             (const uint16_t *)cptr);
}

/* The next place from 'cptr' on where the string after REOP_scan_str is. Its
   rarest character is looked for, which memchr() does many at a time. */
static force_inline const uint8_t *re_scan_str(const uint8_t *scan,
                                               const uint8_t *cptr,
                                               const uint8_t *cbuf_end,
                                               int cbuf_type)
{
    const int shift = cbuf_type != 0;
    int n = scan[1], rarest = scan[2], i;
    uint32_t c = get_u16(scan + 3 + 2 * rarest);
    const uint8_t *p;

    while (((cbuf_end - cptr) >> shift) >= n) {
        p = re_find_unit(cptr + (rarest << shift),
                         cbuf_end - ((n - 1 - rarest) << shift), c, cbuf_type);
        if (!p)
            break;
        p -= rarest << shift;
        for (i = 0; i < n; i++) {
            if (re_unit(p + (i << shift), cbuf_type) !=
                get_u16(scan + 3 + 2 * i))
                break;
        }
        if (i == n)
            return p;
        cptr = p + (1 << shift);
    }
    return NULL;
}

/* The next byte that is a or b, NULL if there is none. Eight are looked at a
   time: a byte that is zero borrows from its highest bit, and the lowest that
   does is one. */
static force_inline const uint8_t *re_find_either(const uint8_t *p,
                                                  const uint8_t *end, uint8_t a,
                                                  uint8_t b)
{
    const uint64_t ones = 0x0101010101010101, highs = ones << 7;
    uint64_t v, x, y, found;

    for (; end - p >= 8; p += 8) {
        memcpy(&v, p, sizeof(v));
        x = v ^ (ones * a);
        y = v ^ (ones * b);
        found = (((x - ones) & ~x) | ((y - ones) & ~y)) & highs;
        if (found) {
            if (!is_be())
                return p + (ctz64(found) >> 3);
            break;
        }
    }
    for (; p < end; p++) {
        if (*p == a || *p == b)
            return p;
    }
    return NULL;
}

/* the next place from 'cptr' on where a match can start, NULL if there is none
 */
static force_inline const uint8_t *re_scan(REExecContext *s,
                                           const uint8_t *scan,
                                           const uint8_t *cptr, int cbuf_type)
{
    const uint8_t *cbuf_end = s->cbuf_end;
    uint32_t c;

    for (;;) {
        if (*scan == REOP_scan_str) {
            cptr = re_scan_str(scan, cptr, cbuf_end, cbuf_type);
            if (!cptr)
                return NULL;
        } else if (*scan == REOP_scan_set && cbuf_type == 0 && scan[34]) {
            return re_find_either(cptr, cbuf_end, scan[35], scan[36]);
        } else if (*scan == REOP_scan_set) {
            for (;;) {
                if (cptr >= cbuf_end)
                    return NULL;
                c = re_unit(cptr, cbuf_type);
                if (c < 256 ? re_has_bit(scan + 1, c) : scan[33])
                    break;
                cptr += 1 << (cbuf_type != 0);
            }
        } else if (cptr > cbuf_end) {
            return NULL;
        }
        if (likely(!re_within_pair(cptr, s->cbuf, cbuf_end, cbuf_type)))
            return cptr;
        cptr += 2;
    }
}

static force_inline bool re_is_in_ranges(const uint8_t *pc, uint32_t c)
{
    int idx_min = 0, idx_max = get_u16(pc + 33) - 1, idx;

    pc += 35;
    /* 0xffff for the last value means +infinity */
    if (unlikely(c >= 0xffff))
        return get_u16(pc + idx_max * 4 + 2) == 0xffff;
    while (idx_min <= idx_max) {
        idx = (idx_min + idx_max) / 2;
        if (c < get_u16(pc + idx * 4))
            idx_max = idx - 1;
        else if (c > get_u16(pc + idx * 4 + 2))
            idx_min = idx + 1;
        else
            return true;
    }
    return false;
}

static force_inline bool re_is_in_ranges32(const uint8_t *pc, uint32_t c)
{
    int idx_min = 0, idx_max = get_u16(pc + 33) - 1, idx;

    pc += 35;
    while (idx_min <= idx_max) {
        idx = (idx_min + idx_max) / 2;
        if (c < get_u32(pc + idx * 8))
            idx_max = idx - 1;
        else if (c > get_u32(pc + idx * 8 + 4))
            idx_min = idx + 1;
        else
            return true;
    }
    return false;
}

/* is a character above 255 in the class at 'pc'? */
static no_inline bool re_is_in_class(const uint8_t *pc, uint32_t c,
                                     bool is_unicode)
{
    if (*pc == REOP_range_i || *pc == REOP_range32_i)
        c = lre_canonicalize(c, is_unicode);
    if (*pc == REOP_range || *pc == REOP_range_i)
        return re_is_in_ranges(pc, c);
    return re_is_in_ranges32(pc, c);
}

/* Go on from 'cptr' while the opcode of one character at 'pc' holds, 'max'
   characters at most. */
static force_inline const uint8_t *re_run(REExecContext *s, const uint8_t *pc,
                                          const uint8_t *cptr, uint32_t max,
                                          uint32_t *pcount, int cbuf_type)
{
    const uint8_t *cbuf_end = s->cbuf_end, *next;
    uint32_t c, c1, c2, n = 0;

#define RUN_WHILE(cond)                                                        \
    while (cptr < cbuf_end && n < max) {                                       \
        next = cptr;                                                           \
        GET_CHAR(c, next, cbuf_end, cbuf_type);                                \
        if (!(cond))                                                           \
            break;                                                             \
        cptr = next;                                                           \
        n++;                                                                   \
    }

    switch (*pc) {
    case REOP_char:
        c1 = get_u16(pc + 1);
        RUN_WHILE(c == c1);
        break;
    case REOP_char2:
        c1 = get_u16(pc + 1);
        c2 = get_u16(pc + 3);
        RUN_WHILE(c == c1 || c == c2);
        break;
    case REOP_char32:
        c1 = get_u32(pc + 1);
        RUN_WHILE(c == c1);
        break;
    case REOP_char_i:
    case REOP_char32_i:
        c1 = *pc == REOP_char_i ? get_u16(pc + 1) : get_u32(pc + 1);
        RUN_WHILE((uint32_t)lre_canonicalize(c, s->is_unicode) == c1);
        break;
    case REOP_dot:
        RUN_WHILE(!is_line_terminator(c));
        break;
    case REOP_any:
        RUN_WHILE(true);
        break;
    case REOP_space:
        RUN_WHILE(lre_is_space(c));
        break;
    case REOP_not_space:
        RUN_WHILE(!lre_is_space(c));
        break;
    case REOP_range:
    case REOP_range_i:
    case REOP_range32:
    case REOP_range32_i:
        RUN_WHILE(c < 256 ? re_has_bit(pc + 1, c)
                          : re_is_in_class(pc, c, s->is_unicode));
        break;
    default:
        abort();
    }
#undef RUN_WHILE
    *pcount = n;
    s->interrupt_counter -= n >> 3;
    return cptr;
}

/* Can nothing at 'pc' match the unit at 'cptr'? Says no when in doubt. */
static force_inline bool re_is_hopeless(const uint8_t *pc, const uint8_t *cptr,
                                        const uint8_t *cbuf_end, int cbuf_type)
{
    uint32_t c;

    if (*pc == REOP_save_start)
        pc += 2;
    if ((*pc == REOP_run || *pc == REOP_run_all) && get_u32(pc + 1) > 0)
        pc += 9;
    switch (*pc) {
    case REOP_char:
        return cptr >= cbuf_end || re_unit(cptr, cbuf_type) != get_u16(pc + 1);
    case REOP_char2:
        if (cptr >= cbuf_end)
            return true;
        c = re_unit(cptr, cbuf_type);
        return c != get_u16(pc + 1) && c != get_u16(pc + 3);
    case REOP_range:
    case REOP_range_i:
        if (cptr >= cbuf_end)
            return true;
        c = re_unit(cptr, cbuf_type);
        return c < 256 && !re_has_bit(pc + 1, c);
    default:
        return false;
    }
}

static no_inline intptr_t lre_exec_8(REExecContext *s, uint8_t **capture,
                                     const uint8_t *pc, const uint8_t *cptr)
{
    return lre_exec_backtrack(s, capture, pc, cptr, 0);
}

static no_inline intptr_t lre_exec_16(REExecContext *s, uint8_t **capture,
                                      const uint8_t *pc, const uint8_t *cptr)
{
    return lre_exec_backtrack(s, capture, pc, cptr, 1);
}

static no_inline intptr_t lre_exec_utf16(REExecContext *s, uint8_t **capture,
                                         const uint8_t *pc, const uint8_t *cptr)
{
    return lre_exec_backtrack(s, capture, pc, cptr, 2);
}

int lre_get_alloc_count(const uint8_t *bc_buf)
{
    return bc_buf[RE_HEADER_CAPTURE_COUNT] * 2 +
           bc_buf[RE_HEADER_REGISTER_COUNT] + 1; /* REExecContext.scratch */
}
