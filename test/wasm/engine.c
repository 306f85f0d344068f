/*
 * engine.c - WebAssembly from C: what wasm.h promises to a program that has no
 * JavaScript. The language itself is tested by its own suite: run.
 */
#include <errno.h>
#include <string.h>

#include "test.h"
#include "wasm/wasm.h"

/*
 * (module
 *   (import "host" "twice" (func $twice (param i32) (result i32)))
 *   (memory (export "memory") 1 3)
 *   (func (export "fib") (param i32) (result i32)
 *     (if (result i32) (i32.lt_s (local.get 0) (i32.const 2))
 *       (then (local.get 0))
 *       (else (i32.add (call 1 (i32.sub (local.get 0) (i32.const 1)))
 *                      (call 1 (i32.sub (local.get 0) (i32.const 2)))))))
 *   (func (export "swap") (param i32 i64) (result i64 i32)
 *     (local.get 1) (local.get 0))
 *   (func (export "load") (param i32) (result i32) (i32.load (local.get 0)))
 *   (func (export "grow") (param i32) (result i32) (memory.grow (local.get 0)))
 *   (func (export "host") (param i32) (result i32)
 *     (call $twice (i32.add (local.get 0) (i32.const 1))))
 *   (func (export "spin") (loop (br 0)))
 *   (func (export "deep") (call 7))
 *   (func (export "div") (param i32 i32) (result i32)
 *     (i32.div_s (local.get 0) (local.get 1)))
 *   (func (export "later") (param i32) (result i32)
 *     (local.get 0) (local.set 0 (i32.const 7)) (local.get 0) (i32.sub)))
 */
static const uint8_t bytes[] = {
    0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x16, 0x04, 0x60,
    0x01, 0x7f, 0x01, 0x7f, 0x60, 0x02, 0x7f, 0x7e, 0x02, 0x7e, 0x7f, 0x60,
    0x00, 0x00, 0x60, 0x02, 0x7f, 0x7f, 0x01, 0x7f, 0x02, 0x0e, 0x01, 0x04,
    0x68, 0x6f, 0x73, 0x74, 0x05, 0x74, 0x77, 0x69, 0x63, 0x65, 0x00, 0x00,
    0x03, 0x0a, 0x09, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02, 0x02, 0x03, 0x00,
    0x05, 0x04, 0x01, 0x01, 0x01, 0x03, 0x07, 0x48, 0x0a, 0x06, 0x6d, 0x65,
    0x6d, 0x6f, 0x72, 0x79, 0x02, 0x00, 0x03, 0x66, 0x69, 0x62, 0x00, 0x01,
    0x04, 0x73, 0x77, 0x61, 0x70, 0x00, 0x02, 0x04, 0x6c, 0x6f, 0x61, 0x64,
    0x00, 0x03, 0x04, 0x67, 0x72, 0x6f, 0x77, 0x00, 0x04, 0x04, 0x68, 0x6f,
    0x73, 0x74, 0x00, 0x05, 0x04, 0x73, 0x70, 0x69, 0x6e, 0x00, 0x06, 0x04,
    0x64, 0x65, 0x65, 0x70, 0x00, 0x07, 0x03, 0x64, 0x69, 0x76, 0x00, 0x08,
    0x05, 0x6c, 0x61, 0x74, 0x65, 0x72, 0x00, 0x09, 0x0a, 0x5f, 0x09, 0x1c,
    0x00, 0x20, 0x00, 0x41, 0x02, 0x48, 0x04, 0x7f, 0x20, 0x00, 0x05, 0x20,
    0x00, 0x41, 0x01, 0x6b, 0x10, 0x01, 0x20, 0x00, 0x41, 0x02, 0x6b, 0x10,
    0x01, 0x6a, 0x0b, 0x0b, 0x06, 0x00, 0x20, 0x01, 0x20, 0x00, 0x0b, 0x07,
    0x00, 0x20, 0x00, 0x28, 0x02, 0x00, 0x0b, 0x06, 0x00, 0x20, 0x00, 0x40,
    0x00, 0x0b, 0x09, 0x00, 0x20, 0x00, 0x41, 0x01, 0x6a, 0x10, 0x00, 0x0b,
    0x07, 0x00, 0x03, 0x40, 0x0c, 0x00, 0x0b, 0x0b, 0x04, 0x00, 0x10, 0x07,
    0x0b, 0x07, 0x00, 0x20, 0x00, 0x20, 0x01, 0x6d, 0x0b, 0x0b, 0x00, 0x20,
    0x00, 0x41, 0x07, 0x21, 0x00, 0x20, 0x00, 0x6b, 0x0b,
};

typedef struct rig {
    wasm_store *store;
    wasm_module *module;
    wasm_instance *instance;
    wasm_func *twice;
    int polls;
    int64_t accounted;
    int64_t limit;
} rig;

static wasm_trap twice(void *data, wasm_func *func, wasm_slot *slots)
{
    rig *r = data;

    CHECK(wasm_func_data(func) == r);
    if (slots[0].u32 == 13)
        return WASM_TRAP_HOST;
    slots[0].u32 *= 2;
    return WASM_OK;
}

static bool poll(void *ctx)
{
    return ++((rig *)ctx)->polls < 3;
}

static bool account(void *ctx, int64_t n)
{
    rig *r = ctx;

    if (r->accounted + n > r->limit)
        return false;
    r->accounted += n;
    return true;
}

static void open_rig(rig *r)
{
    static const wasm_type i32 = WASM_I32;
    const wasm_functype type = { &i32, &i32, 1, 1, 0, 0 };
    const wasm_host host = { .ctx = r, .poll = poll, .account = account };
    wasm_extern import = { .kind = WASM_FUNC };
    wasm_error error;
    wasm_link_error link;
    wasm_trap trap;

    *r = (rig){ .limit = 1 << 30 };
    CHECK(wasm_store_new(&host, &r->store) == 0);
    CHECK(wasm_module_new(bytes, sizeof(bytes), &r->module, &error) == 0);
    CHECK(wasm_func_new(r->store, &type, twice, r, &r->twice) == 0);
    import.func = r->twice;
    CHECK(wasm_instance_new(r->store, r->module, &import, &r->instance, &trap,
                            &link) == 0);
    CHECK(trap == WASM_OK);
    CHECK(wasm_instance_start(r->instance) == WASM_OK);
}

static void close_rig(rig *r)
{
    wasm_instance_free(r->instance);
    CHECK(r->accounted == 0);
    wasm_func_free(r->twice);
    wasm_module_release(r->module);
    wasm_store_free(r->store);
}

static wasm_extern find(rig *r, const char *name)
{
    wasm_extern found = { 0 };

    for (uint32_t i = 0; i < wasm_module_export_count(r->module); i++) {
        wasm_exporttype type;
        wasm_module_get_export(r->module, i, &type);
        if (type.name.len != strlen(name) ||
            memcmp(type.name.bytes, name, type.name.len) != 0)
            continue;
        wasm_instance_get_export(r->instance, i, &found);
        return found;
    }
    CHECK(!"an export of that name");
    return found;
}

static wasm_trap call(rig *r, const char *name, wasm_slot *slots)
{
    return wasm_call(r->store, find(r, name).func, slots);
}

static uint32_t call_u32(rig *r, const char *name, uint32_t x)
{
    wasm_slot slots[2] = { { .u32 = x } };

    CHECK(call(r, name, slots) == WASM_OK);
    return slots[0].u32;
}

TEST_PLAIN(wasm_functions_are_called_and_return)
{
    rig r;
    open_rig(&r);

    CHECK(call_u32(&r, "fib", 20) == 6765);
    wasm_slot slots[2] = { { .u32 = 5 }, { .s64 = -7 } };
    CHECK(call(&r, "swap", slots) == WASM_OK);
    CHECK(slots[0].s64 == -7 && slots[1].u32 == 5);
    close_rig(&r);
}

/* An operand that stands for a local keeps the value it was read with. */
TEST_PLAIN(wasm_locals_that_change_leave_operands_alone)
{
    rig r;
    open_rig(&r);

    CHECK(call_u32(&r, "later", 10) == 3);
    close_rig(&r);
}

TEST_PLAIN(wasm_calls_the_host_whose_failure_ends_the_run)
{
    rig r;
    open_rig(&r);

    CHECK(call_u32(&r, "host", 20) == 42);
    wasm_slot slot = { .u32 = 12 };
    CHECK(call(&r, "host", &slot) == WASM_TRAP_HOST);
    CHECK(call_u32(&r, "host", 2) == 6);
    close_rig(&r);
}

TEST_PLAIN(wasm_traps_are_results_with_the_calls_that_were_under_way)
{
    rig r;
    wasm_frame frames[8];
    open_rig(&r);

    wasm_slot slots[2] = { { .u32 = 65533 } };
    CHECK(call(&r, "load", slots) == WASM_TRAP_MEMORY);
    CHECK(wasm_store_get_frames(r.store, frames, 8) == 1);
    CHECK(frames[0].function == 3);
    CHECK(bytes[frames[0].offset] == 0x28); /* i32.load */
    slots[0].u32 = 65532;
    CHECK(call(&r, "load", slots) == WASM_OK);
    slots[0].s32 = INT32_MIN;
    slots[1].s32 = -1;
    CHECK(call(&r, "div", slots) == WASM_TRAP_DIV_OVERFLOW);
    slots[1].s32 = 0;
    CHECK(call(&r, "div", slots) == WASM_TRAP_DIV_BY_ZERO);
    CHECK_STR(wasm_trap_text(WASM_TRAP_DIV_BY_ZERO), "divide by zero");
    close_rig(&r);
}

TEST_PLAIN(wasm_recursion_without_end_is_a_trap)
{
    rig r;
    open_rig(&r);

    r.polls = -1000000;
    CHECK(call(&r, "deep", NULL) == WASM_TRAP_STACK);
    CHECK(call_u32(&r, "fib", 10) == 55);
    close_rig(&r);
}

TEST_PLAIN(wasm_loops_end_when_the_host_says_so)
{
    rig r;
    open_rig(&r);

    CHECK(call(&r, "spin", NULL) == WASM_TRAP_HOST);
    CHECK(r.polls == 3);
    close_rig(&r);
}

TEST_PLAIN(wasm_memory_grows_to_its_maximum_and_what_the_host_allows)
{
    rig r;
    open_rig(&r);

    wasm_memory *memory = find(&r, "memory").memory;
    CHECK(call_u32(&r, "grow", 1) == 1);
    CHECK(wasm_memory_bytes(memory) == 2 * WASM_PAGE_BYTES);
    CHECK(call_u32(&r, "load", 131068) == 0);
    CHECK(call_u32(&r, "grow", 2) == UINT32_MAX);
    r.limit = r.accounted;
    CHECK(call_u32(&r, "grow", 1) == UINT32_MAX);
    CHECK(call_u32(&r, "grow", 0) == 2);
    close_rig(&r);
}

/* Whatever the bytes are, the answer is a module or an error. */
TEST_PLAIN(wasm_modules_that_are_cut_or_changed_are_refused_or_accepted)
{
    uint8_t changed[sizeof(bytes)];
    int accepted = 0;

    for (size_t i = 0; i < sizeof(bytes); i++) {
        wasm_module *module = NULL;
        wasm_error error;
        if (wasm_module_new(bytes, i, &module, &error) == 0)
            wasm_module_release(module); /* cut behind a whole section */
        else
            CHECK(error.offset <= i);
        for (int bit = 0; bit < 8; bit++) {
            memcpy(changed, bytes, sizeof(bytes));
            changed[i] ^= (uint8_t)(1 << bit);
            if (wasm_module_new(changed, sizeof(changed), &module, &error) < 0)
                continue;
            CHECK(wasm_module_translate(module) == 0);
            wasm_module_release(module);
            accepted++;
        }
    }
    CHECK(accepted > 0);
}

TEST_PLAIN(wasm_errors_say_where_and_in_which_function)
{
    uint8_t changed[sizeof(bytes)];
    wasm_module *module;
    wasm_error error;

    memcpy(changed, bytes, sizeof(bytes));
    changed[3] = 'x';
    CHECK(wasm_module_new(changed, sizeof(changed), &module, &error) ==
          -EINVAL);
    CHECK_STR(error.text, "expected magic word 00 61 73 6d, found 00 61 73 78");
    CHECK(error.function == -1 && error.offset == 0);
    memcpy(changed, bytes, sizeof(bytes));
    CHECK(changed[sizeof(bytes) - 2] == 0x6b); /* i32.sub, at the end */
    changed[sizeof(bytes) - 2] = 0x7d;         /* i64.sub */
    CHECK(wasm_module_new(changed, sizeof(changed), &module, &error) ==
          -EINVAL);
    CHECK_STR(error.text,
              "i64.sub[1] expected type i64, found local.get of type i32");
    CHECK(error.function == 9);
}
