/*
 * opcodes_await.h - opcodes of `with`, await, yield, tests of types, and those
 * that no code has. A part of the switch of interpreter.c, which is the only
 * file that includes it. `make format` leaves it alone: CASE() is no label to
 * it.
 */
/* clang-format off */
        CASE(OP_with_get_var):
        CASE(OP_with_put_var):
        CASE(OP_with_delete_var):
        CASE(OP_with_make_ref):
        CASE(OP_with_get_ref):
        CASE(OP_with_get_ref_undef): {
            JSAtom atom;
            int32_t diff;
            JSValue obj, val;
            int ret, is_with;
            atom = get_u32(pc);
            diff = get_u32(pc + 4);
            is_with = pc[8];
            pc += 9;
            sf->cur_pc = pc;

            obj = sp[-1];
            ret = JS_HasProperty(ctx, obj, atom);
            if (unlikely(ret < 0))
                goto exception;
            if (ret) {
                if (is_with) {
                    ret = js_has_unscopable(ctx, obj, atom);
                    if (unlikely(ret < 0))
                        goto exception;
                    if (ret)
                        goto no_with;
                }
                switch (pc[-10]) {
                case OP_with_get_var:
                    ret = JS_HasProperty(ctx, obj, atom);
                    if (unlikely(ret < 0))
                        goto exception;

                    if (ret == 0) {
                        if (is_strict_mode(ctx)) {
                            JS_ThrowReferenceErrorNotDefined(ctx, atom);
                            goto exception;
                        }
                        val = JS_UNDEFINED;
                    } else {
                        val = JS_GetProperty(ctx, obj, atom);
                        if (unlikely(JS_IsException(val)))
                            goto exception;
                    }
                    js_set_inline(rt, &sp[-1], val);
                    break;
                case OP_with_put_var:
                    /* XXX: check if strict mode */
                    ret = JS_SetPropertyInternal(ctx, obj, atom, sp[-2],
                                                 JS_PROP_THROW_STRICT);
                    JS_FreeValue(ctx, sp[-1]);
                    sp -= 2;
                    if (unlikely(ret < 0))
                        goto exception;
                    break;
                case OP_with_delete_var:
                    ret = JS_DeleteProperty(ctx, obj, atom, 0);
                    if (unlikely(ret < 0))
                        goto exception;
                    JS_FreeValue(ctx, sp[-1]);
                    sp[-1] = js_bool(ret);
                    break;
                case OP_with_make_ref:
                    /* produce a pair object/propname on the stack */
                    *sp++ = JS_AtomToValue(ctx, atom);
                    break;
                case OP_with_get_ref:
                    /* produce a pair object/method on the stack */
                    ret = JS_HasProperty(ctx, obj, atom);
                    if (unlikely(ret < 0))
                        goto exception;
                    if (ret == 0) {
                        if (is_strict_mode(ctx)) {
                            JS_ThrowReferenceErrorNotDefined(ctx, atom);
                            goto exception;
                        }
                        val = JS_UNDEFINED;
                    } else {
                        val = JS_GetProperty(ctx, obj, atom);
                        if (unlikely(JS_IsException(val)))
                            goto exception;
                    }
                    *sp++ = val;
                    break;
                case OP_with_get_ref_undef:
                    /* produce a pair undefined/function on the stack */
                    val = JS_GetProperty(ctx, obj, atom);
                    if (unlikely(JS_IsException(val)))
                        goto exception;
                    JS_FreeValue(ctx, sp[-1]);
                    sp[-1] = JS_UNDEFINED;
                    *sp++ = val;
                    break;
                }
                pc += diff - 5;
            } else {
            no_with:
                /* if not jumping, drop the object argument */
                JS_FreeValue(ctx, sp[-1]);
                sp--;
            }
            BREAK;
        }

        CASE(OP_await):
            stop_val = js_int32(FUNC_RET_AWAIT);
            goto done_generator;
        CASE(OP_yield):
            stop_val = js_int32(FUNC_RET_YIELD);
            goto done_generator;
        CASE(OP_yield_star):
        CASE(OP_async_yield_star):
            stop_val = js_int32(FUNC_RET_YIELD_STAR);
            goto done_generator;
        CASE(OP_return_async):
            if (sf == &sf_s) { /* see js_async_function_call_whole() */
                ret_val = *--sp;
                goto done;
            }
            /* fall through */
        CASE(OP_initial_yield):
            stop_val = JS_UNDEFINED;
            goto done_generator;

        CASE(OP_field_name): /* a table of switches.c; else stepped over */
            pc = b->byte_code_buf +
                 js_switch_place(b->cpool[get_u32(pc) & ~JS_ATOM_TAG_INT],
                                 sp[-1]);
            BREAK;
        CASE(OP_nop): /* before an instruction whose footprint is recorded
                           */
            js_note_footprint(ctx, sf, sp, pc);
            BREAK;
        CASE(OP_is_undefined_or_null):
            if (JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_UNDEFINED ||
                JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_NULL) {
                goto set_true;
            } else {
                goto free_and_set_false;
            }
        CASE(OP_is_undefined):
            if (JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_UNDEFINED) {
                goto set_true;
            } else {
                goto free_and_set_false;
            }
        CASE(OP_is_null):
            if (JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_NULL) {
                goto set_true;
            } else {
                goto free_and_set_false;
            }
            /* XXX: could merge to a single opcode */
        CASE(OP_typeof_is_undefined):
            /* different from OP_is_undefined because of isHTMLDDA */
            if (js_operator_typeof(ctx, sp[-1]) == JS_ATOM_undefined) {
                goto free_and_set_true;
            } else {
                goto free_and_set_false;
            }
        CASE(OP_typeof_is_function):
            if (js_operator_typeof(ctx, sp[-1]) == JS_ATOM_function) {
                goto free_and_set_true;
            } else {
                goto free_and_set_false;
            }
        free_and_set_true:
            js_free_stored(rt, &sp[-1]);
        set_true:
            if (*pc == OP_if_false8) {
                sp--;
                pc += 2;
                BREAK;
            }
            sp[-1] = JS_TRUE;
            BREAK;
        free_and_set_false:
            js_free_stored(rt, &sp[-1]);
            if (*pc == OP_if_false8) {
                sp--;
                pc += 2;
                goto jump8;
            }
            sp[-1] = JS_FALSE;
            BREAK;
        CASE(OP_invalid):
            if (b->late) {
                js_read_late(ctx, b);
                pc = b->byte_code_buf;
                BREAK;
            }
            /* fall through */
        DEFAULT:
            JS_ThrowInternalError(ctx, "invalid opcode: pc=%u opcode=0x%02x",
                                  (int)(pc - b->byte_code_buf - 1), pc[-1]);
            goto exception;
