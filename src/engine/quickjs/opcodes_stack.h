/*
 * opcodes_stack.h - opcodes that push constants and move values on the stack,
 * and the tests that follow a dup. A part of the switch of interpreter.c, which
 * is the only file that includes it. `make format` leaves it alone: CASE() is
 * no label to it.
 */
/* clang-format off */
        CASE(OP_push_i32):
            *sp++ = js_int32(get_u32(pc));
            pc += 4;
            BREAK;
        CASE(OP_push_bigint_i32):
            *sp++ = __JS_NewShortBigInt(ctx, (int)get_u32(pc));
            pc += 4;
            BREAK;
        CASE(OP_push_const):
            *sp++ = js_dup(b->cpool[get_u32(pc)]);
            pc += 4;
            BREAK;
        CASE(OP_push_minus1):
        CASE(OP_push_0):
        CASE(OP_push_1):
        CASE(OP_push_2):
        CASE(OP_push_3):
        CASE(OP_push_4):
        CASE(OP_push_5):
        CASE(OP_push_6):
        CASE(OP_push_7):
            *sp++ = js_int32(pc[-1] - OP_push_0);
            BREAK;
        CASE(OP_push_i8):
            *sp++ = js_int32(get_i8(pc));
            pc += 1;
            BREAK;
        CASE(OP_push_i16):
            *sp++ = js_int32(get_i16(pc));
            pc += 2;
            BREAK;
        CASE(OP_push_const8):
            *sp++ = js_dup(b->cpool[*pc++]);
            BREAK;
        CASE(OP_fclosure8):
            *sp++ = js_closure(ctx, js_dup(b->cpool[*pc++]), var_refs, sf);
            if (unlikely(JS_IsException(sp[-1])))
                goto exception;
            BREAK;
        CASE(OP_push_empty_string):
            *sp++ = js_empty_string(rt);
            BREAK;
        CASE(OP_get_length): {
            JSValue val, obj;
            JSAtom atom;
            JSObject *p;
            JSProperty *pr;
            JSShapeProperty *prs;

            atom = JS_ATOM_length;

            obj = sp[-1];
            if (likely(JS_VALUE_GET_TAG(obj) == JS_TAG_OBJECT)) {
                p = JS_VALUE_GET_OBJ(obj);
                if (likely(p->class_id == JS_CLASS_ARRAY)) {
                    sp[-1] = p->prop[0].u.value; /* a number */
                    JS_FreeValue(ctx, obj);
                    BREAK;
                }
                if (is_typed_array(p->class_id) && js_has_plain_length(rt, p)) {
                    sp[-1] = js_int32(p->u.array.count);
                    js_free_inline(rt, obj);
                    BREAK;
                }
                for (;;) {
                    prs = find_own_property(&pr, p, atom);
                    if (prs) {
                        /* found */
                        if (unlikely(prs->flags & JS_PROP_TMASK))
                            goto get_length_slow_path;
                        val = js_dup(pr->u.value);
                        break;
                    }
                    if (unlikely(p->is_exotic | p->has_twin)) {
                        obj = JS_MKPTR(JS_TAG_OBJECT, p);
                        goto get_length_slow_path;
                    }
                    p = p->shape->proto;
                    if (!p) {
                        val = JS_UNDEFINED;
                        break;
                    }
                }
            } else if (JS_VALUE_GET_TAG(obj) == JS_TAG_STRING) {
                val = js_int32(JS_VALUE_GET_STRING(obj)->len);
            } else {
            get_length_slow_path:
                sf->cur_pc = pc;
                val = JS_GetPropertyInternal(ctx, obj, atom, sp[-1], false);
                if (unlikely(JS_IsException(val)))
                    goto exception;
            }
            JS_FreeValue(ctx, sp[-1]);
            sp[-1] = val;
            BREAK;
        }
        CASE(OP_push_atom_value): {
            JSAtom atom = get_u32(pc);

            if (likely(!__JS_AtomIsTaggedInt(atom) &&
                       rt->atom_array[atom]->atom_type == JS_ATOM_TYPE_STRING))
                *sp++ = js_dup(JS_MKPTR(JS_TAG_STRING, rt->atom_array[atom]));
            else
                *sp++ = JS_AtomToValue(ctx, atom);
            pc += 4;
            BREAK;
        }
        CASE(OP_undefined):
            *sp++ = JS_UNDEFINED;
            BREAK;
        CASE(OP_null):
            *sp++ = JS_NULL;
            BREAK;
        CASE(OP_push_this):
            /* where a function is not strict only at its start */
            if (*pc == OP_get_field) { /* this.x */
                pval = js_find_own_value(sf->this_val, get_u32(pc + 1));
                if (likely(pval)) {
                    *sp++ = js_dup(*pval);
                    pc += 5;
                    BREAK;
                }
            }
            {
                JSValue val;
                if (!b->is_strict_mode) {
                    uint32_t tag = JS_VALUE_GET_TAG(sf->this_val);
                    if (likely(tag == JS_TAG_OBJECT))
                        goto normal_this;
                    if (tag == JS_TAG_NULL || tag == JS_TAG_UNDEFINED) {
                        val = js_dup(ctx->global_obj);
                    } else {
                        val = JS_ToObject(ctx, sf->this_val);
                        if (JS_IsException(val))
                            goto exception;
                    }
                } else {
                normal_this:
                    val = js_dup(sf->this_val);
                }
                *sp++ = val;
            }
            BREAK;
        CASE(OP_push_false):
            *sp++ = JS_FALSE;
            BREAK;
        CASE(OP_push_true):
            *sp++ = JS_TRUE;
            BREAK;
        CASE(OP_object):
            *sp++ = JS_NewObject(ctx);
            if (unlikely(JS_IsException(sp[-1])))
                goto exception;
            BREAK;
        CASE(OP_special_object): {
            int arg = *pc++;
            switch (arg) {
            case OP_SPECIAL_OBJECT_ARGUMENTS:
                *sp++ = js_build_arguments(ctx, argc, argv);
                if (unlikely(JS_IsException(sp[-1])))
                    goto exception;
                break;
            case OP_SPECIAL_OBJECT_MAPPED_ARGUMENTS:
                *sp++ = js_build_mapped_arguments(ctx, argc, argv, sf,
                                                  min_int(argc, b->arg_count));
                if (unlikely(JS_IsException(sp[-1])))
                    goto exception;
                break;
            case OP_SPECIAL_OBJECT_THIS_FUNC:
                *sp++ = js_dup(sf->cur_func);
                break;
            case OP_SPECIAL_OBJECT_NEW_TARGET:
                *sp++ = new_target ? js_dup(*new_target) : JS_UNDEFINED;
                break;
            case OP_SPECIAL_OBJECT_HOME_OBJECT: {
                JSObject *p1;
                p1 = JS_VALUE_GET_OBJ(sf->cur_func)->u.func.home_object;
                if (unlikely(!p1))
                    *sp++ = JS_UNDEFINED;
                else
                    *sp++ = js_dup(JS_MKPTR(JS_TAG_OBJECT, p1));
            } break;
            case OP_SPECIAL_OBJECT_VAR_OBJECT:
                *sp++ = JS_NewObjectProto(ctx, JS_NULL);
                if (unlikely(JS_IsException(sp[-1])))
                    goto exception;
                break;
            case OP_SPECIAL_OBJECT_IMPORT_META:
                *sp++ = js_import_meta(ctx);
                if (unlikely(JS_IsException(sp[-1])))
                    goto exception;
                break;
            case OP_SPECIAL_OBJECT_NO_ERROR:
                *sp++ = JS_UNINITIALIZED;
                break;
            case OP_SPECIAL_OBJECT_NULL_PROTO:
                *sp++ = JS_NewObjectProtoClass(ctx, JS_NULL, JS_CLASS_OBJECT);
                if (unlikely(JS_IsException(sp[-1])))
                    goto exception;
                break;
            default:
                abort();
            }
            BREAK;
        }
        CASE(OP_rest): {
            int i, n, first = get_u16(pc);
            pc += 2;
            i = min_int(first, argc);
            n = argc - i;
            *sp++ = js_create_array(ctx, n, n ? &argv[i] : NULL);
            if (unlikely(JS_IsException(sp[-1])))
                goto exception;
            BREAK;
        }

        CASE(OP_drop):
            js_free_inline(rt, sp[-1]);
            sp--;
            BREAK;
        CASE(OP_nip):
            JS_FreeValue(ctx, sp[-2]);
            js_copy_halves(&sp[-2], &sp[-1]);
            sp--;
            BREAK;
        CASE(OP_nip1): /* a b c -> b c */
            JS_FreeValue(ctx, sp[-3]);
            js_copy_halves(&sp[-3], &sp[-2]);
            js_copy_halves(&sp[-2], &sp[-1]);
            sp--;
            BREAK;
        CASE(OP_dup):
            switch (*pc) {
            case OP_is_undefined_or_null: /* a?.b and a ?? b only ask what it is
                                           */
                if (pc[1] != OP_if_false8)
                    break;
                pc += 3;
                if (JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_UNDEFINED ||
                    JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_NULL) {
                    BREAK;
                }
                goto jump8;
            case OP_is_undefined: /* so do defaults in patterns */
                if (pc[1] != OP_if_false8 && pc[1] != OP_if_true8)
                    break;
                pc += 3;
                if ((JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_UNDEFINED) ==
                    (pc[-2] == OP_if_true8))
                    goto jump8;
                BREAK;
            case OP_if_false8: /* a && b: it is the result, or dropped */
            case OP_if_true8:  /* a || b */
                if (JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_OBJECT) {
                    if (JS_VALUE_GET_OBJ(sp[-1])->is_HTMLDDA)
                        break;
                    pc += 2;
                    if (pc[-2] == OP_if_true8)
                        goto jump8;
                    if (*pc == OP_drop) {
                        pc++;
                        sp--;
                        js_free_stored(rt, sp);
                    }
                    BREAK;
                }
                if ((uint32_t)JS_VALUE_GET_TAG(sp[-1]) > JS_TAG_UNDEFINED)
                    break;
                pc += 2;
                if ((JS_VALUE_GET_INT(sp[-1]) != 0) == (pc[-2] == OP_if_true8))
                    goto jump8;
                if (*pc == OP_drop) {
                    pc++;
                    sp--;
                }
                BREAK;
            default:
                break;
            }
            sp[0] = js_dup(sp[-1]);
            sp++;
            BREAK;
        CASE(OP_dup2): /* a b -> a b a b */
            sp[0] = js_dup(sp[-2]);
            sp[1] = js_dup(sp[-1]);
            sp += 2;
            BREAK;
        CASE(OP_dup3): /* a b c -> a b c a b c */
            sp[0] = js_dup(sp[-3]);
            sp[1] = js_dup(sp[-2]);
            sp[2] = js_dup(sp[-1]);
            sp += 3;
            BREAK;
        CASE(OP_dup1): /* a b -> a a b */
            js_copy_halves(&sp[0], &sp[-1]);
            sp[-1] = js_dup(sp[-2]);
            sp++;
            BREAK;
        CASE(OP_insert2): /* obj a -> a obj a (dup_x1) */
            js_copy_halves(&sp[0], &sp[-1]);
            js_copy_halves(&sp[-1], &sp[-2]);
            sp[-2] = js_dup(sp[0]);
            sp++;
            BREAK;
        CASE(OP_insert3): /* obj prop a -> a obj prop a (dup_x2) */
            js_copy_halves(&sp[0], &sp[-1]);
            js_copy_halves(&sp[-1], &sp[-2]);
            js_copy_halves(&sp[-2], &sp[-3]);
            sp[-3] = js_dup(sp[0]);
            sp++;
            BREAK;
        CASE(OP_insert4): /* this obj prop a -> a this obj prop a */
            js_copy_halves(&sp[0], &sp[-1]);
            js_copy_halves(&sp[-1], &sp[-2]);
            js_copy_halves(&sp[-2], &sp[-3]);
            js_copy_halves(&sp[-3], &sp[-4]);
            sp[-4] = js_dup(sp[0]);
            sp++;
            BREAK;
        CASE(OP_perm3): /* obj a b -> a obj b (213) */
        {
            JSValue tmp;
            js_copy_halves(&tmp, &sp[-2]);
            js_copy_halves(&sp[-2], &sp[-3]);
            js_copy_halves(&sp[-3], &tmp);
            BREAK;
        }
        CASE(OP_rot3l): /* x a b -> a b x (231) */
        {
            JSValue tmp;
            js_copy_halves(&tmp, &sp[-3]);
            js_copy_halves(&sp[-3], &sp[-2]);
            js_copy_halves(&sp[-2], &sp[-1]);
            js_copy_halves(&sp[-1], &tmp);
            BREAK;
        }
        CASE(OP_rot4l): /* x a b c -> a b c x */
        {
            JSValue tmp;
            js_copy_halves(&tmp, &sp[-4]);
            js_copy_halves(&sp[-4], &sp[-3]);
            js_copy_halves(&sp[-3], &sp[-2]);
            js_copy_halves(&sp[-2], &sp[-1]);
            js_copy_halves(&sp[-1], &tmp);
            BREAK;
        }
        CASE(OP_rot5l): /* x a b c d -> a b c d x */
        {
            JSValue tmp;
            js_copy_halves(&tmp, &sp[-5]);
            js_copy_halves(&sp[-5], &sp[-4]);
            js_copy_halves(&sp[-4], &sp[-3]);
            js_copy_halves(&sp[-3], &sp[-2]);
            js_copy_halves(&sp[-2], &sp[-1]);
            js_copy_halves(&sp[-1], &tmp);
            BREAK;
        }
        CASE(OP_rot3r): /* a b x -> x a b (312) */
        {
            JSValue tmp;
            js_copy_halves(&tmp, &sp[-1]);
            js_copy_halves(&sp[-1], &sp[-2]);
            js_copy_halves(&sp[-2], &sp[-3]);
            js_copy_halves(&sp[-3], &tmp);
            BREAK;
        }
        CASE(OP_perm4): /* obj prop a b -> a obj prop b */
        {
            JSValue tmp;
            js_copy_halves(&tmp, &sp[-2]);
            js_copy_halves(&sp[-2], &sp[-3]);
            js_copy_halves(&sp[-3], &sp[-4]);
            js_copy_halves(&sp[-4], &tmp);
            BREAK;
        }
        CASE(OP_perm5): /* this obj prop a b -> a this obj prop b */
        {
            JSValue tmp;
            js_copy_halves(&tmp, &sp[-2]);
            js_copy_halves(&sp[-2], &sp[-3]);
            js_copy_halves(&sp[-3], &sp[-4]);
            js_copy_halves(&sp[-4], &sp[-5]);
            js_copy_halves(&sp[-5], &tmp);
            BREAK;
        }
        CASE(OP_swap): /* a b -> b a */
        {
            JSValue tmp;
            js_copy_halves(&tmp, &sp[-2]);
            js_copy_halves(&sp[-2], &sp[-1]);
            js_copy_halves(&sp[-1], &tmp);
            BREAK;
        }
        CASE(OP_swap2): /* a b c d -> c d a b */
        {
            JSValue tmp1, tmp2;
            js_copy_halves(&tmp1, &sp[-4]);
            js_copy_halves(&tmp2, &sp[-3]);
            js_copy_halves(&sp[-4], &sp[-2]);
            js_copy_halves(&sp[-3], &sp[-1]);
            js_copy_halves(&sp[-2], &tmp1);
            js_copy_halves(&sp[-1], &tmp2);
            BREAK;
        }

