/*
 * lengths.c - the length of what is like an array, where the engine counts in
 * 32 bits: that of an array iterator, of the results of a regular expression.
 *
 * ToLength() of the specification makes 0 of a negative length. Modulo 2^32, as
 * ToUint32() has it, -1 would be as long as a list can be.
 */

static int js_to_length32_free(JSContext *ctx, uint32_t *plen, JSValue val)
{
    int64_t len;

    *plen = 0;
    if (JS_ToLengthFree(ctx, &len, val))
        return -1;
    *plen = len > UINT32_MAX ? UINT32_MAX : len;
    return 0;
}
