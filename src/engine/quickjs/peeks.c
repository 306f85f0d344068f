/*
 * peeks.c - looking at a value without running anything, and without taking
 * memory: for a trace, which must not change the program.
 */

/* What obj itself has as data under that name, borrowed; false if it has none,
   or a getter, or is a proxy or another object of the kind. */
bool JS_PeekOwn(JSValueConst obj, JSAtom name, JSValueConst *value)
{
    JSShapeProperty *prs;
    JSProperty *pr;

    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return false;
    prs = find_own_property(&pr, JS_VALUE_GET_OBJ(obj), name);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL)
        return false;
    *value = pr->u.value;
    return true;
}

/* The characters of a string that has them in one piece, a byte each. */
bool JS_PeekBytes(JSValueConst val, const uint8_t **bytes, uint32_t *len)
{
    JSString *p;

    if (JS_VALUE_GET_TAG(val) != JS_TAG_STRING)
        return false;
    p = JS_VALUE_GET_STRING(val);
    *bytes = str8(p);
    *len = p->len;
    return !p->is_wide_char;
}
