/*
 * types.h - our structures, limits and flags that stock's own structures and
 * functions use, and one macro for each structure of stock's that has fields of
 * ours. quickjs.c includes it before its structures.
 *
 * Fields of JSObject, JSFunctionBytecode, JSVarDef and other structures whose
 * layout counts are hunks of seams.patch: there the place of a field matters,
 * since it fills a gap. Here it does not.
 */
#ifndef ENGINE_QUICKJS_TYPES_H
#define ENGINE_QUICKJS_TYPES_H

/* Structures that quickjs.c declares further down. */
typedef struct StringBuffer StringBuffer;
typedef struct JSIteratorHelperData JSIteratorHelperData;
typedef struct JSParseState JSParseState;
typedef struct JSFunctionDef JSFunctionDef;
typedef struct JSSwitch JSSwitch; /* see switches.c */
typedef struct JSNameIndex JSNameIndex;
typedef struct JSGlobalVar JSGlobalVar;
typedef struct JSAssignTarget JSAssignTarget;
typedef struct BCReaderState BCReaderState;
typedef struct JSAwaiter JSAwaiter;
typedef struct JSDOMExceptionData JSDOMExceptionData;
typedef enum JSResolveResultEnum JSResolveResultEnum;
typedef enum JSParseFunctionEnum JSParseFunctionEnum;
typedef enum JSParseExportEnum JSParseExportEnum;
typedef enum JSStrictEqModeEnum JSStrictEqModeEnum;

#define JS_MAX_ARGUMENTS 65525

/* Blocks that were freed last, each with the address of the next in it. Their
   arenas count them as used. */
typedef struct JSArenaRecent {
    void *first;
    uint32_t count;
} JSArenaRecent;

/* Jobs lie one after the other in chunks. A chunk that has been used up is
   freed, but the last one is used again from its start: a program that queues
   a job in each job allocates nothing. */
typedef struct JSJobQueue {
    struct JSJobChunk *first;
    struct JSJobChunk *last;
    size_t count; /* of jobs */
} JSJobQueue;

/* A pattern that new RegExp() has compiled not long ago, as most programs that
   compile at run time do so over and over. */
#define JS_KEPT_REGEXPS 64

typedef struct JSKeptRegExp {
    JSString *pattern; /* NULL: none is kept here */
    JSString *bytecode;
    int flags;
} JSKeptRegExp;

/* an array that is being made a string, and the one around it */
typedef struct JSJoin {
    struct JSObject *obj;
    struct JSJoin *prev;
} JSJoin;

enum {
    JS_BUILTIN_ITERATOR_ZIP = 1,
    JS_BUILTIN_ITERATOR_ZIP_KEYED,
};

/* where a variable was found in the global object: a guess, since the property
   may have moved */
typedef struct JSGlobalHint {
    JSAtom atom; /* JS_ATOM_NULL: nothing is known */
    uint32_t index;
} JSGlobalHint;
#define JS_GLOBAL_HINTS 64 /* a power of two */

/* The last match is repeated when somebody asks for it, which hardly anybody
   does; all that a match costs is to remember what it was of. */
typedef struct JSRegExpMatch {
    JSString *bytecode; /* NULL: there was none */
    JSString *subject;
    JSString *input; /* NULL: the subject; RegExp.input can be set */
    int last_index;  /* where it was looked for */
} JSRegExpMatch;

/* Bytecode of which a function is read when it is called for the first time:
   most are never called. Until then it has what a closure needs, the positions
   (pc2line_buf, right in the buffer; the rest comes behind them) and
   js_unread_code in the place of its code. */
typedef struct JSLateCode {
    int ref_count; /* one for each function that was not read */
    const uint8_t *buf_start,
        *buf_end;                /* stays with who called JS_ReadObject */
    const uint8_t *atom_offsets; /* u32 each, counted from atom_start */
    const uint8_t *atom_start;
    uint32_t atom_count;
    JSAtom atoms[]; /* JS_ATOM_NULL: nobody has asked for it yet */
} JSLateCode;

/* The bytes of an ArrayBuffer that somebody outside may still touch. While an
   ArrayBuffer has the block, it is in `abuf`; else the pins own it. */
struct JSPinnedBlock {
    int pins;
    bool moved_away; /* a resizable buffer was transferred by a copy */
    bool shared;
    struct JSArrayBuffer *abuf;
    uint8_t *data;
    void *opaque;
    JSReallocArrayBufferDataFunc *realloc_func;
};

typedef struct JSJobChunk {
    struct JSJobChunk *next;
    uint32_t first; /* the oldest job, and where the next one goes */
    uint32_t end;
    uint32_t size;
    _Alignas(8) uint8_t jobs[];
} JSJobChunk;
#define JS_THROW_VAR_RO 0
#define JS_THROW_VAR_REDECL 1
#define JS_THROW_ERROR_ITERATOR_THROW 4
#define JS_THROW_PRIVATE_METHOD 6
#define JS_THROW_PRIVATE_NO_SETTER 7
#define JS_THROW_PRIVATE_NO_GETTER 8

/* make space to hold at least 'count' properties */
/* An object has the properties that its first shape has memory for in its own
   block, after all else: most objects are one block, not two. A plain object
   has them in the place of 'u', which it does not use. */
#define JS_INNER_PROPS 8    /* not more; they are lost when there are more */
#define JS_TRIMMED_COUNT 32 /* the elements of shorter arrays are moved */
#define JS_WORDS_SIZE 400

/* What OP_apply is told: it is a construction; V8 has an instruction for it,
   which knows what is called, and else calls Reflect.apply(). */
#define JS_APPLY_NEW 1
#define JS_APPLY_NAMED 4

/* bytecode from the headers below */
#define JS_READ_OBJ_BUILTIN (1 << 30)
#define JS_PROP_KEPT (1 << 20)     /* JS_DefineProperty: by js_define_kept() */
#define JS_GET_THROW_REF (1 << 0)  /* a variable: it has to be there */
#define JS_GET_AS_PROGRAM (1 << 1) /* what the program sees, whoever asks */

/* Which shape follows which when a property is added. Objects that are made
   over and over and die soon would take their shapes with them, so that each
   had to make them again; here both ends of a step are kept. A step gets here
   when it is seen for the second time ('seen' has some bits of its hash):
   objects that are one of a kind, and all that grow beyond JS_TRANSITION_PROPS,
   still change the shape that is theirs alone. The collector empties it. */
#define JS_TRANSITION_COUNT 256 /* power of two */

typedef struct JSTransition {
    JSShape *from; /* NULL: unused */
    JSShape *to;
    JSAtom atom;
    int flags;
} JSTransition;

typedef struct JSTransitions {
    JSTransition tab[JS_TRANSITION_COUNT];
    uint8_t seen[1024];
} JSTransitions;
/* of OP_define_var: may it be defined? */
#define DEFINE_GLOBAL_CHECK (1 << 5)
#ifdef JS_CHECK_PENDING
#define JS_CHECK_ENTRY(rt) js_check_pending(rt, "a function is called")

#define JS_CHECK_RESULT(rt, val)                                               \
    do {                                                                       \
        if (!JS_IsException(val))                                              \
            js_check_pending(rt, "a function has a result");                   \
    } while (0)
#else
#define JS_CHECK_ENTRY(rt) ((void)0)
#define JS_CHECK_RESULT(rt, val) ((void)0)
#endif

/* Where a name was declared: a hash table that makes compiling linear in the
   number of names. It is brought up to date when it is asked, and has entries
   only in functions with many names. */
typedef struct JSNameIndex {
    struct {
        uint32_t name;
        int scope; /* of vars[], or one of NAME_x */
        int idx;   /* -1: free */
    } * tab;
    uint32_t size; /* 0 or a power of two, more than twice 'count' */
    uint32_t count;
    int done[3]; /* how many of each array are in it */
} JSNameIndex;

/* What a value is assigned to, or which property of a literal it is: the name
   that stacks show for a function that has none. */
typedef struct JSAssignTarget {
    struct JSAssignTarget *prev;
    JSFunctionDef *unnamed;     /* of before */
    const uint8_t *start, *end; /* the text of it, if name is JS_ATOM_NULL */
    JSAtom name;
    bool is_property;
} JSAssignTarget;
#define NAME_REF (-3)

/* atoms that stock does not have; the built-in bytecode names none after them
   but its own */
#define JS_ATOM_ADDED_COUNT                                                    \
    (JS_ATOM_Private_brand - JS_ATOM_SuppressedError - 1 +                     \
     JS_ATOM_Symbol_toPrimitive - JS_ATOM_Private_brand - 1)

enum { /* from 1 to 9: a group */
       JS_LAST_MATCH = 10,
       JS_LAST_PAREN,
       JS_LAST_LEFT,
       JS_LAST_RIGHT,
};
#define JSON_NEAR 32

/* flags of OP_define_method */
#define OP_DEFINE_METHOD_METHOD 0
#define OP_DEFINE_METHOD_GETTER 1
#define OP_DEFINE_METHOD_SETTER 2
#define OP_DEFINE_METHOD_ENUMERABLE 4

/* Of JSRuntime. */
#define JS_RUNTIME_FIELDS                                                      \
    JSJoin *joins;           /* innermost first */                             \
    JSString **char_strings; /* see js_char_string(); NULL until used */       \
    struct JSTransitions                                                       \
        *transitions;        /* see add_property(); NULL until used */         \
    JSLateNotes *late_notes; /* see JS_NoteLate(), or NULL */                  \
    uint64_t gc_run_count;                                                     \
    size_t buffer_bytes, buffer_heap_bytes; /* js_array_buffer_count() */      \
    uint32_t gc_growth; /* in percent, until the next collection */            \
    /* the weak references to an object, by its weak_slot. 0 is no slot; those \
       that are free hold the number of the next one, or 0 */                  \
    union JSWeakSlot {                                                         \
        struct JSWeakRefRecord *first;                                         \
        uintptr_t next_free;                                                   \
    } * weak_refs;                                                             \
    uint32_t weak_slot_count;                                                  \
    uint32_t weak_slot_size;                                                   \
    uint32_t weak_slot_free;                                                   \
    uint32_t listed_args;      /* see JS_MAX_LISTED_ARGS */                    \
    JSValue memory_error;      /* thrown if there is no memory for an error */ \
    JSNoMemoryFunc *no_memory; /* see JS_SetNoMemory */                        \
    void *no_memory_opaque;                                                    \
    JSMemoryLimitFunc *memory_limit; /* see JS_SetMemoryLimitHook */           \
    void *memory_limit_opaque;                                                 \
    /* true if await wraps promises, see JS_SetWrappingAwait */                \
    bool wrapping_await;                                                       \
    /* true if yield* awaits, see JS_SetAwaitingYieldStar */                   \
    bool awaiting_yield_star;                                                  \
    const JSValue                                                              \
        *new_target; /* of the constructor that is about to be called */       \
    /* set by any thread: see js_must_look() */                                \
    _Atomic(uint8_t) attention;                                                \
    uint32_t stops_held; /* see JS_SetAsideException() */                      \
    bool polls_always;   /* see JS_SetPollAlways() */                          \
    size_t work;         /* since the handler was asked: see js_did_work() */  \
    JSHostWorld host_world; /* all NULL: the system's own */                   \
    JSStackHook stack_hook; /* class_id is 0 if there is none */               \
    JSValue throw_func;     /* where the last exception was thrown */          \
    JSValue throw_value;    /* and which */                                    \
    JSValueConst *reaction; /* the arguments of the one that runs, or NULL */  \
    JSValue throw_capture;  /* and its frames, see JS_SetTraceThrows() */      \
    bool trace_throws;                                                         \
    int syntax_width; /* how much of the source is wrong, in columns; -1: the  \
                         name that begins there, of an import */               \
    JSString **texts; /* that the message in the making refers to */           \
    int text_count;                                                            \
    int text_size;                                                             \
    JSAtom undeclared;     /* a name that was found to be so after parsing */  \
    JSString *syntax_line; /* the line, if no file has it; else NULL */        \
    JSString *eval_source; /* what eval() is about to compile, or NULL */      \
    int compile_depth;     /* the compiler is at work */                       \
    int need_depth; /* what is at work cannot go back, see js_need_begin() */  \
    bool compile_failed; /* and memory was not enough for it */                \
    uint32_t throw_pc;                                                         \
    bool throw_noted;                                                          \
    bool in_intrinsic_autoinit; /* a function of the language is being made */ \
    bool length_was_changed;    /* see js_forget_plain_length() */             \
    bool keeps_intrinsics;      /* see JS_KeepIntrinsics() */                  \
    JSJobQueue jobs;                                                           \
    size_t own_job_queues; /* contexts that have one */                        \
    JSJobQueue cleanups;   /* likewise, see JS_SetCleanupTasks */              \
    bool cleanup_tasks;                                                        \
    JSValue async_context; /* host value of the running job */                 \
    JSValue *kept;         /* what WeakRefs gave, until the job is over */     \
    uint32_t kept_count;                                                       \
    uint32_t kept_size;                                                        \
    uint64_t async_id;       /* host number of what is running */              \
    JSAsyncSite *async_site; /* NULL: nobody wants to know */                  \
    void *async_site_opaque;                                                   \
    struct JSStackFrame *awaiting; /* of the await that is being noted */      \
    bool await_spared; /* the next await is of a value: js_call_async() */     \
    JSModuleHost module_host; /* import NULL: no host leads modules */         \
    JSKeptRegExp kept_regexps[JS_KEPT_REGEXPS];                                \
    struct JSFootprints *footprints; /* NULL: they are not recorded */         \
    struct JSWaits *waits;           /* NULL: they are not counted */          \
    uintptr_t entry_limit; /* of the stack, where a function begins */         \
    JSEntryFunc *entry_func;                                                   \
    void *entry_opaque;

/* Of JSContext. */
#define JS_CONTEXT_FIELDS                                                      \
    /* the last day that a Date was asked for: since 1970, and its year, month \
       and number. Programs ask for them one by one. */                        \
    int64_t date_days;                                                         \
    int64_t date_fields[3];                                                    \
    JSShape *object_shape;      /* of objects without properties */            \
    JSShape *function_shape;    /* shape for functions without a prototype */  \
    JSShape *constructor_shape; /* shape for those with one */                 \
    JSRegExpMatch last_match;   /* for RegExp.$1 and the like */               \
    JSValue zone_name;          /* see JS_SetZoneName() */                     \
    uint16_t values_place, next_place,                                         \
        adder_place[2], /* see js_has_own_native() */                          \
        promise_place;                                                         \
    JSGlobalHint                                                               \
        global_hint[JS_GLOBAL_HINTS]; /* by the low bits of the atom */        \
    JSJobQueue *own_jobs;             /* see JS_SetOwnJobs; mostly NULL */

/* Of JSParseState. */
#define JS_PARSE_STATE_FIELDS                                                  \
    const uint8_t *last_token_ptr; /* start of it */                           \
    const uint8_t *col_line;       /* the line that col_extra is about, */     \
    const uint8_t *col_ptr;        /* how far it has been counted */           \
    int col_extra; /* bytes that are no UTF-16 unit of their own */            \
    int first_line_num;                                                        \
    const uint8_t *body_end; /* see JS_EVAL_FLAG_WRAPPED, or NULL */           \
    const uint8_t *lvalue_ptr, *lvalue_end; /* what is assigned to */          \
    const uint8_t *unary_ptr;               /* the last unary operator */      \
    int lvalue_line_num, lvalue_col_num; /* where it is read before, or 0 */   \
    int loc_line_num,                                                          \
        loc_col_num;          /* what emit_source_loc_at() was last told */    \
    bool in_pattern;          /* the pattern that comes is within another */   \
    JSFunctionDef *stmt_func; /* of the statement that begins here, see */     \
    size_t stmt_size;         /* note_statement() */                           \
    int stmt_var_pos;         /* the variable it reads first, or -1 */         \
    int stmt_line_num, stmt_col_num;                                           \
    struct JSAssignTarget *targets; /* innermost first */                      \
    JSFunctionDef                                                              \
        *unnamed;    /* functions in what is assigned, the last first */       \
    bool is_unfiled; /* the text is no file: eval() or JSON.parse() got it */  \
    bool guessing;   /* looks ahead: a syntax error is an answer, not thrown */

/* Of JSPromiseReactionData. */
#define JS_REACTION_FIELDS                                                     \
    JSValue async_context; /* as it was when then() or await was reached */    \
    uint64_t async_cause;  /* likewise */                                      \
    uint32_t async_site;   /* likewise */                                      \
    bool is_counted;       /* see promise_waits.c */

/* Of JSFunctionDef. */
#define JS_FUNCTION_DEF_FIELDS                                                 \
    bool keeps_args : 1;        /* ".arguments" is in it */                    \
    bool merges_parameters : 1; /* see merge_parameters() */                   \
    JSNameIndex names;          /* of vars[], args[] and global_vars[] */      \
    JSNameIndex refs;           /* of closure_var[] */                         \
    bool has_with;              /* a variable is named _with_ */               \
    struct JSSwitch *switches;                                                 \
    JSAtom inferred_name;                                                      \
    struct JSFunctionDef *next_unnamed; /* see JSAssignTarget */

/* Of JSDisposableStack. */
#define JS_DISPOSABLE_STACK_FIELDS                                             \
    /* of disposeAsync(), while it goes on */                                  \
    bool needs_await;                                                          \
    bool has_awaited;                                                          \
    bool has_error;                                                            \
    JSValue error;

#endif
