/*
 * compile.c - a body becomes machine code: its start, its blocks one after the
 * other, what is seldom reached, and the doors for the interpreter.
 *
 *     entry:  is there space? parameters to their registers, locals are zero
 *     blocks  in the order of the words
 *     stubs   traps, questions to the host, NaNs
 *     doors   for each loop: registers from homes, and into the loop
 */
#include <stdlib.h>
#include <string.h>

#include "code/code.h"
#include "wasm/machine/enter.h"
#include "wasm/machine/machine.h"
#include "wasm/simd.h"

/* Larger ones are the interpreter's: compiling would take too long. */
#define MAX_WORDS 60000u
#define SCRATCHES (SLJIT_NUMBER_OF_REGISTERS - SLJIT_NUMBER_OF_SAVED_REGISTERS)

uint32_t machine_word(const compiler *c, const insn *n)
{
    return (uint32_t)(n->pc - c->body->code);
}

static stub *stub_add(compiler *c, uint8_t kind, struct sljit_jump *jump,
                      uint32_t word)
{
    stub *s = list_add(c, &c->stubs, sizeof(*s));

    if (s != NULL)
        *s = (stub){ .kind = kind, .jump = jump, .word = word };
    return s;
}

void machine_trap_if(compiler *c, struct sljit_jump *jump, uint8_t trap,
                     const insn *n)
{
    stub *s = stub_add(c, STUB_TRAP, jump, machine_word(c, n));

    if (s != NULL)
        s->trap = trap;
}

void machine_failed_if(compiler *c, struct sljit_jump *jump, const insn *n)
{
    stub *s = stub_add(c, STUB_FAILED, jump, machine_word(c, n));

    if (s != NULL)
        s->catches = n->catches;
}

/* ---- What is in registers ----------------------------------------------- */

static uint32_t *in_reg_of(compiler *c, uint32_t id)
{
    const web *w = web_at(c, web_find(c, id));

    if (w->reg == 0)
        return NULL;
    return &c->in_reg[(type_is_wide(w->type) ? MACHINE_REGS : 0) + w->reg];
}

static void compile_occupy(compiler *c, uint32_t slot, uint32_t id)
{
    uint32_t *reg = in_reg_of(c, id);

    c->now[slot] = id;
    if (reg != NULL)
        *reg = id;
}

static void begin_block(compiler *c, const block *b)
{
    memset(c->in_reg, 0xff, sizeof(c->in_reg));
    for (uint32_t i = 0; i < b->in_count; i++) {
        const live_pair *p = &LIST_AT(c->pairs, live_pair, b->ins + i);
        compile_occupy(c, p->slot, p->web);
    }
}

/* Values whose last use this instruction is. */
static void end_lives(compiler *c, uint32_t at)
{
    const live_event *deaths = c->deaths.items;

    for (; c->next_death > 0 && deaths[c->next_death - 1].insn == at;
         c->next_death--) {
        uint32_t *reg = in_reg_of(c, deaths[c->next_death - 1].web);
        if (reg != NULL)
            *reg = NO_WEB;
    }
}

/* ---- Doors -------------------------------------------------------------- */

static void emit_enter(compiler *c, bool by_door)
{
    const sljit_s32 args =
        by_door ? SLJIT_ARGS3(32, P, P, P_R) : SLJIT_ARGS2(32, P, P);

    sljit_emit_enter(
        c->a, 0, args,
        SCRATCHES | SLJIT_ENTER_FLOAT(SLJIT_NUMBER_OF_FLOAT_REGISTERS -
                                      SLJIT_NUMBER_OF_SAVED_FLOAT_REGISTERS),
        c->saveds, 0);
}

static void emit_set_count(compiler *c)
{
    if (c->reg_count != 0)
        code_op1(c->a, SLJIT_MOV, code_reg(c->reg_count),
                 code_imm(WASM_BUDGET));
}

/* Is there space for the frame, and for more of the C stack? */
static void emit_stack_check(compiler *c)
{
    code_asm *a = c->a;

    code_op2(a, SLJIT_ADD, SCRATCH, code_reg(REG_FRAME),
             code_imm((sljit_sw)(c->body->frame * sizeof(wasm_slot))));
    struct sljit_jump *fits = code_compare(
        a, SLJIT_LESS_EQUAL, SCRATCH,
        code_mem(REG_INSTANCE, offsetof(wasm_instance, stack_end)));
    struct sljit_label *full = sljit_emit_label(a);
    code_op1(a, SLJIT_MOV, SCRATCH2, code_reg(REG_INSTANCE));
    sljit_emit_icall(a, SLJIT_CALL, SLJIT_ARGS3(32, P, P, P), SLJIT_IMM,
                     (sljit_sw)(uintptr_t)wasm__stack_full);
    sljit_emit_return(a, SLJIT_MOV32, SLJIT_R0, 0);
    code_land(a, fits);
    if (!c->has_calls)
        return;
    sljit_get_local_base(a, SLJIT_R0, 0, 0);
    code_arg limit =
        code_mem(REG_INSTANCE, offsetof(wasm_instance, native_limit));
    sljit_set_label(code_compare(a, SLJIT_LESS, SCRATCH, limit), full);
    /* Calls count like jumps. */
    stub *s = stub_add(c, STUB_POLL, NULL, 0);
    if (s == NULL)
        return;
    memset(s->kept, 0xff, sizeof(s->kept));
    code_op2(a, SLJIT_SUB32 | SLJIT_SET_Z,
             code_mem(REG_INSTANCE, offsetof(wasm_instance, budget)),
             code_mem(REG_INSTANCE, offsetof(wasm_instance, budget)),
             code_imm(1));
    s->jump = sljit_emit_jump(a, SLJIT_ZERO);
    s->back = sljit_emit_label(a);
}

/* A memory that is not guarded: the interpreter does it. */
static void emit_guard_check(compiler *c)
{
    code_asm *a = c->a;

    if (!c->uses_memory || !c->guarded)
        return;
    struct sljit_jump *fine =
        code_compare(a, SLJIT_NOT_EQUAL, code_reg(c->reg_memory), code_imm(0));
    code_op1(a, SLJIT_MOV, SCRATCH, code_reg(REG_FRAME));
    code_op1(a, SLJIT_MOV, SCRATCH2, code_reg(REG_INSTANCE));
    code_op1(a, SLJIT_MOV, SCRATCH3, code_imm((sljit_sw)(uintptr_t)c->body));
    sljit_emit_icall(a, SLJIT_CALL, SLJIT_ARGS3(32, P, P, P), SLJIT_IMM,
                     (sljit_sw)(uintptr_t)wasm__interpret);
    sljit_emit_return(a, SLJIT_MOV32, SLJIT_R0, 0);
    code_land(a, fine);
}

static void emit_start(compiler *c)
{
    const block *b = &c->blocks[0];

    emit_enter(c, false);
    emit_stack_check(c);
    emit_load_memory(c);
    emit_guard_check(c);
    emit_set_count(c);
    for (uint32_t i = 0; i < b->in_count; i++) {
        const live_pair *p = &LIST_AT(c->pairs, live_pair, b->ins + i);
        if (p->slot < c->body->params)
            place_load(c, p->web);
        else
            emit_zero(c, p->web);
    }
}

/* The interpreter enters at a loop: R2 is the address of its door. */
static struct sljit_label *emit_doors(compiler *c, struct sljit_label **doors)
{
    struct sljit_label *start = sljit_emit_label(c->a);

    emit_enter(c, true);
    sljit_emit_ijump(c->a, SLJIT_JUMP, SLJIT_R2, 0);
    for (uint32_t i = 0; i < c->osr.count; i++) {
        const block *b = &c->blocks[LIST_AT(c->osr, uint32_t, i)];
        doors[i] = sljit_emit_label(c->a);
        emit_load_memory(c);
        emit_set_count(c);
        for (uint32_t k = 0; k < b->in_count; k++)
            place_load(c, LIST_AT(c->pairs, live_pair, b->ins + k).web);
        sljit_set_label(sljit_emit_jump(c->a, SLJIT_JUMP), b->label);
    }
    return start;
}

/* ---- Blocks ------------------------------------------------------------- */

/* A loop asks the host every so many rounds. */
static void emit_loop_head(compiler *c, uint32_t at)
{
    uint32_t *door = list_add(c, &c->osr, sizeof(*door));
    const uint32_t first = c->blocks[at].first;
    stub *s = stub_add(c, STUB_POLL, NULL, machine_word(c, &c->insns[first]));

    if (door == NULL || s == NULL)
        return;
    *door = at;
    memcpy(s->kept, c->in_reg, sizeof(s->kept));
    code_op2(c->a, SLJIT_SUB | SLJIT_SET_Z, code_reg(c->reg_count),
             code_reg(c->reg_count), code_imm(1));
    s->jump = sljit_emit_jump(c->a, SLJIT_ZERO);
    s->back = sljit_emit_label(c->a);
}

static void emit_insn(compiler *c, uint32_t at)
{
    const insn *n = &c->insns[at];
    const live_event *defs = c->defs.items;
    uint32_t first = c->next_def;

    while (first > 0 && defs[first - 1].insn == at)
        first--;
    const uint32_t def = first < c->next_def ? defs[first].web : NO_WEB;
    if (!n->by_step)
        place_settle(c, n);
    end_lives(c, at);
    if (n->by_step)
        emit_step(c, n);
    else if (!emit_integer(c, n, def) && !emit_vector(c, n, def) &&
             !emit_root(c, n, def) && !emit_memory(c, n, def) &&
             !emit_float(c, n, def) && !emit_control(c, n, def) &&
             !emit_plain(c, n, def) && !emit_call(c, n, def))
        c->failed = true;
    for (; c->next_def > first; c->next_def--) {
        const live_event *e = &defs[c->next_def - 1];
        if (n->def.home)
            place_load(c, e->web);
        if (e->slot < c->body->frame)
            c->now[e->slot] = e->web;
    }
}

/* Results are in registers from here on, but those that nobody uses. */
static void begin_lives(compiler *c, uint32_t at, uint32_t from)
{
    const live_event *defs = c->defs.items;

    for (uint32_t i = c->next_def; i < from; i++) {
        const web *w = web_at(c, defs[i].web);
        if (w->end > 2 * at + 1)
            compile_occupy(c, defs[i].slot, defs[i].web);
    }
}

static void emit_blocks(compiler *c)
{
    c->next_def = c->defs.count;
    c->next_death = c->deaths.count;
    for (uint32_t i = 0; i < c->block_count && !c->failed; i++) {
        block *b = &c->blocks[i];
        begin_block(c, b);
        if (b->is_target)
            b->label = sljit_emit_label(c->a);
        if (b->is_loop)
            emit_loop_head(c, i);
        for (uint32_t k = b->first; k < b->end && !c->failed; k++) {
            const uint32_t from = c->next_def;
            emit_insn(c, k);
            begin_lives(c, k, from);
        }
    }
}

/* ---- What is seldom reached --------------------------------------------- */

static void emit_poll_stub(compiler *c, stub *s, list *exits)
{
    code_land(c->a, s->jump);
    memcpy(c->in_reg, s->kept, sizeof(c->in_reg));
    place_keep(c);
    code_op1(c->a, SLJIT_MOV, SCRATCH, code_reg(REG_FRAME));
    code_op1(c->a, SLJIT_MOV, SCRATCH2, code_reg(REG_INSTANCE));
    code_op1(c->a, SLJIT_MOV, SCRATCH3, code_imm((sljit_sw)(uintptr_t)c->body));
    sljit_emit_icall(c->a, SLJIT_CALL, SLJIT_ARGS3(32, P, P, P), SLJIT_IMM,
                     (sljit_sw)(uintptr_t)wasm__poll);
    code_op1(c->a, SLJIT_MOV, SCRATCH2, code_imm(s->word));
    struct sljit_jump **exit = list_add(c, exits, sizeof(struct sljit_jump *));
    if (exit == NULL)
        return;
    *exit =
        code_compare(c->a, SLJIT_NOT_EQUAL | SLJIT_32, SCRATCH, code_imm(0));
    emit_set_count(c);
    place_restore(c);
    sljit_set_label(sljit_emit_jump(c->a, SLJIT_JUMP), s->back);
}

static void emit_trap_stub(compiler *c, const stub *s, list *exits)
{
    code_land(c->a, s->jump);
    if (s->catches) {
        code_land(c->a, emit_catch(c, s->word));
        code_op2(c->a, SLJIT_SUB32, SCRATCH, code_imm(0), SCRATCH);
    }
    if (s->kind == STUB_TRAP)
        code_op1(c->a, SLJIT_MOV, SCRATCH, code_imm(s->trap));
    else
        code_op2(c->a, SLJIT_OR, SCRATCH, SCRATCH,
                 code_imm(WASM_TRAP_FROM_CALLEE));
    code_op1(c->a, SLJIT_MOV, SCRATCH2, code_imm(s->word));
    struct sljit_jump **exit = list_add(c, exits, sizeof(struct sljit_jump *));
    if (exit != NULL)
        *exit = sljit_emit_jump(c->a, SLJIT_JUMP);
}

/* All traps leave here: R0 is the trap, R1 the word. */
static struct sljit_label *emit_exit(compiler *c, const list *exits)
{
    struct sljit_label *fault = sljit_emit_label(c->a);

    code_op1(c->a, SLJIT_MOV, SCRATCH2, SCRATCH);
    code_op1(c->a, SLJIT_MOV, SCRATCH, code_imm(WASM_TRAP_MEMORY));
    struct sljit_label *leave = sljit_emit_label(c->a);
    for (uint32_t i = 0; i < exits->count; i++)
        sljit_set_label(LIST_AT(*exits, struct sljit_jump *, i), leave);
    code_op1(c->a, SLJIT_MOV, code_reg(SLJIT_R3), SCRATCH);
    code_op1(c->a, SLJIT_MOV, SCRATCH3, SCRATCH2);
    code_op1(c->a, SLJIT_MOV, SCRATCH, code_reg(REG_INSTANCE));
    code_op1(c->a, SLJIT_MOV, SCRATCH2, code_imm((sljit_sw)(uintptr_t)c->body));
    sljit_emit_icall(c->a, SLJIT_CALL, SLJIT_ARGS4(32, P, P, W, W), SLJIT_IMM,
                     (sljit_sw)(uintptr_t)wasm__leave);
    sljit_emit_return(c->a, SLJIT_MOV32, SLJIT_R0, 0);
    return fault;
}

static struct sljit_label *emit_stubs(compiler *c)
{
    list exits = { .count = 0 };

    for (uint32_t i = 0; i < c->stubs.count && !c->failed; i++) {
        stub *s = &LIST_AT(c->stubs, stub, i);
        if (s->kind == STUB_NAN)
            emit_nan_stub(c, s);
        else if (s->kind == STUB_POLL)
            emit_poll_stub(c, s, &exits);
        else
            emit_trap_stub(c, s, &exits);
    }
    struct sljit_label *fault = emit_exit(c, &exits);
    free(exits.items);
    return fault;
}

static void fix_jumps(compiler *c)
{
    for (uint32_t i = 0; i < c->jumps.count; i++) {
        const jump_fix *f = &LIST_AT(c->jumps, jump_fix, i);
        sljit_set_label(f->jump, c->blocks[f->block].label);
    }
}

/* ---- The whole ---------------------------------------------------------- */

static void fill_tables(compiler *c, wasm_code *code)
{
    for (uint32_t i = 0; i < c->tables.count; i++) {
        table_fix *f = &LIST_AT(c->tables, table_fix, i);
        for (uint32_t k = 0; k < f->count; k++) {
            const uint32_t to =
                LIST_AT(c->table_blocks, uint32_t, f->first + k);
            f->entries[k] = sljit_get_label_addr(c->blocks[to].label);
        }
        code->tables[i] = f->entries;
    }
    code->table_count = c->tables.count;
    c->tables.count = 0; /* they are the code's now */
}

static void fill_code(compiler *c, wasm_code *code, struct sljit_label **doors)
{
    fill_tables(c, code);
    for (uint32_t i = 0; i < c->osr.count; i++) {
        const block *b = &c->blocks[LIST_AT(c->osr, uint32_t, i)];
        code->osr[i] = (wasm_osr){ machine_word(c, &c->insns[b->first]),
                                   sljit_get_label_addr(doors[i]) };
    }
    code->osr_count = c->osr.count;
    for (uint32_t i = 0; i < c->sites.count; i++) {
        const machine_site *s = &LIST_AT(c->sites, machine_site, i);
        code->sites[i] = (wasm_site){
            (uint32_t)(sljit_get_label_addr(s->label) - code->start), s->word
        };
    }
    code->site_count = c->sites.count;
}

static wasm_code *code_new(const compiler *c)
{
    wasm_code *code = calloc(1, sizeof(*code));

    if (code == NULL)
        return NULL;
    code->osr = malloc((c->osr.count + 1) * sizeof(*code->osr));
    code->sites = malloc((c->sites.count + 1) * sizeof(*code->sites));
    code->tables = malloc((c->tables.count + 1) * sizeof(*code->tables));
    if (code->osr != NULL && code->sites != NULL && code->tables != NULL)
        return code;
    free(code->osr);
    free(code->sites);
    free(code->tables);
    free(code);
    return NULL;
}

static void code_free(wasm_code *code)
{
    free(code->osr);
    free(code->sites);
    free(code->tables);
    free(code);
}

static wasm_code *write_code(compiler *c)
{
    size_t bytes;
    wasm_code *code = NULL;

    emit_start(c);
    emit_blocks(c);
    struct sljit_label **doors = malloc((c->osr.count + 1) * sizeof(*doors));
    if (c->failed || doors == NULL)
        goto free_doors;
    struct sljit_label *fault = emit_stubs(c);
    struct sljit_label *by_door = emit_doors(c, doors);
    fix_jumps(c);
    code = code_new(c);
    if (c->failed || code == NULL)
        goto free_code;
    void *start = code_space_add(c->m->space, c->a, &bytes);
    if (start == NULL)
        goto free_code;
    code->start = (uintptr_t)start;
    code->end = code->start + bytes;
    code->entry = (wasm_entry *)code->start;
    code->osr_entry = (wasm_entry *)sljit_get_label_addr(by_door);
    code->fault = sljit_get_label_addr(fault);
    fill_code(c, code, doors);
    free(doors);
    return code;

free_code:
    if (code != NULL)
        code_free(code);
free_doors:
    free(doors);
    return NULL;
}

static void compiler_close(compiler *c)
{
    for (uint32_t i = 0; i < c->tables.count; i++)
        free(LIST_AT(c->tables, table_fix, i).entries);
    list *const lists[] = { &c->succs,  &c->pairs,    &c->defs,
                            &c->deaths, &c->segments, &c->parents,
                            &c->calls,  &c->stubs,    &c->sites,
                            &c->jumps,  &c->tables,   &c->table_blocks,
                            &c->osr };
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
        free(lists[i]->items);
    free(c->insns);
    free(c->insn_of);
    free(c->depths);
    free(c->blocks);
    free(c->block_of);
    free(c->now);
    if (c->a != NULL)
        sljit_free_compiler(c->a);
}

static void note_needs(compiler *c)
{
    for (uint32_t i = 0; i < c->insn_count; i++) {
        const insn *n = &c->insns[i];
        const uint32_t op = n->op & ~(uint32_t)WASM_OP_FAR;
        const uint32_t form = n->op & ~0xffu;
        const uint32_t low = n->op & 0xff;
        const bool is_vector =
            (form == WASM_OP_SIMD || form == WASM_OP_SIMD_FAR) &&
            (low <= WASM_SIMD_STORE || (low >= 84 && low <= 93));
        c->uses_memory |= (op >= 0x28 && op <= 0x3e) || is_vector;
        c->has_calls |= c->insns[i].calls && !c->insns[i].by_step;
    }
}

wasm_code *wasm__compile(wasm_instance *inst, wasm_body *body)
{
    compiler c = { .inst = inst,
                   .m = inst->module,
                   .body = body,
                   .guarded = inst->store->guards };
    wasm_code *code = NULL;

    if (body->code_len <= MAX_WORDS && machine_find_blocks(&c) &&
        machine_find_webs(&c)) {
        note_needs(&c);
        c.a = sljit_create_compiler(NULL);
        if (c.a != NULL && machine_assign(&c))
            code = write_code(&c);
    }
    compiler_close(&c);
    return code;
}
