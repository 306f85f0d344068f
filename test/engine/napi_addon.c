/*
 * Node-API: an addon from outside, test/napi/addon.c, loaded as a program would
 * load it. It is addon.node in the folder of the test program.
 */
#include "rig.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void *open_addon(void)
{
    char path[512];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 16);

    CHECK(n > 0);
    path[n] = 0;
    strcpy(strrchr(path, '/'), "/addon.node");
    void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (lib == NULL)
        FAIL("%s", dlerror());
    return lib;
}

/* Load it into an environment of its own; its exports are `addon`. */
static napi_env load(rig *r, void *lib)
{
    node_api_addon_get_api_version_func version;
    napi_addon_register_func init;
    napi_value exports;
    napi_env env;

    *(void **)&version = dlsym(lib, "node_api_module_get_api_version_v1");
    *(void **)&init = dlsym(lib, "napi_register_module_v1");
    CHECK(version != NULL && init != NULL);
    CHECK_INT(version(), 9);
    CHECK_INT(engine_open_env(r->e, "file:///addon.node", version(), &env), 0);
    CHECK_OK(napi_create_object(env, &exports));
    CHECK(init(env, exports) == exports);
    CHECK_STR(rig_take(r), "");
    rig_set(r, "addon", exports);
    return env;
}

TEST_PLAIN(addon_class_keeps_its_data_in_c)
{
    rig r;
    rig_open(&r);
    load(&r, open_addon());
    rig_run(&r, "s = new addon.Store(); s.set('a', 1).set('b', 2.5)");
    CHECK(rig_true(&r, "s.get('a') === 1 && s.get('b') === 2.5 &&"
                       "s.get('c') === undefined && s.size === 2"));
    CHECK(rig_true(&r, "addon.Store.from({ x: 1, y: 2, z: 3 }).size === 3"));
    CHECK_STR(rig_text(&r, "addon.file"), "file:///addon.node");
    rig_close(&r);
}

TEST_PLAIN(addon_errors_reach_the_program)
{
    rig r;
    rig_open(&r);
    load(&r, open_addon());
    rig_run(&r, "code = f => { try { f() } catch (e) { return e.name + ' ' +"
                "e.code + ' ' + e.message } }");
    CHECK_STR(rig_text(&r, "code(() => addon.Store())"),
              "TypeError ERR_NO_NEW Store needs new");
    CHECK_STR(rig_text(&r, "code(() => new addon.Store().set(1, 1))"),
              "Error ERR_ADDON A string was expected");
    CHECK_STR(rig_text(&r, "code(() => addon.Store.from(null))"),
              rig_text(&r, "code(() => addon.Store.from(undefined))"));
    CHECK_STR(rig_text(&r, "code(() => addon.Store.from({ get a() {"
                           "throw new RangeError('mine') } }))"),
              "RangeError undefined mine");
    CHECK_STR(rig_text(&r, "code(() => { const s = new addon.Store();"
                           "for (let i = 0; ; i++) s.set('k' + i, i) })"),
              "RangeError ERR_FULL the store is full");
    rig_close(&r);
}

TEST_PLAIN(addon_objects_are_freed_with_the_program_s)
{
    rig r;
    rig_open(&r);
    load(&r, open_addon());
    rig_run(&r, "keep = new addon.Store();"
                "for (let i = 0; i < 100; i++) new addon.Store()");
    rig_collect(&r);
    CHECK(rig_true(&r, "addon.storesAlive() === 1"));
    rig_close(&r);
}

TEST_PLAIN(addon_reads_and_makes_memory)
{
    rig r;
    rig_open(&r);
    load(&r, open_addon());
    CHECK(rig_true(&r, "addon.sum(new Float64Array([1, 2, 3.5])) === 6.5"));
    CHECK(rig_true(&r, "addon.sum(new Float64Array([9, 1, 2]).subarray(1))"
                       "=== 3"));
    CHECK_STR(rig_text(&r, "try { addon.sum([1]) } catch (e) { e.message }"),
              "Invalid argument");
    CHECK_STR(rig_text(&r, "String.fromCharCode(...addon.textBuffer('hey'))"),
              "hey");
    rig_collect(&r);
    rig_close(&r);
}

TEST_PLAIN(addon_settles_promises)
{
    rig r;
    rig_open(&r);
    load(&r, open_addon());
    rig_run(&r, "said = []; addon.settled(1, false).then(v => said.push(v));"
                "addon.settled(2, true).catch(v => said.push(-v))");
    rig_drain(&r);
    CHECK_STR(rig_text(&r, "said.join()"), "1,-2");
    rig_close(&r);
}

TEST_PLAIN(addon_has_an_instance_for_each_environment)
{
    rig r;
    napi_value place;
    int closed = 0;
    rig_open(&r);
    void *lib = open_addon();
    napi_env first = load(&r, lib);
    CHECK_OK(napi_create_external(r.env, &closed, NULL, NULL, &place));
    rig_set(&r, "place", place);
    rig_run(&r, "addon.watch(place); first = addon; s = new addon.Store()");
    load(&r, lib);
    rig_run(&r, "addon.watch(place)");
    CHECK(rig_true(&r, "first !== addon && first.storesAlive() === 1 &&"
                       "addon.storesAlive() === 0"));
    engine_close_env(first);
    CHECK_INT(closed, 1);
    CHECK(rig_true(&r, "let t; try { s.get('a') } catch (e) { t = e };"
                       "t instanceof TypeError"));
    rig_close(&r);
    CHECK_INT(closed, 2);
}

TEST_PLAIN(addon_that_registers_the_old_way_is_taken_once)
{
    static napi_module mod = { .nm_version = 1, .nm_modname = "old" };

    CHECK(engine_take_registered_module() == NULL);
    napi_module_register(&mod);
    CHECK(engine_take_registered_module() == &mod);
    CHECK(engine_take_registered_module() == NULL);
}
