/*
 * modules.h - what modules.c and modules_binding.c share: the record of one
 * module, the steps of its life, and the list of all.
 *
 *     compile -> unlinked -> linked -> running -> evaluated
 *                                         |  \        |
 *                                         |   pending-+
 *                                         +-> errored
 *
 * The loader reads the requests of each module, finds or compiles the modules
 * that they name, connects them with module__link_request(), and links the root
 * once the whole graph is known. The engine never resolves a name and never
 * reads a file. Cycles are allowed at every step.
 *
 * quickjs frees a module only with its context, since any code may still hold
 * one of its variables. So a record lives as long as the engine, too.
 */
#ifndef ORRERY_ENGINE_MODULES_H
#define ORRERY_ENGINE_MODULES_H

#include "engine/internal.h"

typedef struct engine_module engine_module;
struct engine_module {
    struct engine__modules *owner;
    engine_module *next; /* in owner->all, newest first */
    JSModuleDef *def;    /* its opaque pointer leads back here */
    JSContext *ctx;      /* that holds it, counted; NULL: the engine's */
    JSValue handle;      /* the object that stands for it in JavaScript */
    bool made;           /* by module__make(), not from a source */
    JSValue fill;        /* to be called with the handle when it is evaluated */

    /* Walking a graph: the number of the walk that came by last, and the next
     * module on that walk's list. */
    uint64_t walk;
    engine_module *walk_next;
};

struct engine__modules {
    engine_module *all;
    uint64_t walks; /* so far */
    JSValue import; /* setCallbacks(); undefined until then */
    JSValue meta;
    JSValue handle_proto;
    engine_code *compiled; /* for runCompiled(), or NULL */
};

/* ENGINE_SYNTAX: the source does not parse. */
int module__compile(engine *e, JSContext *ctx, const engine_source *source,
                    engine_module **out);

/* A module that is filled from outside: JSON, CommonJS, a built-in.
 * fill(handle) is called when it is evaluated, and sets the exports there or
 * before. */
int module__make(engine *e, const char *name, const char *const *exports,
                 size_t export_count, JSValueConst fill, engine_module **out);

/* -EINVAL: it has a source. -ENOENT: it has no such export. */
int module__set_export(engine *e, engine_module *m, const char *name,
                       JSValueConst value);

/* Set the module that a request means. -EBUSY: it is linked. */
int module__link_request(engine_module *m, uint32_t index,
                         engine_module *target);

/* Link the module and all it imports; nothing runs. -ENOENT: a request has no
 * target. ENGINE_SYNTAX: a name is not exported; all stay unlinked then. */
int module__link(engine *e, engine_module *m);

/*
 * Evaluate the module and what it imports, dependencies first, as part of what
 * is running now. The promise is fulfilled already if nothing in the graph
 * awaits at top level, and rejected if a body threw; a second call returns the
 * first one's promise.
 *
 * Errors: -EBUSY if it is not linked, or if a module of its graph is being
 *         evaluated further up the stack; ENGINE_STOPPED.
 */
int module__evaluate(engine *e, engine_module *m, JSValue *promise);

bool module__is_linked(const engine_module *m);

/* True if the module, or one that it imports, is being evaluated further up the
 * stack. */
bool module__runs(engine_module *m);

/* 1 if the module, or one that it imports, awaits at top level; -EBUSY if it is
 * not linked. */
int module__awaits(engine_module *m);

/* modules_binding.c */
int engine__modules_binding_open(engine *e);

#endif
