/*
 * space.c - machine code from C: it runs, its pages are never writable and
 * executable at once, and its faults can be caught.
 */
#include <stdio.h>
#include <string.h>

#include "code/asm.h"
#include "code/code.h"
#include "orrery.h"
#include "test.h"

static const code_host host = { orr_space_reserve, orr_space_protect,
                                orr_space_release, orr_fault_watch,
                                orr_fault_unwatch };

typedef struct fault_plan {
    uintptr_t resume;
    uintptr_t value;
    int faults;
} fault_plan;

static bool catch_fault(void *ctx, uintptr_t pc, uintptr_t *resume,
                        uintptr_t *value)
{
    fault_plan *plan = ctx;

    (void)pc;
    plan->faults++;
    *resume = plan->resume;
    *value = plan->value;
    return plan->resume != 0;
}

/* x + y + number */
static long (*make_add(code_space *space, long number))(long, long)
{
    code_asm *a = sljit_create_compiler(NULL);
    size_t bytes = 0;

    sljit_emit_enter(a, 0, SLJIT_ARGS2(W, W, W), 1, 2, 0);
    code_op2(a, SLJIT_ADD, code_reg(SLJIT_R0), code_reg(SLJIT_S0),
             code_reg(SLJIT_S1));
    code_op2(a, SLJIT_ADD, code_reg(SLJIT_R0), code_reg(SLJIT_R0),
             code_imm(number));
    sljit_emit_return(a, SLJIT_MOV, SLJIT_R0, 0);
    void *code = code_space_add(space, a, &bytes);
    sljit_free_compiler(a);
    CHECK(code != NULL && bytes > 0);
    return (long (*)(long, long))(uintptr_t)code;
}

/* How many pages of this process are writable and executable. */
static int count_writable_code(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    int count = 0;

    while (maps != NULL && fgets(line, sizeof(line), maps) != NULL)
        count += strstr(line, " rwx") != NULL;
    if (maps != NULL)
        fclose(maps);
    return count;
}

TEST(machine_code_runs_and_older_code_stays)
{
    code_space *space = code_space_new(&host, catch_fault, NULL);

    CHECK(space != NULL);
    long (*first)(long, long) = make_add(space, 100);
    CHECK(first(2, 3) == 105);
    for (long i = 0; i < 500; i++)
        CHECK(make_add(space, i)(i, 1) == 2 * i + 1);
    CHECK(first(2, 3) == 105);
    CHECK(code_space_used(space) > 4096);
    CHECK(count_writable_code() == 0);
    code_space_free(space);
}

TEST(a_fault_in_machine_code_goes_on_where_it_is_told)
{
    fault_plan plan = { .value = 42 };
    code_space *space = code_space_new(&host, catch_fault, &plan);
    char *hole = orr_space_reserve(4096);
    code_asm *a = sljit_create_compiler(NULL);
    size_t bytes;

    CHECK(space != NULL && hole != NULL);
    sljit_emit_enter(a, 0, SLJIT_ARGS1(W, P), 1, 1, 0);
    code_op1(a, SLJIT_MOV, code_reg(SLJIT_R0), code_mem(SLJIT_S0, 8));
    sljit_emit_return(a, SLJIT_MOV, SLJIT_IMM, 1);
    struct sljit_label *label = sljit_emit_label(a);
    sljit_emit_return(a, SLJIT_MOV, SLJIT_R0, 0);
    long (*load)(void *) =
        (long (*)(void *))(uintptr_t)code_space_add(space, a, &bytes);
    plan.resume = sljit_get_label_addr(label);
    sljit_free_compiler(a);

    CHECK(load(hole) == 42);
    CHECK(plan.faults == 1);
    CHECK(orr_space_commit(hole, 4096) == 0);
    CHECK(load(hole) == 1);
    CHECK(plan.faults == 1);
    orr_space_release(hole, 4096);
    code_space_free(space);
}
