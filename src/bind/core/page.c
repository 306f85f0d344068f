/*
 * page.c - the pages of viewer/, kept in the executable: the one that shows a
 * trace, that of `orrery play`, and the one with two orders side by side.
 *
 * viewer/build makes the HTML files, and the assembler puts their bytes here.
 * They are in the read-only part of the file and cost a start nothing.
 */
#include <string.h>

#include "bind/bind.h"

#define INCLUDE(name, file)                                                    \
    __asm__(".pushsection .rodata\n"                                           \
            ".globl bind_" name "_begin, bind_" name "_end\n"                  \
            "bind_" name "_begin: .incbin \"" file "\"\n"                      \
            "bind_" name "_end:\n"                                             \
            ".popsection\n")
INCLUDE("page", PAGE_FILE);
INCLUDE("play", PLAY_FILE);
INCLUDE("both", BOTH_FILE);

#define HIDDEN __attribute__((visibility("hidden")))
extern const char bind_page_begin[] HIDDEN, bind_page_end[] HIDDEN;
extern const char bind_play_begin[] HIDDEN, bind_play_end[] HIDDEN;
extern const char bind_both_begin[] HIDDEN, bind_both_end[] HIDDEN;

const char *runtime_page(size_t *len)
{
    *len = (size_t)(bind_page_end - bind_page_begin);
    return bind_page_begin;
}

/* html(name): the page "viewer", with an empty place for a trace, "play" or
 * "both". */
static napi_value js_html(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    char name[8] = "";
    size_t len;
    const char *html = runtime_page(&len);

    bind_args(env, info, 1, args);
    BIND_OK(napi_get_value_string_utf8(env, args[0], name, sizeof name, NULL));
    if (strcmp(name, "play") == 0) {
        html = bind_play_begin;
        len = (size_t)(bind_play_end - bind_play_begin);
    } else if (strcmp(name, "both") == 0) {
        html = bind_both_begin;
        len = (size_t)(bind_both_end - bind_both_begin);
    }
    return bind_string_n(env, html, len);
}

static napi_status page_init(runtime *r, napi_value exports)
{
    bind_method(r, exports, "html", js_html);
    return napi_ok;
}

const bind_entry bind_entry_page = { .name = "page", .init = page_init };
