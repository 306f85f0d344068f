/*
 * switch_place.c - where a switch goes: what the interpreter does with a table
 * of switches.c.
 */

static uint32_t js_place_among_pairs(const uint32_t *table, int32_t value)
{
    const uint32_t *pairs = table + 3;
    uint32_t low = 0, high = table[1];

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const int32_t at = (int32_t)pairs[2 * middle];
        if (at == value)
            return pairs[2 * middle + 1];
        if (at < value)
            low = middle + 1;
        else
            high = middle;
    }
    return table[0];
}

/* The place in the code for this value. A case is equal to a number only. */
static inline uint32_t js_switch_place(JSValueConst constant, JSValueConst val)
{
    const uint32_t *table =
        (const uint32_t *)(const void *)str8(JS_VALUE_GET_STRING(constant));
    int32_t value;

    if (likely(JS_VALUE_GET_TAG(val) == JS_TAG_INT))
        value = JS_VALUE_GET_INT(val);
    else if (!JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(val)))
        return table[0];
    else {
        const double d = JS_VALUE_GET_FLOAT64(val);
        if (!(d >= INT32_MIN && d <= INT32_MAX) || d != (int32_t)d)
            return table[0];
        value = (int32_t)d;
    }
    if (unlikely(table[2] == 0))
        return js_place_among_pairs(table, value);
    const uint32_t i = (uint32_t)value - table[1];
    return i < table[2] ? table[3 + i] : table[0];
}
