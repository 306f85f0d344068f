/*
 * interpreter.c - the interpreter: js_call_bytecode() runs a function until it
 * returns, throws or waits. The opcodes are in opcodes_*.h, by subject, each
 * included once into the switch below, and nowhere else.
 *
 *     enter     frame and variables on the C stack
 *     restart   SWITCH: CASE(OP_x) ... BREAK;
 *     exception the catch offsets on the value stack lead to the handler
 *     done      references closed, values freed, frame gone
 *
 * What must stay true:
 *
 * 1. sf->cur_pc is set before anything that can call, throw or look at the
 *    stack.
 * 2. What lies from `first` to `sp` is owned by the frame. A value is taken off
 *    before it is freed, so that a finalizer finds nothing half gone.
 * 3. A stop (js_is_stopping) is caught by nothing: it leaves through `leave`.
 *
 * It replaces the stock function of the same shape, of which 118 of 196 opcodes
 * differ; `replaced` has the hash of its text.
 */
/* alloca() for values, which need not begin at more than a word */
#if defined(__GNUC__) || defined(__clang__)
#define js_alloca_values(size)                                                 \
    __builtin_alloca_with_align(size, 8 * _Alignof(JSValue))
#else
#define js_alloca_values(size) alloca(size)
#endif
/* The table of instructions is kept in a register, whatever else the compiler
   would have there. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define JS_IN_REGISTER(type, name, reg) register type name __asm__(reg)
#else
#define JS_IN_REGISTER(type, name, reg) type name
#endif
/* A copy that a compiler does not see through. What the whole interpreter uses
   lives in memory; a copy of it for a few lines can be in a register. */
#if defined(__GNUC__) || defined(__clang__)
#define js_copy_apart(to, from) __asm__("" : "=r"(to) : "0"(from))
#else
#define js_copy_apart(to, from) ((to) = (from))
#endif

/* What is done before each instruction: nothing in the usual build. */
#ifdef ENABLE_DUMPS // JS_DUMP_BYTECODE_STEP
#define DUMP_BYTECODE_OR_DONT(pc)                                              \
    if (check_dump_flag(ctx->rt, JS_DUMP_BYTECODE_STEP))                       \
        dump_single_byte_code(ctx, pc, b, 0);                                  \
    JS_COVER_OR_DONT(pc)
#else
#define DUMP_BYTECODE_OR_DONT(pc) JS_COVER_OR_DONT(pc)
#endif

/* p is a function in bytecode; of JS_CALL_FLAG_GENERATOR it is none, but the
   JSAsyncFunctionState. argv[] is modified if not JS_CALL_FLAG_COPY_ARGV. A
   constructor's new.target is where rt->new_target says. */
static JSValue js_call_bytecode(JSContext *caller_ctx, JSObject *p,
                                JSValueConst this_obj, int64_t call,
                                JSValueConst *argv)
{
    JSRuntime *rt = caller_ctx->rt;
    const int argc = call >> 3;
    const JSValue *new_target = NULL;
    JSContext *ctx;
    JSFunctionBytecode *b;
    JSStackFrame sf_s, *sf = &sf_s;
    uint8_t *pc;
    int arg_allocated_size, i;
    JSValue *var_buf, *arg_buf, *sp, ret_val, *pval;
    JSValue *first; /* of what is freed at the end */
    JSValue stop_val;
    JSVarRef **var_refs;
    size_t alloca_size;

#if !DIRECT_DISPATCH
#define SWITCH(pc) DUMP_BYTECODE_OR_DONT(pc) switch (*pc++)
#define CASE(op) case op
#define DEFAULT default
#define BREAK break
#else
    __extension__ static const void *const dispatch_table[256] = {
        [0 ... 255] = &&case_default,
#define DEF(id, size, n_pop, n_push, f) [OP_##id] = &&case_OP_##id,
#define def(id, size, n_pop, n_push, f)
#include "quickjs-opcode.h"
    };
    JS_IN_REGISTER(const void *const *, dispatch, "r13") = dispatch_table;
    /* a variable like others, so that it is kept and not made at each jump */
    __asm__("" : "+r"(dispatch));
#define SWITCH(pc)                                                             \
    __extension__({ DUMP_BYTECODE_OR_DONT(pc) goto *dispatch[*pc++]; });
#define CASE(op) case_##op
#define DEFAULT case_default
#define BREAK SWITCH(pc)
#endif

    if (js_poll_interrupts(caller_ctx))
        return JS_EXCEPTION;
    if (unlikely(call & (JS_CALL_FLAG_GENERATOR | JS_CALL_FLAG_CONSTRUCTOR))) {
        JSAsyncFunctionState *s = (void *)p;
        if (call & JS_CALL_FLAG_CONSTRUCTOR) {
            new_target = rt->new_target;
            goto enter;
        }
        /* the stack frame is already allocated */
        sf = &s->frame;
        p = JS_VALUE_GET_OBJ(sf->cur_func);
        b = p->u.func.function_bytecode;
        ctx = b->realm;
        var_refs = p->u.func.var_refs;
        arg_buf = sf->arg_buf;
        var_buf = sf->var_buf;
        sp = sf->cur_sp;
        sf->cur_sp = NULL; /* cur_sp is NULL if the function is running */
        pc = sf->cur_pc;
        sf->prev_frame = rt->current_stack_frame;
        rt->current_stack_frame = sf;
        if (s->throw_flag)
            goto exception;
        else
            goto restart;
    }
enter : {
    JSFunctionBytecode *f = p->u.func.function_bytecode;
    JSRuntime *r = caller_ctx->rt;
    JSStackFrame *frame = &sf_s;
    JSValue *vars, *args = (JSValue *)argv;

    JS_CHECK_ENTRY(r);
    js_copy_apart(b, f);
    var_refs = p->u.func.var_refs;
    arg_allocated_size = 0;
    if (unlikely(argc < f->arg_count || (call & JS_CALL_FLAG_COPY_ARGV)))
        arg_allocated_size =
            f->keeps_args ? max_int(argc, f->arg_count) : f->arg_count;
    alloca_size = sizeof(JSValue) * arg_allocated_size + f->frame_size;
    if (js_check_entry(r, f, alloca_size))
        return JS_ThrowStackOverflow(caller_ctx);
    vars = js_alloca_values(alloca_size);
    js_copy_apart(first, vars);

    frame->cur_func = JS_MKPTR(JS_TAG_OBJECT, p);
    frame->this_val = this_obj;
    frame->arg_count = argc;
    frame->flags = f->frame_flags;
    if (unlikely(call & JS_CALL_FLAG_CONSTRUCTOR))
        frame->is_constructor = true;
    if (unlikely(arg_allocated_size)) {
        int n = min_int(argc, arg_allocated_size);
        args = vars; /* other than argv from now on */
        for (i = 0; i < n; i++)
            args[i] = js_dup(argv[i]);
        for (; i < arg_allocated_size; i++)
            args[i] = JS_UNDEFINED;
        vars += arg_allocated_size;
    }
    frame->var_buf = vars;
    frame->arg_buf = args;
    js_copy_apart(var_buf, vars);
    js_copy_apart(arg_buf, args);

    for (i = f->var_count; i > 0; i--)
        *vars++ = JS_UNDEFINED;
    if (f->var_ref_count != 0) {
        frame->var_refs = (JSVarRef **)(vars + f->stack_size);
        for (i = 0; i < f->var_ref_count; i++)
            frame->var_refs[i] = NULL;
    }
    /* ordinary C-stack frame: not owned by a coroutine GC object */
    frame->cur_gc_obj = NULL;
    /* frame->cur_pc must we set to pc before any recursive calls to
     * JS_CallInternal. */
    frame->cur_pc = NULL;
    frame->prev_frame = r->current_stack_frame;
    r->current_stack_frame = frame;
    sp = vars;
    pc = f->byte_code_buf;
    ctx = f->realm; /* set the current realm */
}

#ifdef ENABLE_DUMPS // JS_DUMP_BYTECODE_STEP
    if (check_dump_flag(ctx->rt, JS_DUMP_BYTECODE_STEP))
        print_func_name(b);
#endif

restart:
    for (;;) {
        int call_argc;
        JSValue *call_argv;

        SWITCH(pc)
        {
#include "engine/quickjs/opcodes_await.h"
#include "engine/quickjs/opcodes_calls.h"
#include "engine/quickjs/opcodes_control.h"
#include "engine/quickjs/opcodes_fields.h"
#include "engine/quickjs/opcodes_operators.h"
#include "engine/quickjs/opcodes_stack.h"
#include "engine/quickjs/opcodes_variables.h"
        }
    }
exception:
    if (unlikely(JS_IsUninitialized(rt->current_exception)))
        JS_ThrowOutOfMemory(ctx);
    if (unlikely(js_is_stopping(rt)))
        goto leave;
    if (rt->stack_hook.class_id && !rt->throw_noted)
        js_note_throw(ctx, sf, pc - b->byte_code_buf - 1);
    if (needs_backtrace(rt->current_exception) ||
        (JS_IsUndefined(ctx->error_back_trace) && !rt->stack_hook.class_id)) {
        sf->cur_pc = pc;
        build_backtrace(ctx, rt->current_exception, JS_UNDEFINED, NULL, 0, 0,
                        0);
    }
    if (!JS_IsUncatchableError(rt->current_exception)) {
        while (sp > var_buf + b->var_count) {
            JSValue val = *--sp;
            JS_FreeValue(ctx, val);
            if (JS_VALUE_GET_TAG(val) == JS_TAG_CATCH_OFFSET) {
                int pos = JS_VALUE_GET_INT(val);
                if (pos == 0) {
                    /* enumerator: close it with a throw */
                    JS_FreeValue(ctx, sp[-1]); /* drop the next method */
                    sp--;
                    JS_IteratorClose(ctx, sp[-1], true);
                    if (unlikely(js_is_stopping(rt)))
                        goto leave;
                } else {
                    *sp++ = rt->current_exception;
                    rt->current_exception = JS_UNINITIALIZED;
                    JS_FreeValueRT(rt, ctx->error_back_trace);
                    ctx->error_back_trace = JS_UNDEFINED;
                    pc = b->byte_code_buf + pos;
                    goto restart;
                }
            }
        }
    }
leave:
    /* the local variables are freed by the caller in the generator
       case. Hence the label 'done' should never be reached in a
       generator function. */
    if (sf != &sf_s) {
        stop_val = JS_EXCEPTION;
    done_generator:
        JS_CHECK_RESULT(rt, stop_val);
        sf->cur_pc = pc;
        sf->cur_sp = sp;
        rt->current_stack_frame = sf->prev_frame;
        return stop_val;
    }
    ret_val = JS_EXCEPTION;
done:
    if (unlikely(sf->var_ref_count != 0)) {
        /* variable references reference the stack: must close them */
        close_var_refs(rt, sf);
    }
    /* free the local variables and stack */
    for (pval = first; pval < sp; pval++) {
        js_free_stored(rt, pval);
    }
    JS_CHECK_RESULT(rt, ret_val);
    rt->current_stack_frame = sf->prev_frame;
    return ret_val;
}
