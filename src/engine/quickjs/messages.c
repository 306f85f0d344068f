/*
 * messages.c - V8's words for what goes wrong at run time: how a value, an
 * object or a function is named in a message. Messages whose arguments are
 * those of stock are in the list `words`; expressions.c finds the text of the
 * expression that failed.
 *
 * What must stay true: no function here runs code of the program. A getter or a
 * toString() of its own is never called for a message.
 */

/* 'fmt' has the name of the property and then the object */
static int js_throw_refused(JSContext *ctx, int flags, const char *fmt,
                            JSAtom atom, JSValueConst obj)
{
    char name[ATOM_GET_STR_BUF_SIZE], words[JS_WORDS_SIZE];

    if (!(flags & JS_PROP_THROW) &&
        !((flags & JS_PROP_THROW_STRICT) && is_strict_mode(ctx)))
        return false;
    JS_ThrowTypeError(ctx, fmt, JS_AtomGetStr(ctx, name, sizeof(name), atom),
                      js_words_of(ctx, words, obj));
    return -1;
}

static int JS_ThrowTypeErrorReadOnly(JSContext *ctx, int flags, JSAtom atom,
                                     JSValueConst obj)
{
    if (JS_IsString(obj))
        return js_throw_refused(
            ctx, flags,
            "Cannot assign to read only property '%s' of string '%s'", atom,
            obj);
    return js_throw_refused(
        ctx, flags, "Cannot assign to read only property '%s' of object '%s'",
        atom, obj);
}

/* A value that is no object cannot get a property of its own. */
static int js_throw_no_receiver(JSContext *ctx, int flags, JSAtom prop,
                                JSValueConst receiver)
{
    const char *fmt = "Cannot create property '%s' on %s";

    if (JS_IsString(receiver))
        fmt = __JS_AtomIsTaggedInt(prop) &&
                      __JS_AtomToUInt32(prop) < string_rope_get_len(receiver)
                  ? "Cannot assign to read only property '%s' of string '%s'"
                  : "Cannot create property '%s' on string '%s'";
    else if (JS_IsNumber(receiver))
        fmt = "Cannot create property '%s' on number '%s'";
    else if (JS_IsBool(receiver))
        fmt = "Cannot create property '%s' on boolean '%s'";
    else if (JS_IsSymbol(receiver))
        fmt = "Cannot create property '%s' on symbol '%s'";
    else if (JS_IsBigInt(receiver))
        fmt = "Cannot create property '%s' on bigint '%s'";
    return js_throw_refused(ctx, flags, fmt, prop, receiver);
}

JSValue JS_ThrowOutOfMemory(JSContext *ctx)
{
    JSRuntime *rt = ctx->rt;
    size_t limit = rt->malloc_state.malloc_limit;
    if (!rt->in_out_of_memory && !js_is_stopping(rt)) {
        rt->in_out_of_memory = true;
        /* the error itself has to fit */
        if (limit != 0)
            rt->malloc_state.malloc_limit = limit + 65536;
        JS_ThrowInternalError(ctx, "out of memory");
        rt->malloc_state.malloc_limit = limit;
        /* else it gets its stack from the function that is left by it */
        if (!rt->current_stack_frame ||
            !JS_GetFunctionBytecode(rt->current_stack_frame->cur_func))
            build_backtrace(ctx, rt->current_exception, JS_UNDEFINED, NULL, 0,
                            0, 0);
        rt->in_out_of_memory = false;
    }
    return JS_EXCEPTION;
}

/* the name of the function in the property 'constructor', if it is plain data
 */
static bool js_constructor_name(JSContext *ctx, JSObject *p, char *buf,
                                size_t size)
{
    JSShapeProperty *prs;
    JSProperty *pr;
    JSObject *f;

    for (; p && p->class_id != JS_CLASS_PROXY; p = p->shape->proto) {
        prs = find_own_property(&pr, p, JS_ATOM_constructor);
        if (!prs)
            continue;
        if ((prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL ||
            !JS_IsFunction(ctx, pr->u.value))
            return false;
        f = JS_VALUE_GET_OBJ(pr->u.value);
        prs = find_own_property(&pr, f, JS_ATOM_name);
        if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL ||
            !JS_IsString(pr->u.value))
            return false;
        js_put_words(ctx, buf, size, pr->u.value);
        return *buf != '\0';
    }
    return false;
}

/* the property of the object or of one it inherits from, if it is plain data */
static JSValueConst js_find_plain(JSObject *p, JSAtom atom)
{
    JSShapeProperty *prs;
    JSProperty *pr;

    for (; p && p->class_id != JS_CLASS_PROXY; p = p->shape->proto) {
        prs = find_own_property(&pr, p, atom);
        if (prs)
            return (prs->flags & JS_PROP_TMASK) == JS_PROP_NORMAL
                       ? pr->u.value
                       : JS_UNDEFINED;
    }
    return JS_UNDEFINED;
}

/* "[object Module]": of what has a toString() of its own, or none */
static const char *js_words_of_tag(JSContext *ctx, char *buf, JSObject *p)
{
    JSValueConst tag = js_find_plain(p, JS_ATOM_Symbol_toStringTag);
    char name[ATOM_GET_STR_BUF_SIZE];

    if (JS_IsString(tag))
        js_put_words(ctx, name, sizeof(name), tag);
    else
        JS_AtomGetStr(ctx, name, sizeof(name),
                      ctx->rt->class_array[p->class_id].class_name);
    snprintf(buf, JS_WORDS_SIZE, "[object %s]", name);
    return buf;
}

static bool js_has_usual_to_string(JSContext *ctx, JSObject *p)
{
    JSObject *usual = JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_OBJECT]);
    JSValueConst a = js_find_plain(p, JS_ATOM_toString);
    JSShapeProperty *prs;
    JSProperty *pr;
    JSValueConst b = js_find_plain(usual, JS_ATOM_toString);

    if (JS_IsObject(a) && JS_IsObject(b))
        return JS_VALUE_GET_OBJ(a) == JS_VALUE_GET_OBJ(b);
    /* in a new realm nobody has asked for it yet */
    while (p && p->class_id != JS_CLASS_PROXY &&
           !find_own_property(&pr, p, JS_ATOM_toString))
        p = p->shape->proto;
    prs = find_own_property(&pr, usual, JS_ATOM_toString);
    return p == usual && (prs->flags & JS_PROP_TMASK) == JS_PROP_AUTOINIT;
}

/* Does it say what it is as an error does? */
static bool js_is_like_error(JSContext *ctx, JSObject *p)
{
    JSObject *usual = JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_ERROR]);
    JSProperty *pr;

    if (p->class_id == JS_CLASS_ERROR)
        return true;
    while (p && p->class_id != JS_CLASS_PROXY &&
           !find_own_property(&pr, p, JS_ATOM_toString))
        p = p->shape->proto;
    return p == usual;
}

/* "TypeError: it is so", without calling anything */
static const char *js_words_of_error(JSContext *ctx, char *buf, JSObject *p)
{
    JSValueConst name = js_find_plain(p, JS_ATOM_name);
    JSValueConst message = js_find_plain(p, JS_ATOM_message);
    char first[JS_WORDS_SIZE] = "Error", second[JS_WORDS_SIZE] = "";

    if (JS_IsString(name))
        js_put_words(ctx, first, sizeof(first), name);
    if (JS_IsString(message))
        js_put_words(ctx, second, sizeof(second), message);
    snprintf(buf, JS_WORDS_SIZE, "%.100s%s%.290s", first,
             first[0] && second[0] ? ": " : "", second);
    return buf;
}

/* A text; of a long one, so many of its first and of its last characters. */
static const char *js_put_ends(JSContext *ctx, char *buf, JSValueConst text,
                               uint32_t first, uint32_t last)
{
    char head[ATOM_GET_STR_BUF_SIZE], tail[ATOM_GET_STR_BUF_SIZE];
    JSString *p = JS_VALUE_GET_STRING(text);
    JSValue begin, end;

    if (p->len <= 128)
        return js_put_words(ctx, buf, JS_WORDS_SIZE, text);
    begin = js_sub_string(ctx, p, 0, first);
    end = js_sub_string(ctx, p, p->len - last, p->len);
    snprintf(buf, JS_WORDS_SIZE, "%s...<omitted>...%s",
             js_put_words(ctx, head, sizeof(head), begin),
             js_put_words(ctx, tail, sizeof(tail), end));
    JS_FreeValue(ctx, begin);
    JS_FreeValue(ctx, end);
    return buf;
}

/* its source */
static const char *js_words_of_function(JSContext *ctx, char *buf,
                                        JSValueConst val)
{
    JSValue text = js_function_toString(ctx, val, 0, NULL);

    if (JS_IsException(text)) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        return strcpy(buf, "#<Function>");
    }
    js_put_ends(ctx, buf, text, 111, 2);
    JS_FreeValue(ctx, text);
    return buf;
}

static const char *js_words_of_symbol(JSContext *ctx, char *buf,
                                      JSValueConst val)
{
    char name[JS_WORDS_SIZE];

    js_put_ends(ctx, name, JS_MKPTR(JS_TAG_STRING, JS_VALUE_GET_PTR(val)), 56,
                56);
    snprintf(buf, JS_WORDS_SIZE, "Symbol(%.380s)", name);
    return buf;
}

static const char *js_words_of(JSContext *ctx, char *buf, JSValueConst val)
{
    char name[ATOM_GET_STR_BUF_SIZE];

    if (JS_IsObject(val)) {
        if (JS_VALUE_GET_OBJ(val)->class_id == JS_CLASS_ARRAY)
            return "[object Array]";
        if (JS_IsFunction(ctx, val))
            return js_words_of_function(ctx, buf, val);
        if (js_is_like_error(ctx, JS_VALUE_GET_OBJ(val)))
            return js_words_of_error(ctx, buf, JS_VALUE_GET_OBJ(val));
        if (!js_has_usual_to_string(ctx, JS_VALUE_GET_OBJ(val)) ||
            !js_constructor_name(ctx, JS_VALUE_GET_OBJ(val), name,
                                 sizeof(name)))
            return js_words_of_tag(ctx, buf, JS_VALUE_GET_OBJ(val));
        snprintf(buf, JS_WORDS_SIZE, "#<%s>", name);
        return buf;
    }
    if (JS_IsSymbol(val))
        return js_words_of_symbol(ctx, buf, val);
    return js_put_words(ctx, buf, JS_WORDS_SIZE, val);
}

/* 'string "x"'; of a long one, how it begins */
static const char *js_words_of_string(JSContext *ctx, char *buf,
                                      JSValueConst val)
{
    char words[ATOM_GET_STR_BUF_SIZE];
    JSValue flat = JS_ToString(ctx, val), begin = JS_UNDEFINED;
    bool is_long = JS_IsString(flat) && JS_VALUE_GET_STRING(flat)->len > 100;

    if (is_long)
        begin = js_sub_string(ctx, JS_VALUE_GET_STRING(flat), 0, 100);
    js_put_words(ctx, words, sizeof(words), is_long ? begin : flat);
    snprintf(buf, JS_WORDS_SIZE, "string \"%s%s\"", words,
             is_long ? "<...>" : "");
    JS_FreeValue(ctx, begin);
    JS_FreeValue(ctx, flat);
    return buf;
}

/* 'number 5', 'string "x"', 'undefined', 'object': where there is no text */
static const char *js_type_and_words_of(JSContext *ctx, char *buf,
                                        JSValueConst val)
{
    char words[JS_WORDS_SIZE];

    if (JS_IsUndefined(val))
        return "undefined";
    if (JS_IsNull(val))
        return "object null";
    if (JS_IsString(val))
        return js_words_of_string(ctx, buf, val);
    js_words_of(ctx, words, val);
    if (JS_IsNumber(val) || JS_IsBool(val))
        snprintf(buf, JS_WORDS_SIZE, "%s %.80s",
                 JS_IsBool(val) ? "boolean" : "number", words);
    else
        snprintf(buf, JS_WORDS_SIZE, "%s",
                 JS_IsSymbol(val)          ? "symbol"
                 : JS_IsBigInt(val)        ? "bigint"
                 : JS_IsFunction(ctx, val) ? "function"
                                           : "object");
    return buf;
}

static const char js_no_words[] = "(intermediate value)";
/* A parameter that is a pattern: the message describes its value. */
static const char js_pattern_words[] = ".parameter";

static JSValue js_throw_not_callable(JSContext *ctx, JSValueConst val)
{
    char buf[JS_WORDS_SIZE];
    int op;

    if (js_words_in_code(ctx, buf, 0, &op) &&
        (op == OP_call || op == OP_call_method || op == OP_tail_call ||
         op == OP_tail_call_method || (op >= OP_call0 && op <= OP_call3)))
        return JS_ThrowTypeError(ctx, "%s is not a function", buf);
    return JS_ThrowTypeError(ctx, "%s is not a function",
                             js_type_and_words_of(ctx, buf, val));
}

/* The parent of a class has no name if it is Function.prototype. */
static const char *js_words_of_parent(JSContext *ctx, char *buf,
                                      JSValueConst parent)
{
    JSValueConst name = JS_UNDEFINED;

    if (!JS_IsFunction(ctx, parent))
        return js_words_of(ctx, buf, parent);
    name = js_find_plain(JS_VALUE_GET_OBJ(parent), JS_ATOM_name);
    if (JS_IsString(name) && JS_VALUE_GET_STRING(name)->len > 0)
        return js_put_words(ctx, buf, JS_WORDS_SIZE, name);
    return "null";
}

/* Is it super() of the running class that has this one as its parent? */
static bool js_throw_no_super(JSContext *ctx, JSValueConst parent)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    char words[JS_WORDS_SIZE], name[JS_WORDS_SIZE] = "";
    JSFunctionBytecode *b;
    JSObject *f;

    if (!sf || js_frame_is_native(sf) || !JS_IsObject(parent))
        return false;
    f = JS_VALUE_GET_OBJ(sf->cur_func);
    b = f->u.func.function_bytecode;
    if (!b->is_derived_class_constructor ||
        f->shape->proto != JS_VALUE_GET_OBJ(parent))
        return false;
    if (JS_IsString(js_find_plain(f, JS_ATOM_name)))
        js_put_words(ctx, name, sizeof(name), js_find_plain(f, JS_ATOM_name));
    JS_ThrowTypeError(ctx, "Super constructor %s of %s is not a constructor",
                      js_words_of_parent(ctx, words, parent),
                      name[0] ? name : "anonymous class");
    return true;
}

static JSValue js_throw_not_constructor(JSContext *ctx, JSValueConst val)
{
    char buf[JS_WORDS_SIZE];
    int op;

    if (js_throw_no_super(ctx, val))
        return JS_EXCEPTION;
    if (js_words_in_code(ctx, buf, 1, &op) && op == OP_call_constructor)
        return JS_ThrowTypeError(ctx, "%s is not a constructor", buf);
    return JS_ThrowTypeError(ctx, "%s is not a constructor",
                             js_words_of(ctx, buf, val));
}

static JSValue js_throw_not_applied(JSContext *ctx, JSValueConst val, int flags)
{
    char buf[JS_WORDS_SIZE];
    int op;

    if (!(flags & JS_APPLY_NAMED) || !js_words_in_code(ctx, buf, 2, &op))
        return flags & JS_APPLY_NEW ? js_throw_not_constructor(ctx, val)
                                    : js_throw_not_applicable(ctx, val);
    return JS_ThrowTypeError(ctx,
                             flags & JS_APPLY_NEW ? "%s is not a constructor"
                                                  : "%s is not a function",
                             buf);
}

static JSValue js_throw_not_spreadable(JSContext *ctx, const char *words,
                                       JSValueConst val)
{
    bool is_null = JS_IsUndefined(val) || JS_IsNull(val);

    if (!strcmp(words, js_no_words) && is_null)
        words = JS_IsNull(val) ? "null" : "undefined";
    if (!js_is_spread_in_call(ctx))
        return JS_ThrowTypeError(ctx, "%s is not iterable", words);
    if (is_null)
        return JS_ThrowTypeError(ctx,
                                 "%s is not iterable (cannot read property %s)",
                                 words, JS_IsNull(val) ? "null" : "undefined");
    return JS_ThrowTypeError(
        ctx,
        "Spread syntax requires ...iterable[Symbol.iterator] to be a function");
}

/* "f(...)" becomes "f" */
static bool js_cut_call(char *words)
{
    size_t len = strlen(words);

    if (len < 5 || strcmp(words + len - 5, "(...)"))
        return false;
    words[len - 5] = '\0';
    return true;
}

/* V8 finds no words for "const [a] = b.c", nor for "const [a] = b.c()" */
static bool js_is_member_in_pattern(JSContext *ctx, char *buf)
{
    int op;

    if (!js_words_in_code(ctx, buf, 0, &op) || op != OP_for_of_start ||
        *ctx->rt->current_stack_frame->cur_pc != OP_for_of_next)
        return false;
    js_cut_call(buf);
    return buf[0] != '.' && strchr(buf, '.');
}

/* V8 has no words for what is delegated to. The code that follows drops what a
   loop needs for the end of the iterator. */
static bool js_is_yield_star(JSContext *ctx)
{
    return *ctx->rt->current_stack_frame->cur_pc == OP_drop;
}

/* "[a] = b", where the value stays on the stack: V8 has no words for it. */
static bool js_is_array_assigned(JSContext *ctx)
{
    const uint8_t *pc = ctx->rt->current_stack_frame->cur_pc;

    return pc[0] == OP_for_of_next && pc[-2] == OP_dup;
}

static JSValue js_throw_not_iterable(JSContext *ctx, JSValueConst val,
                                     bool is_async)
{
    char buf[JS_WORDS_SIZE];
    int op = OP_nop;

    if (is_async && (JS_IsUndefined(val) || JS_IsNull(val)))
        return js_throw_no_property(ctx, val, JS_ATOM_Symbol_asyncIterator,
                                    false);
    if (js_is_member_in_pattern(ctx, buf))
        goto without_words;
    if (js_words_in_code(ctx, buf, 0, &op) &&
        (!strcmp(buf, js_pattern_words) || !strcmp(buf, ".catch") ||
         (op == OP_for_of_start && js_is_array_assigned(ctx))))
        goto without_words;
    if ((op == OP_for_of_start || op == OP_for_await_of_start) &&
        js_is_yield_star(ctx)) {
        if (!strpbrk(buf, ".[("))
            goto without_words;
        return JS_ThrowTypeError(ctx, "yield* %s is not %siterable",
                                 js_no_words, is_async ? "async " : "");
    }
    if (js_words_in_code(ctx, buf, 0, &op) && js_cut_call(buf) &&
        (op == OP_for_of_start || op == OP_for_await_of_start ||
         (op == OP_append && !js_is_spread_in_call(ctx))))
        return JS_ThrowTypeError(
            ctx, "%s is not a function or its return value is not %siterable",
            buf, is_async ? "async " : "");
    if (js_words_in_code(ctx, buf, 0, &op) && op == OP_append)
        return js_throw_not_spreadable(ctx, buf, val);
    if (js_words_in_code(ctx, buf, 0, &op) &&
        (op == OP_for_of_start || op == OP_for_await_of_start ||
         op == OP_append)) {
        return JS_ThrowTypeError(ctx, "%s is not %siterable", buf,
                                 is_async ? "async " : "");
    }
without_words:
    return JS_ThrowTypeError(
        ctx, "%s is not %siterable (cannot read property Symbol(Symbol.%s))",
        js_type_and_words_of(ctx, buf, val), is_async ? "async " : "",
        is_async ? "asyncIterator" : "iterator");
}

static JSValue js_throw_no_property(JSContext *ctx, JSValueConst obj,
                                    JSAtom prop, bool is_set)
{
    char buf[ATOM_GET_STR_BUF_SIZE];
    JSValue key = JS_AtomToValue(ctx, prop);
    char words[JS_WORDS_SIZE];
    const char *name;

    name = JS_IsSymbol(key) && JS_AtomGetKind(ctx, prop) != JS_ATOM_KIND_PRIVATE
               ? js_words_of(ctx, words, key)
               : JS_AtomGetStr(ctx, buf, sizeof(buf), prop);
    JS_FreeValue(ctx, key);
    if (prop == JS_ATOM_Symbol_iterator && !is_set)
        return JS_ThrowTypeError(
            ctx,
            "%s is not iterable (cannot read property Symbol(Symbol.iterator))",
            JS_IsNull(obj) ? "object null" : "undefined");
    return JS_ThrowTypeError(ctx, "Cannot %s properties of %s (%s '%s')",
                             is_set ? "set" : "read",
                             JS_IsNull(obj) ? "null" : "undefined",
                             is_set ? "setting" : "reading", name);
}

/* The same where the key is a value. Of an object that has a text of its own
   nobody asks for it. */
static JSValue js_throw_no_element(JSContext *ctx, JSValueConst obj,
                                   JSValueConst key, bool is_set)
{
    char words[JS_WORDS_SIZE];
    JSValue ret;
    JSAtom atom;

    if (!JS_IsObject(key)) {
        atom = JS_ValueToAtom(ctx, key);
        if (atom == JS_ATOM_NULL)
            return JS_EXCEPTION;
        ret = js_throw_no_property(ctx, obj, atom, is_set);
        JS_FreeAtom(ctx, atom);
        return ret;
    }
    js_words_of(ctx, words, key);
    if (!JS_IsFunction(ctx, key) && strncmp(words, "#<", 2))
        return JS_ThrowTypeError(ctx, "Cannot %s properties of %s",
                                 is_set ? "set" : "read",
                                 JS_IsNull(obj) ? "null" : "undefined");
    return JS_ThrowTypeError(ctx, "Cannot %s properties of %s (%s '%s')",
                             is_set ? "set" : "read",
                             JS_IsNull(obj) ? "null" : "undefined",
                             is_set ? "setting" : "reading", words);
}

static const char *js_function_words(JSContext *ctx, char *buf,
                                     JSValueConst func)
{
    JSProperty *pr;

    if (find_own_property(&pr, JS_VALUE_GET_OBJ(func), JS_ATOM_name) &&
        JS_IsString(pr->u.value))
        return js_put_words(ctx, buf, JS_WORDS_SIZE, pr->u.value);
    return strcpy(buf, "");
}

static JSValue js_throw_needs_new(JSContext *ctx, JSValueConst func)
{
    char name[JS_WORDS_SIZE];

    js_function_words(ctx, name, func);
    if (!strcmp(name, "Promise"))
        return JS_ThrowTypeError(
            ctx, "Promise constructor cannot be invoked without 'new'");
    return JS_ThrowTypeError(ctx, "Constructor %s requires 'new'", name);
}

/* a method of the language was called on something else */
static JSValue js_throw_wrong_receiver(JSContext *ctx, const char *class_name)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    char buf[JS_WORDS_SIZE], name[JS_WORDS_SIZE];

    if (!sf || !js_frame_is_native(sf) || sf->is_constructor)
        return JS_ThrowTypeError(ctx, "%s object expected", class_name);
    js_function_words(ctx, name, sf->cur_func);
    return JS_ThrowTypeError(
        ctx, "Method %s%s.prototype.%s called on incompatible receiver %s",
        strncmp(name, "get ", 4) ? "" : "get ", class_name,
        strncmp(name, "get ", 4) ? name : name + 4,
        js_words_of(ctx, buf, sf->this_val));
}

static bool js_is_word_in(const char *word, const char *const *list)
{
    for (; *list; list++) {
        if (!strcmp(word, *list))
            return true;
    }
    return false;
}

/* A method of Array.prototype or String.prototype was called on nothing; false
   if it was something else. */
static bool js_throw_nobody(JSContext *ctx, JSValueConst proto,
                            const char *class_name)
{
    /* the methods of Array.prototype that V8 names */
    static const char *const named[] = {
        "concat",    "forEach",     "map",           "filter", "find",
        "findIndex", "findLast",    "findLastIndex", "every",  "some",
        "reduce",    "reduceRight", "indexOf",       NULL
    };
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    char name[JS_WORDS_SIZE];
    JSProperty *pr;
    JSAtom atom;
    bool found;

    if (!sf || !js_frame_is_native(sf) || sf->is_constructor ||
        !(JS_IsUndefined(sf->this_val) || JS_IsNull(sf->this_val)))
        return false;
    js_function_words(ctx, name, sf->cur_func);
    if (class_name[0] == 'A' && !js_is_word_in(name, named))
        return false;
    atom = JS_NewAtom(ctx, name);
    found = find_own_property(&pr, JS_VALUE_GET_OBJ(proto), atom) != NULL;
    JS_FreeAtom(ctx, atom);
    if (found)
        JS_ThrowTypeError(ctx, "%s.prototype.%s called on null or undefined",
                          class_name, name);
    return found;
}

/* a method of a boxed primitive, "Number" or the like, was called on something
   else */
static JSValue js_throw_not_boxed(JSContext *ctx, const char *class_name)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    char name[JS_WORDS_SIZE];

    if (!sf || !js_frame_is_native(sf))
        return JS_ThrowTypeError(ctx, "not a %s", class_name);
    js_function_words(ctx, name, sf->cur_func);
    return JS_ThrowTypeError(
        ctx, "%s.prototype.%s requires that 'this' be a %s", class_name,
        strncmp(name, "get ", 4) ? name : name + 4, class_name);
}

/* 'fmt' has the words of the value */
static JSValue js_throw_type_of(JSContext *ctx, const char *fmt,
                                JSValueConst val)
{
    char buf[JS_WORDS_SIZE];

    return JS_ThrowTypeError(ctx, fmt, js_words_of(ctx, buf, val));
}

static JSValue js_throw_range_of(JSContext *ctx, const char *fmt,
                                 JSValueConst val)
{
    char buf[JS_WORDS_SIZE];

    return JS_ThrowRangeError(ctx, fmt, js_words_of(ctx, buf, val));
}

JSValue JS_ThrowNotCloned(JSContext *ctx, JSValueConst val)
{
    char buf[JS_WORDS_SIZE];

    return JS_ThrowDOMException(ctx, "DataCloneError",
                                "%s could not be cloned.",
                                js_words_of(ctx, buf, val));
}

/* "[object Array]" */
static JSValue js_throw_no_entry(JSContext *ctx, JSValueConst val)
{
    return js_throw_type_of(ctx, "Iterator value %s is not an entry object",
                            val);
}

static bool js_is_reflect(JSContext *ctx, JSValueConst val)
{
    JSProperty *pr;
    JSShapeProperty *prs;
    const char *tag;
    bool is;

    if (!JS_IsObject(val))
        return false;
    prs = find_own_property(&pr, JS_VALUE_GET_OBJ(val),
                            JS_ATOM_Symbol_toStringTag);
    if (!prs)
        return false;
    /* not looked at yet, so it is one of the language's own objects: of those
       with such a tag no other takes objects */
    if ((prs->flags & JS_PROP_TMASK) == JS_PROP_AUTOINIT)
        return true;
    if ((prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL ||
        !JS_IsString(pr->u.value))
        return false;
    tag = JS_ToCString(ctx, pr->u.value);
    if (!tag) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        return false;
    }
    is = !strcmp(tag, "Reflect");
    JS_FreeCString(ctx, tag);
    return is;
}

static JSValue JS_ThrowTypeErrorNotAnObject(JSContext *ctx)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    char owner[JS_WORDS_SIZE], name[JS_WORDS_SIZE];

    if (sf && js_frame_is_native(sf) && !sf->is_constructor &&
        JS_IsFunction(ctx, sf->this_val))
        return JS_ThrowTypeError(ctx, "%s.%s called on non-object",
                                 js_function_words(ctx, owner, sf->this_val),
                                 js_function_words(ctx, name, sf->cur_func));
    /* the functions of Reflect have no class, but this object for owner */
    if (sf && js_frame_is_native(sf) && !sf->is_constructor &&
        js_is_reflect(ctx, sf->this_val))
        return JS_ThrowTypeError(ctx, "Reflect.%s called on non-object",
                                 js_function_words(ctx, name, sf->cur_func));
    return JS_ThrowTypeError(ctx, "not an object");
}

static JSValue JS_ThrowReferenceErrorUninitialized(JSContext *ctx, JSAtom name)
{
    char buf[ATOM_GET_STR_BUF_SIZE];
    if (name == JS_ATOM_this)
        return JS_ThrowReferenceError(
            ctx, "Must call super constructor in derived class before "
                 "accessing 'this' or returning from derived constructor");
    return JS_ThrowReferenceError(
        ctx, "Cannot access '%s' before initialization",
        name == JS_ATOM_NULL ? "a variable"
                             : JS_AtomGetStr(ctx, buf, sizeof(buf), name));
}

static JSValue JS_ThrowTypeErrorInvalidClass(JSContext *ctx, int class_id)
{
    JSRuntime *rt = ctx->rt;
    JSAtom name;
    name = rt->class_array[class_id].class_name;
    {
        char buf[ATOM_GET_STR_BUF_SIZE];
        return js_throw_wrong_receiver(
            ctx, JS_AtomGetStr(ctx, buf, sizeof(buf), name));
    }
}
