/*
 * opcodes_operators.h - arithmetic, comparisons and conversions. A part of the
 * switch of interpreter.c, which is the only file that includes it. `make
 * format` leaves it alone: CASE() is no label to it.
 */
/* clang-format off */
        CASE(OP_add): {
            JSValue op1, op2;
            op1 = sp[-2];
            op2 = sp[-1];
            if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {
                int32_t r;
                if (likely(js_add_ints(JS_VALUE_GET_INT(op1),
                                       JS_VALUE_GET_INT(op2), &r)))
                    js_set_int(&sp[-2], r);
                else
                    sp[-2] = js_float64((double)JS_VALUE_GET_INT(op1) +
                                        JS_VALUE_GET_INT(op2));
                sp--;
            } else if (JS_VALUE_IS_BOTH_FLOAT(op1, op2)) {
                JS_X87_FPCW_SAVE_AND_ADJUST(fpcw);
                sp[-2] = js_float64(JS_VALUE_GET_FLOAT64(op1) +
                                    JS_VALUE_GET_FLOAT64(op2));
                JS_X87_FPCW_RESTORE(fpcw);
                sp--;
            } else if (JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(op1)) ||
                       JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(op2))) {
                /* mixed int/float; the BOTH_FLOAT fast path above is unchanged
                 */
                double d1, d2;
                if (!js_arith_to_float64(op1, &d1) ||
                    !js_arith_to_float64(op2, &d2))
                    goto add_slow_case;
                JS_X87_FPCW_SAVE_AND_ADJUST(fpcw);
                sp[-2] = js_float64(d1 + d2);
                JS_X87_FPCW_RESTORE(fpcw);
                sp--;
            } else {
            add_slow_case:
                sf->cur_pc = pc;
                if (js_add_slow(ctx, sp, pc, vc(var_buf)))
                    goto exception;
                sp--;
            }
            BREAK;
        }
        CASE(OP_add_loc): {
            JSValue *pv;
            int idx;
            idx = *pc;
            pc += 1;

            pv = &var_buf[idx];
            if (likely(JS_VALUE_IS_BOTH_INT(*pv, sp[-1]))) {
                int32_t r;
                if (likely(js_add_ints(JS_VALUE_GET_INT(*pv),
                                       JS_VALUE_GET_INT(sp[-1]), &r)))
                    js_set_int(pv, r);
                else
                    *pv = js_float64((double)JS_VALUE_GET_INT(*pv) +
                                     JS_VALUE_GET_INT(sp[-1]));
                sp--;
            } else if (JS_VALUE_GET_TAG(*pv) == JS_TAG_STRING) {
                JSValue op1;
                op1 = sp[-1];
                sp--;
                sf->cur_pc = pc;
                op1 = JS_ToPrimitiveFree(ctx, op1, HINT_NONE);
                if (JS_IsException(op1))
                    goto exception;
                if (JS_VALUE_GET_TAG(op1) == JS_TAG_STRING &&
                    js_extend_string(JS_VALUE_GET_STRING(*pv),
                                     JS_VALUE_GET_STRING(op1), 1)) {
                    js_free_stored(rt, &op1);
                    BREAK;
                }
                op1 = JS_ConcatString(ctx, js_dup(*pv), op1);
                if (JS_IsException(op1))
                    goto exception;
                js_set_inline(rt, pv, op1);
            } else {
                JSValue ops[2];
                /* In case of exception, js_add_slow frees ops[0]
                   and ops[1], so we must duplicate *pv */
                sf->cur_pc = pc;
                ops[0] = js_dup(*pv);
                ops[1] = sp[-1];
                sp--;
                if (js_add_slow(ctx, ops + 2, js_unread_code, NULL))
                    goto exception;
                js_set_inline(rt, pv, ops[0]);
            }
            BREAK;
        }
        CASE(OP_sub): {
            JSValue op1, op2;
            op1 = sp[-2];
            op2 = sp[-1];
            if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {
                int32_t r;
                if (likely(js_sub_ints(JS_VALUE_GET_INT(op1),
                                       JS_VALUE_GET_INT(op2), &r)))
                    js_set_int(&sp[-2], r);
                else
                    sp[-2] = js_float64((double)JS_VALUE_GET_INT(op1) -
                                        JS_VALUE_GET_INT(op2));
                sp--;
            } else if (JS_VALUE_IS_BOTH_FLOAT(op1, op2)) {
                JS_X87_FPCW_SAVE_AND_ADJUST(fpcw);
                sp[-2] = js_float64(JS_VALUE_GET_FLOAT64(op1) -
                                    JS_VALUE_GET_FLOAT64(op2));
                JS_X87_FPCW_RESTORE(fpcw);
                sp--;
            } else if (JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(op1)) ||
                       JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(op2))) {
                /* mixed int/float; the BOTH_FLOAT fast path above is unchanged
                 */
                double d1, d2;
                if (!js_arith_to_float64(op1, &d1) ||
                    !js_arith_to_float64(op2, &d2))
                    goto binary_arith_slow;
                JS_X87_FPCW_SAVE_AND_ADJUST(fpcw);
                sp[-2] = js_float64(d1 - d2);
                JS_X87_FPCW_RESTORE(fpcw);
                sp--;
            } else {
                goto binary_arith_slow;
            }
            BREAK;
        }
        CASE(OP_mul): {
            JSValue op1, op2;
            double d;
            op1 = sp[-2];
            op2 = sp[-1];
            if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {
                int32_t v1, v2;
                int64_t r;
                v1 = JS_VALUE_GET_INT(op1);
                v2 = JS_VALUE_GET_INT(op2);
                r = (int64_t)v1 * v2;
                if (unlikely((int)r != r)) {
                    d = (double)r;
                    goto mul_fp_res;
                }
                /* need to test zero case for -0 result */
                if (unlikely(r == 0 && (v1 | v2) < 0)) {
                    d = -0.0;
                    goto mul_fp_res;
                }
                sp[-2] = js_int32(r);
                sp--;
            } else if (JS_VALUE_IS_BOTH_FLOAT(op1, op2)) {
                JS_X87_FPCW_SAVE_AND_ADJUST(fpcw);
                d = JS_VALUE_GET_FLOAT64(op1) * JS_VALUE_GET_FLOAT64(op2);
                JS_X87_FPCW_RESTORE(fpcw);
            mul_fp_res:
                sp[-2] = js_float64(d);
                sp--;
            } else if (JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(op1)) ||
                       JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(op2))) {
                /* mixed int/float; the BOTH_FLOAT fast path above is unchanged
                 */
                double d1, d2;
                if (!js_arith_to_float64(op1, &d1) ||
                    !js_arith_to_float64(op2, &d2))
                    goto binary_arith_slow;
                JS_X87_FPCW_SAVE_AND_ADJUST(fpcw);
                d = d1 * d2;
                JS_X87_FPCW_RESTORE(fpcw);
                goto mul_fp_res;
            } else {
                goto binary_arith_slow;
            }
            BREAK;
        }
        CASE(OP_div): {
            JSValue op1, op2;
            op1 = sp[-2];
            op2 = sp[-1];
            if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {
                int v1, v2;
                v1 = JS_VALUE_GET_INT(op1);
                v2 = JS_VALUE_GET_INT(op2);
                sp[-2] = js_number((double)v1 / (double)v2);
                sp--;
            } else if (JS_VALUE_IS_BOTH_FLOAT(op1, op2)) {
                JS_X87_FPCW_SAVE_AND_ADJUST(fpcw);
                sp[-2] = js_number(JS_VALUE_GET_FLOAT64(op1) /
                                   JS_VALUE_GET_FLOAT64(op2));
                JS_X87_FPCW_RESTORE(fpcw);
                sp--;
            } else if (JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(op1)) ||
                       JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(op2))) {
                /* mixed int/float; the BOTH_FLOAT fast path above is unchanged
                 */
                double d1, d2;
                if (!js_arith_to_float64(op1, &d1) ||
                    !js_arith_to_float64(op2, &d2))
                    goto binary_arith_slow;
                JS_X87_FPCW_SAVE_AND_ADJUST(fpcw);
                sp[-2] = js_number(d1 / d2);
                JS_X87_FPCW_RESTORE(fpcw);
                sp--;
            } else {
                goto binary_arith_slow;
            }
            BREAK;
        }
        CASE(OP_mod): {
            JSValue op1, op2;
            op1 = sp[-2];
            op2 = sp[-1];
            if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {
                int v1, v2, r;
                v1 = JS_VALUE_GET_INT(op1);
                v2 = JS_VALUE_GET_INT(op2);
                /* We must avoid v2 = 0, v1 = INT32_MIN and v2 =
                   -1 and the cases where the result is -0. */
                if (unlikely(v1 < 0 || v2 <= 0))
                    goto binary_arith_slow;
                r = v1 % v2;
                sp[-2] = js_int32(r);
                sp--;
            } else {
                goto binary_arith_slow;
            }
            BREAK;
        }
        CASE(OP_pow):
        binary_arith_slow:
            sf->cur_pc = pc;
            if (js_binary_arith_slow(ctx, sp, pc[-1]))
                goto exception;
            sp--;
            BREAK;

        CASE(OP_plus): {
            JSValue op1;
            uint32_t tag;
            op1 = sp[-1];
            tag = JS_VALUE_GET_TAG(op1);
            if (tag == JS_TAG_INT || JS_TAG_IS_FLOAT64(tag)) {
            } else {
                sf->cur_pc = pc;
                if (js_unary_arith_slow(ctx, sp, pc[-1]))
                    goto exception;
            }
            BREAK;
        }
        CASE(OP_neg): {
            JSValue op1;
            uint32_t tag;
            int val;
            double d;
            op1 = sp[-1];
            tag = JS_VALUE_GET_TAG(op1);
            if (tag == JS_TAG_INT) {
                val = JS_VALUE_GET_INT(op1);
                /* Note: -0 cannot be expressed as integer */
                if (unlikely(val == 0)) {
                    d = -0.0;
                    goto neg_fp_res;
                }
                if (unlikely(val == INT32_MIN)) {
                    d = -(double)val;
                    goto neg_fp_res;
                }
                sp[-1] = js_int32(-val);
            } else if (JS_TAG_IS_FLOAT64(tag)) {
                d = -JS_VALUE_GET_FLOAT64(op1);
            neg_fp_res:
                sp[-1] = js_float64(d);
            } else {
                sf->cur_pc = pc;
                if (js_unary_arith_slow(ctx, sp, pc[-1]))
                    goto exception;
            }
            BREAK;
        }
        CASE(OP_inc): {
            JSValue op1;
            int val;
            op1 = sp[-1];
            if (JS_VALUE_GET_TAG(op1) == JS_TAG_INT) {
                val = JS_VALUE_GET_INT(op1);
                if (unlikely(val == INT32_MAX))
                    goto inc_slow;
                sp[-1] = js_int32(val + 1);
                if (*pc == OP_dup) { /* ++i as a value */
                    *sp++ = js_int32(val + 1);
                    pc++;
                }
            } else {
            inc_slow:
                sf->cur_pc = pc;
                if (js_unary_arith_slow(ctx, sp, pc[-1]))
                    goto exception;
            }
            BREAK;
        }
        CASE(OP_dec): {
            JSValue op1;
            int val;
            op1 = sp[-1];
            if (JS_VALUE_GET_TAG(op1) == JS_TAG_INT) {
                val = JS_VALUE_GET_INT(op1);
                if (unlikely(val == INT32_MIN))
                    goto dec_slow;
                sp[-1] = js_int32(val - 1);
            } else {
            dec_slow:
                sf->cur_pc = pc;
                if (js_unary_arith_slow(ctx, sp, pc[-1]))
                    goto exception;
            }
            BREAK;
        }
        CASE(OP_post_inc): {
            JSValue op1;
            int val;
            op1 = sp[-1];
            if (JS_VALUE_GET_TAG(op1) == JS_TAG_INT) {
                val = JS_VALUE_GET_INT(op1);
                if (unlikely(val == INT32_MAX))
                    goto post_inc_slow;
                sp[0] = js_int32(val + 1);
            } else {
            post_inc_slow:
                sf->cur_pc = pc;
                if (js_post_inc_slow(ctx, sp, pc[-1]))
                    goto exception;
            }
            sp++;
            BREAK;
        }
        CASE(OP_post_dec): {
            JSValue op1;
            int val;
            op1 = sp[-1];
            if (JS_VALUE_GET_TAG(op1) == JS_TAG_INT) {
                val = JS_VALUE_GET_INT(op1);
                if (unlikely(val == INT32_MIN))
                    goto post_dec_slow;
                sp[0] = js_int32(val - 1);
            } else {
            post_dec_slow:
                sf->cur_pc = pc;
                if (js_post_inc_slow(ctx, sp, pc[-1]))
                    goto exception;
            }
            sp++;
            BREAK;
        }
        CASE(OP_inc_loc): {
            JSValue op1;
            int val;
            int idx;
            idx = *pc;
            pc += 1;

            if (JS_VALUE_GET_TAG(var_buf[idx]) == JS_TAG_INT) {
                val = JS_VALUE_GET_INT(var_buf[idx]);
                if (unlikely(val == INT32_MAX))
                    goto inc_loc_slow;
                js_set_int(&var_buf[idx], val + 1);
            } else {
            inc_loc_slow:
                sf->cur_pc = pc;
                /* must duplicate otherwise the variable value may
                   be destroyed before JS code accesses it */
                op1 = js_dup(var_buf[idx]);
                if (js_unary_arith_slow(ctx, &op1 + 1, OP_inc))
                    goto exception;
                js_set_inline(rt, &var_buf[idx], op1);
            }
            BREAK;
        }
        CASE(OP_dec_loc): {
            JSValue op1;
            int val;
            int idx;
            idx = *pc;
            pc += 1;

            if (JS_VALUE_GET_TAG(var_buf[idx]) == JS_TAG_INT) {
                val = JS_VALUE_GET_INT(var_buf[idx]);
                if (unlikely(val == INT32_MIN))
                    goto dec_loc_slow;
                js_set_int(&var_buf[idx], val - 1);
            } else {
            dec_loc_slow:
                sf->cur_pc = pc;
                /* must duplicate otherwise the variable value may
                   be destroyed before JS code accesses it */
                op1 = js_dup(var_buf[idx]);
                if (js_unary_arith_slow(ctx, &op1 + 1, OP_dec))
                    goto exception;
                js_set_inline(rt, &var_buf[idx], op1);
            }
            BREAK;
        }
        CASE(OP_not): {
            JSValue op1;
            op1 = sp[-1];
            if (JS_VALUE_GET_TAG(op1) == JS_TAG_INT) {
                sp[-1] = js_int32(~JS_VALUE_GET_INT(op1));
            } else {
                sf->cur_pc = pc;
                if (js_not_slow(ctx, sp))
                    goto exception;
            }
            BREAK;
        }

        CASE(OP_shl): {
            JSValue op1, op2;
            op1 = sp[-2];
            op2 = sp[-1];
            if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {
                uint32_t v1, v2;
                v1 = JS_VALUE_GET_INT(op1);
                v2 = JS_VALUE_GET_INT(op2) & 0x1f;
                js_set_int(&sp[-2], v1 << v2);
                sp--;
            } else {
                sf->cur_pc = pc;
                if (js_binary_logic_slow(ctx, sp, pc[-1]))
                    goto exception;
                sp--;
            }
            BREAK;
        }
        CASE(OP_shr): {
            JSValue op1, op2;
            uint32_t v1, v2;
            op1 = sp[-2];
            op2 = sp[-1];
            if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {
                v2 = JS_VALUE_GET_INT(op2);
                v2 &= 0x1f;
                sp[-2] = js_uint32((uint32_t)JS_VALUE_GET_INT(op1) >> v2);
                sp--;
            } else if (JS_VALUE_GET_TAG(op2) == JS_TAG_INT &&
                       js_number_bits(op1, &v1)) {
                v2 = JS_VALUE_GET_INT(op2) & 0x1f;
                sp[-2] = js_uint32(v1 >> v2);
                sp--;
            } else {
                sf->cur_pc = pc;
                if (js_shr_slow(ctx, sp))
                    goto exception;
                sp--;
            }
            BREAK;
        }
        CASE(OP_sar): {
            JSValue op1, op2;
            op1 = sp[-2];
            op2 = sp[-1];
            if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {
                uint32_t v2;
                v2 = JS_VALUE_GET_INT(op2);
                if (unlikely(v2 > 0x1f)) {
                    v2 &= 0x1f;
                }
                js_set_int(&sp[-2], (int)JS_VALUE_GET_INT(op1) >> v2);
                sp--;
            } else {
                sf->cur_pc = pc;
                if (js_binary_logic_slow(ctx, sp, pc[-1]))
                    goto exception;
                sp--;
            }
            BREAK;
        }
        CASE(OP_and): {
            JSValue op1, op2;
            op1 = sp[-2];
            op2 = sp[-1];
            if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {
                js_set_int(&sp[-2],
                           JS_VALUE_GET_INT(op1) & JS_VALUE_GET_INT(op2));
                sp--;
            } else {
                sf->cur_pc = pc;
                if (js_binary_logic_slow(ctx, sp, pc[-1]))
                    goto exception;
                sp--;
            }
            BREAK;
        }
        CASE(OP_or): {
            JSValue op1, op2;
            op1 = sp[-2];
            op2 = sp[-1];
            if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {
                js_set_int(&sp[-2],
                           JS_VALUE_GET_INT(op1) | JS_VALUE_GET_INT(op2));
                sp--;
            } else {
                sf->cur_pc = pc;
                if (js_binary_logic_slow(ctx, sp, pc[-1]))
                    goto exception;
                sp--;
            }
            BREAK;
        }
        CASE(OP_xor): {
            JSValue op1, op2;
            op1 = sp[-2];
            op2 = sp[-1];
            if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {
                js_set_int(&sp[-2],
                           JS_VALUE_GET_INT(op1) ^ JS_VALUE_GET_INT(op2));
                sp--;
            } else {
                sf->cur_pc = pc;
                if (js_binary_logic_slow(ctx, sp, pc[-1]))
                    goto exception;
                sp--;
            }
            BREAK;
        }

#define OP_CMP(opcode, binary_op, slow_call)                                   \
    CASE(opcode) :                                                             \
    {                                                                          \
        JSValue op1, op2;                                                      \
        op1 = sp[-2];                                                          \
        op2 = sp[-1];                                                          \
        if (likely(JS_VALUE_IS_BOTH_INT(op1, op2))) {                          \
            bool res = JS_VALUE_GET_INT(op1) binary_op JS_VALUE_GET_INT(op2);  \
            if (likely(*pc == OP_if_false8)) {                                 \
                sp -= 2;                                                       \
                pc += 2;                                                       \
                if (res) {                                                     \
                    BREAK;                                                     \
                }                                                              \
                goto jump8;                                                    \
            }                                                                  \
            sp[-2] = js_bool(res);                                             \
            sp--;                                                              \
        } else {                                                               \
            sf->cur_pc = pc;                                                   \
            if (slow_call)                                                     \
                goto exception;                                                \
            sp--;                                                              \
        }                                                                      \
    }                                                                          \
    BREAK

            OP_CMP(OP_lt, <, js_relational_slow(ctx, sp, OP_lt));
            OP_CMP(OP_lte, <=, js_relational_slow(ctx, sp, OP_lte));
            OP_CMP(OP_gt, >, js_relational_slow(ctx, sp, OP_gt));
            OP_CMP(OP_gte, >=, js_relational_slow(ctx, sp, OP_gte));
            OP_CMP(OP_eq, ==, js_eq_slow(ctx, sp, 0));
            OP_CMP(OP_neq, !=, js_eq_slow(ctx, sp, 1));
            /* objects, as functions are, have a short way, too */
#define OP_STRICT_CMP(opcode, binary_op, is_neq)                               \
    CASE(opcode) :                                                             \
    {                                                                          \
        bool res;                                                              \
        if (JS_VALUE_IS_BOTH_INT(sp[-2], sp[-1])) {                            \
            res = JS_VALUE_GET_INT(sp[-2]) binary_op JS_VALUE_GET_INT(sp[-1]); \
        } else if (JS_VALUE_GET_TAG(sp[-2]) == JS_TAG_OBJECT &&                \
                   JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_OBJECT) {                \
            res = JS_VALUE_GET_PTR(sp[-2]) binary_op JS_VALUE_GET_PTR(sp[-1]); \
            js_free_stored(rt, &sp[-2]);                                       \
            js_free_stored(rt, &sp[-1]);                                       \
        } else {                                                               \
            sf->cur_pc = pc;                                                   \
            js_strict_eq_slow(ctx, sp, is_neq);                                \
            sp--;                                                              \
            BREAK;                                                             \
        }                                                                      \
        if (likely(*pc == OP_if_false8)) {                                     \
            sp -= 2;                                                           \
            pc += 2;                                                           \
            if (res) {                                                         \
                BREAK;                                                         \
            }                                                                  \
            goto jump8;                                                        \
        }                                                                      \
        sp[-2] = js_bool(res);                                                 \
        sp--;                                                                  \
    }                                                                          \
    BREAK

            OP_STRICT_CMP(OP_strict_eq, ==, 0);
            OP_STRICT_CMP(OP_strict_neq, !=, 1);

        CASE(OP_in):
            sf->cur_pc = pc;
            if (js_operator_in(ctx, sp))
                goto exception;
            sp--;
            BREAK;
        CASE(OP_private_in):
            if (js_operator_private_in(ctx, sp))
                goto exception;
            sp--;
            BREAK;
        CASE(OP_instanceof):
            sf->cur_pc = pc;
            if (js_operator_instanceof(ctx, sp))
                goto exception;
            sp--;
            BREAK;
        CASE(OP_typeof): {
            JSValue op1;
            JSAtom atom;

            op1 = sp[-1];
            atom = js_operator_typeof(ctx, op1);
            JS_FreeValue(ctx, op1);
            sp[-1] = JS_AtomToString(ctx, atom);
            BREAK;
        }
        CASE(OP_delete):
            sf->cur_pc = pc;
            if (js_operator_delete(ctx, sp))
                goto exception;
            sp--;
            BREAK;
        CASE(OP_delete_var): {
            JSAtom atom;
            int ret;

            atom = get_u32(pc);
            pc += 4;

            sf->cur_pc = pc;
            ret = JS_DeleteGlobalVar(ctx, atom);
            if (unlikely(ret < 0))
                goto exception;
            *sp++ = js_bool(ret);
            BREAK;
        }

        CASE(OP_to_object):
            if (JS_VALUE_GET_TAG(sp[-1]) != JS_TAG_OBJECT) {
                sf->cur_pc = pc;
                if (JS_IsUndefined(sp[-1]) || JS_IsNull(sp[-1])) {
                    js_throw_not_destructurable(ctx, b, pc, sp[-1]);
                    goto exception;
                }
                ret_val = JS_ToObject(ctx, sp[-1]);
                if (JS_IsException(ret_val))
                    goto exception;
                JS_FreeValue(ctx, sp[-1]);
                sp[-1] = ret_val;
            }
            BREAK;

        CASE(OP_to_propkey):
            switch (JS_VALUE_GET_TAG(sp[-1])) {
            case JS_TAG_INT:
            case JS_TAG_STRING:
            case JS_TAG_SYMBOL:
                break;
            default:
                sf->cur_pc = pc;
                ret_val = JS_ToPropertyKey(ctx, sp[-1]);
                if (JS_IsException(ret_val))
                    goto exception;
                JS_FreeValue(ctx, sp[-1]);
                sp[-1] = ret_val;
                break;
            }
            BREAK;

        CASE(OP_to_propkey2):
            /* must be tested first */
            if (unlikely(JS_IsUndefined(sp[-2]) || JS_IsNull(sp[-2]))) {
                js_throw_no_element(ctx, sp[-2], sp[-1], false);
                goto exception;
            }
            switch (JS_VALUE_GET_TAG(sp[-1])) {
            case JS_TAG_INT:
            case JS_TAG_STRING:
            case JS_TAG_SYMBOL:
                break;
            default:
                sf->cur_pc = pc;
                ret_val = JS_ToPropertyKey(ctx, sp[-1]);
                if (JS_IsException(ret_val))
                    goto exception;
                JS_FreeValue(ctx, sp[-1]);
                sp[-1] = ret_val;
                break;
            }
            BREAK;
