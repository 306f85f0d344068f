/*
 * hooks_runtime.c - a second runtime, for the hooks that module.register()
 * loads.
 *
 * In Node such hooks have a thread of their own, and the program's thread
 * sleeps until they have answered. Here both are on one thread: the hooks have
 * a runtime with its own loop, engine and globals, whose loop turns while the
 * program waits for it. So there is one order of events, and on the simulator a
 * run repeats.
 *
 *      program                                hooks runtime
 *      open()                                 boots, and waits
 *      send(message)  --- a clone of it --->  hook `receive`, as a callback
 *      run()          ...... turns until .... settle()
 *      hook `receive` <--- a clone of it ---  send(message)
 *
 * The program is inside run() or turn() whenever the hooks runtime runs, so
 * messages from there arrive with the program's JavaScript on the stack: its
 * hook `receive` may only put them in a queue and wake a port.
 */
#include <errno.h>

#include "bind/thread/channel.h"

typedef struct hooks_state {
    runtime *peer; /* the other runtime, or NULL */
    bool settled;  /* the hooks runtime has answered */
    bool awaited;  /* run() waits for that */
} hooks_state;

static hooks_state *state_of(runtime *r)
{
    return BIND_STATE(r, hooks_runtime);
}

/* The hooks runtime shares the stack of the program that calls it. */
#define HOOKS_STACK_BYTES (1u << 20)

enum { RUN_SETTLED, RUN_NEVER, RUN_OVER };

/* open(): 0, or -errno. */
static napi_value js_open(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    runtime_options o = r->options;
    runtime *other;

    o.is_hooks_runtime = true;
    o.thread = orr_loop_thread(r->loop);
    o.hub = r->hub;
    o.variables = r->variables;
    o.is_worker = false;
    o.worker = NULL;
    o.script = o.eval = NULL;
    o.imports = NULL;
    o.trace = (runtime_trace){ .keep_ms = 0 };
    o.why = false;
    o.stack_bytes = HOOKS_STACK_BYTES;
    const int err = runtime_open(&o, &other);
    if (err < 0)
        return bind_int(env, err);
    state_of(other)->peer = r;
    state_of(r)->peer = other;
    runtime_begin(other);
    return bind_int(env, 0);
}

static void close_peer(runtime *r)
{
    hooks_state *s = state_of(r);

    if (s->peer != NULL && !r->options.is_hooks_runtime)
        runtime_close(s->peer, r->no_wait);
    s->peer = NULL;
}

/* ---- Sending ------------------------------------------------------------ */

typedef struct parcel {
    runtime *to;
    channel_message *message;
    int err;
} parcel;

static void hooks_unpack(void *arg)
{
    parcel *p = arg;
    runtime *to = p->to;
    napi_handle_scope scope;
    napi_value value;

    BIND_OK(napi_open_handle_scope(to->env, &scope));
    p->err = channel_read(to, p->message, NULL, &value);
    if (p->err == 0)
        p->err = runtime_hook(to, "receive", 1, &value, NULL);
    if (p->err == ENGINE_THREW)
        runtime_report_pending(to);
    napi_close_handle_scope(to->env, scope);
}

/* The hooks runtime is idle, so there this is a callback like any other. */
static void hooks_deliver(parcel *p)
{
    orr_record record = { .id = 0 };

    if (p->to->options.is_hooks_runtime) {
        orr_record_schedule(p->to->loop, &record, (orr_kind)ENGINE_SCRIPT);
        orr_call(p->to->loop, &record, hooks_unpack, p);
    } else {
        hooks_unpack(p);
    }
}

/* send(message, buffers, ports, their handles): to the other runtime. 0, or
 * -errno. */
static napi_value js_send(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    const channel_cargo cargo = { args[1], args[2], args[3] };
    parcel p = { .to = state_of(r)->peer };

    if (p.to == NULL || p.to->over)
        return bind_int(env, -ESRCH);
    if (channel_write(r, args[0], &cargo, false, &p.message) < 0)
        return NULL;
    hooks_deliver(&p);
    return bind_int(env, p.err);
}

/* ---- Turns -------------------------------------------------------------- */

/* run(): turn the loop of the hooks runtime until it has answered. RUN_NEVER:
 * nothing is left there that could answer; RUN_OVER: it has exited. */
static napi_value js_run(napi_env env, napi_callback_info info)
{
    runtime *other = state_of(bind_args(env, info, 0, NULL))->peer;
    hooks_state *s = state_of(other);

    s->awaited = true;
    while (!s->settled && !other->over)
        if (orr_run(other->loop, ORR_RUN_DEFAULT) <= 0)
            break;
    s->awaited = false;
    const int how = s->settled    ? RUN_SETTLED
                    : other->over ? RUN_OVER
                                  : RUN_NEVER;
    s->settled = false;
    return bind_int(env, how);
}

/* turn(): one, without waiting. False if it is over. */
static napi_value js_turn(napi_env env, napi_callback_info info)
{
    runtime *other = state_of(bind_args(env, info, 0, NULL))->peer;

    if (!other->over)
        orr_run(other->loop, ORR_RUN_NOWAIT);
    return bind_bool(env, !other->over);
}

/* settle(): the hooks runtime has answered. If that is before run(), it must
 * not stop the loop of the run() that follows. */
static napi_value js_settle(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    state_of(r)->settled = true;
    if (state_of(r)->awaited)
        orr_stop(r->loop);
    return bind_undefined(env);
}

/* exitCode(): of the hooks runtime, once it is over. */
static napi_value js_exit_code(napi_env env, napi_callback_info info)
{
    return bind_int(env,
                    state_of(bind_args(env, info, 0, NULL))->peer->exit_code);
}

static napi_status hooks_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "open", js_open },     { "send", js_send },
        { "run", js_run },       { "turn", js_turn },
        { "settle", js_settle }, { "exitCode", js_exit_code },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

const bind_entry bind_entry_hooks_runtime = { .name = "hooks_runtime",
                                              .init = hooks_init,
                                              .close = close_peer,
                                              .state = sizeof(hooks_state) };
