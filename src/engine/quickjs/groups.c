/*
 * groups.c - parts of Object.groupBy() and Map.groupBy().
 */

/* Define the next element of a plain array, whatever it inherits. */
static int js_append_element(JSContext *ctx, JSValueConst array,
                             JSValueConst val)
{
    int64_t len;

    if (js_get_length64(ctx, &len, array))
        return -1;
    return JS_CreateDataPropertyUint32(ctx, array, len, js_dup(val),
                                       JS_PROP_THROW);
}

/* groupBy(items, callback) of `of`: 0, or -1 if exception. */
static int js_check_group(JSContext *ctx, const char *of, JSValueConst items,
                          JSValueConst callback)
{
    char words[JS_WORDS_SIZE];

    if (JS_IsUndefined(items) || JS_IsNull(items)) {
        JS_ThrowTypeError(ctx, "%s.groupBy called on null or undefined", of);
        return -1;
    }
    if (JS_IsFunction(ctx, callback))
        return 0;
    JS_ThrowTypeError(ctx, "%s is not a function",
                      js_words_of(ctx, words, callback));
    return -1;
}
