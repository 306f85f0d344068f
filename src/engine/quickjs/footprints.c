/*
 * footprints.c - what the code of the program reads and writes, per callback.
 *
 * The search of orders asks which callbacks depend on each other: those that
 * touch the same variable or property, at least one of them writing. While it
 * is on, the compiler puts a `nop` before each instruction that reads or writes
 * such a thing, and the interpreter's `nop` calls js_note_footprint(), which
 * looks at that instruction and at the stack before it:
 *
 *     nop               -> js_note_footprint(): reads `cart`.items, line 12
 *     get_field items   -> as ever
 *
 * There are no other hooks in the interpreter, so what is off costs nothing.
 * lib/ is bytecode that was compiled without: its own properties are noise, and
 * it is as fast as ever. What a built-in function does for the program is noted
 * where the program calls it: see footprints_calls.c.
 *
 * Names of things. A variable is its JSVarRef, which is numbered when it is
 * made. An object gets a number when it is first noted; numbers[] has it under
 * the object's weak_slot, until the object ends. No number is given twice.
 *
 * What was made by the running callback is not noted: nobody else knows it yet,
 * and whoever gets to know it reads something older first. Variables tell by
 * their number. Objects have a flag, `is_known`, which is set when a callback
 * ends: all objects that came behind the object `marker` in the collector's
 * list are new. A collection changes that order; then the whole list is walked.
 *
 * What must stay true:
 * 1. Noting runs no JavaScript and leaves no exception.
 * 2. An instruction that is noted is reached through its `nop` only.
 */

#define JS_FOOTPRINTS_MAX 65536
/* of an array; beyond that all elements are one */
#define JS_NOTED_ELEMENTS 256
/* of JSVarRef.number: a constant that got its value in a later callback */
#define JS_LATE_CONST 0x80000000u

typedef struct JSFootprintEntry {
    uint64_t thing;
    uint64_t sub;
    uint64_t value;
    JSFunctionBytecode *code; /* counted, or NULL */
    uint32_t pc;
    JSAtom key;    /* counted */
    uint32_t slot; /* that has this entry's index */
    bool is_write;
} JSFootprintEntry;

typedef struct JSFootprints {
    JSFootprintEntry *entries;
    uint32_t count;
    uint32_t capacity;
    /* By hash, an index of `entries` each. One that is too large, or whose
       entry has another slot, is left from before: so nothing is cleared. */
    uint32_t *slots; /* twice the capacity */
    uint64_t last;   /* number that was given */
    uint64_t first;  /* what has a higher one was made by this callback */
    uint64_t *numbers;
    uint32_t numbers_size;
    JSObject *marker;
    uint64_t collections;
    JSAtom events;    /* "_events" */
    JSAtom next_tick; /* "nextTick" */
    bool overflowed;
} JSFootprints;

/* Where something is noted. */
typedef struct JSNote {
    JSContext *ctx;
    JSFootprints *f;
    JSFunctionBytecode *code; /* NULL: not in code of the program */
    uint32_t pc;
} JSNote;

/* ---- The set ------------------------------------------------------------ */

static uint32_t js_footprint_hash(uint64_t thing, uint64_t sub, JSAtom key,
                                  bool is_write)
{
    uint64_t h = thing * 0x9e3779b97f4a7c15u;

    h ^= (sub + key * 2654435761u) * 0xc2b2ae3d27d4eb4fu;
    return (uint32_t)(h >> 29) + is_write;
}

static bool js_grow_footprints(JSRuntime *rt, JSFootprints *f)
{
    uint32_t capacity = f->capacity ? f->capacity * 2 : 256;
    JSFootprintEntry *entries;
    uint32_t *slots, slot;

    if (capacity > JS_FOOTPRINTS_MAX)
        return false;
    entries = js_realloc_rt(rt, f->entries, capacity * sizeof(*entries));
    if (!entries)
        return false;
    f->entries = entries;
    slots = js_mallocz_rt(rt, capacity * 2 * sizeof(*slots));
    if (!slots)
        return false;
    js_free_rt(rt, f->slots);
    f->slots = slots;
    f->capacity = capacity;
    for (uint32_t i = 0; i < f->count; i++) {
        JSFootprintEntry *e = &entries[i];
        slot = js_footprint_hash(e->thing, e->sub, e->key, e->is_write);
        for (;; slot++) {
            slot &= capacity * 2 - 1;
            /* the entries before i are those that have their slots */
            if (slots[slot] >= i || entries[slots[slot]].slot != slot)
                break;
        }
        slots[slot] = i;
        e->slot = slot;
    }
    return true;
}

static void js_enter_footprint(const JSNote *n, uint64_t thing, JSAtom key,
                               uint64_t sub, bool is_write, uint64_t value)
{
    JSFootprints *f = n->f;
    JSFootprintEntry *e;
    uint32_t slot;

    if (unlikely(f->count == f->capacity) &&
        !js_grow_footprints(n->ctx->rt, f)) {
        f->overflowed = true;
        return;
    }
    slot = js_footprint_hash(thing, sub, key, is_write);
    for (;; slot++) {
        slot &= f->capacity * 2 - 1;
        e = &f->entries[f->slots[slot]];
        if (f->slots[slot] >= f->count || e->slot != slot)
            break;
        if (e->thing == thing && e->key == key && e->sub == sub &&
            e->is_write == is_write) {
            e->value = value;
            return;
        }
    }
    f->slots[slot] = f->count;
    e = &f->entries[f->count++];
    *e = (JSFootprintEntry){ thing, sub, value, n->code, n->pc,
                             JS_DupAtom(n->ctx, key), slot, is_write };
    if (n->code)
        JS_REF_COUNT(n->code)++;
}

/* ---- Numbers ------------------------------------------------------------ */

static void js_number_new_var_ref(JSRuntime *rt, JSVarRef *var_ref)
{
    JSFootprints *f = rt->footprints;

    if (f->last < JS_LATE_CONST - 1)
        var_ref->number = (uint32_t)++f->last;
    else
        f->overflowed = true;
}

static void js_forget_number(JSRuntime *rt, uint32_t weak_slot)
{
    if (weak_slot < rt->footprints->numbers_size)
        rt->footprints->numbers[weak_slot] = 0;
}

static bool js_grow_numbers(JSRuntime *rt, JSFootprints *f, uint32_t slot)
{
    uint32_t size = max_uint32(slot + 1, f->numbers_size / 2 * 3);
    uint64_t *numbers = js_realloc_rt(rt, f->numbers, size * sizeof(*numbers));

    if (!numbers)
        return false;
    memset(numbers + f->numbers_size, 0,
           (size - f->numbers_size) * sizeof(*numbers));
    f->numbers = numbers;
    f->numbers_size = size;
    return true;
}

/* 0 without memory; that is noted, too. */
static uint64_t js_thing_of(const JSNote *n, JSObject *p, JSThingKind kind)
{
    JSFootprints *f = n->f;

    if (!p->weak_slot && !js_take_weak_slot(n->ctx, p)) {
        JS_FreeValue(n->ctx, JS_GetException(n->ctx));
        f->overflowed = true;
        return 0;
    }
    if (p->weak_slot >= f->numbers_size &&
        !js_grow_numbers(n->ctx->rt, f, p->weak_slot)) {
        f->overflowed = true;
        return 0;
    }
    if (!f->numbers[p->weak_slot])
        f->numbers[p->weak_slot] = ++f->last;
    return (uint64_t)kind << 56 | f->numbers[p->weak_slot];
}

static uint64_t js_mix_value(uint64_t tag, uint64_t bits)
{
    uint64_t h = (bits ^ tag << 60) * 0x9e3779b97f4a7c15u;

    return (h ^ h >> 32) | 1;
}

/* A number that two equal primitives share; 0 of what is none. */
static uint64_t js_value_hash(JSValueConst val)
{
    uint32_t tag = JS_VALUE_GET_NORM_TAG(val);
    double d;
    uint64_t bits;
    JSString *str;

    switch (tag) {
    case JS_TAG_INT:
        d = JS_VALUE_GET_INT(val);
        break;
    case JS_TAG_FLOAT64:
        d = JS_VALUE_GET_FLOAT64(val);
        break;
    case JS_TAG_BOOL:
        return js_mix_value(2, JS_VALUE_GET_BOOL(val));
    case JS_TAG_NULL:
    case JS_TAG_UNDEFINED:
        return js_mix_value(3, tag == JS_TAG_NULL);
    case JS_TAG_STRING:
        str = JS_VALUE_GET_STRING(val);
        return str->len > 1024 ? 0 : js_mix_value(4, hash_string(str, 0));
    default:
        return 0;
    }
    memcpy(&bits, &d, sizeof(bits));
    return js_mix_value(1, bits);
}

/* ---- Variables ---------------------------------------------------------- */

static void js_note_variable(const JSNote *n, JSVarRef *var_ref, JSAtom name,
                             bool is_const, bool is_write, uint64_t value)
{
    JSFootprints *f = n->f;
    uint32_t number;

    if (!var_ref)
        return; /* no closure has it yet */
    if (!(var_ref->number & ~JS_LATE_CONST))
        js_number_new_var_ref(n->ctx->rt, var_ref); /* older than the set */
    number = var_ref->number & ~JS_LATE_CONST;
    if (number > f->first || number == 0)
        return;
    /* A constant has one value, unless somebody can come too early for it. */
    if (is_const && is_write)
        var_ref->number |= JS_LATE_CONST;
    if (is_const && !(var_ref->number & JS_LATE_CONST) &&
        !JS_IsUninitialized(*var_ref->pvalue))
        return;
    js_enter_footprint(n, (uint64_t)JS_THING_VARIABLE << 56 | number, name, 0,
                       is_write, value);
}

/* ---- Properties --------------------------------------------------------- */

/* The object whose properties are meant; NULL if that is none, or new. */
static JSObject *js_noted_object(JSValueConst obj)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return NULL;
    p = JS_VALUE_GET_OBJ(obj);
    for (int i = 0; unlikely(p->class_id == JS_CLASS_PROXY); i++) {
        JSProxyData *s = p->u.proxy_data;
        if (!s || s->is_revoked || !JS_IsObject(s->target) || i == 16)
            return NULL;
        p = JS_VALUE_GET_OBJ(s->target);
    }
    return p->is_known ? p : NULL;
}

static void js_note_object(const JSNote *n, JSObject *p, JSThingKind kind,
                           JSAtom key, bool is_write, uint64_t value)
{
    uint64_t thing = js_thing_of(n, p, kind);

    if (thing)
        js_enter_footprint(n, thing, key, 0, is_write, value);
}

/* Is it a function of the language or of the host? */
static bool js_is_builtin(JSValueConst val)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(val) != JS_TAG_OBJECT)
        return false;
    p = JS_VALUE_GET_OBJ(val);
    if (js_class_has_bytecode(p->class_id))
        return !p->u.func.function_bytecode->is_noted;
    return p->class_id == JS_CLASS_C_FUNCTION ||
           p->class_id == JS_CLASS_C_FUNCTION_DATA ||
           p->class_id == JS_CLASS_C_CLOSURE;
}

/* An object of the host with listeners, such as a stream or a server. All of
   the program has `process` in common. */
static bool js_is_emitter(const JSNote *n, JSObject *p)
{
    JSProperty *pr;

    return find_own_property(&pr, p, n->f->events) &&
           !find_own_property(&pr, p, n->f->next_tick);
}

/* A property that the object inherits, or nobody has. Methods of built-in
   classes are not noted: there are many, and they never change. */
static void js_note_inherited(const JSNote *n, JSObject *p, JSAtom atom)
{
    JSObject *q = p->shape->proto;
    JSShapeProperty *prs = NULL;
    JSProperty *pr = NULL;

    for (int i = 0; q && i < 64; i++) {
        prs = find_own_property(&pr, q, atom);
        if (prs)
            break;
        q = q->shape->proto;
    }
    if (q && prs) {
        int kind = prs->flags & JS_PROP_TMASK;
        if (kind == JS_PROP_AUTOINIT ||
            (kind == JS_PROP_NORMAL && js_is_builtin(pr->u.value)))
            return;
        if (kind == JS_PROP_GETSET && pr->u.getset.getter &&
            js_is_builtin(JS_MKPTR(JS_TAG_OBJECT, pr->u.getset.getter))) {
            if (js_is_emitter(n, p))
                js_note_object(n, p, JS_THING_STATE, JS_ATOM_NULL, false, 0);
            return;
        }
        if (q->is_known)
            js_note_object(n, q, JS_THING_OBJECT, atom, false, 0);
    }
    js_note_object(n, p, JS_THING_OBJECT, atom, false, 0);
}

static bool js_is_map(JSObject *p)
{
    return p->class_id >= JS_CLASS_MAP && p->class_id <= JS_CLASS_WEAKSET;
}

static void js_note_get(const JSNote *n, JSObject *p, JSAtom atom)
{
    JSShapeProperty *prs;
    JSProperty *pr;

    if (js_is_map(p) && atom == JS_ATOM_size) {
        js_note_object(n, p, JS_THING_ENTRIES, JS_ATOM_NULL, false, 0);
        return;
    }
    prs = find_own_property(&pr, p, atom);
    if (!prs)
        js_note_inherited(n, p, atom);
    else if ((prs->flags & JS_PROP_TMASK) == JS_PROP_VARREF)
        js_note_variable(n, pr->u.var_ref, atom, false, false, 0);
    else
        js_note_object(n, p, JS_THING_OBJECT, atom, false, 0);
}

static void js_note_put(const JSNote *n, JSObject *p, JSAtom atom,
                        uint64_t value)
{
    /* A shorter array has lost elements. */
    if (p->class_id == JS_CLASS_ARRAY && atom == JS_ATOM_length)
        atom = JS_ATOM_NULL;
    js_note_object(n, p, JS_THING_OBJECT, atom, true, value);
}

static JSObject *js_buffer_of(JSObject *p)
{
    if (is_typed_array(p->class_id))
        return p->u.array.u1.typed_array->buffer;
    return p->class_id == JS_CLASS_DATAVIEW ? p->u.typed_array->buffer : NULL;
}

/* All bytes are one thing: a loop over a buffer is one entry. */
static bool js_note_bytes(const JSNote *n, JSObject *p, bool is_write)
{
    JSObject *buffer = js_buffer_of(p);

    if (buffer && buffer->is_known)
        js_note_object(n, buffer, JS_THING_BYTES, JS_ATOM_NULL, is_write, 0);
    return buffer != NULL;
}

/* obj[key], where the key is no name. An array that gets longer has another
   length. */
static void js_note_index(const JSNote *n, JSObject *p, uint32_t idx,
                          bool is_write, uint64_t value)
{
    JSAtom key = __JS_AtomFromUInt32(idx);

    if (p->class_id == JS_CLASS_ARRAY) {
        if (idx >= JS_NOTED_ELEMENTS)
            key = JS_ATOM_NULL;
        if (is_write && !(p->fast_array && idx < p->u.array.count))
            js_note_object(n, p, JS_THING_OBJECT, JS_ATOM_length, true, 0);
    }
    js_note_object(n, p, JS_THING_OBJECT, key, is_write, value);
}

static void js_note_element(const JSNote *n, JSValueConst obj, JSValueConst key,
                            bool is_write, uint64_t value)
{
    JSObject *p = js_noted_object(obj);
    JSAtom atom = JS_ATOM_NULL;

    if (!p || js_note_bytes(n, p, is_write))
        return;
    if (JS_VALUE_GET_TAG(key) == JS_TAG_INT && JS_VALUE_GET_INT(key) >= 0) {
        js_note_index(n, p, JS_VALUE_GET_INT(key), is_write, value);
        return;
    }
    if (!JS_IsObject(key)) { /* which would run its toString() */
        atom = JS_ValueToAtom(n->ctx, key);
        if (atom == JS_ATOM_NULL)
            JS_FreeValue(n->ctx, JS_GetException(n->ctx));
    }
    if (atom == JS_ATOM_NULL)
        js_note_object(n, p, JS_THING_OBJECT, atom, is_write, 0);
    else if (__JS_AtomIsTaggedInt(atom))
        js_note_index(n, p, __JS_AtomToUInt32(atom), is_write, value);
    else if (is_write)
        js_note_put(n, p, atom, value);
    else
        js_note_get(n, p, atom);
    JS_FreeAtom(n->ctx, atom);
}

/* Variables of scripts and properties of the global object are one thing. */
static void js_note_global(const JSNote *n, JSAtom atom, bool is_write,
                           uint64_t value)
{
    JSObject *global = JS_VALUE_GET_OBJ(n->ctx->global_obj);
    JSShapeProperty *prs;
    JSProperty *pr;

    if (!is_write) {
        prs = find_own_property(&pr, global, atom);
        if (prs && ((prs->flags & JS_PROP_TMASK) == JS_PROP_AUTOINIT ||
                    ((prs->flags & JS_PROP_TMASK) == JS_PROP_NORMAL &&
                     js_is_builtin(pr->u.value))))
            return;
    }
    js_note_object(n, global, JS_THING_OBJECT, atom, is_write, value);
}

static void js_note_reference(const JSNote *n, JSValueConst obj,
                              JSValueConst key, bool is_write, uint64_t value)
{
    if (JS_VALUE_GET_TAG(obj) == JS_TAG_OBJECT &&
        JS_VALUE_GET_OBJ(obj) == JS_VALUE_GET_OBJ(n->ctx->global_var_obj))
        obj = n->ctx->global_obj;
    js_note_element(n, obj, key, is_write, value);
}

static void js_note_private(const JSNote *n, JSValueConst obj, JSValueConst key,
                            bool is_write, uint64_t value)
{
    JSObject *p = js_noted_object(obj);

    if (p && JS_VALUE_GET_TAG(key) == JS_TAG_SYMBOL)
        js_note_object(n, p, JS_THING_OBJECT, js_symbol_to_atom(n->ctx, key),
                       is_write, value);
}

/* All that an object has, as a loop or a copy reads it. */
static void js_note_whole(const JSNote *n, JSValueConst obj, bool is_write)
{
    JSObject *p = js_noted_object(obj);
    JSThingKind kind;

    if (!p || js_note_bytes(n, p, is_write))
        return;
    kind = js_is_map(p) ? JS_THING_ENTRIES : JS_THING_OBJECT;
    js_note_object(n, p, kind, JS_ATOM_NULL, is_write, 0);
}

/* What the iterator of a loop goes over. The loop may have begun in another
   callback. */
static void js_note_iterator(const JSNote *n, JSValueConst iterator)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(iterator) != JS_TAG_OBJECT)
        return;
    p = JS_VALUE_GET_OBJ(iterator);
    if (p->class_id == JS_CLASS_ARRAY_ITERATOR && p->u.array_iterator_data)
        js_note_whole(n, p->u.array_iterator_data->obj, false);
    else if ((p->class_id == JS_CLASS_MAP_ITERATOR ||
              p->class_id == JS_CLASS_SET_ITERATOR) && p->u.map_iterator_data)
        js_note_whole(n, p->u.map_iterator_data->obj, false);
}

#include "engine/quickjs/footprints_calls.c"
#include "engine/quickjs/footprints_code.c"
