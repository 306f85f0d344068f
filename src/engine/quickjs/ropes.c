/*
 * ropes.c - concatenation. A short sum is a string of its own, a longer one a
 * slice of a buffer with space behind it, into which the next sum writes; what
 * does not fit becomes a rope.
 *
 *     'a' + 'b'     up to JS_STRING_FLAT_LEN: a flat string
 *     s + 'b'       s ends where its buffer is filled to: appended in place
 *     long + long   a rope, balanced when it gets too deep
 *
 * What must stay true: only the slice that ends at the filled end of its buffer
 * may be extended, and only by whoever holds the last reference to grow it. No
 * program can tell the forms apart (test/language, forms.c).
 */

/* Is it as shallow as its length allows? What was balanced once then stays one
   piece, so that only what was added since is gone through again. */
static bool js_is_balanced(JSValueConst val)
{
    JSStringRope *r;

    if (JS_VALUE_GET_TAG(val) == JS_TAG_STRING)
        return true;
    r = JS_VALUE_GET_STRING_ROPE(val);
    return r->depth < ROPE_N_BUCKETS && r->len >= rope_bucket_len[r->depth];
}

/* Copy the units of p to the unit 'pos' of q, which is wide if p is. */
static inline void js_copy_units(JSString *q, uint32_t pos, JSString *p)
{
    if (q->is_wide_char)
        copy_str16((uint16_t *)&q[1] + pos, p, 0, p->len);
    else
        memcpy((uint8_t *)&q[1] + pos, str8(p), p->len);
}

/* A string that grows is a slice of a buffer with space behind it. To append to
   it writes behind the end of all slices that others have of the buffer, and
   makes another slice, or lengthens this one if it has no other owner. So
   neither what was there is copied each time, nor is the string a rope, which
   would have to be made flat whenever it is read.

       slice "abc"  --.    buffer  | a b c d e . . . |    len 5, capacity 8
       slice "abcde" -'

   The buffer of p, if p ends where the buffer does. */
static JSString *js_get_buffer(JSString *p)
{
    JSStringSlice *slice = (void *)&p[1];
    JSString *q;

    if (p->kind != JS_STRING_KIND_SLICE)
        return NULL;
    q = slice->parent;
    if (q->kind != JS_STRING_KIND_BUFFER ||
        (slice->start >> q->is_wide_char) + p->len != q->len)
        return NULL;
    return q;
}

/* the field that a string that is no atom does not use */
#define JS_BUFFER_CAPACITY(p) ((p)->hash_next)

static JSString *js_new_buffer(JSContext *ctx, uint32_t capacity, int is_wide)
{
    JSString *q = js_alloc_string(ctx, capacity, is_wide);

    if (!q)
        return NULL;
    q->kind = JS_STRING_KIND_BUFFER;
    q->len = 0;
    JS_BUFFER_CAPACITY(q) = capacity;
    return q;
}

/* p1 and p2 in a buffer of their own. The first one has little space: perhaps
   nothing more is appended. */
static JSValue js_concat_copy(JSContext *ctx, JSString *p1, JSString *p2)
{
    uint32_t len = p1->len + p2->len;
    uint32_t spare = p1->kind == JS_STRING_KIND_SLICE ? len / 2 : len / 8;
    JSString *q;
    JSValue ret;

    q = js_new_buffer(ctx, len + spare, p1->is_wide_char | p2->is_wide_char);
    if (!q)
        return JS_EXCEPTION;
    js_copy_units(q, 0, p1);
    js_copy_units(q, p1->len, p2);
    q->len = len;
    ret = js_new_slice(ctx, q, 0, len);
    js_free_string(ctx->rt, q); /* it is the slice's */
    return ret;
}

/* p1 and p2 in a new string */
static JSValue js_concat_flat(JSContext *ctx, JSString *p1, JSString *p2)
{
    JSString *p;

    p = js_alloc_string(ctx, p1->len + p2->len,
                        p1->is_wide_char | p2->is_wide_char);
    if (!p)
        return JS_EXCEPTION;
    js_copy_units(p, 0, p1);
    js_copy_units(p, p1->len, p2);
    if (!p->is_wide_char)
        ((uint8_t *)&p[1])[p->len] = '\0';
    return JS_MKPTR(JS_TAG_STRING, p);
}

/* The bytes that the block of a short string has; none if it is not known fast.
 */
static inline size_t js_small_size(JSString *p)
{
    const JSMallocBlockHeader *b;

    b = container_of(p, const JSMallocBlockHeader, user_data);
    if (b->u.block_idx == JS_ARENA_FREE_NIL)
        return 0;
    return arena_block_sizes[b->block_size_idx] - sizeof(*b);
}

/* Append p2 to p1 where it is, if there is space behind it and nobody has p1
   but the caller, who has all of its 'owners' references. An atom stays as it
   is: it is found by its hash. */
static bool js_extend_string(JSString *p1, JSString *p2, int owners)
{
    uint32_t len = p1->len + p2->len;
    JSString *q;

    if (js_has_forms() || JS_REF_COUNT(p1) != owners || p1->atom_type ||
        p1->is_wide_char < p2->is_wide_char)
        return false;
    if (p1->kind == JS_STRING_KIND_NORMAL) {
        if (sizeof(*p1) + (len << p1->is_wide_char) >= js_small_size(p1))
            return false;
        js_copy_units(p1, p1->len, p2);
        if (!p1->is_wide_char)
            ((uint8_t *)&p1[1])[len] = '\0';
    } else {
        q = js_get_buffer(p1);
        if (!q || q->len + p2->len > JS_BUFFER_CAPACITY(q))
            return false;
        js_copy_units(q, q->len, p2);
        q->len += p2->len;
    }
    p1->len = len;
    return true;
}

/* p1 and p2 in the buffer of p1, or in a new one */
static JSValue js_concat_long(JSContext *ctx, JSString *p1, JSString *p2)
{
    JSStringSlice *slice = (void *)&p1[1];
    JSString *q = js_get_buffer(p1);
    JSValue ret;

    if (!q || q->is_wide_char < p2->is_wide_char ||
        q->len + p2->len > JS_BUFFER_CAPACITY(q))
        return js_concat_copy(ctx, p1, p2);
    ret = js_new_slice(ctx, q, slice->start >> q->is_wide_char,
                       p1->len + p2->len);
    if (!JS_IsException(ret)) {
        js_copy_units(q, q->len, p2);
        q->len += p2->len;
    }
    return ret;
}

/* The strings op1 and op2 as one that is no rope. Both are freed. */
static JSValue JS_ConcatString2(JSContext *ctx, JSValue op1, JSValue op2)
{
    JSString *p1 = JS_VALUE_GET_STRING(op1), *p2 = JS_VALUE_GET_STRING(op2);
    JSValue ret;

    if (p1->len == 0) {
        JS_FreeValue(ctx, op1);
        return op2;
    }
    if (p2->len == 0 || js_extend_string(p1, p2, 1)) {
        JS_FreeValue(ctx, op2);
        return op1;
    }
    if (p1->len + p2->len <= JS_STRING_FLAT_LEN || p1->len < p2->len)
        ret = js_concat_flat(ctx, p1, p2);
    else
        ret = js_concat_long(ctx, p1, p2);
    JS_FreeValue(ctx, op1);
    JS_FreeValue(ctx, op2);
    return ret;
}

static bool js_is_short(JSValueConst val)
{
    return JS_VALUE_GET_TAG(val) == JS_TAG_STRING &&
           JS_VALUE_GET_STRING(val)->len <= JS_STRING_ROPE_SHORT_LEN;
}

/* Is what is appended to the string or rope copied behind it? */
static bool js_is_appendable(JSValueConst val)
{
    JSString *p;

    if (JS_VALUE_GET_TAG(val) != JS_TAG_STRING)
        return false;
    p = JS_VALUE_GET_STRING(val);
    return p->len <= JS_STRING_ROPE_SHORT_LEN ||
           (p->len < JS_STRING_BUFFER_LEN_MAX && js_get_buffer(p));
}

/* A rope of two, either of which may be an exception. */
static JSValue js_join_ropes(JSContext *ctx, JSValue op1, JSValue op2)
{
    if (JS_IsException(op1) || JS_IsException(op2)) {
        JS_FreeValue(ctx, op1);
        JS_FreeValue(ctx, op2);
        return JS_EXCEPTION;
    }
    return js_new_string_rope(ctx, op1, op2);
}

/* A string that grows at both of its ends is a rope of a short one, the middle
   and a short one, in either order. Adding to it copies the short one at that
   end, and does not make the rope deeper. The rope and 'op' are freed. */
static JSValue js_append_to_rope(JSContext *ctx, JSValue rope, JSValue op)
{
    JSStringRope *r = JS_VALUE_GET_STRING_ROPE(rope), *inner;
    JSValue ret;

    if (js_is_appendable(r->right)) {
        ret = js_join_ropes(ctx, js_dup(r->left),
                            JS_ConcatString2(ctx, js_dup(r->right), op));
    } else if (JS_VALUE_GET_TAG(r->right) == JS_TAG_STRING_ROPE &&
               js_is_appendable(
                   (inner = JS_VALUE_GET_STRING_ROPE(r->right))->right)) {
        ret = JS_ConcatString2(ctx, js_dup(inner->right), op);
        ret = js_join_ropes(ctx, js_dup(inner->left), ret);
        ret = js_join_ropes(ctx, js_dup(r->left), ret);
    } else {
        return js_new_string_rope(ctx, rope, op);
    }
    JS_FreeValue(ctx, rope);
    return ret;
}

static JSValue js_prepend_to_rope(JSContext *ctx, JSValue op, JSValue rope)
{
    JSStringRope *r = JS_VALUE_GET_STRING_ROPE(rope), *inner;
    JSValue ret;

    if (js_is_short(r->left)) {
        ret = js_join_ropes(ctx, JS_ConcatString2(ctx, op, js_dup(r->left)),
                            js_dup(r->right));
    } else if (JS_VALUE_GET_TAG(r->left) == JS_TAG_STRING_ROPE &&
               js_is_short((inner = JS_VALUE_GET_STRING_ROPE(r->left))->left)) {
        ret = JS_ConcatString2(ctx, op, js_dup(inner->left));
        ret = js_join_ropes(ctx, ret, js_dup(inner->right));
        ret = js_join_ropes(ctx, ret, js_dup(r->right));
    } else {
        return js_new_string_rope(ctx, op, rope);
    }
    JS_FreeValue(ctx, rope);
    return ret;
}

/* op1 and op2 are converted to strings. For convenience, op1 or op2 =
   JS_EXCEPTION are accepted and return JS_EXCEPTION.  */
static JSValue JS_ConcatString(JSContext *ctx, JSValue op1, JSValue op2)
{
    JSString *p1, *p2;

    if (unlikely(!tag_is_string(JS_VALUE_GET_TAG(op1)))) {
        op1 = JS_ToStringFree(ctx, op1);
        if (JS_IsException(op1)) {
            JS_FreeValue(ctx, op2);
            return JS_EXCEPTION;
        }
    }
    if (unlikely(!tag_is_string(JS_VALUE_GET_TAG(op2)))) {
        op2 = JS_ToStringFree(ctx, op2);
        if (JS_IsException(op2)) {
            JS_FreeValue(ctx, op1);
            return JS_EXCEPTION;
        }
    }

    if (js_has_forms())
        return js_concat_formed(ctx, op1, op2);
    /* normal concatenation for short strings */
    if (JS_VALUE_GET_TAG(op2) == JS_TAG_STRING) {
        p2 = JS_VALUE_GET_STRING(op2);
        if (p2->len == 0) {
            JS_FreeValue(ctx, op2);
            return op1;
        }
        if (p2->len <= JS_STRING_ROPE_SHORT_LEN) {
            if (JS_VALUE_GET_TAG(op1) == JS_TAG_STRING) {
                p1 = JS_VALUE_GET_STRING(op1);
                if (p1->len <= JS_STRING_ROPE_SHORT2_LEN ||
                    js_is_appendable(op1)) {
                    return JS_ConcatString2(ctx, op1, op2);
                } else {
                    return js_new_string_rope(ctx, op1, op2);
                }
            } else {
                return js_append_to_rope(ctx, op1, op2);
            }
        }
    } else if (JS_VALUE_GET_TAG(op1) == JS_TAG_STRING) {
        p1 = JS_VALUE_GET_STRING(op1);
        if (p1->len == 0) {
            JS_FreeValue(ctx, op1);
            return op2;
        }
        if (p1->len <= JS_STRING_ROPE_SHORT_LEN)
            return js_prepend_to_rope(ctx, op1, op2);
    }
    return js_new_string_rope(ctx, op1, op2);
}
