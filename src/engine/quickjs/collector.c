/*
 * collector.c - what is freed, and what a collection visits. An object of the
 * host that waits can be taken off the collector's list (JS_HideFromGC).
 *
 * What must stay true: a hidden object is counted by the host, so it is no
 * garbage, and neither is what it holds: what a collection does not find on its
 * list it takes for held from outside.
 */

static void free_object(JSRuntime *rt, JSObject *p)
{
    int i;
    JSClassFinalizer *finalizer;
    JSShape *sh;
    JSShapeProperty *pr;

    p->free_mark = 1; /* used to tell the object is invalid when
                         freeing cycles */
    /* free all the fields */
    sh = p->shape;
    if (js_is_plain_shape(sh)) {
        js_free_values(rt, &p->prop->u.value, sh->prop_count);
    } else {
        pr = get_shape_prop(sh);
        for (i = 0; i < sh->prop_count; i++) {
            if (unlikely(pr->flags & JS_PROP_TMASK))
                free_property(rt, &p->prop[i], pr->flags);
            else
                js_free_stored(rt, &p->prop[i].u.value);
            pr++;
        }
    }
    if (!p->has_inner_props)
        js_free_rt(rt, p->prop);
    /* as an optimization we destroy the shape immediately without
       putting it in gc_zero_ref_count_list */
    js_free_shape(rt, sh);

    /* fail safe */
    p->shape = NULL;
    p->prop = NULL;

    if (unlikely(p->weak_slot)) {
        js_end_weak_refs(rt, p);
    }

    if (p->class_id == JS_CLASS_ARRAY) {
        js_array_finalizer(rt, JS_MKPTR(JS_TAG_OBJECT, p));
    } else if (p->class_id != JS_CLASS_OBJECT) {
        finalizer = rt->class_array[p->class_id].finalizer;
        if (finalizer)
            (*finalizer)(rt, JS_MKPTR(JS_TAG_OBJECT, p));

        /* fail safe; an object of a host class may end after 'opaque' */
        if (p->class_id < JS_CLASS_INIT_COUNT) {
            p->u.func.var_refs = NULL;
            p->u.func.home_object = NULL;
        }
        p->u.opaque = NULL;
    }
    p->class_id = 0;

    remove_gc_object(&p->header);
    if (rt->gc_phase == JS_GC_PHASE_REMOVE_CYCLES && JS_REF_COUNT(p) != 0) {
        list_add_tail(&p->header.link, &rt->gc_zero_ref_count_list);
    } else {
        js_free_rt(rt, p);
    }
}

/* Free 'p', which is on no list any more, and what nobody else refers to. */
static void free_zero_refcount(JSRuntime *rt, JSGCObjectHeader *p)
{
    struct list_head *el;

    rt->gc_phase = JS_GC_PHASE_DECREF;
    assert(JS_REF_COUNT(p) == 0);
    init_list_head(&p->link);
    free_gc_object(rt, p);
    for (;;) {
        el = rt->gc_zero_ref_count_list.next;
        if (el == &rt->gc_zero_ref_count_list)
            break;
        p = list_entry(el, JSGCObjectHeader, link);
        assert(JS_REF_COUNT(p) == 0);
        free_gc_object(rt, p);
    }
    rt->gc_phase = JS_GC_PHASE_NONE;
}

/* set_value() without a call, if there are other owners */
static force_inline void js_set_inline(JSRuntime *rt, JSValue *pval,
                                       JSValue new_val)
{
    JSValue old_val = *pval;
    js_copy_halves(pval, &new_val);
    js_free_inline(rt, old_val);
}

/* free_object() may take it off as if it were on the other list. */
void JS_HideFromGC(JSRuntime *rt, JSValueConst obj, JSHiddenList *list)
{
    JSObject *p = JS_VALUE_GET_OBJ(obj);

    list_del(&p->header.link);
    if (list)
        list_add_tail(&p->header.link, (struct list_head *)list);
    else
        init_list_head(&p->header.link);
}

void JS_ShowToGC(JSRuntime *rt, JSValueConst obj)
{
    JSObject *p = JS_VALUE_GET_OBJ(obj);

    list_del(&p->header.link);
    list_add_tail(&p->header.link, &rt->gc_obj_list);
}

void JS_GetHeapNumbers(JSRuntime *rt, JSHeapNumbers *h)
{
    h->size = rt->malloc_state.malloc_size;
    h->limit = rt->malloc_state.malloc_limit;
    h->blocks = rt->malloc_state.malloc_count;
    h->collections = rt->gc_run_count;
    h->buffers = rt->buffer_bytes;
    h->buffers_inside = rt->buffer_heap_bytes;
}
