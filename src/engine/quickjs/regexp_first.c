/*
 * regexp_first.c - what a pattern can start with: a string, a few characters, a
 * set. An opcode in front of the code says so, and the match is looked for
 * there instead of being tried everywhere; runs of one character become one
 * opcode.
 *
 * What must stay true: a set may be too large, never too small. re_first_set()
 * says yes when in doubt.
 */

static int parse_unicode_property(REParseState *s, REStringList *cr,
                                  const uint8_t **pp, bool is_inv,
                                  bool allow_sequence_prop)
{
    const uint8_t *p;
    char name[64], value[64];
    char *q;
    bool script_ext;
    int ret;

    p = *pp;
    if (*p != '{')
        return re_parse_error(s, "Invalid property name");
    p++;
    q = name;
    while (is_unicode_char(*p)) {
        if ((q - name) >= sizeof(name) - 1)
            goto unknown_property_name;
        *q++ = *p++;
    }
    *q = '\0';
    q = value;
    if (*p == '=') {
        p++;
        while (is_unicode_char(*p)) {
            if ((q - value) >= sizeof(value) - 1)
                return re_parse_error(s, "Invalid property name");
            *q++ = *p++;
        }
    }
    *q = '\0';
    if (*p != '}')
        return re_parse_error(s, "Invalid property name");
    p++;
    //    printf("name=%s value=%s\n", name, value);

    if (!strcmp(name, "Script") || !strcmp(name, "sc")) {
        script_ext = false;
        goto do_script;
    } else if (!strcmp(name, "Script_Extensions") || !strcmp(name, "scx")) {
        script_ext = true;
    do_script:
        re_string_list_init(s, cr);
        ret = unicode_script(&cr->cr, value, script_ext);
        if (ret) {
            re_string_list_free(cr);
            if (ret == -2)
                return re_parse_error(s, "Invalid property name");
            else
                goto out_of_memory;
        }
    } else if (!strcmp(name, "General_Category") || !strcmp(name, "gc")) {
        re_string_list_init(s, cr);
        ret = unicode_general_category(&cr->cr, value);
        if (ret) {
            re_string_list_free(cr);
            if (ret == -2)
                return re_parse_error(s, "Invalid property name");
            else
                goto out_of_memory;
        }
    } else if (value[0] == '\0') {
        re_string_list_init(s, cr);
        ret = unicode_general_category(&cr->cr, name);
        if (ret == -1) {
            re_string_list_free(cr);
            goto out_of_memory;
        }
        if (ret < 0) {
            ret = unicode_prop(&cr->cr, name);
            if (ret == -1) {
                re_string_list_free(cr);
                goto out_of_memory;
            }
        }
        if (ret < 0 && !is_inv && allow_sequence_prop) {
            CharRange cr_tmp;
            cr_init(&cr_tmp, s->opaque, lre_realloc);
            ret = unicode_sequence_prop(name, seq_prop_cb, cr, &cr_tmp);
            cr_free(&cr_tmp);
            if (ret == -1) {
                re_string_list_free(cr);
                goto out_of_memory;
            }
        }
        if (ret < 0)
            goto unknown_property_name;
    } else {
    unknown_property_name:
        return re_parse_error(s, "Invalid property name");
    }

    /* the ordering of case folding and inversion  differs with
       unicode_sets. 'unicode_sets' ordering is more consistent */
    /* XXX: the spec seems incorrect, we do it as the other engines
       seem to do it. */
    if (s->ignore_case && s->unicode_sets) {
        if (re_string_list_canonicalize(s, cr, s->is_unicode)) {
            re_string_list_free(cr);
            goto out_of_memory;
        }
    }
    if (is_inv) {
        if (cr_invert(&cr->cr)) {
            re_string_list_free(cr);
            goto out_of_memory;
        }
    }
    if (s->ignore_case && !s->unicode_sets) {
        if (re_string_list_canonicalize(s, cr, s->is_unicode)) {
            re_string_list_free(cr);
            goto out_of_memory;
        }
    }
    *pp = p;
    return 0;
out_of_memory:
    return re_parse_out_of_memory(s);
}

/* the length of an opcode with all that belongs to it */
static int re_op_len(const uint8_t *pc)
{
    int len = reopcode_info[*pc].size;

    switch (*pc) {
    case REOP_range:
    case REOP_range_i:
        return len + get_u16(pc + 33) * 4;
    case REOP_range32:
    case REOP_range32_i:
        return len + get_u16(pc + 33) * 8;
    case REOP_back_reference:
    case REOP_back_reference_i:
    case REOP_backward_back_reference:
    case REOP_backward_back_reference_i:
        return len + pc[1];
    case REOP_scan_str:
        return len + pc[1] * 2;
    default:
        return len;
    }
}

/* a bit for each character below 256 that is in 'cr' once its case is folded */
static void re_emit_bits(REParseState *s, const CharRange *cr)
{
    uint8_t bits[32];
    uint32_t c, c1;
    int i;

    memset(bits, 0, sizeof(bits));
    for (c = 0; c < 256; c++) {
        c1 = s->ignore_case ? lre_canonicalize(c, s->is_unicode) : c;
        for (i = 0; i < cr->len && cr->points[i] <= c1; i += 2) {
            if (c1 < cr->points[i + 1]) {
                bits[c >> 3] |= 1 << (c & 7);
                break;
            }
        }
    }
    dbuf_put(&s->byte_code, bits, sizeof(bits));
}

static int re_emit_range(REParseState *s, const CharRange *cr)
{
    int len, i;
    uint32_t high;

    len = (unsigned)cr->len / 2;
    if (len >= 65535)
        return re_parse_error(s, "Regular expression too large");
    if (len == 0) {
        re_emit_op_u32(s, REOP_char32, -1);
    } else {
        high = cr->points[cr->len - 1];
        if (high == UINT32_MAX)
            high = cr->points[cr->len - 2];
        if (high <= 0xffff) {
            /* can use 16 bit ranges with the conversion that 0xffff =
               infinity */
            re_emit_op(s, s->ignore_case ? REOP_range_i : REOP_range);
            re_emit_bits(s, cr);
            dbuf_put_u16(&s->byte_code, len);
            for (i = 0; i < cr->len; i += 2) {
                dbuf_put_u16(&s->byte_code, cr->points[i]);
                high = cr->points[i + 1] - 1;
                if (high == UINT32_MAX - 1)
                    high = 0xffff;
                dbuf_put_u16(&s->byte_code, high);
            }
        } else {
            re_emit_op(s, s->ignore_case ? REOP_range32_i : REOP_range32);
            re_emit_bits(s, cr);
            dbuf_put_u16(&s->byte_code, len);
            for (i = 0; i < cr->len; i += 2) {
                dbuf_put_u32(&s->byte_code, cr->points[i]);
                dbuf_put_u32(&s->byte_code, cr->points[i + 1] - 1);
            }
        }
    }
    return 0;
}

/* 'c' is canonical if the case is ignored */
static void re_emit_char(REParseState *s, int c)
{
    int lower = c | 0x20;

    if (s->ignore_case && c < 128 && !(lower >= 'a' && lower <= 'z')) {
        /* nothing else folds to it */
        re_emit_op_u16(s, REOP_char, c);
    } else if (s->ignore_case && c < 128 &&
               !(s->is_unicode && (lower == 'k' || lower == 's'))) {
        /* U+212A and U+017F fold to k and s, and only with Unicode's rules */
        re_emit_op_u16(s, REOP_char2, lower);
        dbuf_put_u16(&s->byte_code, lower - 'a' + 'A');
    } else if (c <= 0xffff)
        re_emit_op_u16(s, s->ignore_case ? REOP_char_i : REOP_char, c);
    else
        re_emit_op_u32(s, s->ignore_case ? REOP_char32_i : REOP_char32, c);
}

static bool re_is_one_char(int opcode)
{
    switch (opcode) {
    case REOP_char:
    case REOP_char_i:
    case REOP_char32:
    case REOP_char32_i:
    case REOP_char2:
    case REOP_dot:
    case REOP_any:
    case REOP_space:
    case REOP_not_space:
    case REOP_range:
    case REOP_range_i:
    case REOP_range32:
    case REOP_range32_i:
        return true;
    default:
        return false;
    }
}

/* Is the atom one character, so that its repetition needs no opcodes of its
   own? Forward only; a lazy loop with a maximum would need a counter. */
static bool re_is_run(REParseState *s, int atom_start, int quant_max,
                      bool greedy, bool is_backward_dir)
{
    const uint8_t *pc;

    if (dbuf_error(&s->byte_code) || is_backward_dir || quant_max == 0 ||
        atom_start >= s->byte_code.size)
        return false;
    pc = s->byte_code.buf + atom_start;
    return re_is_one_char(*pc) &&
           atom_start + re_op_len(pc) == s->byte_code.size &&
           (greedy || quant_max == INT32_MAX);
}

typedef struct {
    uint8_t bits[32]; /* characters below 256 */
    bool wide;        /* perhaps others, too */
} RESet;

static void re_set_add(RESet *set, uint32_t c)
{
    if (c < 256)
        set->bits[c >> 3] |= 1 << (c & 7);
    else
        set->wide = true;
}

static bool re_set_has(const RESet *set, uint32_t c)
{
    return (set->bits[c >> 3] >> (c & 7)) & 1;
}

/* does the opcode of one character allow 'c', which is below 256? */
static bool re_one_char_has(const uint8_t *pc, uint32_t c, bool is_unicode)
{
    switch (*pc) {
    case REOP_char:
        return c == get_u16(pc + 1);
    case REOP_char_i:
        return (uint32_t)lre_canonicalize(c, is_unicode) == get_u16(pc + 1);
    case REOP_char2:
        return c == get_u16(pc + 1) || c == get_u16(pc + 3);
    case REOP_dot:
        return !is_line_terminator(c);
    case REOP_any:
        return true;
    case REOP_space:
        return lre_is_space(c);
    case REOP_not_space:
        return !lre_is_space(c);
    case REOP_range:
    case REOP_range_i:
    case REOP_range32:
    case REOP_range32_i:
        return (pc[1 + (c >> 3)] >> (c & 7)) & 1;
    default: /* REOP_char32 and REOP_char32_i */
        return false;
    }
}

/* can the opcode of one character allow some above 255? */
static bool re_one_char_is_wide(const uint8_t *pc)
{
    switch (*pc) {
    case REOP_char:
        return get_u16(pc + 1) > 255;
    case REOP_char2:
        return false;
    case REOP_range:
        return get_u16(pc + 35 + (get_u16(pc + 33) - 1) * 4 + 2) > 255;
    default:
        return true;
    }
}

static void re_set_add_one_char(RESet *set, const uint8_t *pc, bool is_unicode)
{
    uint32_t c;

    for (c = 0; c < 256; c++) {
        if (re_one_char_has(pc, c, is_unicode))
            re_set_add(set, c);
    }
    set->wide |= re_one_char_is_wide(pc);
}

/* Add to 'set' what can come first from 'pc' on. False: nothing at all may
   come, or that was too hard to find out within 'budget' opcodes. */
static bool re_first_set(const uint8_t *pc, RESet *set, bool is_unicode,
                         int *budget)
{
    for (;;) {
        if (--*budget < 0)
            return false;
        switch (*pc) {
        case REOP_save_start:
        case REOP_save_end:
        case REOP_save_reset:
        case REOP_set_i32:
        case REOP_set_char_pos:
        case REOP_line_start:
        case REOP_line_start_m:
        case REOP_line_end:
        case REOP_line_end_m:
        case REOP_word_boundary:
        case REOP_word_boundary_i:
        case REOP_not_word_boundary:
        case REOP_not_word_boundary_i:
            pc += re_op_len(pc);
            break;
        case REOP_lookahead:
        case REOP_negative_lookahead:
        case REOP_goto:
            pc += 5 + (int)get_u32(pc + 1);
            break;
        case REOP_split_goto_first:
        case REOP_split_next_first:
            if (!re_first_set(pc + 5 + (int)get_u32(pc + 1), set, is_unicode,
                              budget))
                return false;
            pc += 5;
            break;
        case REOP_run:
        case REOP_run_all:
        case REOP_run_lazy:
            re_set_add_one_char(set, pc + 9, is_unicode);
            if (get_u32(pc + 1) > 0)
                return true;
            pc += 9 + re_op_len(pc + 9);
            break;
        default:
            if (!re_is_one_char(*pc))
                return false;
            re_set_add_one_char(set, pc, is_unicode);
            return true;
        }
    }
}

/* can it match at the start of the input only? */
static bool re_is_anchored(const uint8_t *pc, int *budget)
{
    for (;;) {
        if (--*budget < 0)
            return false;
        switch (*pc) {
        case REOP_line_start:
            return true;
        case REOP_save_start:
        case REOP_save_reset:
        case REOP_set_i32:
            pc += re_op_len(pc);
            break;
        case REOP_lookahead:
        case REOP_negative_lookahead:
            pc += 5 + (int)get_u32(pc + 1);
            break;
        case REOP_split_goto_first:
        case REOP_split_next_first:
            if (!re_is_anchored(pc + 5 + (int)get_u32(pc + 1), budget))
                return false;
            pc += 5;
            break;
        default:
            return false;
        }
    }
}

#define RE_SCAN_STR_MAX 32

/* the characters that every match starts with; return how many */
static int re_first_string(const uint8_t *pc, uint16_t *str)
{
    int n = 0;

    while (n < RE_SCAN_STR_MAX) {
        switch (*pc) {
        case REOP_char:
            str[n++] = get_u16(pc + 1);
            pc += 3;
            break;
        case REOP_save_start:
        case REOP_save_end:
        case REOP_save_reset:
        case REOP_set_i32:
        case REOP_line_start_m:
        case REOP_word_boundary:
        case REOP_not_word_boundary:
            pc += re_op_len(pc);
            break;
        case REOP_lookahead:
        case REOP_negative_lookahead:
            pc += 5 + (int)get_u32(pc + 1);
            break;
        default:
            return n;
        }
    }
    return n;
}

/* which character of a string is met least often in most texts? */
static int re_rarest(const uint16_t *str, int n)
{
    /* from often to rarely; all that is not in it is rare */
    static const char often[] =
        " etaoinsrlhdcum\npfgybwvk\"/.,-=()'0_:1x;j>Tq<SAzCI";
    int i, rank, best = 0, best_rank = -1;
    const char *p;

    for (i = 0; i < n; i++) {
        p = str[i] > 0 && str[i] < 128 ? strchr(often, str[i]) : NULL;
        rank = p ? p - often : (int)sizeof(often);
        if (rank > best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    return best;
}

/* How many characters below 256 does the set have, and which, if they are few?
 */
static void re_put_few(uint8_t *buf, const RESet *set)
{
    int c, n = 0;

    for (c = 0; c < 256; c++) {
        if (re_set_has(set, c) && n++ < 2)
            buf[n] = c;
    }
    if (n == 1)
        buf[2] = buf[1];
    buf[0] = n >= 1 && n <= 2 ? n : 0;
}

/* put the opcode in front that says where a match can start */
static int re_emit_scan(REParseState *s)
{
    uint8_t *body = s->byte_code.buf + RE_HEADER_LEN;
    uint16_t str[RE_SCAN_STR_MAX];
    RESet set;
    int budget, len, i, n;
    bool has_set;

    budget = 256;
    if (re_is_anchored(body, &budget))
        return 0; /* tried once, as if sticky */
    n = re_first_string(body, str);
    memset(&set, 0, sizeof(set));
    budget = 1024;
    has_set = n == 0 && re_first_set(body, &set, s->is_unicode, &budget);
    len = n > 0 ? 3 + 2 * n : has_set ? 37 : 1;
    if (dbuf_insert(&s->byte_code, RE_HEADER_LEN, len))
        return -1;
    body = s->byte_code.buf + RE_HEADER_LEN;
    if (n > 0) {
        body[0] = REOP_scan_str;
        body[1] = n;
        body[2] = re_rarest(str, n);
        for (i = 0; i < n; i++)
            put_u16(body + 3 + 2 * i, str[i]);
    } else if (has_set) {
        body[0] = REOP_scan_set;
        memcpy(body + 1, set.bits, 32);
        body[33] = set.wide;
        re_put_few(body + 34, &set);
    } else {
        body[0] = REOP_scan_any;
    }
    return 0;
}

/* is the match complete at 'pc'? */
static bool re_is_end(const uint8_t *pc)
{
    while (*pc == REOP_save_end)
        pc += 2;
    return *pc == REOP_match;
}

/* Would a run never do better with fewer characters? So it is if nothing can
   fail after it, or if what follows starts with none of its characters. */
static bool re_is_last_run(REParseState *s, const uint8_t *pc)
{
    const uint8_t *atom = pc + 9, *next = atom + re_op_len(atom);
    RESet set;
    int budget = 64;
    uint32_t c;

    if (re_is_end(next))
        return true;
    memset(&set, 0, sizeof(set));
    if (!re_first_set(next, &set, s->is_unicode, &budget))
        return false;
    if (set.wide && re_one_char_is_wide(atom))
        return false;
    for (c = 0; c < 256; c++) {
        if (re_set_has(&set, c) && re_one_char_has(atom, c, s->is_unicode))
            return false;
    }
    return true;
}

static void re_find_last_runs(REParseState *s)
{
    uint8_t *pc = s->byte_code.buf + RE_HEADER_LEN;
    uint8_t *end = s->byte_code.buf + s->byte_code.size;

    for (; pc < end; pc += re_op_len(pc)) {
        if (*pc == REOP_run && re_is_last_run(s, pc))
            *pc = REOP_run_all;
    }
}
