/*
 * opcodes_fields.h - opcodes of properties, elements, private names, classes
 * and super. A part of the switch of interpreter.c, which is the only file that
 * includes it. `make format` leaves it alone: CASE() is no label to it.
 */
/* clang-format off */
        CASE(OP_get_field): {
            JSValue val, obj;
            JSAtom atom;
            JSObject *p;
            JSProperty *pr;
            JSShapeProperty *prs;

            atom = get_u32(pc);
            pc += 4;

            obj = sp[-1];
            if (likely(JS_VALUE_GET_TAG(obj) == JS_TAG_OBJECT)) {
                p = JS_VALUE_GET_OBJ(obj);
                for (;;) {
                    prs = find_own_property(&pr, p, atom);
                    if (prs) {
                        /* found */
                        if (unlikely(prs->flags & JS_PROP_TMASK))
                            goto get_field_slow_path;
                        val = js_dup(pr->u.value);
                        break;
                    }
                    if (unlikely(p->is_exotic | p->has_twin)) {
                        /* XXX: should avoid the slow path for arrays
                           and typed arrays by ensuring that 'prop' is
                           not numeric */
                        obj = JS_MKPTR(JS_TAG_OBJECT, p);
                        goto get_field_slow_path;
                    }
                    p = p->shape->proto;
                    if (!p) {
                        val = JS_UNDEFINED;
                        break;
                    }
                }
            } else {
            get_field_slow_path:
                sf->cur_pc = pc;
                val = JS_GetPropertyInternal(ctx, obj, atom, sp[-1], false);
                if (unlikely(JS_IsException(val)))
                    goto exception;
            }
            js_free_stored(rt, &sp[-1]);
            sp[-1] = val;
            BREAK;
        }

        CASE(OP_get_field2):
        get_field2 : {
            JSValue val, obj;
            JSAtom atom;
            JSObject *p;
            JSProperty *pr;
            JSShapeProperty *prs;

            atom = get_u32(pc);
            pc += 4;

            obj = sp[-1];
            if (likely(JS_VALUE_GET_TAG(obj) == JS_TAG_OBJECT)) {
                p = JS_VALUE_GET_OBJ(obj);
                for (;;) {
                    prs = find_own_property(&pr, p, atom);
                    if (prs) {
                        /* found */
                        if (unlikely(prs->flags & JS_PROP_TMASK))
                            goto get_field2_slow_path;
                        val = js_dup(pr->u.value);
                        break;
                    }
                    if (unlikely(p->is_exotic | p->has_twin)) {
                        /* XXX: should avoid the slow path for arrays
                           and typed arrays by ensuring that 'prop' is
                           not numeric */
                        obj = JS_MKPTR(JS_TAG_OBJECT, p);
                        goto get_field2_slow_path;
                    }
                    p = p->shape->proto;
                    if (!p) {
                        val = JS_UNDEFINED;
                        break;
                    }
                }
            } else {
                if (JS_VALUE_GET_TAG(obj) == JS_TAG_STRING) {
                    pval = js_find_string_method(ctx, atom);
                    if (likely(pval)) {
                        *sp++ = js_dup(*pval);
                        BREAK;
                    }
                }
            get_field2_slow_path:
                sf->cur_pc = pc;
                val = JS_GetPropertyInternal(ctx, obj, atom, sp[-1], false);
                if (unlikely(JS_IsException(val)))
                    goto exception;
            }
            *sp++ = val;
            BREAK;
        }

        CASE(OP_put_field): {
            int ret;
            JSValue obj;
            JSAtom atom;
            JSObject *p;
            JSProperty *pr;
            JSShapeProperty *prs;

            atom = get_u32(pc);
            pc += 4;

            obj = sp[-2];
            if (likely(JS_VALUE_GET_TAG(obj) == JS_TAG_OBJECT)) {
                p = JS_VALUE_GET_OBJ(obj);
                prs = find_own_property(&pr, p, atom);
                if (!prs)
                    goto put_field_slow_path;
                if (likely((prs->flags & (JS_PROP_TMASK | JS_PROP_WRITABLE |
                                          JS_PROP_LENGTH)) ==
                           JS_PROP_WRITABLE)) {
                    /* fast path */
                    js_set_inline(rt, &pr->u.value, sp[-1]);
                } else {
                    goto put_field_slow_path;
                }
                js_free_stored(rt, &sp[-2]);
                sp -= 2;
            } else {
            put_field_slow_path:
                sf->cur_pc = pc;
                ret = JS_SetPropertyInternal2(ctx, obj, atom, sp[-1], obj,
                                              JS_PROP_THROW_STRICT);
                JS_FreeValue(ctx, obj);
                sp -= 2;
                if (unlikely(ret < 0))
                    goto exception;
            }
            BREAK;
        }

        CASE(OP_private_symbol): {
            JSAtom atom;
            JSValue val;

            atom = get_u32(pc);
            pc += 4;
            val = JS_NewSymbolFromAtom(ctx, atom, JS_ATOM_TYPE_PRIVATE);
            if (JS_IsException(val))
                goto exception;
            *sp++ = val;
            BREAK;
        }

        CASE(OP_get_private_field): {
            JSValue val;
            sf->cur_pc = pc;
            val = JS_GetPrivateField(ctx, sp[-2], sp[-1]);
            JS_FreeValue(ctx, sp[-1]);
            JS_FreeValue(ctx, sp[-2]);
            sp[-2] = val;
            sp--;
            if (unlikely(JS_IsException(val)))
                goto exception;
            BREAK;
        }

        CASE(OP_put_private_field): {
            int ret;
            sf->cur_pc = pc;
            ret = JS_SetPrivateField(ctx, sp[-3], sp[-1], sp[-2]);
            JS_FreeValue(ctx, sp[-3]);
            JS_FreeValue(ctx, sp[-1]);
            sp -= 3;
            if (unlikely(ret < 0))
                goto exception;
            BREAK;
        }

        CASE(OP_define_private_field): {
            int ret;
            ret = JS_DefinePrivateField(ctx, sp[-3], sp[-2], sp[-1]);
            JS_FreeValue(ctx, sp[-2]);
            sp -= 2;
            if (unlikely(ret < 0))
                goto exception;
            BREAK;
        }

        CASE(OP_define_field): {
            int ret;
            JSAtom atom;
            JSObject *p;
            JSShape *new_sh;
            JSProperty *pr;
            atom = get_u32(pc);
            pc += 4;

            p = JS_VALUE_GET_OBJ(sp[-2]);
            if (likely(JS_VALUE_GET_TAG(sp[-2]) == JS_TAG_OBJECT &&
                       p->class_id == JS_CLASS_OBJECT && p->extensible &&
                       !p->is_prototype && !p->is_intrinsic) &&
                (new_sh = js_find_transition(rt, p, atom, JS_PROP_C_W_E)) !=
                    NULL) {
                pr = js_follow_transition(ctx, p, new_sh);
                if (unlikely(!pr))
                    goto exception;
                js_copy_halves(&pr->u.value, &sp[-1]);
                sp--;
                BREAK;
            }
            ret = js_define_plain(ctx, sp[-2], atom, sp[-1]);
            sp--;
            if (unlikely(ret < 0))
                goto exception;
            BREAK;
        }

        CASE(OP_set_name): {
            int ret;
            JSAtom atom;
            atom = get_u32(pc);
            pc += 4;

            ret = JS_DefineObjectName(ctx, sp[-1], atom, JS_PROP_CONFIGURABLE);
            if (unlikely(ret < 0))
                goto exception;
            BREAK;
        }
        CASE(OP_set_name_computed): {
            int ret;
            ret = JS_DefineObjectNameComputed(ctx, sp[-1], sp[-2],
                                              JS_PROP_CONFIGURABLE);
            if (unlikely(ret < 0))
                goto exception;
            BREAK;
        }
        CASE(OP_set_proto): {
            JSValue proto;
            proto = sp[-1];
            if (JS_IsObject(proto) || JS_IsNull(proto)) {
                if (JS_SetPrototypeInternal(ctx, sp[-2], proto, true) < 0)
                    goto exception;
            }
            JS_FreeValue(ctx, proto);
            sp--;
            BREAK;
        }
        CASE(OP_set_home_object):
            js_method_set_home_object(ctx, sp[-1], sp[-2]);
            BREAK;
        CASE(OP_define_method):
        CASE(OP_define_method_computed): {
            JSValue getter, setter, value;
            JSValue obj;
            JSAtom atom;
            int flags, ret, op_flags;
            bool is_computed;

            is_computed = (pc[-1] == OP_define_method_computed);
            if (is_computed) {
                atom = JS_ValueToAtom(ctx, sp[-2]);
                if (unlikely(atom == JS_ATOM_NULL))
                    goto exception;
            } else {
                atom = get_u32(pc);
                pc += 4;
            }
            op_flags = *pc++;

            obj = sp[-2 - is_computed];
            flags = JS_PROP_HAS_CONFIGURABLE | JS_PROP_CONFIGURABLE |
                    JS_PROP_HAS_ENUMERABLE | JS_PROP_THROW;
            if (op_flags & OP_DEFINE_METHOD_ENUMERABLE)
                flags |= JS_PROP_ENUMERABLE;
            op_flags &= 3;
            value = JS_UNDEFINED;
            getter = JS_UNDEFINED;
            setter = JS_UNDEFINED;
            if (op_flags == OP_DEFINE_METHOD_METHOD) {
                value = sp[-1];
                flags |=
                    JS_PROP_HAS_VALUE | JS_PROP_HAS_WRITABLE | JS_PROP_WRITABLE;
            } else if (op_flags == OP_DEFINE_METHOD_GETTER) {
                getter = sp[-1];
                flags |= JS_PROP_HAS_GET;
            } else {
                setter = sp[-1];
                flags |= JS_PROP_HAS_SET;
            }
            ret = js_method_set_properties(ctx, sp[-1], atom, flags, obj);
            if (ret >= 0) {
                ret = JS_DefineProperty(ctx, obj, atom, value, getter, setter,
                                        flags);
            }
            JS_FreeValue(ctx, sp[-1]);
            if (is_computed) {
                JS_FreeAtom(ctx, atom);
                JS_FreeValue(ctx, sp[-2]);
            }
            sp -= 1 + is_computed;
            if (unlikely(ret < 0))
                goto exception;
            BREAK;
        }

        CASE(OP_define_class):
        CASE(OP_define_class_computed): {
            int class_flags;
            JSAtom atom;

            atom = get_u32(pc);
            class_flags = pc[4];
            pc += 5;
            if (js_op_define_class(ctx, sp, atom, class_flags, var_refs, sf,
                                   (pc[-6] == OP_define_class_computed)) < 0)
                goto exception;
            BREAK;
        }

        CASE(OP_get_array_el): {
            JSValue val;

            /* fast path: regular/typed array element by int index */
            if (likely(JS_VALUE_GET_TAG(sp[-2]) == JS_TAG_OBJECT &&
                       JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_INT)) {
                JSObject *p = JS_VALUE_GET_OBJ(sp[-2]);
                uint32_t idx = JS_VALUE_GET_INT(sp[-1]);
                if (likely(p->class_id == JS_CLASS_ARRAY &&
                           idx < p->u.array.count)) {
                    JSValue el = js_dup(p->u.array.u.values[idx]);
                    js_free_stored(rt, &sp[-2]);
                    js_copy_halves(&sp[-2], &el);
                    sp--;
                    BREAK;
                }
                if (js_get_fast_array_element(ctx, p, idx, &val)) {
                    js_free_stored(rt, &sp[-2]);
                    js_copy_halves(&sp[-2], &val);
                    sp--;
                    BREAK;
                }
            } else if (JS_VALUE_GET_TAG(sp[-2]) == JS_TAG_STRING &&
                       JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_INT) {
                JSString *ch =
                    js_find_char_string(rt, sp[-2], JS_VALUE_GET_INT(sp[-1]));
                if (likely(ch)) {
                    js_free_stored(rt, &sp[-2]);
                    JS_REF_COUNT(ch)++;
                    sp[-2] = JS_MKPTR(JS_TAG_STRING, ch);
                    sp--;
                    BREAK;
                }
            }
            pval = js_find_by_symbol(sp[-2], sp[-1]);
            if (pval) {
                JSValue el = js_dup(*pval);
                js_free_stored(rt, &sp[-1]);
                js_free_stored(rt, &sp[-2]);
                js_copy_halves(&sp[-2], &el);
                sp--;
                BREAK;
            }
            sf->cur_pc = pc;
            val = JS_GetPropertyValue(ctx, sp[-2], sp[-1]);
            JS_FreeValue(ctx, sp[-2]);
            js_copy_halves(&sp[-2], &val);
            sp--;
            if (unlikely(JS_IsException(val)))
                goto exception;
            BREAK;
        }

        CASE(OP_get_array_el2): {
            JSValue val;

            /* fast path: regular/typed array element by int index */
            if (likely(JS_VALUE_GET_TAG(sp[-2]) == JS_TAG_OBJECT &&
                       JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_INT)) {
                JSObject *p = JS_VALUE_GET_OBJ(sp[-2]);
                uint32_t idx = JS_VALUE_GET_INT(sp[-1]);
                if (likely(p->class_id == JS_CLASS_ARRAY &&
                           idx < p->u.array.count)) {
                    sp[-1] = js_dup(p->u.array.u.values[idx]);
                    BREAK;
                }
                if (js_get_fast_array_element(ctx, p, idx, &val)) {
                    js_copy_halves(&sp[-1], &val);
                    BREAK;
                }
            }
            pval = js_find_by_symbol(sp[-2], sp[-1]);
            if (pval) {
                JSValue el = js_dup(*pval);
                js_free_stored(rt, &sp[-1]);
                js_copy_halves(&sp[-1], &el);
                BREAK;
            }
            sf->cur_pc = pc;
            val = JS_GetPropertyValue(ctx, sp[-2], sp[-1]);
            sp[-1] = val;
            if (unlikely(JS_IsException(val)))
                goto exception;
            BREAK;
        }

        CASE(OP_get_ref_value): {
            JSValue val;
            sf->cur_pc = pc;
            if (unlikely(JS_IsUndefined(sp[-2]))) {
                JSAtom atom = JS_ValueToAtom(ctx, sp[-1]);
                if (atom != JS_ATOM_NULL) {
                    JS_ThrowReferenceErrorNotDefined(ctx, atom);
                    JS_FreeAtom(ctx, atom);
                }
                goto exception;
            }
            val = JS_GetPropertyValue(ctx, sp[-2], js_dup(sp[-1]));
            if (unlikely(JS_IsException(val)))
                goto exception;
            sp[0] = val;
            sp++;
            BREAK;
        }

        CASE(OP_get_super_value): {
            JSValue val;
            JSAtom atom;
            sf->cur_pc = pc;
            atom = JS_ValueToAtom(ctx, sp[-1]);
            if (unlikely(atom == JS_ATOM_NULL))
                goto exception;
            val = JS_GetPropertyInternal(ctx, sp[-2], atom, sp[-3], false);
            JS_FreeAtom(ctx, atom);
            if (unlikely(JS_IsException(val)))
                goto exception;
            JS_FreeValue(ctx, sp[-1]);
            JS_FreeValue(ctx, sp[-2]);
            JS_FreeValue(ctx, sp[-3]);
            sp[-3] = val;
            sp -= 2;
            BREAK;
        }

        CASE(OP_put_array_el): {
            int ret;
            JSValue val;
            uint32_t idx;
            JSObject *p;

            val = sp[-1];
            if (likely(JS_VALUE_GET_TAG(sp[-2]) == JS_TAG_INT)) {
                idx = JS_VALUE_GET_INT(sp[-2]);
                if (likely(JS_VALUE_GET_TAG(sp[-3]) == JS_TAG_OBJECT)) {
                    p = JS_VALUE_GET_OBJ(sp[-3]);
                    if (likely(p->class_id == JS_CLASS_ARRAY &&
                               idx < (uint32_t)p->u.array.count)) {
                        js_set_inline(rt, &p->u.array.u.values[idx], val);
                        js_free_stored(rt, &sp[-3]);
                        sp -= 3;
                        BREAK;
                    }
                    if (likely(p->class_id == JS_CLASS_ARRAY &&
                               idx == (uint32_t)p->u.array.count &&
                               p->fast_array && p->extensible &&
                               p->shape->proto ==
                                   JS_VALUE_GET_OBJ(
                                       ctx->class_proto[JS_CLASS_ARRAY]) &&
                               ctx->std_array_prototype)) {
                        /* fast path to add an element */
                        uint32_t array_len;
                        if (likely(JS_VALUE_GET_TAG(p->prop[0].u.value) ==
                                   JS_TAG_INT)) {
                            uint32_t new_len = idx + 1;
                            array_len = JS_VALUE_GET_INT(p->prop[0].u.value);
                            if (likely(new_len <= p->u.array.u1.size)) {
                                p->u.array.u.values[idx] = val;
                                p->u.array.count = new_len;
                                if (new_len > array_len)
                                    p->prop[0].u.value = js_int32(new_len);
                                js_free_stored(rt, &sp[-3]);
                                sp -= 3;
                                BREAK;
                            }
                        }
                    }
                    if (is_typed_array(p->class_id) &&
                        js_put_typed_element(p, idx, val)) {
                        js_free_stored(rt, &sp[-3]);
                        sp -= 3;
                        BREAK;
                    }
                }
            }
            pval = js_find_own_by_symbol(sp[-3], sp[-2]);
            if (pval) {
                js_set_inline(rt, pval, val);
                js_free_stored(rt, &sp[-2]);
                js_free_stored(rt, &sp[-3]);
                sp -= 3;
                BREAK;
            }
            sf->cur_pc = pc;
            if (unlikely(JS_IsObject(sp[-2]) &&
                         (JS_IsNull(sp[-3]) || JS_IsUndefined(sp[-3])))) {
                js_throw_no_element(ctx, sp[-3], sp[-2], true);
                goto exception;
            }
            ret = JS_SetPropertyValue(ctx, sp[-3], sp[-2], sp[-1],
                                      JS_PROP_THROW_STRICT);
            JS_FreeValue(ctx, sp[-3]);
            sp -= 3;
            if (unlikely(ret < 0))
                goto exception;
            BREAK;
        }

        CASE(OP_put_ref_value): {
            int ret, flags;
            sf->cur_pc = pc;
            flags = JS_PROP_THROW_STRICT;
            if (unlikely(JS_IsUndefined(sp[-3]))) {
                if (is_strict_mode(ctx)) {
                    JSAtom atom = JS_ValueToAtom(ctx, sp[-2]);
                    if (atom != JS_ATOM_NULL) {
                        JS_ThrowReferenceErrorNotDefined(ctx, atom);
                        JS_FreeAtom(ctx, atom);
                    }
                    goto exception;
                } else {
                    sp[-3] = js_dup(ctx->global_obj);
                }
            } else {
                if (is_strict_mode(ctx))
                    flags |= JS_PROP_NO_ADD;
            }
            ret = JS_SetPropertyValue(ctx, sp[-3], sp[-2], sp[-1], flags);
            JS_FreeValue(ctx, sp[-3]);
            sp -= 3;
            if (unlikely(ret < 0))
                goto exception;
            BREAK;
        }

        CASE(OP_put_super_value): {
            int ret;
            JSAtom atom;
            sf->cur_pc = pc;
            if (JS_VALUE_GET_TAG(sp[-3]) != JS_TAG_OBJECT) {
                JS_ThrowTypeErrorNotAnObject(ctx);
                goto exception;
            }
            atom = JS_ValueToAtom(ctx, sp[-2]);
            if (unlikely(atom == JS_ATOM_NULL))
                goto exception;
            ret = JS_SetPropertyInternal2(ctx, sp[-3], atom, sp[-1], sp[-4],
                                          JS_PROP_THROW_STRICT);
            JS_FreeAtom(ctx, atom);
            JS_FreeValue(ctx, sp[-4]);
            JS_FreeValue(ctx, sp[-3]);
            JS_FreeValue(ctx, sp[-2]);
            sp -= 4;
            if (ret < 0)
                goto exception;
            BREAK;
        }

        CASE(OP_define_array_el): {
            int ret;
            if (JS_VALUE_GET_TAG(sp[-2]) == JS_TAG_INT)
                ret = js_create_element(ctx, sp[-3], JS_VALUE_GET_INT(sp[-2]),
                                        sp[-1]);
            else
                ret = JS_DefinePropertyValueValue(
                    ctx, sp[-3], js_dup(sp[-2]), sp[-1],
                    JS_PROP_C_W_E | JS_PROP_THROW);
            sp -= 1;
            if (unlikely(ret < 0))
                goto exception;
            BREAK;
        }

        CASE(OP_append): /* array pos enumobj -- array pos */
        {
            sf->cur_pc = pc;
            if (js_append_enumerate(ctx, sp))
                goto exception;
            JS_FreeValue(ctx, *--sp);
            BREAK;
        }

        CASE(OP_copy_data_properties): /* target source excludeList */
        {
            /* stack offsets (-1 based):
               2 bits for target,
               3 bits for source,
               2 bits for exclusionList */
            int mask;

            mask = *pc++;
            sf->cur_pc = pc;
            if (js_copy_operands(ctx, sp, mask))
                goto exception;
            BREAK;
        }

