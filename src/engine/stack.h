/*
 * stack.h - between stack.c, which makes stacks look as V8's do, callsite.c,
 * arrow.c and describe.c.
 */
#ifndef ORRERY_ENGINE_STACK_H
#define ORRERY_ENGINE_STACK_H

#include "engine/text.h"

struct engine__errors {
    JSStackHook hook;
    JSValue getter;
    JSValue setter;
    JSValue error;     /* the constructor Error */
    JSValue to_string; /* Error.prototype.toString */
    JSValue callsite_proto;
    JSAtom prepare_name; /* "prepareStackTrace" */
    JSValue prepare;     /* the usual one */
    JSAtom to_string_tag;
    bool preparing;
    JSValue inspect;     /* set by setInspect() */
    JSValue mapper;      /* set by setMapper(); mostly undefined */
    JSValue named_proto; /* set by setTypeName() */
    JSValue named_proto_name;
    JSValue program;  /* a name, set by lib/ */
    JSValue reported; /* the error that was reported last, */
    char *arrow;      /* and where it was thrown; NULL: unknown */
    char *trace;      /* the frames of the throw, if trace_uncaught */
    bool has_arrow;
    bool by_builtin; /* it was thrown where there is no source to show */
    bool trace_uncaught;
};

/* What V8 knows about a frame. Atoms and values are the caller's to free with
 * stack__free_frame(). */
typedef struct stack_frame {
    JSStackEntryInfo info;
    JSValue function_name; /* a string, or null */
    bool is_toplevel;
    bool is_strict; /* it, or one that it has called; for call sites only */
} stack_frame;

/* A frame below the program's own, see callers.c. */
typedef struct stack_caller {
    const char *type; /* of the receiver, NULL: there is none */
    const char *name;
    const char *file;
} stack_caller;

/* JSStackHook.callers: each of them is a stack_caller. */
int stack__callers(void *engine, const void **callers, int size);

void stack__get_frame(engine *e, JSValueConst capture, int n, stack_frame *f);
void stack__free_frame(engine *e, stack_frame *f);

/* "file.js" */
void stack__add_file(engine__text *t, const stack_frame *f);
/* "Foo.bar (file.js:1:2)": a line of a stack without "at". */
void stack__add_frame(engine__text *t, const stack_frame *f);
/* A string or null. */
JSValue stack__type_name(engine *e, const stack_frame *f);
JSValue stack__method_name(engine *e, const stack_frame *f);

/* A data property anywhere on the chain, found without running any code; false
 * if there is none. */
bool stack__find_data(engine *e, JSValueConst object, JSAtom name,
                      JSValue *value);

/* File, line and caret of a place; false if its source is not known. */
bool arrow__add(engine__text *t, const JSStackEntryInfo *info);
/* Those of an error: as they were noted, or as its stack says. */
void arrow__add_noted(engine__text *t, JSValueConst error);
/* error.stack, or undefined if that throws. */
JSValue arrow__get_stack(engine *e, JSValueConst error);
/* A function of the binding "errors". */
JSValue arrow__get_awaits(JSContext *ctx, JSValueConst self, int argc,
                          JSValueConst *argv);

int stack__callsites_open(engine *e);
/* An array of that context with CallSites, one for each frame. */
JSValue stack__callsites(engine *e, JSContext *ctx, JSValueConst capture);
/* The usual Error.prepareStackTrace(error, sites). stack.c does not call it: it
 * makes the same text without any CallSite. */
JSValue stack__prepare(JSContext *ctx, JSValueConst self, int argc,
                       JSValueConst *argv);

#endif
