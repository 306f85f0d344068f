/*
 * shapes.c - properties that are added to objects. The way from one shape to
 * the next by a name is remembered in a table, so that objects which are made
 * over and over find their shapes again.
 *
 * What must stay true: the table holds references to neither shape;
 * js_clear_transitions() empties it before a shape can go. A shape that is in
 * the hash table is not changed while another object has it.
 */

/* An object has come to 'count' properties, for which its block was too small.
   The next ones of its class are made with more space. What has no class is a
   literal, whose shape is known, or a dictionary. */
static void js_note_inner_props(JSContext *ctx, JSShape *sh, uint32_t count)
{
    if (!sh->proto ||
        sh->proto == JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_OBJECT]))
        return;
    sh = find_hashed_shape_proto(ctx->rt, sh->proto);
    if (sh && count > sh->inner_props)
        sh->inner_props = min_uint32(count, JS_INNER_PROPS);
}

/* Memory for 'count' properties, with those that there are: it is to become
   p->prop. NULL if exception. */
static JSProperty *js_resize_props(JSContext *ctx, JSObject *p, uint32_t count)
{
    JSProperty *prop;

    if (!p->has_inner_props)
        return js_realloc(ctx, p->prop, sizeof(prop[0]) * count);
    if ((uint8_t *)(p->prop + count) - (uint8_t *)p <=
        js_arena_usable_size(ctx->rt, p))
        return p->prop;
    prop = js_malloc(ctx, sizeof(prop[0]) * count);
    if (unlikely(!prop))
        return NULL;
    js_note_inner_props(ctx, p->shape, count);
    memcpy(prop, p->prop, sizeof(prop[0]) * p->shape->prop_count);
    p->has_inner_props = 0;
    return prop;
}

/* Is every property of a hashed shape an enumerable value that can be written
   and deleted, under a name that is no index? js_count_plain_keys() finds it
   out, and a hashed shape never gets less or other properties. */
static inline bool js_is_plain_shape(const JSShape *sh)
{
    return sh->is_hashed && sh->plain_count == sh->prop_count &&
           sh->prop_count != 0;
}

#define JS_TRANSITION_PROPS 64

static inline JSTransition *js_get_transition(JSTransitions *t, JSShape *sh,
                                              JSAtom atom)
{
    uint32_t h = (uint32_t)((uintptr_t)sh >> 4) * 31 + atom * 7;
    return &t->tab[(h ^ (h >> 9)) & (JS_TRANSITION_COUNT - 1)];
}

static void js_set_transition(JSRuntime *rt, JSShape *from, JSShape *to,
                              JSAtom atom, int flags)
{
    JSTransition *e, old;

    if (!rt->transitions)
        return;
    e = js_get_transition(rt->transitions, from, atom);
    old = *e;
    e->from = js_dup_shape(from);
    e->to = js_dup_shape(to);
    e->atom = atom; /* 'to' has it */
    e->flags = flags;
    if (old.from) {
        js_free_shape(rt, old.from);
        js_free_shape(rt, old.to);
    }
}

static void js_clear_transitions(JSRuntime *rt)
{
    JSTransition old;
    int i;

    if (!rt->transitions)
        return;
    for (i = 0; i < JS_TRANSITION_COUNT; i++) {
        old = rt->transitions->tab[i];
        if (old.from) {
            rt->transitions->tab[i].from = NULL;
            js_free_shape(rt, old.from);
            js_free_shape(rt, old.to);
        }
    }
}

/* Was the step from 'sh' seen before? If not, it has been from now on. */
static bool js_transition_was_seen(JSRuntime *rt, JSShape *sh, JSAtom atom,
                                   int flags)
{
    uint32_t h = shape_hash(shape_hash(sh->hash, atom), flags);
    uint8_t *seen, tag;

    if (sh->prop_count >= JS_TRANSITION_PROPS)
        return false;
    if (unlikely(!rt->transitions)) {
        rt->transitions = js_mallocz_rt(rt, sizeof(*rt->transitions));
        if (!rt->transitions)
            return false;
    }
    seen = &rt->transitions
                ->seen[(h >> 12) & (countof(rt->transitions->seen) - 1)];
    tag = h | 1;
    if (*seen == tag)
        return true;
    *seen = tag;
    return false;
}

/* Give 'p' a shape that has one property more. */
static JSProperty *js_follow_transition(JSContext *ctx, JSObject *p,
                                        JSShape *new_sh)
{
    JSShape *sh = p->shape;

    /*  the property array may need to be resized */
    if (new_sh->prop_size != sh->prop_size) {
        JSProperty *new_prop;
        new_prop = js_resize_props(ctx, p, new_sh->prop_size);
        if (!new_prop)
            return NULL;
        p->prop = new_prop;
    }
    p->shape = js_dup_shape(new_sh);
    js_free_shape(ctx->rt, sh);
    return &p->prop[new_sh->prop_count - 1];
}

/* The shape that follows the one of 'p' if it is known, else NULL. There is
   one only for a property that the object does not have. */
static inline JSShape *js_find_transition(JSRuntime *rt, JSObject *p,
                                          JSAtom atom, int flags)
{
    JSTransition *e;

    if (unlikely(!rt->transitions))
        return NULL;
    e = js_get_transition(rt->transitions, p->shape, atom);
    if (e->from == p->shape && e->atom == atom && e->flags == flags)
        return e->to;
    return NULL;
}

/* Note: the property value is not initialized. Return NULL if memory
   error. */
static JSProperty *add_property(JSContext *ctx, JSObject *p, JSAtom prop,
                                int prop_flags)
{
    JSRuntime *rt = ctx->rt;
    JSShape *sh, *new_sh, *from;
    JSProperty *pr;

    if (unlikely(p->is_prototype)) {
        if (prop == JS_ATOM_length)
            js_forget_plain_length(rt, p);
        /* track addition of small integer properties to
           Array.prototype and Object.prototype */
        if (unlikely(
                (p == JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_ARRAY]) ||
                 p == JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_OBJECT])) &&
                __JS_AtomIsTaggedInt(prop))) {
            ctx->std_array_prototype = false;
        }
    }
    from = NULL;
    sh = p->shape;
    if (sh->is_hashed) {
        new_sh = js_find_transition(rt, p, prop, prop_flags);
        if (new_sh)
            return js_follow_transition(ctx, p, new_sh);
        /* try to find an existing shape */
        new_sh = find_hashed_shape_prop(rt, sh, prop, prop_flags);
        if (new_sh) {
            /* matching shape found: use it */
            js_dup_shape(sh);
            js_dup_shape(new_sh);
            pr = js_follow_transition(ctx, p, new_sh);
            if (pr && sh->prop_count < JS_TRANSITION_PROPS)
                js_set_transition(rt, sh, new_sh, prop, prop_flags);
            js_free_shape(rt, sh);
            js_free_shape(rt, new_sh);
            return pr;
        }
        if (js_transition_was_seen(rt, sh, prop, prop_flags))
            from = js_dup_shape(sh);
        if (JS_REF_COUNT(sh) != 1) {
            /* if the shape is shared, clone it */
            new_sh = js_clone_shape(ctx, sh);
            if (!new_sh) {
                js_free_shape_null(rt, from);
                return NULL;
            }
            /* hash the cloned shape */
            new_sh->is_hashed = true;
            js_shape_hash_link(rt, new_sh);
            js_free_shape(rt, p->shape);
            p->shape = new_sh;
        }
    }
    assert(JS_REF_COUNT(p->shape) == 1);
    if (add_shape_property(ctx, &p->shape, p, prop, prop_flags)) {
        js_free_shape_null(rt, from);
        return NULL;
    }
    if (from) {
        js_set_transition(rt, from, p->shape, prop, prop_flags);
        js_free_shape(rt, from);
    }
    return &p->prop[p->shape->prop_count - 1];
}
