/* rig.c - see rig.h. */
#include "rig.h"

#include <string.h>

/* ---- What the engine is handed ------------------------------------------ */

static void schedule(void *ctx, engine_record *record)
{
    record->id = ++((rig *)ctx)->last_id;
}

static uint64_t next_id(void *ctx)
{
    return ++((rig *)ctx)->last_id;
}

static bool call(void *ctx, const engine_record *record, engine_call_fn *fn,
                 void *arg)
{
    (void)ctx;
    (void)record;
    fn(arg);
    return false;
}

static void threw(void *ctx)
{
    (void)ctx;
}

static uint64_t number(void *ctx)
{
    (void)ctx;
    return 1;
}

static int no_chance(void *ctx, void *out, size_t len)
{
    (void)ctx;
    memset(out, 7, len);
    return 0;
}

static int no_park(void *ctx, const void *place, size_t size, int64_t value,
                   int64_t timeout_ns)
{
    (void)ctx;
    (void)place;
    (void)size;
    (void)value;
    (void)timeout_ns;
    return 0;
}

static int no_unpark(void *ctx, const void *place, uint32_t n)
{
    (void)ctx;
    (void)place;
    (void)n;
    return 0;
}

static int uncaught(void *ctx, napi_value error, engine_origin origin)
{
    (void)error;
    (void)origin;
    ((rig *)ctx)->uncaught++;
    return 1;
}

static int rejection(void *ctx, engine_rejection kind, napi_value promise,
                     napi_value reason)
{
    (void)ctx;
    (void)kind;
    (void)promise;
    (void)reason;
    return 0;
}

/* ---- Life --------------------------------------------------------------- */

/* A check failed. If that was inside a callback the engine cannot go. */
static void give_up(void *arg)
{
    rig *r = arg;

    if (r->e != NULL && engine_destroy(r->e) != 0)
        test_excuse_leaks();
}

void rig_open(rig *r)
{
    *r = (rig){ 0 };
    test_cleanup(give_up, r);
    const engine_options options = {
        .door = { r, schedule, call, threw, number, next_id },
        .world = { r, number, number, number, no_chance, no_park, no_unpark },
        .host = { .ctx = r, .uncaught = uncaught, .rejection = rejection },
        .allocator = { NULL, test_resize },
    };
    CHECK_INT(engine_create(&options, &r->e), 0);
    CHECK_INT(engine_open_env(r->e, "file:///x.node", 9, &r->env), 0);
    CHECK_OK(napi_open_handle_scope(r->env, &r->scope));
}

void rig_close(rig *r)
{
    engine *e = r->e;

    r->e = NULL;
    test_cleanup_cancel(give_up, r);
    CHECK_INT(engine_destroy(e), 0);
}

void rig_use_own(rig *r)
{
    CHECK_OK(napi_close_handle_scope(r->env, r->scope));
    r->env = engine_get_env(r->e);
    CHECK_OK(napi_open_handle_scope(r->env, &r->scope));
}

/* ---- Scripts ------------------------------------------------------------ */

napi_value rig_run(rig *r, const char *script)
{
    napi_value result;

    if (napi_run_script(r->env, rig_string(r, script), &result) != napi_ok)
        FAIL("%s: %s", script, rig_take(r));
    return result;
}

bool rig_true(rig *r, const char *script)
{
    bool is;

    return napi_get_value_bool(r->env, rig_run(r, script), &is) == napi_ok &&
           is;
}

double rig_number(rig *r, const char *script)
{
    double value = -1;

    CHECK_OK(napi_get_value_double(r->env, rig_run(r, script), &value));
    return value;
}

static const char *text_of(rig *r, napi_value value)
{
    static char text[512];
    napi_value string;

    CHECK_OK(napi_coerce_to_string(r->env, value, &string));
    CHECK_OK(
        napi_get_value_string_utf8(r->env, string, text, sizeof text, NULL));
    return text;
}

const char *rig_text(rig *r, const char *script)
{
    return text_of(r, rig_run(r, script));
}

napi_value rig_string(rig *r, const char *text)
{
    napi_value string;

    CHECK_OK(napi_create_string_utf8(r->env, text, NAPI_AUTO_LENGTH, &string));
    return string;
}

void rig_set(rig *r, const char *name, napi_value value)
{
    napi_value global;

    CHECK_OK(napi_get_global(r->env, &global));
    CHECK_OK(napi_set_named_property(r->env, global, name, value));
}

void rig_set_function(rig *r, const char *name, napi_callback callback)
{
    napi_value fn;

    CHECK_OK(
        napi_create_function(r->env, name, NAPI_AUTO_LENGTH, callback, r, &fn));
    rig_set(r, name, fn);
}

/* ---- Time passes -------------------------------------------------------- */

static void run_immediates(void *arg)
{
    engine_run_immediates(((rig *)arg)->e);
}

static void drain(void *arg)
{
    engine_drain(((rig *)arg)->e);
}

void rig_collect(rig *r)
{
    CHECK_OK(napi_close_handle_scope(r->env, r->scope));
    engine_collect(r->e);
    run_immediates(r);
    CHECK_OK(napi_open_handle_scope(r->env, &r->scope));
}

void rig_drain(rig *r)
{
    drain(r);
}

/* ---- Errors ------------------------------------------------------------- */

const char *rig_take(rig *r)
{
    bool pending;
    napi_value error;

    CHECK_OK(napi_is_exception_pending(r->env, &pending));
    if (!pending)
        return "";
    CHECK_OK(napi_get_and_clear_last_exception(r->env, &error));
    return text_of(r, error);
}

const char *rig_words(rig *r)
{
    const napi_extended_error_info *info;

    CHECK_OK(napi_get_last_error_info(r->env, &info));
    return info->error_message ? info->error_message : "";
}
