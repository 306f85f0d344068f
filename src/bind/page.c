/*
 * page.c - the page that shows a trace, kept in the executable.
 *
 * viewer/build makes one HTML file, and the assembler puts its bytes here. They
 * are in the read-only part of the file and cost a start nothing.
 */
#include "bind/bind.h"

__asm__(".pushsection .rodata\n"
        ".globl bind_page_begin, bind_page_end\n"
        "bind_page_begin: .incbin \"" PAGE_FILE "\"\n"
        "bind_page_end:\n"
        ".popsection\n");

extern const char bind_page_begin[] __attribute__((visibility("hidden")));
extern const char bind_page_end[] __attribute__((visibility("hidden")));

const char *runtime_page(size_t *len)
{
    *len = (size_t)(bind_page_end - bind_page_begin);
    return bind_page_begin;
}

/* html(): the page, with an empty place for a trace. */
static napi_value js_html(napi_env env, napi_callback_info info)
{
    size_t len;
    const char *html = runtime_page(&len);

    (void)info;
    return bind_string_n(env, html, len);
}

static napi_status init(runtime *r, napi_value exports)
{
    bind_method(r, exports, "html", js_html);
    return napi_ok;
}

const bind_entry bind_entry_page = { .name = "page", .init = init };
