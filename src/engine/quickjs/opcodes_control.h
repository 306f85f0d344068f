/*
 * opcodes_control.h - opcodes of jumps, try, loops over iterators, and `using`.
 * A part of the switch of interpreter.c, which is the only file that includes
 * it. `make format` leaves it alone: CASE() is no label to it.
 */
/* clang-format off */
        CASE(OP_goto):
            pc += (int32_t)get_u32(pc);
            if (unlikely(js_poll_jump(ctx, sf, pc)))
                goto exception;
            BREAK;
        CASE(OP_goto16):
            pc += (int16_t)get_u16(pc);
            if (unlikely(js_poll_jump(ctx, sf, pc)))
                goto exception;
            BREAK;
        CASE(OP_goto8):
            pc += (int8_t)pc[0];
            if (unlikely(js_poll_jump(ctx, sf, pc)))
                goto exception;
            BREAK;
        CASE(OP_if_true): {
            int res;
            JSValue op1;

            op1 = sp[-1];
            pc += 4;
            if ((uint32_t)JS_VALUE_GET_TAG(op1) <= JS_TAG_UNDEFINED) {
                res = JS_VALUE_GET_INT(op1);
            } else {
                res = JS_ToBoolFree(ctx, op1);
            }
            sp--;
            if (res) {
                pc += (int32_t)get_u32(pc - 4) - 4;
            }
            if (unlikely(js_poll_jump(ctx, sf, pc)))
                goto exception;
            BREAK;
        }
        CASE(OP_if_false): {
            int res;
            JSValue op1;

            op1 = sp[-1];
            pc += 4;
            if ((uint32_t)JS_VALUE_GET_TAG(op1) <= JS_TAG_UNDEFINED) {
                res = JS_VALUE_GET_INT(op1);
            } else {
                res = JS_ToBoolFree(ctx, op1);
            }
            sp--;
            if (!res) {
                pc += (int32_t)get_u32(pc - 4) - 4;
            }
            if (unlikely(js_poll_jump(ctx, sf, pc)))
                goto exception;
            BREAK;
        }
        CASE(OP_if_true8): {
            int res;
            JSValue op1;

            op1 = sp[-1];
            pc += 1;
            if ((uint32_t)JS_VALUE_GET_TAG(op1) <= JS_TAG_UNDEFINED) {
                res = JS_VALUE_GET_INT(op1);
            } else {
                res = JS_ToBoolFree(ctx, op1);
            }
            sp--;
            if (res) {
                pc += (int8_t)pc[-1] - 1;
            }
            if (unlikely(js_poll_jump(ctx, sf, pc)))
                goto exception;
            BREAK;
        }
        CASE(OP_if_false8): {
            int res;
            JSValue op1;

            op1 = sp[-1];
            pc += 1;
            if ((uint32_t)JS_VALUE_GET_TAG(op1) <= JS_TAG_UNDEFINED) {
                res = JS_VALUE_GET_INT(op1);
            } else {
                res = JS_ToBoolFree(ctx, op1);
            }
            sp--;
            if (res)
                BREAK;
        jump8: /* past a jump of one byte, to where it leads */
            pc += (int8_t)pc[-1] - 1;
            if (unlikely(js_poll_jump(ctx, sf, pc)))
                goto exception;
            BREAK;
        }
        CASE(OP_catch): {
            int32_t diff;
            diff = get_u32(pc);
            sp[0] = JS_NewCatchOffset(ctx, pc + diff - b->byte_code_buf);
            sp++;
            pc += 4;
            BREAK;
        }
        CASE(OP_gosub): {
            int32_t diff;
            diff = get_u32(pc);
            /* XXX: should have a different tag to avoid security flaw */
            sp[0] = js_int32(pc + 4 - b->byte_code_buf);
            sp++;
            pc += diff;
            BREAK;
        }
        CASE(OP_ret): {
            JSValue op1;
            uint32_t pos;
            op1 = sp[-1];
            if (unlikely(JS_VALUE_GET_TAG(op1) != JS_TAG_INT))
                goto ret_fail;
            pos = JS_VALUE_GET_INT(op1);
            if (unlikely(pos >= b->byte_code_len)) {
            ret_fail:
                JS_ThrowInternalError(ctx, "invalid ret value");
                goto exception;
            }
            sp--;
            pc = b->byte_code_buf + pos;
            BREAK;
        }

        CASE(OP_for_in_start):
            sf->cur_pc = pc;
            if (js_for_in_start(ctx, sp))
                goto exception;
            BREAK;
        CASE(OP_for_in_next): {
            JSAtom atom = js_for_in_quick(sp[-1]);

            if (likely(atom != JS_ATOM_NULL && *pc == OP_if_false8)) {
                *sp++ = js_dup(JS_MKPTR(JS_TAG_STRING, rt->atom_array[atom]));
                pc++;
                pc += (int8_t)pc[0];
                if (unlikely(js_poll_jump(ctx, sf, pc)))
                    goto exception;
                BREAK;
            }
            sf->cur_pc = pc;
            if (atom != JS_ATOM_NULL) {
                sp[0] = JS_AtomToValue(ctx, atom);
                sp[1] = JS_FALSE;
            } else if (js_for_in_next(ctx, sp)) {
                goto exception;
            }
            sp += 2;
            BREAK;
        }
        CASE(OP_for_of_start):
            sf->cur_pc = pc;
            if (js_for_of_start(ctx, sp, false))
                goto exception;
            sp += 1;
            *sp++ = JS_NewCatchOffset(ctx, 0);
            BREAK;
        CASE(OP_for_of_next): {
            int offset = -3 - pc[0];
            pc += 1;
            sf->cur_pc = pc;
            if (js_for_of_next(ctx, sp, offset))
                goto exception;
            sp += 2;
            BREAK;
        }
        CASE(OP_for_await_of_start):
            sf->cur_pc = pc;
            if (js_for_of_start(ctx, sp, true))
                goto exception;
            sp += 1;
            *sp++ = JS_NewCatchOffset(ctx, 0);
            BREAK;
        CASE(OP_for_await_enter):
            /* iter_obj next undefined value -> iter_obj next catch_offset
               value */
            {
                int32_t diff;
                diff = get_u32(pc);
                sp[-2] = JS_NewCatchOffset(ctx, pc + diff - b->byte_code_buf);
                pc += 4;
            }
            BREAK;
        CASE(OP_for_await_leave):
            if (*pc++ == 0) {
                /* iter_obj next catch_offset -> iter_obj next undefined
                   iter_obj next: what next() throws does not close it */
                sp[-1] = JS_UNDEFINED;
                sp[0] = js_dup(sp[-3]);
                sp[1] = js_dup(sp[-2]);
            } else {
                /* iter_obj next exception catch_offset -> ... result
                   must_await */
                sf->cur_pc = pc;
                if (js_for_await_close(ctx, sp))
                    goto exception;
            }
            sp += 2;
            BREAK;
        CASE(OP_iterator_get_value_done):
            sf->cur_pc = pc;
            if (js_iterator_get_value_done(ctx, sp))
                goto exception;
            sp += 1;
            BREAK;
        CASE(OP_check_object):
            if (unlikely(!JS_IsObject(sp[-1]))) {
                JS_ThrowTypeErrorNotAnObject(ctx);
                goto exception;
            }
            BREAK;

        CASE(OP_iterator_close):
            /* iter_obj next catch_offset -> */
            sp--; /* drop the catch offset to avoid getting caught by exception
                   */
            JS_FreeValue(ctx, sp[-1]); /* drop the next method */
            sp--;
            if (!JS_IsUndefined(sp[-1])) {
                sf->cur_pc = pc;
                if (JS_IteratorClose(ctx, sp[-1], false))
                    goto exception;
                JS_FreeValue(ctx, sp[-1]);
            }
            sp--;
            BREAK;
        CASE(OP_nip_catch): {
            JSValue ret_val;
            /* catch_offset ... ret_val -> ret_eval */
            ret_val = *--sp;
            while (sp > var_buf + b->var_count &&
                   JS_VALUE_GET_TAG(sp[-1]) != JS_TAG_CATCH_OFFSET) {
                JS_FreeValue(ctx, *--sp);
            }
            if (unlikely(sp == var_buf + b->var_count)) {
                JS_ThrowInternalError(ctx, "nip_catch");
                JS_FreeValue(ctx, ret_val);
                goto exception;
            }
            sp[-1] = ret_val;
            BREAK;
        }

        CASE(OP_using_dispose): {
            int idx;
            JSValueConst val, method;
            JSValue ret, error_state;

            idx = get_u32(pc);
            pc += 4;
            val = var_buf[idx];
            method = var_buf[idx + 1];
            error_state = sp[-1];

            if (JS_IsNull(val) || JS_IsUndefined(val) ||
                JS_IsUninitialized(val)) {
                /* null/undefined (spec-permitted) or uninitialized
                   (declaration threw before assignment). */
                BREAK;
            }
            sf->cur_pc = pc;
            ret = JS_Call(ctx, method, val, 0, NULL);
            if (JS_IsException(ret)) {
                JSValue new_error;
                if (js_is_stopping(rt))
                    goto exception;
                new_error = JS_GetException(ctx);
                if (!JS_IsUninitialized(error_state)) {
                    JSValue se;
                    se = js_new_suppressed_error(ctx, new_error, error_state);
                    JS_FreeValue(ctx, new_error);
                    JS_FreeValue(ctx, error_state);
                    if (JS_IsException(se)) {
                        sp[-1] = JS_GetException(ctx);
                    } else {
                        sp[-1] = se;
                    }
                } else {
                    sp[-1] = new_error;
                }
            } else {
                JS_FreeValue(ctx, ret);
            }
            BREAK;
        }

        CASE(OP_using_dispose_async): {
            int idx;
            JSValueConst val, method;
            JSValue ret;

            /* state error_state catch_offset -> ... result must_await */
            idx = get_u32(pc);
            pc += 4;
            val = var_buf[idx];
            method = var_buf[idx + 1];

            if (JS_IsNull(val) || JS_IsUndefined(val) ||
                JS_IsUninitialized(val)) {
                if (!JS_IsUninitialized(val))
                    sp[-3] =
                        js_int32(JS_VALUE_GET_INT(sp[-3]) | USING_NEEDS_AWAIT);
                sp[0] = JS_UNDEFINED;
                sp[1] = JS_FALSE;
                sp += 2;
                BREAK;
            }
            sf->cur_pc = pc;
            ret = JS_Call(ctx, method, val, 0, NULL);
            if (JS_IsException(ret))
                goto exception;
            sp[-3] = js_int32(JS_VALUE_GET_INT(sp[-3]) | USING_HAS_AWAITED);
            sp[0] = ret;
            sp[1] = JS_TRUE;
            sp += 2;
            BREAK;
        }

        CASE(OP_using_dispose_pause): {
            int idx, state;

            /* state error_state -> ... must_await: before the value that
               'using' declared, or at the end (idx is -1) */
            idx = get_u32(pc);
            pc += 4;
            state = JS_VALUE_GET_INT(sp[-2]);
            if (idx != -1 &&
                (JS_IsNull(var_buf[idx]) || JS_IsUndefined(var_buf[idx]) ||
                 JS_IsUninitialized(var_buf[idx]))) {
                sp[0] = JS_FALSE;
            } else {
                sp[0] = js_bool((state & USING_NEEDS_AWAIT) &&
                                !(state & USING_HAS_AWAITED));
                if (JS_VALUE_GET_BOOL(sp[0]))
                    sp[-2] = js_int32(state & ~USING_NEEDS_AWAIT);
            }
            sp++;
            BREAK;
        }

        CASE(OP_using_dispose_merge): {
            JSValue new_error = sp[-1];
            JSValue error_state = sp[-2];
            sp--;
            if (!JS_IsUninitialized(error_state)) {
                JSValue se =
                    js_new_suppressed_error(ctx, new_error, error_state);
                JS_FreeValue(ctx, new_error);
                JS_FreeValue(ctx, error_state);
                if (JS_IsException(se)) {
                    sp[-1] = JS_GetException(ctx);
                    if (js_is_stopping(rt))
                        goto exception;
                } else {
                    sp[-1] = se;
                }
            } else {
                sp[-1] = new_error;
            }
            BREAK;
        }

        CASE(OP_using_dispose_end): {
            JSValue error_state = sp[-1];
            sp--;
            if (!JS_IsUninitialized(error_state)) {
                JS_Throw(ctx, error_state);
                goto exception;
            }
            BREAK;
        }

        CASE(OP_using_check): {
            int hint = pc[0];
            JSValue method;
            pc += 1;
            sf->cur_pc = pc;
            if (js_op_using_check(ctx, sp[-1], hint, &method))
                goto exception;
            sp[0] = method;
            sp++;
            BREAK;
        }

        CASE(OP_iterator_next):
            /* stack: iter_obj next catch_offset val */
            {
                JSValue ret;
                sf->cur_pc = pc;
                ret = JS_Call(ctx, sp[-3], sp[-4], 1, vc(sp - 1));
                if (JS_IsException(ret))
                    goto exception;
                JS_FreeValue(ctx, sp[-1]);
                sp[-1] = ret;
            }
            BREAK;

        CASE(OP_iterator_call):
            /* stack: iter_obj next catch_offset val */
            {
                JSValue method, ret;
                bool ret_flag;
                int flags;
                flags = *pc++;
                sf->cur_pc = pc;
                method = JS_GetProperty(
                    ctx, sp[-4], (flags & 1) ? JS_ATOM_throw : JS_ATOM_return);
                if (JS_IsException(method))
                    goto exception;
                if (JS_IsUndefined(method) || JS_IsNull(method)) {
                    ret_flag = true;
                } else {
                    if (flags & 2) {
                        /* no argument */
                        ret = JS_CallFree(ctx, method, sp[-4], 0, NULL);
                    } else {
                        ret = JS_CallFree(ctx, method, sp[-4], 1, vc(sp - 1));
                    }
                    if (JS_IsException(ret))
                        goto exception;
                    JS_FreeValue(ctx, sp[-1]);
                    sp[-1] = ret;
                    ret_flag = false;
                }
                sp[0] = js_bool(ret_flag);
                sp += 1;
            }
            BREAK;

        CASE(OP_lnot): {
            int res;
            JSValue op1;

            op1 = sp[-1];
            if ((uint32_t)JS_VALUE_GET_TAG(op1) <= JS_TAG_UNDEFINED) {
                res = JS_VALUE_GET_INT(op1) != 0;
            } else {
                res = JS_ToBoolFree(ctx, op1);
            }
            sp[-1] = js_bool(!res);
            BREAK;
        }

