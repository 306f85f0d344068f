/* host.c - the C half of node:os: facts about the machine. */
#include <stdlib.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "bind/bind.h"

/* [sysname, release, version, machine, nodename] */
static napi_value js_uname(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    napi_value list;
    orr_uname u;
    const int err = orr_uname_get(r->loop, &u);

    if (err < 0)
        return bind_int(env, err);
    const char *const texts[5] = { u.sysname, u.release, u.version, u.machine,
                                   u.nodename };
    BIND_OK(napi_create_array_with_length(env, 5, &list));
    for (uint32_t i = 0; i < 5; i++)
        BIND_OK(napi_set_element(env, list, i, bind_string(env, texts[i])));
    return list;
}

/* The version of the C library at run time. Packages with native parts choose
 * their file by it. undefined: it is another library. */
static napi_value js_glibc(napi_env env, napi_callback_info info)
{
    bind_args(env, info, 0, NULL);
#ifdef __GLIBC__
    return bind_string(env, gnu_get_libc_version());
#else
    return bind_undefined(env);
#endif
}

static napi_value make_cpu(runtime *r, const orr_cpu *cpu)
{
    napi_value object, times;

    BIND_OK(napi_create_object(r->env, &object));
    BIND_OK(napi_create_object(r->env, &times));
    bind_set(r, object, "model", bind_string(r->env, cpu->model));
    bind_set(r, object, "speed", bind_int(r->env, cpu->mhz));
    bind_set(r, times, "user", bind_int(r->env, (int64_t)cpu->user_ms));
    bind_set(r, times, "nice", bind_int(r->env, (int64_t)cpu->nice_ms));
    bind_set(r, times, "sys", bind_int(r->env, (int64_t)cpu->sys_ms));
    bind_set(r, times, "idle", bind_int(r->env, (int64_t)cpu->idle_ms));
    bind_set(r, times, "irq", bind_int(r->env, (int64_t)cpu->irq_ms));
    bind_set(r, object, "times", times);
    return object;
}

static napi_value js_cpus(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    napi_value list;
    orr_cpu *cpus;
    uint32_t n;

    BIND_OK(napi_create_array(env, &list));
    if (orr_cpus(r->loop, &cpus, &n) < 0)
        return list;
    for (uint32_t i = 0; i < n; i++)
        BIND_OK(napi_set_element(env, list, i, make_cpu(r, &cpus[i])));
    orr_free(r->loop, cpus);
    return list;
}

/* [total, free] */
static napi_value js_memory(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    orr_memory memory = { 0 };

    orr_memory_get(r->loop, &memory);
    const double n[2] = { (double)memory.total, (double)memory.free };
    return bind_numbers(env, n, 2);
}

static napi_value js_parallelism(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    return bind_double(env, orr_parallelism(r->loop));
}

/* In seconds. */
static napi_value js_uptime(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    uint64_t uptime_ns = 0;

    orr_uptime_ns(r->loop, &uptime_ns);
    return bind_double(env, (double)uptime_ns / 1e9);
}

/* Over 1, 5 and 15 minutes. */
static napi_value js_loadavg(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    double load[3] = { 0 };

    orr_loadavg(r->loop, load);
    return bind_numbers(env, load, 3);
}

/* user(uid): { uid, gid, username, homedir, shell } or a negative errno. */
static napi_value js_user(napi_env env, napi_callback_info info)
{
    napi_value object;
    runtime *r = bind_args(env, info, 0, NULL);
    orr_ids ids;
    orr_user user;

    orr_ids_get(r->loop, &ids);
    const int err = orr_user_get(r->loop, ids.euid, &user);
    if (err < 0)
        return bind_int(env, err);
    BIND_OK(napi_create_object(env, &object));
    bind_set(r, object, "uid", bind_int(env, user.uid));
    bind_set(r, object, "gid", bind_int(env, user.gid));
    bind_set(r, object, "username", bind_string(env, user.name));
    bind_set(r, object, "homedir", bind_string(env, user.home));
    bind_set(r, object, "shell",
             user.shell ? bind_string(env, user.shell) : bind_null(env));
    orr_free(r->loop, user.name);
    return object;
}

static napi_value js_priority(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const int pid = (int)bind_to_int(env, args[0]);
    int priority = (int)bind_to_int(env, args[1]);

    if (!bind_is_undefined(env, args[1]))
        return bind_int(env, orr_priority_set(r->loop, pid, priority));
    const int err = orr_priority_get(r->loop, pid, &priority);
    if (err == 0)
        return bind_int(env, priority);
    napi_value failed;
    BIND_OK(napi_create_array(env, &failed));
    BIND_OK(napi_set_element(env, failed, 0, bind_int(env, err)));
    return failed; /* a list, since a priority may be negative itself */
}

static napi_value host_bytes(napi_env env, const uint8_t *from, size_t n)
{
    double numbers[16];

    for (size_t i = 0; i < n; i++)
        numbers[i] = from[i];
    return bind_numbers(env, numbers, n);
}

/* { name, internal, scope, mac, address, netmask }: the last three as bytes, of
 * which there are 4 or 16 in an address. */
static napi_value describe_interface(runtime *r, const orr_interface *it)
{
    const size_t n = it->ip.family == 2 ? 4 : 16; /* AF_INET */
    napi_value object;

    BIND_OK(napi_create_object(r->env, &object));
    bind_set(r, object, "name", bind_string(r->env, it->name));
    bind_set(r, object, "internal", bind_bool(r->env, it->internal));
    bind_set(r, object, "scope", bind_int(r->env, it->ip.scope_id));
    bind_set(r, object, "mac", host_bytes(r->env, it->mac, sizeof it->mac));
    bind_set(r, object, "address", host_bytes(r->env, it->ip.addr, n));
    bind_set(r, object, "netmask", host_bytes(r->env, it->ip.netmask, n));
    return object;
}

/* interfaces(): a list, or a negative errno. */
static napi_value js_interfaces(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    orr_interface *all;
    uint32_t n;
    napi_value list;
    const int err = orr_interfaces(r->loop, &all, &n);

    if (err < 0)
        return bind_int(env, err);
    BIND_OK(napi_create_array_with_length(env, n, &list));
    for (uint32_t i = 0; i < n; i++)
        BIND_OK(napi_set_element(env, list, i, describe_interface(r, &all[i])));
    orr_free(r->loop, all);
    return list;
}

static napi_status host_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "uname", js_uname },
        { "glibc", js_glibc },
        { "cpus", js_cpus },
        { "memory", js_memory },
        { "parallelism", js_parallelism },
        { "uptime", js_uptime },
        { "loadavg", js_loadavg },
        { "user", js_user },
        { "priority", js_priority },
        { "interfaces", js_interfaces },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

const bind_entry bind_entry_host = { .name = "host", .init = host_init };
