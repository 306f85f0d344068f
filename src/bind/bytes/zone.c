/*
 * zone.c - the time zone of this runtime, see zone.h.
 *
 * Dates ask for it through the engine's world. It is found when the first one
 * does, and again after the program has set TZ.
 */
#include "text/zone.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/bytes/text_memory.h"
#include "bind/bytes/zone.h"

/* ---- Finding the zone ---------------------------------------------------- */

typedef struct bind_zone {
    bool is_open;
    zone zone;
    zone other; /* the one that getOffset() was last asked about */
} bind_zone;

/* Letters and signs, and at most a number at the end: "JST-9", "Etc/GMT+5".
 * ICU takes the host's zone instead of "CET-1CEST,M3.5.0,M10.5.0/3", and so
 * Node does. */
static bool is_name(const char *text)
{
    while (*text != 0 && *text != ',' && !zone_is_digit(*text))
        text++;
    while (zone_is_digit(*text))
        text++;
    return *text == 0;
}

/* Names with a rule in them, which are names of zones all the same. */
static bool is_known(const char *text)
{
    return zone_table_rule(text) != NULL || zone_table_target(text) != NULL;
}

static const char *skip_prefix(const char *text, const char *prefix)
{
    const size_t n = strlen(prefix);

    return strncmp(text, prefix, n) == 0 ? text + n : text;
}

static int read_data(runtime *r, zone *z, const char *name)
{
    void *bytes;
    size_t n;
    int err = orr_zone_data(r->loop, name, &bytes, &n);

    if (err < 0)
        return err;
    err = zone_read(z, &bind_text_memory, bytes, n);
    orr_free(r->loop, bytes);
    if (err < 0) {
        free(z->changes);
        z->changes = NULL;
        z->count = 0;
    }
    return err;
}

/* The file of the zone, or of the name that it has now; or its rule. */
static int load_named(runtime *r, zone *z, const char *name)
{
    const char *target = zone_table_target(name);
    int err = read_data(r, z, name);

    if (err < 0 && err != -ENOMEM && target != NULL)
        err = read_data(r, z, target);
    if (err < 0 && err != -ENOMEM) {
        const char *rule = zone_table_rule(target != NULL ? target : name);
        if (rule == NULL)
            return -ENOENT;
        z->has_rule = zone_rule_parse(&z->rule, rule);
        z->first = z->rule.standard;
        err = 0;
    }
    if (err == 0 && strlen(name) < sizeof z->name)
        strcpy(z->name, name);
    return err;
}

/* "JST-9" is nine hours ahead, and has no name. */
static void load_offset(zone *z, const char *text)
{
    if (zone_rule_parse(&z->rule, text) && !z->rule.has_summer)
        z->first = z->rule.standard;
}

/* The zone of the host itself. */
static void load_host(runtime *r, zone *z)
{
    char *name;

    if (orr_zone_name(r->loop, &name) < 0)
        return;
    if (*name == 0)
        (void)read_data(r, z, "");
    else if (load_named(r, z, name) < 0)
        load_offset(z, name);
    orr_free(r->loop, name);
}

static void zone_load(runtime *r, zone *z, const char *text)
{
    text = skip_prefix(text, ":");
    text = skip_prefix(text, "/usr/share/zoneinfo/");
    text = skip_prefix(text, "posix/");
    text = skip_prefix(text, "right/");
    if (*text == 0)
        return;
    if (!is_name(text) && !is_known(text))
        load_host(r, z);
    else if (load_named(r, z, text) < 0)
        load_offset(z, text);
}

static zone *find_zone(runtime *r)
{
    bind_zone *b = BIND_STATE(r, zone);
    char *text;

    if (b->is_open)
        return &b->zone;
    b->is_open = true;
    if (orr_env_get(r->loop, "TZ", &text) < 0) {
        load_host(r, &b->zone);
        return &b->zone;
    }
    zone_load(r, &b->zone, text);
    orr_free(r->loop, text);
    return &b->zone;
}

void bind_zone_forget(runtime *r)
{
    bind_zone *b = BIND_STATE(r, zone);

    free(b->zone.changes);
    free(b->other.changes);
    *b = (bind_zone){ .is_open = false };
}

/* ---- What the engine and lib/ ask ---------------------------------------- */

int32_t bind_zone_offset_s(runtime *r, int64_t time_s, bool local, bool *summer)
{
    const zone_type type = zone_at(find_zone(r), time_s, local);

    *summer = type.summer;
    return type.offset_s;
}

/* getZone(): the name of the zone, "" if it has none. */
static napi_value js_get_zone(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    return bind_string(env, find_zone(r)->name);
}

/* The zone of that name, which stays until another one is asked for; NULL if
 * nothing is known of it. */
static zone *find_other(runtime *r, const char *name)
{
    zone *z = &((bind_zone *)BIND_STATE(r, zone))->other;

    if (*name != 0 && strcmp(z->name, name) == 0)
        return z;
    free(z->changes);
    *z = (zone){ .name = "" };
    return load_named(r, z, name) < 0 ? NULL : z;
}

/* getOffset(name, seconds): what clocks of that zone, in "" of this runtime,
 * are ahead of UTC then: seconds, and half a second more in summer. undefined
 * if there is no such zone. */
static napi_value js_get_offset(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    char *name = bind_to_string(env, args[0], NULL);

    if (name == NULL)
        return bind_threw(r);
    zone *z = *name == 0 ? find_zone(r) : find_other(r, name);
    free(name);
    if (z == NULL)
        return bind_undefined(env);
    const zone_type type = zone_at(z, bind_to_int(env, args[1]), false);
    return bind_double(env, type.offset_s + (type.summer ? 0.5 : 0));
}

/* getTarget(name): the name that a zone has now, if this is an older one. */
static napi_value js_get_target(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    char *name = bind_to_string(env, arg, NULL);

    if (name == NULL)
        return bind_threw(r);
    const char *target = zone_table_target(name);
    free(name);
    return target == NULL ? bind_undefined(env) : bind_string(env, target);
}

/* listNames(): an array of texts, each with names of zones. */
static napi_value js_list_names(napi_env env, napi_callback_info info)
{
    napi_value list;
    const char *names;

    (void)bind_args(env, info, 0, NULL);
    BIND_OK(napi_create_array(env, &list));
    for (size_t i = 0; (names = zone_table_names(i)) != NULL; i++)
        BIND_OK(
            napi_set_element(env, list, (uint32_t)i, bind_string(env, names)));
    return list;
}

static napi_status zone_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "getZone", js_get_zone },
        { "getOffset", js_get_offset },
        { "getTarget", js_get_target },
        { "listNames", js_list_names },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

const bind_entry bind_entry_zone = { .name = "zone",
                                     .init = zone_init,
                                     .close = bind_zone_forget,
                                     .state = sizeof(bind_zone) };
