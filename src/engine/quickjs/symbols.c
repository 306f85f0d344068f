/*
 * symbols.c - the end of symbols that live as long as their runtime: the
 * well-known ones. What a WeakMap holds under such a key is reachable, and no
 * collection finds that the runtime itself ends.
 */
static void js_end_symbols(JSRuntime *rt)
{
    for (int i = 0; i < rt->atom_size; i++) {
        JSAtomStruct *p = rt->atom_array[i];

        if (!atom_is_free(p) && p->atom_type == JS_ATOM_TYPE_SYMBOL &&
            p->first_weak_ref != NULL)
            reset_weak_ref(rt, &p->first_weak_ref);
    }
}
