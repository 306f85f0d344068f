/*
 * public.h - the functions that ours add to quickjs.h, which includes this file
 * near its end. Only src/engine may use them.
 *
 * Everything that the host has to ask for is off until it is: a runtime for
 * which none of these functions was called behaves as stock, but for V8's
 * words, limits and orders. Values follow the rules of quickjs.h: a JSValue
 * parameter is taken over, a JSValueConst is borrowed.
 */
#ifndef ENGINE_QUICKJS_PUBLIC_H
#define ENGINE_QUICKJS_PUBLIC_H

/* The input is a function around a text, which ends 3 bytes before it does.
   Errors are those of the text alone. */
#define JS_EVAL_FLAG_WRAPPED (1 << 8)

/* by how much the heap may grow until the next collection; 50 at first */
JS_EXTERN void JS_SetGCGrowth(JSRuntime *rt, uint32_t percent);

/* What is known about the heap without walking it. */
typedef struct JSHeapNumbers {
    size_t size, limit, blocks;
    uint64_t collections;           /* of cycles, so far */
    size_t buffers, buffers_inside; /* bytes of buffers; in `size`, too */
} JSHeapNumbers;
JS_EXTERN void JS_GetHeapNumbers(JSRuntime *rt, JSHeapNumbers *h);

/* True, and the index, if the atom is an array index: 0 <= index <= 2^32-2. */
JS_EXTERN bool JS_AtomIsArrayIndex(JSContext *ctx, uint32_t *pval, JSAtom atom);

/* Stops. A stop is not an exception: it is pending as one, but
   JS_GetException() does not take it, JS_Throw() does not replace it, no
   promise is settled and no function is entered until JS_EndStop(), so that it
   leaves every frame. */

/* leave all functions that run; returns JS_EXCEPTION */
JS_EXTERN JSValue JS_Stop(JSContext *ctx);
JS_EXTERN bool JS_IsStopping(JSRuntime *rt);
/* the program goes on; without an exception */
JS_EXTERN void JS_EndStop(JSContext *ctx);
/* ask the interrupt handler soon, also when a native function returns; for any
   thread and for signal handlers */
JS_EXTERN void JS_RequestPoll(JSRuntime *rt);
/* ask it whenever a native function returns: somebody waits for a time */
JS_EXTERN void JS_SetPollAlways(JSRuntime *rt, bool on);
/* Native code has worked for about that many nanoseconds, and may go on: the
   handler is asked soon if that adds up. */
JS_EXTERN void JS_DidWork(JSRuntime *rt, size_t ns);
/* the same, and ask it at once if it is time; -1: leave, a stop is pending */
JS_EXTERN int JS_PollWork(JSContext *ctx, size_t ns);
/* Between these two the handler is not asked, and no exception or stop is
   pending. For calls of the language's own functions by native code. */
JS_EXTERN JSValue JS_SetAsideException(JSContext *ctx);
JS_EXTERN void JS_PutBackException(JSContext *ctx, JSValue pending);
/* Stacks, captured here and formatted by the host. With a hook, an object that
   gets a stack has an own accessor property 'stack' made of 'getter' and
   'setter', and its frames are kept in a slot until somebody looks. */
typedef struct JSStackHook {
    JSClassID class_id; /* 0 at first: filled in by JS_SetStackHook */
    JSAtom limit_name;  /* the property of Error that limits a stack */
    JSAtom slot;        /* a private symbol: the slot of what is no Error */
    JSValueConst getter;
    JSValueConst setter;
    /* Who has called the outermost function, if that is the host: writes at
       most 'size' frames, from the inside out, and returns how many. What they
       mean the host knows; they stay as they are. It must not throw. NULL:
       nobody */
    int (*callers)(void *opaque, const void **frames, int size);
    void *opaque;
    JSAtom hidden_file; /* the functions of this one are in no stack */
} JSStackHook;
/* return 0 or -1; atoms and values stay the host's. To end it before they are
   freed, set a hook again whose getter is undefined. */
JS_EXTERN int JS_SetStackHook(JSRuntime *rt, JSStackHook *hook);

/* The slot of an object: a capture, or what the host has put there. False if
   it has none. */
JS_EXTERN bool JS_GetStackSlot(JSContext *ctx, JSValueConst obj, JSValue *val);
JS_EXTERN void JS_SetStackSlot(JSContext *ctx, JSValueConst obj, JSValue val);

typedef struct JSStackEntryInfo {
    JSValueConst func; /* undefined: a position in a source */
    JSValueConst this_val;
    JSAtom filename;       /* JS_ATOM_NULL: native */
    int line_num, col_num; /* -1: none */
    int width; /* in columns, of what does not parse; -1: of the name there,
                  which is imported and does not exist; else 1 */
    /* a string if the text is in no file: of a function all that eval() got,
       of a position the line. Else undefined */
    JSValueConst eval_source;
    bool is_constructor;
    bool is_async; /* it awaits the one before */
    bool is_strict;
    /* "all", "allSettled" or "any": no function, but that one of Promise waits
       for the one before, which is its index-th. Else NULL */
    const char *combinator;
    int index;
    const void
        *caller; /* one of JSStackHook.callers and nothing else, or NULL */
} JSStackEntryInfo;
/* "a.b" of a function without a name in "a.b = function() {}", borrowed;
   JS_ATOM_NULL if there is none */
JS_EXTERN JSAtom JS_GetInferredName(JSValueConst func);
/* -1 if it is no capture */
JS_EXTERN int JS_CountStackEntries(JSRuntime *rt, JSValueConst capture);
/* all of it is borrowed from the capture */
JS_EXTERN void JS_GetStackEntry(JSContext *ctx, JSValueConst capture, int i,
                                JSStackEntryInfo *info);
/* What is wrong with a text that was given to eval() or JSON.parse(); false if
   the error is none of that kind. */
JS_EXTERN bool JS_GetErrorPosition(JSContext *ctx, JSValueConst error,
                                   JSStackEntryInfo *info);
/* Where the last exception was thrown, for as long as no other is. */
JS_EXTERN bool JS_GetThrowPosition(JSContext *ctx, JSStackEntryInfo *info);
/* Which it was, borrowed. */
JS_EXTERN JSValueConst JS_GetThrowValue(JSRuntime *rt);
/* What the function of a generator is called, borrowed; JS_ATOM_NULL if 'obj'
   is no generator. */
JS_EXTERN JSAtom JS_GetGeneratorName(JSValueConst obj);
/* Keep the frames of each throw as well. That of the last one is borrowed, and
   undefined if there is none. */
JS_EXTERN void JS_SetTraceThrows(JSRuntime *rt, bool trace);
JS_EXTERN JSValueConst JS_GetThrowCapture(JSRuntime *rt);

/* A place in running code, noted without looking anything up: 'level' counts
   functions with bytecode from the innermost. False if there is none. */
typedef struct JSCallPosition {
    void *code;
    uint32_t pc;
    JSAtom filename; /* borrowed */
} JSCallPosition;
JS_EXTERN bool JS_GetCallPosition(JSRuntime *rt, int level,
                                  JSCallPosition *pos);
/* What the host has found out about code, 0 at first. That of kind
   JS_CODE_HIDDEN is passed over by JS_FindCallPosition() and JSEntryFunc. */
#define JS_CODE_HIDDEN 1
JS_EXTERN uint8_t JS_GetCodeKind(const JSCallPosition *pos);
JS_EXTERN void JS_SetCodeKind(const JSCallPosition *pos, uint8_t kind);
/* The innermost that the host wants, looked for from the innermost on. */
typedef bool JSWantsPosition(void *opaque, const JSCallPosition *pos);
JS_EXTERN bool JS_FindCallPosition(JSRuntime *rt, JSWantsPosition *wants,
                                   void *opaque, JSCallPosition *pos);
/* The same of the last throw, see JS_GetThrowPosition(). */
JS_EXTERN bool JS_GetThrowCallPosition(JSRuntime *rt, JSCallPosition *pos);
/* Calls fn with the place of each await at the top level of a module that waits
   now. They are known from JS_SetAsyncSite() on. fn must load no module. */
typedef void JSWalkAwaitFunc(void *opaque, const JSCallPosition *pos);
JS_EXTERN void JS_WalkModuleAwaits(JSRuntime *rt, JSWalkAwaitFunc *fn,
                                   void *opaque);
/* See peeks.c. */
JS_EXTERN bool JS_PeekOwn(JSValueConst obj, JSAtom name, JSValueConst *value);
JS_EXTERN bool JS_PeekBytes(JSValueConst val, const uint8_t **bytes,
                            uint32_t *len);
/* Calls fn when a function with bytecode is entered, before that has a frame,
   while JS_WatchEntries() is on; pos->pc is JS_PC_START. See entries.c. */
#define JS_PC_START UINT32_MAX /* the function itself, not a place in it */
typedef void JSEntryFunc(void *opaque, const JSCallPosition *pos);
JS_EXTERN void JS_SetEntryFunc(JSRuntime *rt, JSEntryFunc *fn, void *opaque);
JS_EXTERN void JS_WatchEntries(JSRuntime *rt, bool on);
/* Where a function begins; false if it has no bytecode. */
JS_EXTERN bool JS_GetFunctionPosition(JSValueConst fn, JSCallPosition *pos);
/* Keeps the code of the position alive. */
JS_EXTERN JSValue JS_DupCallCode(JSRuntime *rt, const JSCallPosition *pos);
/* The line; the name is borrowed. */
JS_EXTERN int JS_ResolveCallPosition(JSContext *ctx, const JSCallPosition *pos,
                                     JSAtom *func_name, int *col_num);

/* What the code of the program reads and writes that was there before, recorded
   from JS_OpenFootprints() on: call it before the program is compiled. See
   footprints.c. */
typedef struct JSFootprint {
    uint64_t thing; /* a JSThingKind in the upper 8 bits, and a number */
    uint64_t sub;   /* of a key that has no name */
    uint64_t value; /* what was written, if it is a primitive; else 0 */
    JSAtom key;     /* borrowed; JS_ATOM_NULL and no 'sub': all of it */
    bool is_write;
    JSCallPosition at; /* code NULL: not in code of the program */
} JSFootprint;
typedef enum JSThingKind {
    JS_THING_VARIABLE = 1,
    JS_THING_OBJECT,  /* its properties */
    JS_THING_ENTRIES, /* of a Map or Set */
    JS_THING_BYTES,   /* of a buffer */
    JS_THING_EVENTS,  /* listeners of an emitter */
    JS_THING_PROMISE, /* how it is settled */
    JS_THING_STATE,   /* of an emitter whose methods are the host's */
} JSThingKind;
typedef void JSFootprintFunc(void *opaque, const JSFootprint *footprint);
/* -1 without memory */
JS_EXTERN int JS_OpenFootprints(JSContext *ctx);
JS_EXTERN bool JS_HasFootprints(JSRuntime *rt);
/* Those since the last time; a callback ends here. True if some are missing. */
JS_EXTERN bool JS_TakeFootprints(JSRuntime *rt, JSFootprintFunc *fn,
                                 void *opaque);
/* The program, or the host for it, looks up or changes the listeners of an
   event. */
JS_EXTERN void JS_NoteEvent(JSContext *ctx, JSValueConst emitter,
                            JSValueConst type, bool is_write);
/* What the program calls the thing at this place, such as 'cart.items', in
   'text' of JS_FOOTPRINT_TEXT bytes. */
#define JS_FOOTPRINT_TEXT 144
JS_EXTERN bool JS_DescribeFootprint(JSContext *ctx, const JSCallPosition *at,
                                    char *text);

/* A DataCloneError that names a primitive value or a function as V8 does. */
JS_EXTERN JSValue JS_ThrowNotCloned(JSContext *ctx, JSValueConst val);

/* The characters of a string as they are kept: one byte each, Latin-1, or two
   if *pis_wide. NULL if 'val' is no flat string (JS_ToString() makes one). They
   stay as long as the string does. */
JS_EXTERN const void *JS_GetStringChars(JSValueConst val, size_t *plen,
                                        bool *pis_wide);
/* A string of 'len' > 0 characters, which the caller writes to *pchars before
   anything else is done with it. */
JS_EXTERN JSValue JS_NewStringSpace(JSContext *ctx, size_t len, bool is_wide,
                                    void **pchars);

/* Same, but without space for own properties until the first one is added. All
   objects of 'proto_val' share that for as long as one of them lives. */
JS_EXTERN JSValue JS_NewObjectProtoClassCompact(JSContext *ctx,
                                                JSValueConst proto_val,
                                                JSClassID class_id);
/* How many bytes the host has in such an object of this class, in place of an
   opaque pointer; to be said before the first one is made. Other objects of the
   class must not be made. */
JS_EXTERN void JS_SetClassInlineData(JSRuntime *rt, JSClassID class_id,
                                     size_t bytes);
/* These bytes; NULL if it is not of this class. */
JS_EXTERN void *JS_GetInlineData(JSValueConst obj, JSClassID class_id);
/* And where they are, counted from JS_VALUE_GET_PTR(). */
#define JS_OBJECT_INNER (4 * sizeof(void *) + 8)

/* Objects hidden from the collector, in a circle with its list: a pointer to
   one is its JS_VALUE_GET_PTR(). An empty list points at itself. */
typedef struct JSHiddenList {
    struct JSHiddenList *prev;
    struct JSHiddenList *next;
} JSHiddenList;

/* Another one of these. 'sample' came from the function above and never had
   properties of its own. The host fills in its bytes, if there is one, at once.
   If a list is given, the object is hidden at its end. */
JS_EXTERN JSValue JS_NewObjectLike(JSContext *ctx, JSValueConst sample,
                                   JSHiddenList *list);

/* A plain object with the prototype and the properties of 'sample', in the same
   order and with these values, which it takes over, also on failure. 'sample'
   has JS_SAMPLE_PROPS properties at most, all of them plain values, and none of
   them was deleted: JS_GetSampleCount() says how many, or -1 if it is none.
   Nobody else may change it. */
#define JS_SAMPLE_PROPS 20
JS_EXTERN int JS_GetSampleCount(JSValueConst val);
JS_EXTERN JSValue JS_NewObjectOfSample(JSContext *ctx, JSValueConst sample,
                                       const JSValue *values);

/* In a native function: is the result of the call dropped as soon as it is
   there, as that of a statement is? Then nobody can ask for it later. */
JS_EXTERN bool JS_IsResultDropped(JSContext *ctx);
/* In a native function: the arguments of the function that calls it, as long as
   that runs. There are as many as it has parameters or more; it must not assign
   to these. False unless that was chosen by JS_KeepArguments(). */
JS_EXTERN bool JS_GetCallerArguments(JSContext *ctx, int *pargc,
                                     JSValueConst **pargv);
/* Whenever this function is called, the frame has all its arguments, also those
   beyond its parameters. False if it is no plain function with bytecode. */
JS_EXTERN bool JS_KeepArguments(JSValueConst func);
/* Does it matter to this function what 'this' is? True if that is not known,
   as with native functions and those that came as bytecode. */
JS_EXTERN bool JS_ReadsThis(JSValueConst func);
/* While the host counts an object (JS_DupValue) it cannot be garbage, nor can
   what it holds; hidden, it costs a collection nothing. Show it again before
   that count is given up. 'list' (or NULL) is where it goes, at the end; one
   that is hidden already goes from one list to the other. */
JS_EXTERN void JS_HideFromGC(JSRuntime *rt, JSValueConst obj,
                             JSHiddenList *list);
JS_EXTERN void JS_ShowToGC(JSRuntime *rt, JSValueConst obj);

/* What a host asks for at every callback, in line. How objects, contexts and
   counts begin is checked in quickjs.c. */
typedef struct JSContextHead {
    void *link[2];
    JSRuntime *rt;
    void *user_opaque;
} JSContextHead;

typedef struct JSObjectHead {
    void *link[2];
    uint16_t flags;
    uint16_t class_id;
} JSObjectHead;

#define JS_BYTECODE_FUNCTION_ID 13

/* JS_GetContextOpaque() */
static inline void *JS_ContextOpaqueInline(const JSContext *ctx)
{
    return ((const JSContextHead *)(const void *)ctx)->user_opaque;
}

/* a plain function that was written in JavaScript; false: ask JS_IsFunction()
 */
static inline bool JS_IsBytecodeFunction(JSValueConst v)
{
    return JS_VALUE_GET_TAG(v) == JS_TAG_OBJECT &&
           ((const JSObjectHead *)JS_VALUE_GET_PTR(v))->class_id ==
               JS_BYTECODE_FUNCTION_ID;
}

/* JS_DupValue() */
static inline JSValue JS_DupInline(JSValueConst v)
{
    if (JS_VALUE_HAS_REF_COUNT(v))
        ((int *)JS_VALUE_GET_PTR(v))[-1]++;
    return (JSValue)v;
}

/* JS_FreeValue(), which is only called for the last reference */
static inline void JS_FreeInline(JSContext *ctx, JSValue v)
{
    int *count;

    if (!JS_VALUE_HAS_REF_COUNT(v))
        return;
    count = (int *)JS_VALUE_GET_PTR(v) - 1;
    if (*count > 1)
        --*count;
    else
        JS_FreeValue(ctx, v);
}

/* An array of what a Map, a Set, a weak one or an iterator over the first two
   holds, keys and values in turn if 'is_keyed'; undefined for anything else.
   Nothing is moved on. For debugging: it shows what is weak. */
JS_EXTERN JSValue JS_PreviewEntries(JSContext *ctx, JSValueConst obj,
                                    bool *is_keyed);

/* The values of an array that has no holes, to be used until it changes, and
   how many they are. False if it is something else. */
JS_EXTERN bool JS_GetArrayValues(JSValueConst obj, JSValueConst **pvalues,
                                 uint32_t *pcount);
/* Add to an int that is a property of its own, at a symbol. False, and nothing
   has changed, if it is not as simple as that. */
JS_EXTERN bool JS_AddToOwnInt(JSContext *ctx, JSValueConst obj,
                              JSValueConst symbol, int by);
/* A copy of an ordinary object whose properties are all values. An empty array
   among them is made anew, and so are the first 'parts' of them, which are such
   objects or empty arrays. Throws if it is something else. */
JS_EXTERN JSValue JS_CopySample(JSContext *ctx, JSValueConst sample, int parts);
/* How many JS_GetField() has of an object, if it is an ordinary one with
   nothing but values under names that are no indices; -1 if not. Of these, one
   that was deleted or is not enumerable is false. The name is a string; both
   are borrowed until the object changes. */
JS_EXTERN int JS_CountFields(JSContext *ctx, JSValueConst obj);
JS_EXTERN bool JS_GetField(JSContext *ctx, JSValueConst obj, int i,
                           JSValueConst *pname, JSValueConst *pvalue);

/* leave out the elements of arrays and typed arrays, if they are stored as such
 */
#define JS_GPN_NO_ELEMENTS (1 << 6)

/* The intrinsic objects of 'ctx', as they are now, are those that functions
   read with JS_READ_OBJ_LATE go on to see whatever the program does to them,
   from JS_KeepIntrinsics() on. -1 if exception. */
JS_EXTERN int JS_MarkIntrinsics(JSContext *ctx);
JS_EXTERN void JS_KeepIntrinsics(JSRuntime *rt);

/* Make 'obj', which is taken over, the global object of the context: what this
   is at top level, and where variables are looked up and declared. It may be
   exotic. Variables of code that was compiled before find it, too. */
JS_EXTERN void JS_SetGlobalObject(JSContext *ctx, JSValue obj);
/* Is the function that runs one of strict mode? */
JS_EXTERN bool JS_IsStrictMode(JSContext *ctx);

/* transfer() of this ArrayBuffer throws; the host itself can detach it. */
JS_EXTERN void JS_SetUndetachable(JSValueConst obj);
/* A new ArrayBuffer with the bytes of this one, which is detached. */
JS_EXTERN JSValue JS_MoveArrayBuffer(JSContext *ctx, JSValueConst obj);
/*
 * Keep the bytes of an ArrayBuffer or SharedArrayBuffer where they are, whoever
 * detaches, resizes, transfers or drops the buffer, until
 * JS_UnpinArrayBuffer(). The address is that of JS_GetArrayBuffer() after this
 * call. NULL with an exception.
 */
typedef struct JSPinnedBlock JSPinnedBlock;
JS_EXTERN JSPinnedBlock *JS_PinArrayBuffer(JSContext *ctx, JSValueConst obj);
JS_EXTERN void JS_UnpinArrayBuffer(JSRuntime *rt, JSPinnedBlock *pin);
/* How long the buffer is that has the bytes now; -1 if none has them; 0 if a
 * resizable buffer that had them was transferred. */
JS_EXTERN int64_t JS_GetPinnedLength(const JSPinnedBlock *pin);

/* A Uint8Array of 'len' bytes of an ArrayBuffer, which inherits from 'proto'.
   It must lie within the buffer. */
JS_EXTERN JSValue JS_NewBytes(JSContext *ctx, JSValueConst buffer,
                              uint32_t offset, uint32_t len,
                              JSValueConst proto);

/* The async context: one value that belongs to the host. then(), await and
   JS_EnqueueJob() capture it; it is current again while the job they lead to
   runs, and afterwards what was current before. JS_UNDEFINED at first and in
   FinalizationRegistry callbacks. */
JS_EXTERN void JS_SetAsyncContext(JSRuntime *rt, JSValue val); /* takes val */
JS_EXTERN JSValueConst JS_GetAsyncContext(JSRuntime *rt);
/* Where it is kept, to look at without a call; only JS_SetAsyncContext() may
   change it. */
JS_EXTERN JSValueConst *JS_GetAsyncContextSlot(JSRuntime *rt);

/* What a WeakRef was made for, and what one has given, is kept until the host
   says that the job is over, and the microtasks after it. The count is to look
   at without a call. */
JS_EXTERN const uint32_t *JS_GetKeptCount(JSRuntime *rt);
JS_EXTERN void JS_ClearKept(JSRuntime *rt);

/* The async id: the host's number for what is running, 0 at first. The host
   writes it whenever that changes; nothing here does. */
JS_EXTERN uint64_t *JS_GetAsyncId(JSRuntime *rt);

typedef struct JSPendingJob {
    JSValueConst async_context; /* that the job will run with */
    uint64_t cause;   /* the async id when then() or await was reached */
    uint64_t trigger; /* the async id when the job was enqueued */
    uint32_t site;    /* what JSAsyncSite said when then() was reached */
} JSPendingJob;

/* Called when then(), await or JS_EnqueueJob() is reached: the host's number
   for that place, which JS_GetPendingJob() tells later. JS_GetCallPosition()
   gives the await, though its function has left the stack. NULL for none. */
typedef uint32_t JSAsyncSite(void *opaque);
JS_EXTERN void JS_SetAsyncSite(JSRuntime *rt, JSAsyncSite *async_site,
                               void *opaque);

/* Functions of a module that was written with JS_WRITE_OBJ_LATE are read when
   they are first called. Note which: NULL ends it. `notes` may be shared with
   the process that this one is a copy of: JS_ReadNoted() reads them there. */
typedef struct JSLateNotes {
    uint32_t count, size;
    const uint8_t *places[];
} JSLateNotes;
JS_EXTERN void JS_NoteLate(JSRuntime *rt, JSLateNotes *notes);
JS_EXTERN void JS_ReadNoted(JSContext *ctx, const JSLateNotes *notes);

/* Count who waits for promises that are not settled, by what JSAsyncSite said:
   an await or a then() of code that the filter wants. False without memory. */
typedef bool JSWaitFilter(void *opaque, const JSCallPosition *code);
JS_EXTERN bool JS_CountWaits(JSRuntime *rt, JSWaitFilter *is_wanted,
                             void *opaque);
/* How many wait there; sites are below JS_GetWaitSites(). */
JS_EXTERN uint32_t JS_GetWaits(JSRuntime *rt, uint32_t site);
JS_EXTERN uint32_t JS_GetWaitSites(JSRuntime *rt);

/* A number of a promise that is the host's alone, 0 at first; NULL if it is no
   promise. */
JS_EXTERN uint32_t *JS_GetPromiseId(JSValueConst promise);

/* Another one, for where the host has put the promise. */
JS_EXTERN uint32_t *JS_GetPromisePlace(JSValueConst promise);

/* describe the job that JS_ExecutePendingJob() would run, false if none */
JS_EXTERN bool JS_GetPendingJob(JSRuntime *rt, JSPendingJob *job);
JS_EXTERN size_t JS_CountPendingJobs(JSRuntime *rt);

/* Let 'await v' wait for a new promise resolved with v, as ES2018 said: three
   jobs for a native promise where ES2019 needs one. Code that is compiled
   while it is on also awaits the undefined that an async generator ends with.
   Off at first. */
JS_EXTERN void JS_SetWrappingAwait(JSRuntime *rt, bool enable);
/* Let yield* in an async generator await each value, as it did until ES2023, in
   code that is compiled from now on. Off at first. */
JS_EXTERN void JS_SetAwaitingYieldStar(JSRuntime *rt, bool enable);

/* What may differ from run to run, answered by the host. A NULL function is
   answered by the system. Set it before the first context is created. */
typedef enum JSWaitResult {
    JS_WAIT_OK,
    JS_WAIT_NOT_EQUAL, /* the memory did not hold 'value' */
    JS_WAIT_TIMED_OUT,
    JS_WAIT_FORBIDDEN, /* this thread must not block */
} JSWaitResult;

typedef struct JSHostWorld {
    void *opaque;
    int64_t (*wall_us)(void *opaque);   /* since 1970: Date */
    uint64_t (*clock_ns)(void *opaque); /* monotonic: performance.now() */
    uint64_t (*seed)(
        void *opaque); /* once per context: Math.random(), hashes */
    /* Atomics.wait() on 4 or 8 bytes; INT64_MAX: no timeout. Must compare and
       fall asleep in one step. */
    JSWaitResult (*wait)(void *opaque, void *ptr, int size, int64_t value,
                         int64_t timeout_ms);
    int (*notify)(void *opaque, void *ptr, int count); /* how many it woke */
    /* how many milliseconds local time is ahead of UTC, at a time that is UTC
       or local; NULL: as the C library has it */
    int64_t (*utc_offset_ms)(void *opaque, int64_t time_ms, bool is_local,
                             bool *pis_summer);
} JSHostWorld;
JS_EXTERN void JS_SetHostWorld(JSRuntime *rt, const JSHostWorld *world);

/* Let func(is_summer_time, minutes_ahead_of_utc) say " (Name of the Zone)",
   which Date.prototype.toString() and toTimeString() append. Without one they
   append nothing. */
JS_EXTERN void JS_SetZoneName(JSContext *ctx, JSValueConst func);

/* Modules led by the host. Once a host is set, compiling a module loads
   nothing: the host reads its requests, finds the modules they mean, says so
   with JS_SetModuleRequest(), and links the root when the graph is whole.
   Modules are freed with their context. */
typedef struct JSModuleHost {
    void *opaque;
    /* import(): return a promise. 'referrer' names the source that contains it,
       JS_NULL if none does; 'attributes' is JS_UNDEFINED or an object, or
       JS_TRUE for import.source(). */
    JSValue (*import)(JSContext *ctx, void *opaque, JSValueConst referrer,
                      JSValueConst specifier, JSValueConst attributes);
    /* import.meta is used for the first time: fill it; -1 if exception */
    int (*meta)(JSContext *ctx, void *opaque, JSModuleDef *m,
                JSValueConst meta);
} JSModuleHost;
JS_EXTERN void JS_SetModuleHost(JSRuntime *rt, const JSModuleHost *host);

/* One request, in the order of the source. All of it is the module's. */
typedef struct JSModuleRequest {
    JSAtom specifier;
    /* JS_UNDEFINED or an object; JS_TRUE: of `import source x from`, for which
       a module with the source as its default export is to be set */
    JSValueConst attributes;
    JSModuleDef *module;     /* NULL until it is set */
    int line_num, col_num;
} JSModuleRequest;
JS_EXTERN int JS_CountModuleRequests(const JSModuleDef *m);
JS_EXTERN JSModuleRequest JS_GetModuleRequest(const JSModuleDef *m, int idx);
JS_EXTERN void JS_SetModuleRequest(JSModuleDef *m, int idx,
                                   JSModuleDef *target);

/* Link without evaluating; -1 if exception. Every request of the graph must
   have been set. */
JS_EXTERN int JS_LinkModule(JSContext *ctx, JSModuleDef *m);

typedef enum JSModuleStatus {
    JS_MODULE_STATUS_UNLINKED,
    JS_MODULE_STATUS_LINKING,
    JS_MODULE_STATUS_LINKED,
    JS_MODULE_STATUS_EVALUATING, /* its body, or one it imports, is running */
    JS_MODULE_STATUS_EVALUATING_ASYNC,
    JS_MODULE_STATUS_EVALUATED, /* also if it threw */
} JSModuleStatus;
JS_EXTERN JSModuleStatus JS_GetModuleStatus(const JSModuleDef *m);
/* does this module, not those it imports, await at top level? */
JS_EXTERN bool JS_HasTopLevelAwait(const JSModuleDef *m);
/* what evaluating it threw; false if it did not. perror may be NULL. */
JS_EXTERN bool JS_GetModuleError(JSContext *ctx, JSModuleDef *m,
                                 JSValue *perror);
JS_EXTERN void JS_SetModuleOpaque(JSModuleDef *m, void *opaque);
JS_EXTERN void *JS_GetModuleOpaque(const JSModuleDef *m);

/* From now on jobs whose function is of this context wait in a queue of its
   own: JS_ExecuteOwnJob() runs the oldest, and no other call does. 0, or -1
   with an exception pending. */
JS_EXTERN int JS_SetOwnJobs(JSContext *ctx);
/* 1: ran one, 0: there is none, -1: it threw. */
JS_EXTERN int JS_ExecuteOwnJob(JSContext *ctx);

/* Thrown when there is no memory left to make an error with; taken over. */
JS_EXTERN void JS_SetMemoryError(JSRuntime *rt, JSValue error);
/* What is done from true to false cannot be done by halves: its allocations go
   beyond the limit. May be nested. */
JS_EXTERN void JS_NeedMemory(JSRuntime *rt, bool on);
/* Called when there is no memory beyond the limit either and no way back: in
   the compiler, and where memory is needed. It must not return. */
typedef void JSNoMemoryFunc(void *opaque);
JS_EXTERN void JS_SetNoMemory(JSRuntime *rt, JSNoMemoryFunc *func,
                              void *opaque);
/* Called inside of an allocation of `size` bytes that goes beyond the limit; it
   may only note that. True: it may. The interrupt handler is called soon. */
typedef bool JSMemoryLimitFunc(void *opaque, size_t size);
JS_EXTERN void JS_SetMemoryLimitHook(JSRuntime *rt, JSMemoryLimitFunc *func,
                                     void *opaque);

/* Keep FinalizationRegistry callbacks apart from the jobs: the host runs them
   one at a time when it thinks fit, as the standard would have it. Off at
   first: then they are jobs. */
JS_EXTERN void JS_SetCleanupTasks(JSRuntime *rt, bool enable);
JS_EXTERN bool JS_IsCleanupPending(JSRuntime *rt);
/* return as JS_ExecutePendingJob() does */
JS_EXTERN int JS_ExecutePendingCleanup(JSRuntime *rt, JSContext **pctx);

#endif
