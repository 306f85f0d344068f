/*
 * proxies.c - traps of proxies: V8's words for what a trap may not answer, and
 * the checks of ownKeys in linear time.
 */

static void js_throw_bad_trap(JSContext *ctx, JSValueConst handler, JSAtom name,
                              JSValueConst method)
{
    char trap[ATOM_GET_STR_BUF_SIZE], words[JS_WORDS_SIZE], what[JS_WORDS_SIZE];

    JS_ThrowTypeError(
        ctx, "'%s' returned for property '%s' of object '%s' is not a function",
        js_words_of(ctx, what, method),
        JS_AtomGetStr(ctx, trap, sizeof(trap), name),
        js_words_of(ctx, words, handler));
}

/* 'fmt' has the property in it */
static void js_throw_trap(JSContext *ctx, const char *fmt, JSAtom prop)
{
    JS_ThrowTypeErrorAtom(ctx, fmt, prop);
}

static JSProxyData *get_proxy_method(JSContext *ctx, JSValue *pmethod,
                                     JSValueConst obj, JSAtom name)
{
    JSProxyData *s = JS_GetOpaque(obj, JS_CLASS_PROXY);
    JSValue method;

    /* safer to test recursion in all proxy methods */
    if (js_check_stack_overflow(ctx->rt, 0)) {
        JS_ThrowStackOverflow(ctx);
        return NULL;
    }

    /* 's' should never be NULL */
    if (s->is_revoked) {
        JS_ThrowTypeErrorAtom(
            ctx, "Cannot perform '%s' on a proxy that has been revoked", name);
        return NULL;
    }
    method = JS_GetProperty(ctx, s->handler, name);
    if (JS_IsException(method))
        return NULL;
    if (JS_IsNull(method))
        method = JS_UNDEFINED;
    if (unlikely(!JS_IsUndefined(method) && !JS_IsFunction(ctx, method))) {
        js_throw_bad_trap(ctx, s->handler, name, method);
        JS_FreeValue(ctx, method);
        return NULL;
    }
    *pmethod = method;
    return s;
}

static void js_throw_other_value(JSContext *ctx, JSAtom prop,
                                 JSValueConst wanted, JSValueConst got)
{
    char name[ATOM_GET_STR_BUF_SIZE], words[JS_WORDS_SIZE],
        words1[JS_WORDS_SIZE];

    JS_ThrowTypeError(
        ctx,
        "'get' on proxy: property '%s' is a read-only and non-configurable "
        "data property on the proxy target but the proxy did not return its "
        "actual value (expected '%s' but got '%s')",
        JS_AtomGetStr(ctx, name, sizeof(name), prop),
        js_words_of(ctx, words, wanted), js_words_of(ctx, words1, got));
}

static int js_proxy_get_own_property_names(JSContext *ctx,
                                           JSPropertyEnum **ptab,
                                           uint32_t *plen, JSValueConst obj)
{
    JSProxyData *s;
    JSValue method, prop_array, val;
    uint32_t len, target_len, tab_size, i, len2;
    JSPropertyEnum *tab, *tab2;
    JSAtom atom;
    int res, is_extensible, idx;

    s = get_proxy_method(ctx, &method, obj, JS_ATOM_ownKeys);
    if (!s)
        return -1;
    if (JS_IsUndefined(method)) {
        return JS_GetOwnPropertyNamesInternal(
            ctx, ptab, plen, JS_VALUE_GET_OBJ(s->target),
            JS_GPN_STRING_MASK | JS_GPN_SYMBOL_MASK);
    }
    prop_array = JS_CallFree(ctx, method, s->handler, 1, vc(&s->target));
    if (JS_IsException(prop_array))
        return -1;
    /* CreateListFromArrayLike() requires an object */
    if (JS_VALUE_GET_TAG(prop_array) != JS_TAG_OBJECT) {
        JS_FreeValue(ctx, prop_array);
        JS_ThrowTypeError(ctx, "CreateListFromArrayLike called on non-object");
        return -1;
    }
    tab = NULL;
    len = 0;
    tab_size = 0;
    tab2 = NULL;
    len2 = 0;
    if (js_get_length32(ctx, &target_len, prop_array))
        goto fail;
    for (i = 0; i < target_len; i++) {
        val = JS_GetPropertyUint32(ctx, prop_array, i);
        if (JS_IsException(val))
            goto fail;
        if (!JS_IsString(val) && !JS_IsSymbol(val)) {
            js_throw_type_of(ctx, "%s is not a valid property name", val);
            JS_FreeValue(ctx, val);
            goto fail;
        }
        atom = JS_ValueToAtom(ctx, val);
        JS_FreeValue(ctx, val);
        if (atom == JS_ATOM_NULL)
            goto fail;
        if (len >= tab_size) {
            int64_t new_size = max_int64(8, tab_size + (int64_t)tab_size / 2);
            JSPropertyEnum *new_tab;
            new_size = min_int64(new_size, target_len);
            if (new_size > (int64_t)(SIZE_MAX / sizeof(tab[0]))) {
                JS_FreeAtom(ctx, atom);
                JS_ThrowOutOfMemory(ctx);
                goto fail;
            }
            new_tab = js_realloc(ctx, tab, sizeof(tab[0]) * (size_t)new_size);
            if (!new_tab) {
                JS_FreeAtom(ctx, atom);
                goto fail;
            }
            tab = new_tab;
            tab_size = new_size;
        }
        tab[len].atom = atom;
        tab[len].is_enumerable = false; /* XXX: redundant? */
        len++;
    }

    /* check duplicate properties (XXX: inefficient, could store the
     * properties an a temporary object to use the hash) */
    for (i = 1; i < len; i++) {
        if (find_prop_key(tab, i, tab[i].atom) >= 0) {
            JS_ThrowTypeError(
                ctx, "'ownKeys' on proxy: trap returned duplicate entries");
            goto fail;
        }
    }

    is_extensible = JS_IsExtensible(ctx, s->target);
    if (is_extensible < 0)
        goto fail;

    /* check if there are non configurable properties */
    if (s->is_revoked) {
        JS_ThrowTypeErrorRevokedProxy(ctx);
        goto fail;
    }
    if (JS_GetOwnPropertyNamesInternal(ctx, &tab2, &len2,
                                       JS_VALUE_GET_OBJ(s->target),
                                       JS_GPN_STRING_MASK | JS_GPN_SYMBOL_MASK))
        goto fail;
    for (i = 0; i < len2; i++) {
        if (s->is_revoked) {
            JS_ThrowTypeErrorRevokedProxy(ctx);
            goto fail;
        }
        {
            int desc_flags;
            res = JS_GetOwnPropertyFlagsInternal(
                ctx, &desc_flags, JS_VALUE_GET_OBJ(s->target), tab2[i].atom);
            if (res < 0)
                goto fail;
            if (res) { /* safety, property should be found */
                if (!(desc_flags & JS_PROP_CONFIGURABLE) || !is_extensible) {
                    idx = find_prop_key(tab, len, tab2[i].atom);
                    if (idx < 0) {
                        js_throw_trap(ctx,
                                      "'ownKeys' on proxy: trap result did not "
                                      "include '%s'",
                                      tab2[i].atom);
                        goto fail;
                    }
                    /* mark the property as found */
                    if (!is_extensible)
                        tab[idx].is_enumerable = true;
                }
            }
        }
    }
    if (!is_extensible) {
        /* check that all property in 'tab' were checked */
        for (i = 0; i < len; i++) {
            if (!tab[i].is_enumerable) {
                JS_ThrowTypeError(ctx,
                                  "'ownKeys' on proxy: trap returned extra "
                                  "keys but proxy target is non-extensible");
                goto fail;
            }
        }
    }

    js_free_prop_enum(ctx, tab2, len2);
    JS_FreeValue(ctx, prop_array);
    *ptab = tab;
    *plen = len;
    return 0;
fail:
    js_free_prop_enum(ctx, tab2, len2);
    js_free_prop_enum(ctx, tab, len);
    JS_FreeValue(ctx, prop_array);
    return -1;
}
