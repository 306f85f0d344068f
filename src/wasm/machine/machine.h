/*
 * machine.h - from the interpreter's code to the processor's.
 *
 *     words --decode.c--> insn          what each reads and writes
 *           --live.c----> webs          values, from where they are made to
 *                                       their last use
 *           --assign.c--> places        a register for each, or its slot
 *           --compile.c-> machine code  one pass, in the order of the words
 *
 * A web is all that flows together in one slot: an operand has one between its
 * instruction and the next, a local may have several. It has one place for all
 * of its life: a register, or its slot in the frame, its home. So no moves are
 * needed where control flow joins. Around a call, registers that the callee may
 * change are kept in their homes.
 *
 * What must stay true:
 * 1. An i32 in a register has zeros above it. In a home, anything may be there.
 * 2. Machine code is entered with everything in its home, at the function's
 *    start or at a loop: the interpreter can change over at both.
 * 3. NaNs in a place may be any while only arithmetic sees them (web.lazy), and
 *    are the canonical one where their bits can be seen.
 * 4. An instruction that this does not know is not compiled, nor its function.
 */
#ifndef ORRERY_WASM_MACHINE_H
#define ORRERY_WASM_MACHINE_H

#include "code/asm.h"
#include "wasm/store.h"

typedef enum value_type {
    T_NONE, /* not known: 64 bits */
    T_I32,
    T_I64,
    T_F32,
    T_F64,
    T_REF, /* 64 bits; a home that a search for garbage sees */
    T_V128 /* two slots: the web of the first is the vector's */
} value_type;

/* Floats that a vector is made of; both: whoever reads it cannot know. */
enum { LANES_32 = 1, LANES_64 = 2 };

/* Slots that an instruction reads or writes. */
typedef struct slot_ref {
    uint32_t slot;
    uint32_t count;
    uint8_t type; /* value_type */
    bool home;    /* they must be in their homes */
} slot_ref;

typedef enum insn_kind {
    INSN_PLAIN,
    INSN_JUMP,   /* always */
    INSN_BRANCH, /* or goes on */
    INSN_TABLE,
    INSN_END /* never goes on */
} insn_kind;

typedef struct insn {
    const wasm_word *pc;
    uint32_t op;
    uint32_t words;
    uint8_t kind;
    uint8_t use_count;
    bool has_def;
    bool calls;      /* registers of the caller are lost */
    bool arithmetic; /* its result may be any NaN, and operands, too */
    uint8_t lanes;   /* of such a vector: LANES_32 or LANES_64 */
    bool by_step;    /* wasm__step() does it */
    bool catches;    /* what it throws may be caught in the same body */
    slot_ref uses[4];
    slot_ref def;
} insn;

typedef struct web {
    uint32_t start; /* positions: twice the instruction, and one for results */
    uint32_t end;
    uint32_t slot;
    uint32_t weight;
    uint8_t type;
    bool raw;        /* it may hold a NaN with bits of its own */
    bool arithmetic; /* it may hold one that arithmetic made */
    uint8_t lanes;   /* of a vector: where that may be */
    int8_t reg;      /* 0: at home */
} web;

typedef struct block {
    uint32_t first; /* instruction */
    uint32_t end;
    uint32_t ins; /* into live.pairs: what is live at its start, by slot */
    uint32_t in_count;
    uint32_t outs;
    uint32_t out_count;
    uint32_t succs; /* into live.succs */
    uint32_t succ_count;
    bool is_target;
    bool is_loop; /* a jump from behind arrives here */
    struct sljit_label *label;
} block;

/* A slot, and the segment of a web that is in it. */
typedef struct live_pair {
    uint32_t slot;
    uint32_t web;
} live_pair;

/* From one block to the next. */
typedef struct edge {
    uint32_t to;
    const wasm_handler *handler; /* that catches; NULL: a jump, or no jump */
} edge;

typedef struct live_event {
    uint32_t insn;
    uint32_t slot;
    uint32_t web;
} live_event;

typedef struct list {
    void *items;
    uint32_t count;
    uint32_t capacity;
} list;

typedef enum stub_kind {
    STUB_TRAP,
    STUB_FAILED,
    STUB_POLL,
    STUB_NAN
} stub_kind;

#define MACHINE_REGS 32

/* Code that is seldom reached, and is behind the rest. */
typedef struct stub {
    uint8_t kind;
    uint8_t trap;
    uint8_t type;
    int8_t reg;
    bool catches;
    uint32_t word;
    struct sljit_jump *jump;
    struct sljit_label *back;
    uint32_t kept[2 * MACHINE_REGS]; /* for a poll: the webs in registers */
} stub;

typedef struct machine_site {
    struct sljit_label *label;
    uint32_t word;
} machine_site;

typedef struct jump_fix {
    struct sljit_jump *jump;
    uint32_t block;
} jump_fix;

typedef struct table_fix {
    uintptr_t *entries;
    uint32_t first; /* into compiler.table_blocks */
    uint32_t count;
} table_fix;

typedef struct compiler {
    wasm_instance *inst;
    wasm_module *m;
    wasm_body *body;
    code_asm *a;
    bool failed; /* no memory, or something that is not known */
    bool guarded;

    insn *insns;
    uint32_t insn_count;
    uint32_t *insn_of; /* by word */
    uint8_t *depths;   /* of loops, by instruction */
    block *blocks;
    uint32_t block_count;
    uint32_t *block_of; /* by word: for those that begin one */
    list succs;         /* edge */
    list pairs;         /* live_pair */
    list defs;          /* live_event, the last instruction first */
    list deaths;        /* the same */
    list segments;      /* web; those of one web are joined by parents */
    list parents;       /* uint32_t */
    list calls;         /* uint32_t: positions */

    uint32_t *now; /* the web in each slot */
    uint32_t in_reg[2 * MACHINE_REGS];
    list stubs;
    list sites;
    list jumps;
    list tables;
    list table_blocks; /* uint32_t */
    list osr;          /* uint32_t: blocks that are loops */
    uint32_t next_def;
    uint32_t next_death;
    sljit_s32 reg_memory; /* its bytes, or (not guarded) the wasm_memory */
    sljit_s32 reg_count;  /* jumps until the next question */
    sljit_s32 saveds;
    bool uses_memory;
    bool has_loops;
    bool has_calls;
} compiler;

#define NO_WEB UINT32_MAX
#define SCRATCH code_reg(SLJIT_R0)
#define SCRATCH2 code_reg(SLJIT_R1)
#define SCRATCH3 code_reg(SLJIT_R2)
#define FSCRATCH code_reg(SLJIT_FR0)
#define FSCRATCH2 code_reg(SLJIT_FR1)
#define VECTOR (SLJIT_SIMD_REG_128 | SLJIT_SIMD_ELEM_128)
#define REG_FRAME SLJIT_S0
#define REG_INSTANCE SLJIT_S1

/* One item more; NULL without memory. */
void *list_add(compiler *c, list *l, size_t size);
#define LIST_AT(l, type, i) (((type *)(l).items)[i])

static inline bool type_is_float(uint8_t type)
{
    return type == T_F32 || type == T_F64;
}

/* Vectors and floats share their registers. */
static inline bool type_is_wide(uint8_t type)
{
    return type_is_float(type) || type == T_V128;
}

/* decode.c: false: an instruction that is not known. */
bool machine_decode(const wasm_module *m, const wasm_body *body,
                    const wasm_word *pc, insn *out);
uint8_t machine_type_of(wasm_type type);

/* live.c: false: no memory, or too large. */
bool machine_find_blocks(compiler *c);
bool machine_find_webs(compiler *c);
uint32_t web_find(compiler *c, uint32_t segment);
web *web_at(compiler *c, uint32_t id);

/* catch.c: handlers, which are edges from what throws to where it goes on. */
bool machine_catches(const wasm_body *body, const insn *n);
/* Is the slot written when this handler is entered? */
bool machine_handler_makes(const wasm_module *m, const wasm_handler *h,
                           uint32_t slot);
/* What is live where a handler goes on, and is made by it, may be anything. */
void machine_note_caught(compiler *c, const edge *e);
/* R0 is a trap: go on where it is caught, or not: the jump of that. */
struct sljit_jump *emit_catch(compiler *c, uint32_t word);

/* assign.c */
bool machine_assign(compiler *c);

/* place.c: where values are. */
code_arg place_of(compiler *c, uint32_t id);
code_arg place_of_slot(compiler *c, uint32_t slot);
code_arg home_of(uint32_t slot);
void place_store(compiler *c, uint32_t id); /* register to home */
void place_load(compiler *c, uint32_t id);
/* Operands that an instruction wants in their homes. */
void place_settle(compiler *c, const insn *n);
void place_keep(compiler *c);    /* before a call: registers to homes */
void place_restore(compiler *c); /* and back */
/* Is the web in a register that a callee may change? */
bool place_is_lost(compiler *c, uint32_t id);
void place_copy(compiler *c, uint32_t to, uint32_t from);
/* Between two places of any kind. */
void place_move(compiler *c, code_arg to, uint8_t to_type, code_arg from,
                uint8_t from_type);
/* The bits of a float are about to be seen. */
void place_canonical(compiler *c, uint32_t id);
/* Arithmetic made it: now, if other NaNs of the web must be kept. */
void place_made(compiler *c, uint32_t id);
void emit_nan_stub(compiler *c, const stub *s);

void machine_trap_if(compiler *c, struct sljit_jump *jump, uint8_t trap,
                     const insn *n);
void machine_failed_if(compiler *c, struct sljit_jump *jump, const insn *n);
uint32_t machine_word(const compiler *c, const insn *n);

/* Each false: not one of its instructions. `def` is the web of the result. */
bool emit_integer(compiler *c, const insn *n, uint32_t def);
bool emit_vector(compiler *c, const insn *n, uint32_t def);
bool emit_root(compiler *c, const insn *n, uint32_t def);
bool emit_float(compiler *c, const insn *n, uint32_t def);
bool emit_memory(compiler *c, const insn *n, uint32_t def);
bool emit_control(compiler *c, const insn *n, uint32_t def);
bool emit_call(compiler *c, const insn *n, uint32_t def);
bool emit_plain(compiler *c, const insn *n, uint32_t def);
void emit_step(compiler *c, const insn *n);
void machine_jump_to(compiler *c, struct sljit_jump *jump, const wasm_word *to);
void emit_load_memory(compiler *c);
/* The operand that is the memory's byte, which the next instruction reads or
 * writes; it may use R1 and R2. */
code_arg machine_address(compiler *c, const insn *n, code_arg address,
                         uint64_t offset, uint32_t bytes);
/* vector.c: an instruction that sljit lacks, and the processor has. */
bool machine_has(uint32_t op);
/* Vectors can be in registers. */
bool machine_has_vectors(void);
/* LANES_32, LANES_64: arithmetic may have made NaNs of its own; 0. */
uint8_t vector_makes(uint32_t op);
void vector_copy(compiler *c, uint32_t to, uint32_t from);
void vector_select(compiler *c, const insn *n, uint32_t def);
void vector_constant(compiler *c, uint32_t def, uint64_t low, uint64_t high);
void vector_canonicalise(compiler *c, uint32_t id);
void vector_nan_stub(compiler *c, const stub *s);
void emit_zero(compiler *c, uint32_t def);

#endif
