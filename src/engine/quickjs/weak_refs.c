/*
 * weak_refs.c - weak references by slots. An object has the number of a slot in
 * the runtime's table, which is taken with its first weak reference; few
 * objects have one. What a WeakRef gave stays alive until the job is over
 * (js_keep_for_job).
 *
 * What must stay true: slot 0 is no slot; a slot is given back when its object
 * ends, after the last record has gone.
 */

static JSWeakRefRecord **get_first_weak_ref(JSRuntime *rt, JSValueConst key)
{
    switch (JS_VALUE_GET_TAG(key)) {
    case JS_TAG_OBJECT:
        return &rt->weak_refs[JS_VALUE_GET_OBJ(key)->weak_slot].first;
    case JS_TAG_SYMBOL:
        return &((JSAtomStruct *)JS_VALUE_GET_PTR(key))->first_weak_ref;
    default:
        abort();
    }
}

static bool js_grow_weak_slots(JSContext *ctx)
{
    JSRuntime *rt = ctx->rt;
    uint32_t size = rt->weak_slot_size ? rt->weak_slot_size / 2 * 3 : 8;
    void *slots = js_realloc(ctx, rt->weak_refs, size * sizeof(*rt->weak_refs));

    if (!slots)
        return false;
    rt->weak_refs = slots;
    rt->weak_slot_size = size;
    if (rt->weak_slot_count == 0)
        rt->weak_slot_count = 1;
    return true;
}

static bool js_take_weak_slot(JSContext *ctx, JSObject *p)
{
    JSRuntime *rt = ctx->rt;
    uint32_t slot = rt->weak_slot_free;

    if (slot) {
        rt->weak_slot_free = rt->weak_refs[slot].next_free;
    } else {
        if (rt->weak_slot_count == rt->weak_slot_size &&
            !js_grow_weak_slots(ctx))
            return false;
        slot = rt->weak_slot_count++;
    }
    rt->weak_refs[slot].first = NULL;
    p->weak_slot = slot;
    return true;
}

/* a record that can be inserted for the target; NULL if exception */
static JSWeakRefRecord *js_new_weakref_record(JSContext *ctx,
                                              JSValueConst target)
{
    if (JS_VALUE_GET_TAG(target) == JS_TAG_OBJECT) {
        JSObject *p = JS_VALUE_GET_OBJ(target);
        if (!p->weak_slot && !js_take_weak_slot(ctx, p))
            return NULL;
    }
    return js_malloc(ctx, sizeof(JSWeakRefRecord));
}

/* the object ends */
static void js_end_weak_refs(JSRuntime *rt, JSObject *p)
{
    uint32_t slot = p->weak_slot;

    reset_weak_ref(rt, &rt->weak_refs[slot].first);
    if (unlikely(rt->footprints))
        js_forget_number(rt, slot);
    p->weak_slot = 0;
    rt->weak_refs[slot].next_free = rt->weak_slot_free;
    rt->weak_slot_free = slot;
}

/* What a WeakRef was made for or has given stays until the host says that the
   job is over. Without memory it may go sooner. */
static void js_keep_for_job(JSRuntime *rt, JSValueConst val)
{
    uint32_t size;
    JSValue *more;

    if (rt->kept_count > 0 &&
        JS_VALUE_GET_PTR(rt->kept[rt->kept_count - 1]) == JS_VALUE_GET_PTR(val))
        return;
    if (rt->kept_count == rt->kept_size) {
        size = rt->kept_size ? rt->kept_size * 2 : 8;
        more = js_realloc_rt(rt, rt->kept, size * sizeof(*more));
        if (!more)
            return;
        rt->kept = more;
        rt->kept_size = size;
    }
    rt->kept[rt->kept_count++] = js_dup(val);
}

const uint32_t *JS_GetKeptCount(JSRuntime *rt)
{
    return &rt->kept_count;
}

void JS_ClearKept(JSRuntime *rt)
{
    JSValue *kept = rt->kept;
    uint32_t i, count = rt->kept_count;

    rt->kept = NULL;
    rt->kept_count = 0;
    rt->kept_size = 0;
    for (i = 0; i < count; i++)
        JS_FreeValueRT(rt, kept[i]);
    js_free_rt(rt, kept);
}

static JSValue js_finrec_register(JSContext *ctx, JSValueConst this_val,
                                  int argc, JSValueConst *argv)
{
    JSFinalizationRegistryData *frd =
        JS_GetOpaque2(ctx, this_val, JS_CLASS_FINALIZATION_REGISTRY);
    if (!frd)
        return JS_EXCEPTION;

    JSValueConst target = argv[0];
    JSValueConst held_val = argv[1];
    // The function length needs to return 2, so the 3rd argument won't be
    // initialized.
    JSValueConst token = argc > 2 ? argv[2] : JS_UNDEFINED;

    if (!is_valid_weakref_target(target))
        return JS_ThrowTypeError(
            ctx, "FinalizationRegistry.prototype.register: invalid target");
    if (js_same_value(ctx, target, this_val))
        return JS_UNDEFINED;
    if (!JS_IsUndefined(held_val) && js_same_value(ctx, target, held_val))
        return JS_ThrowTypeError(ctx, "FinalizationRegistry.prototype.register:"
                                      " target and holdings must not be same");
    if (!JS_IsUndefined(token) && !is_valid_weakref_target(token))
        return JS_ThrowTypeError(ctx, "invalid unregister token");

    JSFinRecEntry *fre = js_malloc(ctx, sizeof(*fre));
    if (!fre)
        return JS_EXCEPTION;
    JSWeakRefRecord *wr = js_new_weakref_record(ctx, target);
    if (!wr) {
        js_free(ctx, fre);
        return JS_EXCEPTION;
    }
    fre->cb = js_dup(frd->cb);
    fre->ctx = JS_DupContext(frd->ctx);
    fre->target = target;
    fre->held_val = js_dup(held_val);
    /* held weakly, if it is the target: otherwise the target would live on */
    fre->token_is_target = js_same_value(ctx, token, target);
    fre->token = fre->token_is_target ? JS_UNDEFINED : js_dup(token);
    list_add_tail(&fre->link, &frd->entries);
    wr->kind = JS_WEAK_REF_KIND_FINALIZATION_REGISTRY_ENTRY;
    wr->u.fin_rec_entry = fre;
    insert_weakref_record(ctx->rt, target, wr);

    return JS_UNDEFINED;
}

static void insert_weakref_record(JSRuntime *rt, JSValueConst target,
                                  struct JSWeakRefRecord *wr)
{
    JSWeakRefRecord **pwr = get_first_weak_ref(rt, target);
    /* Add the weak reference */
    wr->next_weak_ref = *pwr;
    *pwr = wr;
}
