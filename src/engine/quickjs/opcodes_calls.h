/*
 * opcodes_calls.h - opcodes that make closures, call, return, throw and
 * evaluate. A part of the switch of interpreter.c, which is the only file that
 * includes it. `make format` leaves it alone: CASE() is no label to it.
 */
/* clang-format off */
        CASE(OP_fclosure): {
            JSValue bfunc = js_dup(b->cpool[get_u32(pc)]);
            pc += 4;
            *sp++ = js_closure(ctx, bfunc, var_refs, sf);
            if (unlikely(JS_IsException(sp[-1])))
                goto exception;
            BREAK;
        }
        CASE(OP_call0):
        CASE(OP_call1):
        CASE(OP_call2):
        CASE(OP_call3):
            call_argc = pc[-1] - OP_call0;
            goto has_call_argc;
        CASE(OP_tail_call):
            call_argc = get_u16(pc);
            pc += 2;
            call_argv = sp - call_argc;
            sf->cur_pc = pc;
            ret_val = js_call_op(rt, ctx, call_argv[-1], JS_UNDEFINED,
                                 call_argc, vc(call_argv), pc);
            goto tail_called;
        CASE(OP_call): {
            call_argc = get_u16(pc);
            pc += 2;
        has_call_argc:
            call_argv = sp - call_argc;
            sf->cur_pc = pc;
            ret_val = js_call_op(rt, ctx, call_argv[-1], JS_UNDEFINED,
                                 call_argc, vc(call_argv), pc);
            if (unlikely(JS_IsException(ret_val)))
                goto exception;
            for (pval = call_argv - 1; pval < sp; pval++)
                js_free_stored(rt, pval);
            sp = call_argv - 1;
            goto has_result;
            BREAK;
        }
        CASE(OP_call_constructor): {
            call_argc = get_u16(pc);
            pc += 2;
            call_argv = sp - call_argc;
            sf->cur_pc = pc;
            ret_val = JS_CallConstructorInternal(
                ctx, call_argv[-2], call_argv[-1], call_argc, vc(call_argv), 0);
            if (unlikely(JS_IsException(ret_val)))
                goto exception;
            for (i = -2; i < call_argc; i++)
                JS_FreeValue(ctx, call_argv[i]);
            sp -= call_argc + 2;
            *sp++ = ret_val;
            BREAK;
        }
        CASE(OP_tail_call_method):
            call_argc = get_u16(pc);
            pc += 2;
            call_argv = sp - call_argc;
            sf->cur_pc = pc;
            ret_val = js_call_op(rt, ctx, call_argv[-1], call_argv[-2],
                                 call_argc, vc(call_argv), pc);
        tail_called:
            if (unlikely(JS_IsException(ret_val)))
                goto exception;
            goto done;
        CASE(OP_call_method): {
            call_argc = get_u16(pc);
            pc += 2;
            call_argv = sp - call_argc;
            sf->cur_pc = pc;
            ret_val = js_call_op(rt, ctx, call_argv[-1], call_argv[-2],
                                 call_argc, vc(call_argv), pc);
            if (unlikely(JS_IsException(ret_val)))
                goto exception;
            js_free_stored(rt, &call_argv[-2]);
            for (pval = call_argv - 1; pval < sp; pval++)
                js_free_stored(rt, pval);
            sp = call_argv - 2;
        has_result: /* a call for its own sake drops it */
            if (*pc == OP_drop) {
                pc++;
                js_free_inline(rt, ret_val);
                if (*pc == OP_return_undef) {
                    ret_val = JS_UNDEFINED;
                    goto done;
                }
                BREAK;
            }
            *sp++ = ret_val;
            BREAK;
        }
        CASE(OP_object_fields): {
            JSValue *place = &b->cpool[get_u32(pc + 2)];

            call_argc = get_u16(pc);
            sp -= call_argc;
            sf->cur_pc = pc;
            if (likely(JS_VALUE_GET_TAG(*place) == JS_TAG_SHAPE))
                ret_val = js_new_plain_object(
                    ctx, js_dup_shape(JS_VALUE_GET_PTR(*place)), sp);
            else
                ret_val = js_new_literal(ctx, place, pc + 6, call_argc, sp);
            if (unlikely(JS_IsException(ret_val)))
                goto exception;
            pc += 6 + JS_FIELD_NAME_SIZE * call_argc;
            *sp++ = ret_val;
            BREAK;
        }
        CASE(OP_array_from): {
            call_argc = get_u16(pc);
            pc += 2;
            call_argv = sp - call_argc;
            ret_val = JS_NewArrayFrom(ctx, call_argc, call_argv);
            sp -= call_argc;
            if (unlikely(JS_IsException(ret_val)))
                goto exception;
            if (js_has_forms())
                js_form_array(ctx, ret_val);
            *sp++ = ret_val;
            BREAK;
        }

        CASE(OP_template):
            call_argc = get_u16(pc);
            pc += 2;
            if (call_argc == 1 && js_is_template_part(sp[-1]))
                BREAK;
            sf->cur_pc = pc;
            ret_val = js_join_template(ctx, sp - call_argc, call_argc);
            if (unlikely(JS_IsException(ret_val)))
                goto exception;
            for (pval = sp - call_argc; pval < sp; pval++)
                js_free_stored(rt, pval);
            sp -= call_argc;
            *sp++ = ret_val;
            BREAK;

        CASE(OP_apply): {
            int magic;
            magic = get_u16(pc);
            pc += 2;
            sf->cur_pc = pc;

            if (!(magic & JS_APPLY_NEW) &&
                JS_VALUE_GET_TAG(sp[-3]) == JS_TAG_OBJECT &&
                JS_VALUE_GET_OBJ(sp[-3])->class_id ==
                    JS_CLASS_BYTECODE_FUNCTION &&
                js_is_arg_list(sp[-1])) {
                JSObject *list = JS_VALUE_GET_OBJ(sp[-1]);
                ret_val =
                    js_call_bytecode(ctx, JS_VALUE_GET_OBJ(sp[-3]), sp[-2],
                                     JS_CALL_WORD(list->u.array.count, 0),
                                     vc(list->u.array.u.values));
            } else if (likely(JS_IsFunction(ctx, sp[-3])))
                ret_val = js_function_apply(ctx, sp[-3], 2, vc(&sp[-2]),
                                            magic & JS_APPLY_NEW);
            else
                ret_val = js_throw_not_applied(ctx, sp[-3], magic);
            if (unlikely(JS_IsException(ret_val)))
                goto exception;
            JS_FreeValue(ctx, sp[-3]);
            JS_FreeValue(ctx, sp[-2]);
            JS_FreeValue(ctx, sp[-1]);
            sp -= 3;
            *sp++ = ret_val;
            BREAK;
        }
        CASE(OP_return):
            ret_val = *--sp;
            goto done;
        CASE(OP_return_undef):
            ret_val = JS_UNDEFINED;
            goto done;

        CASE(OP_check_ctor_return):
            /* return true if 'this' should be returned */
            if (!JS_IsObject(sp[-1])) {
                if (!JS_IsUndefined(sp[-1])) {
                    js_throw_in_caller(caller_ctx,
                                       "Derived constructors may only return "
                                       "object or undefined");
                    goto exception;
                }
                sp[0] = JS_TRUE;
            } else {
                sp[0] = JS_FALSE;
            }
            sp++;
            BREAK;
        CASE(OP_check_ctor):
            if (!new_target) {
            non_ctor_call : {
                char name[JS_WORDS_SIZE];
                js_function_words(ctx, name, sf->cur_func);
                js_throw_in_caller(
                    ctx,
                    "Class constructor%s%s cannot be invoked without 'new'",
                    name[0] ? " " : "s", name);
            }
                goto exception;
            }
            BREAK;
        CASE(OP_init_ctor): {
            JSValue super, ret;
            sf->cur_pc = pc;
            if (!new_target)
                goto non_ctor_call;
            super = JS_GetPrototype(ctx, sf->cur_func);
            if (JS_IsException(super))
                goto exception;
            ret = JS_CallConstructor2(ctx, super, *new_target, argc, argv);
            JS_FreeValue(ctx, super);
            if (JS_IsException(ret))
                goto exception;
            *sp++ = ret;
            BREAK;
        }
        CASE(OP_check_brand): {
            int ret = JS_CheckBrand(ctx, sp[-2], sp[-1]);
            if (ret < 0)
                goto exception;
            if (!ret) {
                js_throw_no_brand(ctx, sp[-2], sp[-1]);
                goto exception;
            }
            BREAK;
        }
        CASE(OP_add_brand):
            if (JS_AddBrand(ctx, sp[-2], sp[-1]) < 0)
                goto exception;
            JS_FreeValue(ctx, sp[-2]);
            JS_FreeValue(ctx, sp[-1]);
            sp -= 2;
            BREAK;

        CASE(OP_throw):
            JS_Throw(ctx, *--sp);
            goto exception;

        CASE(OP_throw_error): {
            JSAtom atom;
            int type;
            atom = get_u32(pc);
            type = pc[4];
            pc += 5;
            if (type == JS_THROW_VAR_RO)
                JS_ThrowTypeError(ctx, "Assignment to constant variable.");
            else if (type == JS_THROW_VAR_REDECL)
                JS_ThrowSyntaxErrorVarRedeclaration(ctx, atom);
            else if (type == JS_THROW_VAR_UNINITIALIZED)
                JS_ThrowReferenceErrorUninitialized(ctx, atom);
            else if (type == JS_THROW_ERROR_DELETE_SUPER)
                JS_ThrowReferenceError(ctx, "unsupported reference to 'super'");
            else if (type == JS_THROW_ERROR_ITERATOR_THROW)
                JS_ThrowTypeError(
                    ctx, "The iterator does not provide a 'throw' method.");
            else if (type == JS_THROW_AGAIN)
                js_throw_again(ctx, *--sp);
            else if (type == JS_THROW_PRIVATE_METHOD)
                JS_ThrowTypeErrorAtom(
                    ctx, "Private method '%s' is not writable", atom);
            else if (type == JS_THROW_PRIVATE_NO_SETTER)
                JS_ThrowTypeErrorAtom(ctx, "'%s' was defined without a setter",
                                      atom);
            else if (type == JS_THROW_PRIVATE_NO_GETTER)
                JS_ThrowTypeErrorAtom(ctx, "'%s' was defined without a getter",
                                      atom);
            else
                JS_ThrowInternalError(ctx, "invalid throw var type %d", type);
        }
            goto exception;

        CASE(OP_eval): {
            JSValue obj;
            int scope_idx;
            call_argc = get_u16(pc);
            scope_idx = get_u32(pc + 2) - 1;
            pc += 6;
            call_argv = sp - call_argc;
            sf->cur_pc = pc;
            if (js_same_value(ctx, call_argv[-1], ctx->eval_obj)) {
                if (call_argc >= 1)
                    obj = call_argv[0];
                else
                    obj = JS_UNDEFINED;
                ret_val = JS_EvalObject(ctx, JS_UNDEFINED, obj,
                                        JS_EVAL_TYPE_DIRECT, scope_idx);
            } else {
                ret_val = JS_CallInternal(ctx, call_argv[-1], JS_UNDEFINED,
                                          call_argc, vc(call_argv), 0, NULL);
            }
            if (unlikely(JS_IsException(ret_val)))
                goto exception;
            for (i = -1; i < call_argc; i++)
                JS_FreeValue(ctx, call_argv[i]);
            sp -= call_argc + 1;
            *sp++ = ret_val;
            BREAK;
        }
            /* could merge with OP_apply */
        CASE(OP_apply_eval): {
            int scope_idx;
            uint32_t len;
            JSValue *tab;
            JSValue obj;

            scope_idx = get_u32(pc) - 1;
            pc += 4;
            sf->cur_pc = pc;
            tab = build_arg_list(ctx, &len, sp[-1]);
            if (!tab)
                goto exception;
            if (js_same_value(ctx, sp[-2], ctx->eval_obj)) {
                if (len >= 1)
                    obj = tab[0];
                else
                    obj = JS_UNDEFINED;
                ret_val = JS_EvalObject(ctx, JS_UNDEFINED, obj,
                                        JS_EVAL_TYPE_DIRECT, scope_idx);
            } else {
                ret_val = JS_Call(ctx, sp[-2], JS_UNDEFINED, len, vc(tab));
            }
            free_arg_list(ctx, tab, len);
            if (unlikely(JS_IsException(ret_val)))
                goto exception;
            JS_FreeValue(ctx, sp[-2]);
            JS_FreeValue(ctx, sp[-1]);
            sp -= 2;
            *sp++ = ret_val;
            BREAK;
        }

        CASE(OP_regexp): {
            sp[-2] = js_regexp_constructor_internal(ctx, JS_UNDEFINED, sp[-2],
                                                    sp[-1]);
            sp--;
            if (JS_IsException(sp[-1]))
                goto exception;
            BREAK;
        }

        CASE(OP_get_super): {
            JSValue proto;
            JSObject *home = JS_VALUE_GET_OBJ(sp[-1]);
            if (likely(JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_OBJECT &&
                       home->class_id != JS_CLASS_PROXY &&
                       home->shape->proto)) {
                proto = js_dup(JS_MKPTR(JS_TAG_OBJECT, home->shape->proto));
            } else {
                proto = JS_GetPrototype(ctx, sp[-1]);
                if (JS_IsException(proto))
                    goto exception;
            }
            js_free_stored(rt, &sp[-1]);
            sp[-1] = proto;
            BREAK;
        }

        CASE(OP_import): {
            JSValue val;
            sf->cur_pc = pc;
            val = js_dynamic_import(ctx, sp[-2], sp[-1]);
            /* a stop in its conversions is not what the promise is rejected
               with: as at the end of a native function */
            if (unlikely(js_must_look(rt)))
                val = js_leave_native(ctx, val);
            if (JS_IsException(val))
                goto exception;
            JS_FreeValue(ctx, sp[-2]);
            JS_FreeValue(ctx, sp[-1]);
            sp--;
            sp[-1] = val;
            BREAK;
        }

