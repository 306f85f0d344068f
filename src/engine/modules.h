/*
 * modules.h - what modules.c and modules_binding.c share: the record of one
 * module, and the list of all.
 *
 * quickjs frees a module only with its context, since any code may still hold
 * one of its variables. So a record lives as long as the engine, too, and
 * engine_free_module() only says that its owner is done with it.
 */
#ifndef ORRERY_ENGINE_MODULES_H
#define ORRERY_ENGINE_MODULES_H

#include "engine/internal.h"

struct engine_module {
    struct engine__modules *owner;
    engine_module *next; /* in owner->all, newest first */
    JSModuleDef *def;    /* its opaque pointer leads back here */
    char **specifiers;   /* of the requests, in their order */
    size_t request_count;
    engine_fill_fn *fill; /* NULL: it was compiled from a source */
    void *fill_arg;
    bool held; /* handed out and not freed */

    /* Walking a graph: the number of the walk that came by last, and the next
     * module on that walk's list. */
    uint64_t walk;
    engine_module *walk_next;

    /* For modules_binding.c; undefined if JavaScript did not make it. */
    JSValue handle;  /* the object that stands for it */
    JSValue fill_js; /* what to call when it is evaluated */
};

struct engine__modules {
    engine_module *all;
    uint64_t walks; /* so far */
    /* Set by JavaScript; undefined: engine_host.import() is called. */
    JSValue import_js;
    JSValue meta_js;
    JSValue handle_proto;
    engine_code *compiled; /* for runCompiled(), or NULL */
};

/* True if the module, or one that it imports, is being evaluated further up the
 * stack. */
bool engine__module_runs(engine_module *m);

/* engine_evaluate_module() without a handle. */
int engine__evaluate_module(engine *e, engine_module *m, JSValue *promise);

/* modules_binding.c: answer from what JavaScript set, if it did. */
JSValue engine__import_js(engine *e, JSValueConst referrer,
                          JSValueConst specifier, JSValueConst attributes);
int engine__meta_js(engine *e, engine_module *m, JSValueConst meta);
int engine__modules_binding_open(engine *e);

#endif
