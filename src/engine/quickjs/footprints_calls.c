/*
 * footprints_calls.c - what built-in functions read and write for the program.
 *
 * A call is noted where the program makes it, by what the function is known to
 * do with its receiver and arguments: push() changes the array, Map.get() reads
 * an entry, JSON.stringify() reads all that it can reach. What is not in the
 * table below reads its receiver if that is an array, Map, Set or buffer; a
 * function of the host reads its arguments as well. Methods of the host's
 * emitters (streams, sockets, servers) change the state of the emitter, which
 * is one thing, unless their names say that they only look.
 *
 * footprints.c includes this file.
 */

typedef enum JSCallAct {
    JS_ACT_NONE,
    JS_ACT_CHANGE,       /* all of the receiver */
    JS_ACT_GET_ENTRY,    /* the first argument is its key */
    JS_ACT_SET_ENTRY,
    JS_ACT_OWN_KEY,      /* a property of the receiver */
    JS_ACT_KEY_OF_FIRST, /* a property of the first argument */
    JS_ACT_SET_KEY_OF_FIRST,
    JS_ACT_CHANGE_FIRST, /* all of the first argument; the rest is read */
    JS_ACT_READ_ARGS,
    JS_ACT_READ_DEEP,
} JSCallAct;

typedef struct JSCallRule {
    void *function;
    int magic; /* -1: any */
    JSCallAct act;
} JSCallRule;

static const JSCallRule js_call_rules[] = {
    { js_array_push, -1, JS_ACT_CHANGE },
    { js_map_get, -1, JS_ACT_GET_ENTRY },
    { js_map_set, -1, JS_ACT_SET_ENTRY },
    { js_map_has, -1, JS_ACT_GET_ENTRY },
    { js_map_delete, -1, JS_ACT_SET_ENTRY },
    { js_map_getOrInsert, -1, JS_ACT_SET_ENTRY },
    { js_map_clear, -1, JS_ACT_CHANGE },
    { js_array_pop, -1, JS_ACT_CHANGE },
    { js_array_slice, 1, JS_ACT_CHANGE },
    { js_array_sort, -1, JS_ACT_CHANGE },
    { js_array_reverse, -1, JS_ACT_CHANGE },
    { js_array_fill, -1, JS_ACT_CHANGE },
    { js_array_copyWithin, -1, JS_ACT_CHANGE },
    { js_typed_array_set, -1, JS_ACT_CHANGE },
    { js_typed_array_fill, -1, JS_ACT_CHANGE },
    { js_typed_array_copyWithin, -1, JS_ACT_CHANGE },
    { js_typed_array_reverse, -1, JS_ACT_CHANGE },
    { js_typed_array_sort, -1, JS_ACT_CHANGE },
    { js_object_keys, -1, JS_ACT_READ_ARGS },
    { js_json_stringify, -1, JS_ACT_READ_DEEP },
    { js_object_hasOwnProperty, -1, JS_ACT_OWN_KEY },
    { js_object_hasOwn, -1, JS_ACT_KEY_OF_FIRST },
    { js_object_assign, -1, JS_ACT_CHANGE_FIRST },
    { js_object_defineProperty, -1, JS_ACT_SET_KEY_OF_FIRST },
    { js_object_defineProperties, -1, JS_ACT_CHANGE_FIRST },
    { js_object_setPrototypeOf, -1, JS_ACT_CHANGE_FIRST },
    { js_object_seal, -1, JS_ACT_CHANGE_FIRST },
    { js_object_preventExtensions, -1, JS_ACT_CHANGE_FIRST },
    { js_object_getOwnPropertyNames, -1, JS_ACT_READ_ARGS },
    { js_object_getOwnPropertySymbols, -1, JS_ACT_READ_ARGS },
    { js_object_getOwnPropertyDescriptor, -1, JS_ACT_KEY_OF_FIRST },
    { js_object_getOwnPropertyDescriptors, -1, JS_ACT_READ_ARGS },
    { js_object_fromEntries, -1, JS_ACT_READ_ARGS },
    { js_array_from, -1, JS_ACT_READ_ARGS },
    { js_array_concat, -1, JS_ACT_READ_ARGS },
    { js_reflect_get, -1, JS_ACT_KEY_OF_FIRST },
    { js_reflect_has, -1, JS_ACT_KEY_OF_FIRST },
    { js_reflect_ownKeys, -1, JS_ACT_READ_ARGS },
    { js_reflect_set, -1, JS_ACT_SET_KEY_OF_FIRST },
    { js_reflect_deleteProperty, -1, JS_ACT_SET_KEY_OF_FIRST },
    { js_reflect_setPrototypeOf, -1, JS_ACT_CHANGE_FIRST },
};

/* A call as it is about to be made. */
typedef struct JSNotedCall {
    JSValueConst function;
    JSValueConst self;
    int argc;
    const JSValue *argv;
} JSNotedCall;

static JSCallAct js_find_act(JSObject *function)
{
    void *c_function = (void *)function->u.cfunc.c_function.generic;

    for (size_t i = 0; i < countof(js_call_rules); i++) {
        const JSCallRule *rule = &js_call_rules[i];
        if (rule->function == c_function &&
            (rule->magic < 0 || rule->magic == function->u.cfunc.magic))
            return rule->act;
    }
    return JS_ACT_NONE;
}

static void js_note_entry(const JSNote *n, JSValueConst map, JSValueConst key,
                          bool is_write, uint64_t value)
{
    JSObject *p = js_noted_object(map);
    JSAtom atom = JS_ATOM_NULL;
    uint64_t thing, sub = 0;

    if (!p || !js_is_map(p))
        return;
    thing = js_thing_of(n, p, JS_THING_ENTRIES);
    if (!thing)
        return;
    if (JS_VALUE_GET_TAG(key) == JS_TAG_OBJECT)
        sub = js_thing_of(n, JS_VALUE_GET_OBJ(key), JS_THING_OBJECT);
    else if (JS_IsString(key) || JS_IsSymbol(key))
        atom = JS_ValueToAtom(n->ctx, key);
    else
        sub = js_value_hash(key);
    if (JS_HasException(n->ctx))
        JS_FreeValue(n->ctx, JS_GetException(n->ctx));
    js_enter_footprint(n, thing, atom, sub, is_write, value);
    JS_FreeAtom(n->ctx, atom);
}

/* An object or array of data, not of a class. */
static bool js_is_plain(JSContext *ctx, JSObject *p)
{
    return (p->class_id == JS_CLASS_OBJECT &&
            (!p->shape->proto ||
             p->shape->proto ==
                 JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_OBJECT]))) ||
           (p->class_id == JS_CLASS_ARRAY && p->fast_array);
}

/* What a function that prints, copies or compares looks at. */
static void js_note_deep(const JSNote *n, JSValueConst val, int depth,
                         int *budget)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(val) != JS_TAG_OBJECT || depth == 0 || --*budget < 0)
        return;
    p = JS_VALUE_GET_OBJ(val);
    if (JS_IsFunction(n->ctx, val))
        return;
    js_note_whole(n, val, false);
    if (!js_is_plain(n->ctx, p))
        return;
    if (p->class_id == JS_CLASS_ARRAY) {
        for (uint32_t i = 0; i < p->u.array.count && *budget > 0; i++)
            js_note_deep(n, p->u.array.u.values[i], depth - 1, budget);
        return;
    }
    for (int i = 0; i < p->shape->prop_count && *budget > 0; i++) {
        JSShapeProperty *prs = &get_shape_prop(p->shape)[i];
        if (prs->atom != JS_ATOM_NULL &&
            (prs->flags & JS_PROP_TMASK) == JS_PROP_NORMAL)
            js_note_deep(n, p->prop[i].u.value, depth - 1, budget);
    }
}

static void js_note_args(const JSNote *n, const JSNotedCall *c, int from,
                         bool is_deep)
{
    int budget = 64;

    for (int i = from; i < c->argc; i++) {
        if (is_deep)
            js_note_deep(n, c->argv[i], 6, &budget);
        else
            js_note_whole(n, c->argv[i], false);
    }
}

static void js_note_act(const JSNote *n, const JSNotedCall *c, JSCallAct act)
{
    JSValueConst first = c->argc > 0 ? c->argv[0] : JS_UNDEFINED;
    JSValueConst second = c->argc > 1 ? c->argv[1] : JS_UNDEFINED;
    JSObject *self;

    switch (act) {
    case JS_ACT_CHANGE:
        js_note_whole(n, c->self, true);
        break;
    case JS_ACT_GET_ENTRY:
        js_note_entry(n, c->self, first, false, 0);
        break;
    case JS_ACT_SET_ENTRY:
        js_note_entry(n, c->self, first, true, js_value_hash(second));
        break;
    case JS_ACT_OWN_KEY:
        js_note_element(n, c->self, first, false, 0);
        break;
    case JS_ACT_KEY_OF_FIRST:
        js_note_element(n, first, second, false, 0);
        break;
    case JS_ACT_SET_KEY_OF_FIRST:
        js_note_element(n, first, second, true, 0);
        break;
    case JS_ACT_CHANGE_FIRST:
        js_note_whole(n, first, true);
        js_note_args(n, c, 1, false);
        break;
    case JS_ACT_READ_ARGS:
    case JS_ACT_READ_DEEP:
        js_note_args(n, c, 0, act == JS_ACT_READ_DEEP);
        __attribute__((fallthrough)); /* concat() reads its receiver, too */
    case JS_ACT_NONE:
        self = js_noted_object(c->self);
        if (self && (self->class_id == JS_CLASS_ARRAY || js_is_map(self) ||
                     js_buffer_of(self)))
            js_note_whole(n, c->self, false);
        break;
    }
}

/* ---- The host's functions ----------------------------------------------- */

static bool js_has_prefix(const char *text, const char *const *prefixes)
{
    for (; *prefixes; prefixes++)
        if (!strncmp(text, *prefixes, strlen(*prefixes)))
            return true;
    return false;
}

/* The methods of an emitter that change its listeners. emit() notes that it
   reads them, whoever calls it: see JS_NoteEvent(). */
static bool js_changes_listeners(const char *name)
{
    static const char *const names[] = {
        "on",  "once", "addListener", "prependListener", "prependOnceListener",
        "off", "removeListener", "removeAllListeners",
    };

    for (size_t i = 0; i < countof(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static void js_note_event(const JSNote *n, JSObject *p, JSValueConst type,
                          bool is_write)
{
    JSAtom key = JS_ATOM_NULL;

    if (JS_IsString(type) || JS_IsSymbol(type))
        key = JS_ValueToAtom(n->ctx, type);
    if (JS_HasException(n->ctx))
        JS_FreeValue(n->ctx, JS_GetException(n->ctx));
    js_note_object(n, p, JS_THING_EVENTS, key, is_write, 0);
    JS_FreeAtom(n->ctx, key);
}

static void js_note_method(const JSNote *n, const JSNotedCall *c, JSObject *p,
                           const char *name)
{
    static const char *const looks[] = {
        "get", "is", "has", "address", "listener", "eventNames", "rawListeners",
        "toString", "emit", NULL,
    };
    static const char *const writes[] = { "write", "fill", "set", "swap",
                                          "copy", NULL };

    if (js_buffer_of(p)) {
        js_note_bytes(n, p, js_has_prefix(name, writes));
    } else if (js_is_emitter(n, p)) {
        if (js_changes_listeners(name))
            js_note_event(n, p, c->argc > 0 ? c->argv[0] : JS_UNDEFINED, true);
        else if (strcmp(name, "emit"))
            js_note_object(n, p, JS_THING_STATE, JS_ATOM_NULL,
                           !js_has_prefix(name, looks), 0);
    }
}

static void js_note_host_call(const JSNote *n, const JSNotedCall *c)
{
    JSObject *f = JS_VALUE_GET_OBJ(c->function);
    JSObject *p = js_noted_object(c->self);
    char buf[ATOM_GET_STR_BUF_SIZE] = "";

    if (p && js_class_has_bytecode(f->class_id))
        JS_AtomGetStr(n->ctx, buf, sizeof(buf),
                      f->u.func.function_bytecode->func_name);
    if (p)
        js_note_method(n, c, p, buf);
    js_note_args(n, c, 0, true);
}

/* f.call(self, ...), f.apply(self, list), Reflect.apply(f, self, list) and a
   function that was bound to self are calls of f. */
static bool js_unwrap_call(JSNotedCall *c)
{
    JSObject *p = JS_VALUE_GET_OBJ(c->function), *list;
    void *c_function;
    JSValueConst args = JS_UNDEFINED;

    if (p->class_id == JS_CLASS_BOUND_FUNCTION) {
        JSBoundFunction *bound = p->u.bound_function;
        /* those that were bound are not looked at */
        c->function = bound->func_obj;
        c->self = bound->this_val;
        return true;
    }
    if (p->class_id != JS_CLASS_C_FUNCTION)
        return false;
    c_function = (void *)p->u.cfunc.c_function.generic;
    if (c_function == (void *)js_function_call && c->argc > 0) {
        *c = (JSNotedCall){ c->self, c->argv[0], c->argc - 1, c->argv + 1 };
        return true;
    }
    if (c_function == (void *)js_function_apply && c->argc > 0) {
        args = c->argc > 1 ? c->argv[1] : JS_UNDEFINED;
        *c = (JSNotedCall){ c->self, c->argv[0], 0, NULL };
    } else if (c_function == (void *)js_reflect_apply && c->argc > 2) {
        args = c->argv[2];
        *c = (JSNotedCall){ c->argv[0], c->argv[1], 0, NULL };
    } else {
        return false;
    }
    if (JS_VALUE_GET_TAG(args) == JS_TAG_OBJECT) {
        list = JS_VALUE_GET_OBJ(args);
        if (list->class_id == JS_CLASS_ARRAY && list->fast_array) {
            c->argc = list->u.array.count;
            c->argv = list->u.array.u.values;
        }
    }
    return true;
}

static void js_note_call(const JSNote *n, JSNotedCall c)
{
    JSObject *p;

    for (int i = 0; i < 4; i++) {
        if (JS_VALUE_GET_TAG(c.function) != JS_TAG_OBJECT)
            return;
        p = JS_VALUE_GET_OBJ(c.function);
        if (js_class_has_bytecode(p->class_id) &&
            p->u.func.function_bytecode->is_noted)
            return; /* it notes for itself */
        if (js_unwrap_call(&c))
            continue;
        if (p->class_id == JS_CLASS_C_FUNCTION && !p->u.cfunc.is_host)
            js_note_act(n, &c, js_find_act(p));
        else if (js_is_builtin(c.function))
            js_note_host_call(n, &c);
        return;
    }
}
