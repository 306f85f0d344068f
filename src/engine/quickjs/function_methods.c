/*
 * function_methods.c - Function.prototype.apply(), bind() and toString(); lists
 * of arguments. The array that f(...list) makes is the list itself.
 */

/* The length of an array, which is its first property, if it is an int. */
static force_inline bool js_get_array_length(JSValueConst obj, JSValue *pval)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return false;
    p = JS_VALUE_GET_OBJ(obj);
    if (p->class_id != JS_CLASS_ARRAY)
        return false;
    *pval = p->prop[0].u.value;
    return JS_VALUE_GET_TAG(*pval) == JS_TAG_INT;
}

bool JS_GetArrayValues(JSValueConst obj, JSValueConst **pvalues,
                       uint32_t *pcount)
{
    JSObject *p;
    JSValue len;

    if (!js_get_array_length(obj, &len))
        return false;
    p = JS_VALUE_GET_OBJ(obj);
    *pvalues = vc(p->u.array.u.values);
    *pcount = p->u.array.count;
    return p->fast_array && JS_VALUE_GET_INT(len) == (int)p->u.array.count;
}

bool JS_AddToOwnInt(JSContext *ctx, JSValueConst obj, JSValueConst symbol,
                    int by)
{
    JSShapeProperty *prs;
    JSProperty *pr;
    JSAtom atom;
    int64_t sum;

    atom = js_atom_of(ctx->rt, symbol);
    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT || atom == JS_ATOM_NULL)
        return false;
    prs = find_own_property(&pr, JS_VALUE_GET_OBJ(obj), atom);
    if (!prs ||
        (prs->flags & (JS_PROP_TMASK | JS_PROP_WRITABLE)) != JS_PROP_WRITABLE ||
        JS_VALUE_GET_TAG(pr->u.value) != JS_TAG_INT)
        return false;
    sum = (int64_t)JS_VALUE_GET_INT(pr->u.value) + by;
    if (sum != (int32_t)sum)
        return false;
    pr->u.value = js_int32(sum);
    return true;
}

static __exception int js_get_length32(JSContext *ctx, uint32_t *pres,
                                       JSValueConst obj)
{
    JSValue len_val;

    if (likely(js_get_array_length(obj, &len_val))) {
        *pres = JS_VALUE_GET_INT(len_val);
        return 0;
    }
    len_val = JS_GetProperty(ctx, obj, JS_ATOM_length);
    if (JS_IsException(len_val)) {
        *pres = 0;
        return -1;
    }
    return js_to_length32_free(ctx, pres, len_val);
}

static __exception int js_get_length64(JSContext *ctx, int64_t *pres,
                                       JSValueConst obj)
{
    JSValue len_val;

    if (likely(js_get_array_length(obj, &len_val))) {
        *pres = JS_VALUE_GET_INT(len_val);
        return 0;
    }
    len_val = JS_GetProperty(ctx, obj, JS_ATOM_length);
    if (JS_IsException(len_val)) {
        *pres = 0;
        return -1;
    }
    return JS_ToLengthFree(ctx, pres, len_val);
}

/* Up to this many arguments from a list are put on the stack. */
#define JS_FEW_ARGS 6

/* The function called may write to its arguments and change the array. */
static JSValue js_call_few(JSContext *ctx, JSValueConst func_obj,
                           JSValueConst this_obj, JSValueConst *values,
                           uint32_t count)
{
    JSValue args[JS_FEW_ARGS], ret;
    uint32_t i;

    for (i = 0; i < count; i++)
        args[i] = js_dup(values[i]);
    ret = JS_CallInternal(ctx, func_obj, this_obj, count, vc(args), 0, NULL);
    for (i = 0; i < count; i++)
        js_free_inline(ctx->rt, args[i]);
    return ret;
}

/* XXX: should use ValueArray */
static JSValue *build_arg_list(JSContext *ctx, uint32_t *plen,
                               JSValueConst array_arg)
{
    uint32_t i;
    int64_t len;
    JSValue *tab, ret;
    JSObject *p;

    if (JS_VALUE_GET_TAG(array_arg) != JS_TAG_OBJECT) {
        JS_ThrowTypeError(ctx, "CreateListFromArrayLike called on non-object");
        return NULL;
    }
    if (js_get_length64(ctx, &len, array_arg))
        return NULL;
    if (len > JS_MAX_LISTED_ARGS - ctx->rt->listed_args) {
        JS_ThrowStackOverflow(ctx);
        return NULL;
    }
    /* avoid allocating 0 bytes */
    tab = js_mallocz(ctx, sizeof(tab[0]) * max_uint32(1, (uint32_t)len));
    if (!tab)
        return NULL;
    p = JS_VALUE_GET_OBJ(array_arg);
    if ((p->class_id == JS_CLASS_ARRAY || p->class_id == JS_CLASS_ARGUMENTS) &&
        p->fast_array && len == p->u.array.count) {
        for (i = 0; i < len; i++) {
            tab[i] = js_dup(p->u.array.u.values[i]);
        }
    } else {
        for (i = 0; i < len; i++) {
            ret = JS_GetPropertyUint32(ctx, array_arg, i);
            if (JS_IsException(ret)) {
                ctx->rt->listed_args += i;
                free_arg_list(ctx, tab, i);
                return NULL;
            }
            tab[i] = ret;
        }
    }
    ctx->rt->listed_args += len;
    *plen = len;
    return tab;
}

static JSValue js_throw_not_applicable(JSContext *ctx, JSValueConst val)
{
    char words[JS_WORDS_SIZE], buf[JS_WORDS_SIZE];
    const char *type = js_type_and_words_of(ctx, buf, val);
    /* the articles are V8's */
    const char *article = JS_IsNull(val) ? "" : type[0] == 'o' ? "an " : "a ";

    if (JS_IsNull(val))
        type = "null";
    return JS_ThrowTypeError(ctx,
                             "Function.prototype.apply was called on %s, which "
                             "is %s%.*s and not a function",
                             js_words_of(ctx, words, val), article,
                             (int)strcspn(type, " "), type);
}

/* magic value: 0 = normal apply, 1 = apply for constructor, 2 =
   Reflect.apply */
static JSValue js_function_apply(JSContext *ctx, JSValueConst this_val,
                                 int argc, JSValueConst *argv, int magic)
{
    JSValueConst this_arg, array_arg, *values;
    uint32_t len;
    JSValue *tab, ret;

    if (!JS_IsFunction(ctx, this_val))
        return js_throw_not_applicable(ctx, this_val);
    this_arg = argv[0];
    array_arg = argv[1];
    if ((JS_VALUE_GET_TAG(array_arg) == JS_TAG_UNDEFINED ||
         JS_VALUE_GET_TAG(array_arg) == JS_TAG_NULL) &&
        magic != 2) {
        return JS_Call(ctx, this_val, this_arg, 0, NULL);
    }
    if (likely(!(magic & 1) && JS_GetArrayValues(array_arg, &values, &len) &&
               len <= JS_FEW_ARGS))
        return js_call_few(ctx, this_val, this_arg, values, len);
    tab = build_arg_list(ctx, &len, array_arg);
    if (!tab)
        return JS_EXCEPTION;
    if (magic & 1) {
        ret = JS_CallConstructor2(ctx, this_val, this_arg, len, vc(tab));
    } else {
        ret = JS_Call(ctx, this_val, this_arg, len, vc(tab));
    }
    free_arg_list(ctx, tab, len);
    return ret;
}

static JSValue js_function_toString(JSContext *ctx, JSValueConst this_val,
                                    int argc, JSValueConst *argv)
{
    JSObject *p;
    JSFunctionKindEnum func_kind = JS_FUNC_NORMAL;

    if (!JS_IsFunction(ctx, this_val))
        return js_throw_not_boxed(ctx, "Function");

    p = JS_VALUE_GET_OBJ(this_val);
    if (js_class_has_bytecode(p->class_id)) {
        JSFunctionBytecode *b = p->u.func.function_bytecode;
        /* `b->source` must be pure ASCII or UTF-8 encoded */
        if (b->source)
            return JS_NewStringLen(ctx, b->source, b->source_len);
    }
    {
        JSValue name;
        const char *pref, *suff;

        switch (func_kind) {
        default:
        case JS_FUNC_NORMAL:
            pref = "function ";
            break;
        case JS_FUNC_GENERATOR:
            pref = "function *";
            break;
        case JS_FUNC_ASYNC:
            pref = "async function ";
            break;
        case JS_FUNC_ASYNC_GENERATOR:
            pref = "async function *";
            break;
        }
        suff = "() { [native code] }";
        name = JS_UNDEFINED;
        if (p->class_id != JS_CLASS_BOUND_FUNCTION &&
            p->class_id != JS_CLASS_PROXY)
            name = JS_GetProperty(ctx, this_val, JS_ATOM_name);
        if (JS_IsUndefined(name))
            name = js_empty_string(ctx->rt);
        return JS_ConcatString3(ctx, pref, name, suff);
    }
}
