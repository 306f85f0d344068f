/*
 * opcodes_variables.h - opcodes of global, local, captured and uninitialized
 * variables. A part of the switch of interpreter.c, which is the only file that
 * includes it. `make format` leaves it alone: CASE() is no label to it.
 */
/* clang-format off */
        CASE(OP_get_var_undef):
        CASE(OP_get_var): {
            JSValue val, *pval;
            JSAtom atom;
            atom = get_u32(pc);
            pc += 4;
            if (js_hinted_global_var(ctx, atom, &pval)) {
                *sp++ = js_dup(*pval);
                if (*pc == OP_get_field2) {
                    pc++;
                    goto get_field2;
                }
                BREAK;
            }
            sf->cur_pc = pc;

            val = JS_GetGlobalVar(ctx, atom, pc[-5] - OP_get_var_undef);
            if (unlikely(JS_IsException(val)))
                goto exception;
            *sp++ = val;
            BREAK;
        }

        CASE(OP_put_var):
        CASE(OP_put_var_init): {
            int ret;
            JSAtom atom;
            atom = get_u32(pc);
            pc += 4;
            sf->cur_pc = pc;

            ret = JS_SetGlobalVar(ctx, atom, sp[-1], pc[-5] - OP_put_var);
            sp--;
            if (unlikely(ret < 0))
                goto exception;
            BREAK;
        }

        CASE(OP_define_var): {
            JSAtom atom;
            int flags;
            atom = get_u32(pc);
            flags = pc[4];
            pc += 5;
            if (flags & DEFINE_GLOBAL_CHECK
                    ? JS_CheckDefineGlobalVar(ctx, atom, flags)
                    : JS_DefineGlobalVar(ctx, atom, flags))
                goto exception;
            BREAK;
        }
        CASE(OP_define_func): {
            JSAtom atom;
            int flags;
            atom = get_u32(pc);
            flags = pc[4];
            pc += 5;
            if (JS_DefineGlobalFunction(ctx, atom, sp[-1], flags))
                goto exception;
            JS_FreeValue(ctx, sp[-1]);
            sp--;
            BREAK;
        }

        CASE(OP_get_loc): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            sp[0] = js_dup(var_buf[idx]);
            sp++;
            BREAK;
        }
        CASE(OP_put_loc): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            js_set_inline(rt, &var_buf[idx], sp[-1]);
            sp--;
            BREAK;
        }
        CASE(OP_set_loc): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            js_set_inline(rt, &var_buf[idx], js_dup(sp[-1]));
            BREAK;
        }
        CASE(OP_get_arg): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            sp[0] = js_dup(arg_buf[idx]);
            sp++;
            BREAK;
        }
        CASE(OP_put_arg): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            js_set_inline(rt, &arg_buf[idx], sp[-1]);
            sp--;
            BREAK;
        }
        CASE(OP_set_arg): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            js_set_inline(rt, &arg_buf[idx], js_dup(sp[-1]));
            BREAK;
        }

        CASE(OP_get_loc8):
            pval = &var_buf[*pc++];
            goto get_variable;
        CASE(OP_put_loc8):
            js_set_inline(rt, &var_buf[*pc++], *--sp);
            BREAK;
        CASE(OP_set_loc8):
            js_set_inline(rt, &var_buf[*pc++], js_dup(sp[-1]));
            BREAK;

            /* A variable, and a field of what is in it, if that is what comes
             * next */
#define GET_VARIABLE(p)                                                        \
    if (*pc == OP_get_field) {                                                 \
        pval = (p);                                                            \
        goto get_field_of_variable;                                            \
    }                                                                          \
    *sp++ = js_dup(*(p));                                                      \
    BREAK
        get_variable:
            GET_VARIABLE(pval);
        get_field_of_variable : {
            JSValue *field = js_find_own_value(*pval, get_u32(pc + 1));
            if (likely(field)) {
                *sp++ = js_dup(*field);
                pc += 5;
                BREAK;
            }
            *sp++ = js_dup(*pval);
            BREAK;
        }

        // Observation: get_loc0 and get_loc1 are individually very
        // frequent opcodes _and_ they are very often paired together,
        // making them ideal candidates for opcode fusion.
        CASE(OP_get_loc0_loc1):
            *sp++ = js_dup(var_buf[0]);
            *sp++ = js_dup(var_buf[1]);
            BREAK;

        CASE(OP_get_loc0):
            GET_VARIABLE(&var_buf[0]);
        CASE(OP_get_loc1):
            GET_VARIABLE(&var_buf[1]);
        CASE(OP_get_loc2):
            GET_VARIABLE(&var_buf[2]);
        CASE(OP_get_loc3):
            GET_VARIABLE(&var_buf[3]);
        CASE(OP_put_loc0):
            js_set_inline(rt, &var_buf[0], *--sp);
            BREAK;
        CASE(OP_put_loc1):
            js_set_inline(rt, &var_buf[1], *--sp);
            BREAK;
        CASE(OP_put_loc2):
            js_set_inline(rt, &var_buf[2], *--sp);
            BREAK;
        CASE(OP_put_loc3):
            js_set_inline(rt, &var_buf[3], *--sp);
            BREAK;
        CASE(OP_set_loc0):
            js_set_inline(rt, &var_buf[0], js_dup(sp[-1]));
            BREAK;
        CASE(OP_set_loc1):
            js_set_inline(rt, &var_buf[1], js_dup(sp[-1]));
            BREAK;
        CASE(OP_set_loc2):
            js_set_inline(rt, &var_buf[2], js_dup(sp[-1]));
            BREAK;
        CASE(OP_set_loc3):
            js_set_inline(rt, &var_buf[3], js_dup(sp[-1]));
            BREAK;
        CASE(OP_get_arg0):
            GET_VARIABLE(&arg_buf[0]);
        CASE(OP_get_arg1):
            GET_VARIABLE(&arg_buf[1]);
        CASE(OP_get_arg2):
            GET_VARIABLE(&arg_buf[2]);
        CASE(OP_get_arg3):
            GET_VARIABLE(&arg_buf[3]);
        CASE(OP_put_arg0):
            js_set_inline(rt, &arg_buf[0], *--sp);
            BREAK;
        CASE(OP_put_arg1):
            js_set_inline(rt, &arg_buf[1], *--sp);
            BREAK;
        CASE(OP_put_arg2):
            js_set_inline(rt, &arg_buf[2], *--sp);
            BREAK;
        CASE(OP_put_arg3):
            js_set_inline(rt, &arg_buf[3], *--sp);
            BREAK;
        CASE(OP_set_arg0):
            js_set_inline(rt, &arg_buf[0], js_dup(sp[-1]));
            BREAK;
        CASE(OP_set_arg1):
            js_set_inline(rt, &arg_buf[1], js_dup(sp[-1]));
            BREAK;
        CASE(OP_set_arg2):
            js_set_inline(rt, &arg_buf[2], js_dup(sp[-1]));
            BREAK;
        CASE(OP_set_arg3):
            js_set_inline(rt, &arg_buf[3], js_dup(sp[-1]));
            BREAK;
        CASE(OP_get_var_ref0):
            *sp++ = js_dup(*var_refs[0]->pvalue);
            BREAK;
        CASE(OP_get_var_ref1):
            *sp++ = js_dup(*var_refs[1]->pvalue);
            BREAK;
        CASE(OP_get_var_ref2):
            *sp++ = js_dup(*var_refs[2]->pvalue);
            BREAK;
        CASE(OP_get_var_ref3):
            *sp++ = js_dup(*var_refs[3]->pvalue);
            BREAK;
        CASE(OP_put_var_ref0):
            js_set_inline(rt, var_refs[0]->pvalue, *--sp);
            BREAK;
        CASE(OP_put_var_ref1):
            js_set_inline(rt, var_refs[1]->pvalue, *--sp);
            BREAK;
        CASE(OP_put_var_ref2):
            js_set_inline(rt, var_refs[2]->pvalue, *--sp);
            BREAK;
        CASE(OP_put_var_ref3):
            js_set_inline(rt, var_refs[3]->pvalue, *--sp);
            BREAK;
        CASE(OP_set_var_ref0):
            js_set_inline(rt, var_refs[0]->pvalue, js_dup(sp[-1]));
            BREAK;
        CASE(OP_set_var_ref1):
            js_set_inline(rt, var_refs[1]->pvalue, js_dup(sp[-1]));
            BREAK;
        CASE(OP_set_var_ref2):
            js_set_inline(rt, var_refs[2]->pvalue, js_dup(sp[-1]));
            BREAK;
        CASE(OP_set_var_ref3):
            js_set_inline(rt, var_refs[3]->pvalue, js_dup(sp[-1]));
            BREAK;

        CASE(OP_get_var_ref): {
            int idx;
            JSValue val;
            idx = get_u32(pc);
            pc += 4;
            val = *var_refs[idx]->pvalue;
            sp[0] = js_dup(val);
            sp++;
            BREAK;
        }
        CASE(OP_put_var_ref): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            js_set_inline(rt, var_refs[idx]->pvalue, sp[-1]);
            sp--;
            BREAK;
        }
        CASE(OP_set_var_ref): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            js_set_inline(rt, var_refs[idx]->pvalue, js_dup(sp[-1]));
            BREAK;
        }
        CASE(OP_get_var_ref_check): {
            int idx, v;
            JSValue val;
            idx = get_u32(pc);
            pc += 4;
            pval = var_refs[idx]->pvalue;
            if (JS_VALUE_GET_TAG(*pval) == JS_TAG_INT) {
                v = JS_VALUE_GET_INT(*pval);
                if (*pc == OP_lt) { /* < v, and a jump */
                    if (likely(pc[1] == OP_if_false8 &&
                               JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_INT)) {
                        sp--;
                        pc += 3;
                        if (JS_VALUE_GET_INT(sp[0]) < v) {
                            BREAK;
                        }
                        goto jump8;
                    }
                } else if (*pc == OP_inc) { /* ++v */
                    if (likely(pc[1] == OP_dup &&
                               pc[2] == OP_put_var_ref_check &&
                               get_u32(pc + 3) == idx && v < INT32_MAX)) {
                        *pval = js_int32(v + 1);
                        *sp++ = js_int32(v + 1);
                        pc += 7;
                        BREAK;
                    }
                }
                *sp++ = js_int32(v);
                BREAK;
            }
            val = *pval;
            if (unlikely(JS_IsUninitialized(val))) {
                JS_ThrowReferenceErrorUninitialized2(ctx, b, idx, true);
                goto exception;
            }
            sp[0] = js_dup(val);
            sp++;
            BREAK;
        }
        CASE(OP_put_var_ref_check): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            if (unlikely(JS_IsUninitialized(*var_refs[idx]->pvalue))) {
                JS_ThrowReferenceErrorUninitialized2(ctx, b, idx, true);
                goto exception;
            }
            js_set_inline(rt, var_refs[idx]->pvalue, sp[-1]);
            sp--;
            BREAK;
        }
        CASE(OP_put_var_ref_check_init): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            if (unlikely(!JS_IsUninitialized(*var_refs[idx]->pvalue))) {
                JS_ThrowReferenceErrorUninitialized2(ctx, b, idx, true);
                goto exception;
            }
            js_set_inline(rt, var_refs[idx]->pvalue, sp[-1]);
            sp--;
            BREAK;
        }
        CASE(OP_set_loc_uninitialized): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            js_set_inline(rt, &var_buf[idx], JS_UNINITIALIZED);
            BREAK;
        }
        CASE(OP_get_loc_check): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            if (unlikely(JS_IsUninitialized(var_buf[idx]))) {
                JS_ThrowReferenceErrorUninitialized2(ctx, b, idx, false);
                goto exception;
            }
            sp[0] = js_dup(var_buf[idx]);
            sp++;
            BREAK;
        }
        CASE(OP_put_loc_check): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            if (unlikely(JS_IsUninitialized(var_buf[idx]))) {
                JS_ThrowReferenceErrorUninitialized2(ctx, b, idx, false);
                goto exception;
            }
            js_set_inline(rt, &var_buf[idx], sp[-1]);
            sp--;
            BREAK;
        }
        CASE(OP_put_loc_check_init): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            if (unlikely(!JS_IsUninitialized(var_buf[idx]))) {
                JS_ThrowReferenceError(
                    ctx, "Super constructor may only be called once");
                goto exception;
            }
            js_set_inline(rt, &var_buf[idx], sp[-1]);
            sp--;
            BREAK;
        }
        CASE(OP_close_loc): {
            int idx;
            idx = get_u32(pc);
            pc += 4;
            close_lexical_var(ctx, b, sf, idx);
            BREAK;
        }

        CASE(OP_make_loc_ref):
        CASE(OP_make_arg_ref):
        CASE(OP_make_var_ref_ref): {
            JSVarRef *var_ref;
            JSProperty *pr;
            JSAtom atom;
            int idx;
            atom = get_u32(pc);
            idx = get_u32(pc + 4);
            pc += 8;
            *sp++ = JS_NewObjectProto(ctx, JS_NULL);
            if (unlikely(JS_IsException(sp[-1])))
                goto exception;
            if (pc[-9] == OP_make_var_ref_ref) {
                var_ref = var_refs[idx];
                JS_REF_COUNT(var_ref)++;
            } else {
                var_ref = get_var_ref(ctx, sf, idx, pc[-9] == OP_make_arg_ref);
                if (!var_ref)
                    goto exception;
            }
            pr = add_property(ctx, JS_VALUE_GET_OBJ(sp[-1]), atom,
                              JS_PROP_WRITABLE | JS_PROP_VARREF);
            if (!pr) {
                free_var_ref(rt, var_ref);
                goto exception;
            }
            pr->u.var_ref = var_ref;
            *sp++ = JS_AtomToValue(ctx, atom);
            BREAK;
        }
        CASE(OP_make_var_ref): {
            JSAtom atom;
            atom = get_u32(pc);
            pc += 4;

            if (JS_GetGlobalVarRef(ctx, atom, sp))
                goto exception;
            sp += 2;
            BREAK;
        }

