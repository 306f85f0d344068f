/*
 * load.c - the ways in which an addon begins, one for each value of KIND. Most
 * come to the same function; what differs is how it is found, and what it says.
 */
#include "help.h"

#define THROWS 1     /* instead of making exports */
#define NUMBER 2     /* its exports are no object */
#define UNDEFINED 3  /* nor is this */
#define REGISTERS 4  /* from a constructor, as addons did once */
#define NO_ENTRY 5   /* likewise, and has nothing to call */
#define TOO_NEW 6    /* for a Node-API that is not there yet */
#define SILENT 7     /* does not say which version it is for */

static int loads; /* of the library, over all environments */

static napi_value begin(napi_env env, napi_value exports)
{
    napi_value file;
    const char *name;

    loads++;
    if (KIND == THROWS) {
        napi_throw_range_error(env, "ERR_BEGIN", "cannot begin");
        return NULL;
    }
    if (KIND == NUMBER)
        return number(env, 42);
    if (KIND == UNDEFINED)
        return undefined(env);
    OK(node_api_get_module_file_name(env, &name));
    OK(napi_create_string_utf8(env, name, NAPI_AUTO_LENGTH, &file));
    OK(napi_set_named_property(env, exports, "file", file));
    OK(napi_set_named_property(env, exports, "loads", number(env, loads)));
    return NULL;
}

#if KIND == REGISTERS || KIND == NO_ENTRY

static napi_module module = {
    .nm_version = 1,
    .nm_filename = __FILE__,
    .nm_register_func = KIND == REGISTERS ? begin : NULL,
    .nm_modname = "load",
};

static void __attribute__((constructor)) register_it(void)
{
    napi_module_register(&module);
}

#else

#if KIND != SILENT
NAPI_MODULE_EXPORT int32_t NODE_API_MODULE_GET_API_VERSION(void)
{
    return KIND == TOO_NEW ? 99 : NAPI_VERSION;
}
#endif

NAPI_MODULE_EXPORT napi_value NAPI_MODULE_INITIALIZER(napi_env env,
                                                      napi_value exports)
{
    return begin(env, exports);
}

#endif
