/*
 * samples.c - the objects that C makes by the example of one that lib/ has
 * made, and the functions that it calls of them.
 *
 * lib/ hands them over by setSamples() when it loads the file that defines
 * them, so that some may not be there yet. A program gets at this binding by
 * process.binding('fs').
 *
 * What must stay true: a sample has as many properties as C has values for it,
 * and once it is there it stays.
 */
#include "bind/fs/fs.h"

/* How many properties a sample has; 0: it is a function or a table. */
static const int property_counts[FS_SAMPLES] = {
    [FS_SAMPLE_STATS] = 14, [FS_SAMPLE_BIG_STATS] = 18, [FS_SAMPLE_REQUEST] = 4,
    [FS_SAMPLE_READ] = 3,   [FS_SAMPLE_PIECE] = 3,
};

static napi_ref *samples_of(runtime *r)
{
    fs_shared *shared = BIND_STATE(r, fs);

    return shared->samples;
}

bool fs_has_sample(runtime *r, int which)
{
    return samples_of(r)[which] != NULL;
}

napi_value fs_sample(runtime *r, int which)
{
    napi_value sample;

    BIND_OK(napi_get_reference_value(r->env, samples_of(r)[which], &sample));
    return sample;
}

napi_value fs_make_of_sample(runtime *r, int which, const napi_value *values)
{
    napi_value object, error;

    if (engine_new_of_sample(r->engine, fs_sample(r, which), values, &object) ==
        0)
        return object;
    BIND_OK(napi_get_and_clear_last_exception(r->env, &error));
    return NULL;
}

static bool is_fit(runtime *r, int64_t which, napi_value value)
{
    napi_valuetype type;

    if (which < 0 || which >= FS_SAMPLES || fs_has_sample(r, (int)which))
        return false;
    if (property_counts[which] > 0)
        return engine_get_sample_count(value) == property_counts[which];
    BIND_OK(napi_typeof(r->env, value, &type));
    return type == (which == FS_TABLE ? napi_object : napi_function);
}

/* setSamples(first, ...values), once for each; others are refused. */
napi_value fs_js_set_samples(napi_env env, napi_callback_info info)
{
    napi_value args[FS_SAMPLES + 1];
    runtime *r = bind_args(env, info, FS_SAMPLES + 1, args);
    int64_t which = bind_to_int(env, args[0]);

    for (int i = 1; i <= FS_SAMPLES && !bind_is_undefined(env, args[i]); i++) {
        if (!is_fit(r, which, args[i])) {
            napi_throw_type_error(env, NULL, "not a sample");
            return NULL;
        }
        BIND_OK(
            napi_create_reference(env, args[i], 1, &samples_of(r)[which++]));
    }
    return bind_undefined(env);
}

void fs_close_samples(runtime *r)
{
    for (int i = 0; i < FS_SAMPLES; i++)
        if (fs_has_sample(r, i))
            napi_delete_reference(r->env, samples_of(r)[i]);
}
