/*
 * url_parser.c - from text to a URL's record and back.
 *
 * The standard describes a machine that goes over the text character by
 * character. Here the text is cut instead: fragment and query first, since
 * nothing before them may contain "#" or "?", then scheme, authority and path.
 * The results are the same, and a part that is in normal form already is not
 * copied.
 *
 * What must stay true: url_scan() of the text that url_list() makes of a record
 * gives the same record. So the authority is there if "//" follows the scheme,
 * and a path that begins with "//" where there is none has "/." before it.
 */
#include "text/url.h"

#include <errno.h>
#include <string.h>

/* ---- Cutting ------------------------------------------------------------- */

/* Without the controls and spaces around it. */
static url_text url_trim(url_text text)
{
    while (text.length > 0 && text.data[0] <= ' ')
        text = url_from(text, 1);
    while (text.length > 0 && text.data[text.length - 1] <= ' ')
        text.length--;
    return text;
}

/* What follows the first `mark` is cut off; data is NULL if there is none. */
static url_text cut_at(url_text *text, char mark)
{
    const uint8_t *found =
        text->length > 0 ? memchr(text->data, mark, text->length) : NULL;

    if (found == NULL)
        return (url_text){ NULL, 0 };
    const size_t at = (size_t)(found - text->data);
    const url_text rest = url_from(*text, at + 1);
    text->length = at;
    return rest;
}

size_t url_count_scheme(url_text text)
{
    size_t n = 0;

    if (text.length == 0 || !url_is_letter(text.data[0]))
        return 0;
    while (n < text.length) {
        const uint8_t c = text.data[n];
        if (!url_is_letter(c) && !url_is_digit(c) && c != '+' && c != '-' &&
            c != '.')
            break;
        n++;
    }
    return n;
}

url_kind url_find_kind(url_text s)
{
    switch (s.length) {
    case 2:
        return memcmp(s.data, "ws", 2) == 0 ? URL_WS : URL_OTHER;
    case 3:
        if (memcmp(s.data, "wss", 3) == 0)
            return URL_WSS;
        return memcmp(s.data, "ftp", 3) == 0 ? URL_FTP : URL_OTHER;
    case 4:
        if (memcmp(s.data, "http", 4) == 0)
            return URL_HTTP;
        return memcmp(s.data, "file", 4) == 0 ? URL_FILE : URL_OTHER;
    case 5:
        return memcmp(s.data, "https", 5) == 0 ? URL_HTTPS : URL_OTHER;
    default:
        return URL_OTHER;
    }
}

static bool is_slash(uint8_t c, bool special)
{
    return c == '/' || (special && c == '\\');
}

/* Is the character at i a slash? */
static bool has_slash(url_text text, size_t i, bool special)
{
    return i < text.length && is_slash(text.data[i], special);
}

static url_text skip_slashes(url_text text)
{
    size_t n = 0;

    while (has_slash(text, n, true))
        n++;
    return url_from(text, n);
}

size_t url_find_slash(url_text text, bool special)
{
    size_t n = 0;

    while (n < text.length && !is_slash(text.data[n], special))
        n++;
    return n;
}

size_t url_find_port(url_text text)
{
    bool inside = false;
    size_t n = 0;

    for (; n < text.length; n++) {
        const uint8_t c = text.data[n];
        if (c == '[')
            inside = true;
        else if (c == ']')
            inside = false;
        else if (c == ':' && !inside)
            break;
    }
    return n;
}

/* ---- Paths -------------------------------------------------------------- */

static bool is_drive(url_text part)
{
    return part.length == 2 && url_is_letter(part.data[0]) &&
           (part.data[1] == ':' || part.data[1] == '|');
}

static bool starts_with_drive(url_text text)
{
    return text.length >= 2 && is_drive(url_first(text, 2)) &&
           (text.length == 2 || is_slash(text.data[2], true));
}

/* Is it "/C:", or does it begin with that part? */
static bool has_drive(url_text path)
{
    return path.length >= 3 && url_is_letter(path.data[1]) &&
           path.data[2] == ':' && (path.length == 3 || path.data[3] == '/');
}

/* How long the path is without its last part; a drive stays. */
static size_t url_shorten(url_text path, bool is_file)
{
    size_t n = path.length;

    if (is_file && n == 3 && has_drive(path))
        return n;
    while (n > 0 && path.data[n - 1] != '/')
        n--;
    return n > 0 ? n - 1 : 0;
}

/* How many dots, 1 or 2, a part stands for; each may be written "%2e". */
static int count_dots(url_text part)
{
    int dots = 0;

    while (part.length > 0 && dots < 2) {
        size_t n = 0;
        if (part.data[0] == '.')
            n = 1;
        else if (part.length >= 3 && part.data[0] == '%' &&
                 part.data[1] == '2' && (part.data[2] | 32) == 'e')
            n = 3;
        if (n == 0)
            return 0;
        part = url_from(part, n);
        dots++;
    }
    return part.length == 0 ? dots : 0;
}

/* May the path, which begins with a slash, stay as it is? */
static bool is_plain_path(const url_record *u, url_text text)
{
    const bool special = url_is_special(u);

    if (text.data[0] != '/' ||
        (u->kind == URL_FILE && text.length > 2 && text.data[2] == '|'))
        return false;
    for (size_t i = 0; i < text.length; i++) {
        const uint8_t c = text.data[i];
        if (url_sets[c] & URL_SET_PATH || (c == '\\' && special))
            return false;
        if (c == '/' && i + 1 < text.length &&
            (text.data[i + 1] == '.' || text.data[i + 1] == '%'))
            return false;
    }
    return true;
}

/* Add one part to the path at `path`, which has space for it. */
static size_t add_part(uint8_t *path, size_t length, url_text part,
                       bool is_last, bool is_file)
{
    const int dots = count_dots(part);

    if (dots == 2)
        length = url_shorten((url_text){ path, length }, is_file);
    if (dots > 0) {
        if (is_last)
            path[length++] = '/';
        return length;
    }
    const bool drive = is_file && length == 0 && is_drive(part);
    path[length++] = '/';
    if (!drive)
        return (size_t)(url_encode_to(path + length, part, URL_SET_PATH) -
                        path);
    path[length++] = part.data[0];
    path[length++] = ':';
    return length;
}

int url_add_path(url_work *w, url_record *u, url_text prefix, url_text text)
{
    const bool special = url_is_special(u);
    size_t length = prefix.length;

    if (prefix.length == 0 && text.length == 0) {
        u->path = URL_LITERAL("/");
        return 0;
    }
    if (prefix.length == 0 && is_plain_path(u, text)) {
        u->path = text;
        return 0;
    }
    if (has_slash(text, 0, special))
        text = url_from(text, 1);
    /* A slash for each part, of which there is one more than slashes. */
    uint8_t *path = url_take(w, length + 3 * text.length + 1);
    if (path == NULL)
        return -ENOMEM;
    if (length > 0)
        memcpy(path, prefix.data, length);
    for (;;) {
        const size_t n = url_find_slash(text, special);
        const bool is_last = n == text.length;
        length = add_part(path, length, url_first(text, n), is_last,
                          u->kind == URL_FILE);
        if (is_last)
            break;
        text = url_from(text, n + 1);
    }
    url_keep(w, path + length);
    u->path = (url_text){ path, length };
    return 0;
}

/* What follows the authority. A special URL always has a path. */
static int start_path(url_work *w, url_record *u, url_text text)
{
    if (text.length == 0 && !url_is_special(u)) {
        u->path = URL_LITERAL("");
        return 0;
    }
    return url_add_path(w, u, (url_text){ NULL, 0 }, text);
}

/* ---- Authority ---------------------------------------------------------- */

int url_parse_port(url_record *u, url_text text)
{
    static const uint32_t own[] = {
        [URL_HTTP] = 80, [URL_HTTPS] = 443, [URL_WS] = 80,
        [URL_WSS] = 443, [URL_FTP] = 21,    [URL_FILE] = 0
    };
    uint32_t port = 0;

    for (size_t i = 0; i < text.length; i++) {
        if (!url_is_digit(text.data[i]))
            return -EINVAL;
        port = port * 10 + (uint32_t)(text.data[i] - '0');
        if (port > 65535)
            return -EINVAL;
    }
    const bool is_own = port != 0 && port == own[u->kind];
    while (text.length > 1 && text.data[0] == '0')
        text = url_from(text, 1);
    u->port = text.length == 0 || is_own ? (url_text){ NULL, 0 } : text;
    return 0;
}

static int set_credentials(url_work *w, url_record *u, url_text text)
{
    url_text password = cut_at(&text, ':');
    int err = url_encode(w, text, URL_SET_USERINFO, &u->username);

    if (err == 0 && password.data != NULL)
        err = url_encode(w, password, URL_SET_USERINFO, &u->password);
    return err;
}

/* Where the host begins: behind the last "@". */
static size_t find_host(url_text text)
{
    size_t n = text.length;

    while (n > 0 && text.data[n - 1] != '@')
        n--;
    return n;
}

/* Parse "user:password@host:port/path". */
static int parse_authority(url_work *w, url_record *u, url_text text)
{
    const bool special = url_is_special(u);
    const size_t end = url_find_slash(text, special);
    url_text host = url_first(text, end);
    const size_t start = find_host(host);
    int err = 0;

    if (start > 0) {
        err = set_credentials(w, u, url_first(host, start - 1));
        if (err < 0)
            return err;
        host = url_from(host, start);
    }
    const size_t colon = url_find_port(host);
    const bool has_port = colon < host.length;
    const url_text port =
        has_port ? url_from(host, colon + 1) : (url_text){ host.data, 0 };
    host.length = colon;
    if (host.length > 0)
        err = url_parse_host(w, host, special, &u->host);
    else if (special || has_port || start > 0)
        err = -EINVAL;
    else
        u->host = URL_LITERAL("");
    if (err == 0)
        err = url_parse_port(u, port);
    return err < 0 ? err : start_path(w, u, url_from(text, end));
}

/* ---- The whole ---------------------------------------------------------- */

/* The input in pieces; data may be NULL but of `text`. */
typedef struct cut_input {
    url_text text; /* behind the scheme */
    url_text query;
    url_text fragment;
} cut_input;

/* Parse what follows "file://". */
static int parse_file_host(url_work *w, url_record *u, url_text text)
{
    const size_t end = url_find_slash(text, true);
    const url_text host = url_first(text, end);

    if (is_drive(host))
        return url_add_path(w, u, (url_text){ NULL, 0 }, text);
    if (host.length > 0) {
        const int err = url_parse_host(w, host, true, &u->host);
        if (err < 0)
            return err;
        if (url_is(u->host, URL_LITERAL("localhost")))
            u->host = URL_LITERAL("");
    }
    return start_path(w, u, url_from(text, end));
}

static int parse_file(url_work *w, url_record *u, const cut_input *in,
                      const url_record *base)
{
    const url_text text = in->text;
    url_text prefix = { NULL, 0 };

    u->host = URL_LITERAL("");
    if (base != NULL && base->kind != URL_FILE)
        base = NULL;
    if (has_slash(text, 0, true) && has_slash(text, 1, true))
        return parse_file_host(w, u, url_from(text, 2));
    if (base == NULL)
        return url_add_path(w, u, prefix, text);
    u->host = base->host;
    if (has_slash(text, 0, true)) {
        if (!starts_with_drive(url_from(text, 1)) && has_drive(base->path))
            prefix = url_first(base->path, 3);
        return url_add_path(w, u, prefix, text);
    }
    if (text.length == 0) {
        u->path = base->path;
        u->query = base->query;
        return 0;
    }
    if (!starts_with_drive(text))
        prefix = url_first(base->path, url_shorten(base->path, true));
    return url_add_path(w, u, prefix, text);
}

static int parse_relative(url_work *w, url_record *u, const cut_input *in,
                          const url_record *base)
{
    const bool special = url_is_special(u);
    const url_text text = in->text;
    const bool from_root = has_slash(text, 0, special);

    if (from_root && has_slash(text, 1, special))
        return parse_authority(
            w, u, special ? skip_slashes(text) : url_from(text, 2));
    u->username = base->username;
    u->password = base->password;
    u->host = base->host;
    u->port = base->port;
    if (from_root)
        return url_add_path(w, u, (url_text){ NULL, 0 }, text);
    if (text.length == 0) {
        u->path = base->path;
        u->query = base->query;
        return 0;
    }
    return url_add_path(
        w, u, url_first(base->path, url_shorten(base->path, false)), text);
}

/* Spaces at the end would be lost when the URL is parsed again: the last one is
 * encoded if something follows. */
static int parse_opaque(url_work *w, url_record *u, const cut_input *in)
{
    const bool has_more = in->query.data != NULL || in->fragment.data != NULL;
    const int err = url_encode(w, in->text, URL_SET_CONTROL, &u->path);
    const size_t n = u->path.length;

    u->opaque = true;
    if (err < 0 || !has_more || n == 0 || u->path.data[n - 1] != ' ')
        return err;
    uint8_t *path = url_take(w, n + 2);
    if (path == NULL)
        return -ENOMEM;
    memcpy(path, u->path.data, n - 1);
    memcpy(path + n - 1, "%20", 3);
    u->path = (url_text){ path, n + 2 };
    return 0;
}

static bool starts_with_slashes(url_text text)
{
    return has_slash(text, 0, false) && has_slash(text, 1, false);
}

/* The base is used only if it has the same scheme. */
static int parse_after_scheme(url_work *w, url_record *u, const cut_input *in,
                              const url_record *base)
{
    const url_text text = in->text;

    if (u->kind == URL_FILE)
        return parse_file(w, u, in, base);
    if (url_is_special(u)) {
        if (base != NULL && base->kind == u->kind && !starts_with_slashes(text))
            return parse_relative(w, u, in, base);
        return parse_authority(w, u, skip_slashes(text));
    }
    if (starts_with_slashes(text))
        return parse_authority(w, u, url_from(text, 2));
    if (has_slash(text, 0, false))
        return url_add_path(w, u, (url_text){ NULL, 0 }, text);
    return parse_opaque(w, u, in);
}

static int parse_without_scheme(url_work *w, url_record *u, const cut_input *in,
                                const url_record *base)
{
    if (base == NULL)
        return -EINVAL;
    u->scheme = base->scheme;
    u->kind = base->kind;
    if (base->opaque) {
        if (in->text.length > 0 || in->query.data != NULL ||
            in->fragment.data == NULL)
            return -EINVAL;
        u->opaque = true;
        u->path = base->path;
        u->query = base->query;
        return 0;
    }
    return u->kind == URL_FILE ? parse_file(w, u, in, base)
                               : parse_relative(w, u, in, base);
}

int url_parse(url_work *w, url_text input, const url_record *base,
              url_record *out)
{
    cut_input in;
    int err = url_strip(w, url_trim(input), &in.text);

    if (err < 0)
        return err;
    in.fragment = cut_at(&in.text, '#');
    in.query = cut_at(&in.text, '?');
    *out = (url_record){ .username = URL_LITERAL(""),
                         .password = URL_LITERAL("") };
    const size_t n = url_count_scheme(in.text);
    if (n > 0 && n < in.text.length && in.text.data[n] == ':') {
        err = url_lower(w, url_first(in.text, n), &out->scheme);
        if (err < 0)
            return err;
        out->kind = url_find_kind(out->scheme);
        in.text = url_from(in.text, n + 1);
        err = parse_after_scheme(w, out, &in, base);
    } else {
        err = parse_without_scheme(w, out, &in, base);
    }
    if (err == 0 && in.query.data != NULL)
        err = url_encode_query(w, out, in.query, &out->query);
    if (err == 0 && in.fragment.data != NULL)
        err = url_encode(w, in.fragment, URL_SET_FRAGMENT, &out->fragment);
    return err;
}

/* ---- Back to text, and from there to the record ------------------------- */

static void scan_authority(url_text text, url_record *out)
{
    const size_t start = find_host(text);

    if (start > 0) {
        out->username = url_first(text, start - 1);
        const url_text password = cut_at(&out->username, ':');
        if (password.data != NULL)
            out->password = password;
    }
    out->host = url_from(text, start);
    const size_t colon = url_find_port(out->host);
    if (colon < out->host.length) {
        out->port = url_from(out->host, colon + 1);
        out->host.length = colon;
    }
}

void url_scan(url_text href, url_record *out)
{
    *out = (url_record){ .username = URL_LITERAL(""),
                         .password = URL_LITERAL("") };
    out->fragment = cut_at(&href, '#');
    out->query = cut_at(&href, '?');
    out->path = cut_at(&href, ':');
    out->scheme = href;
    out->kind = url_find_kind(href);
    out->opaque = !has_slash(out->path, 0, false);
    if (starts_with_slashes(out->path)) {
        const url_text text = url_from(out->path, 2);
        const size_t end = url_find_slash(text, false);
        scan_authority(url_first(text, end), out);
        out->path = url_from(text, end);
    } else if (!out->opaque && out->path.length > 2 &&
               out->path.data[1] == '.' && out->path.data[2] == '/') {
        out->path = url_from(out->path, 2); /* no path begins with "/./" */
    }
}

static size_t list_authority(const url_record *u, url_text *pieces)
{
    size_t n = 0;

    pieces[n++] = URL_LITERAL("//");
    if (u->username.length > 0 || u->password.length > 0) {
        pieces[n++] = u->username;
        if (u->password.length > 0) {
            pieces[n++] = URL_LITERAL(":");
            pieces[n++] = u->password;
        }
        pieces[n++] = URL_LITERAL("@");
    }
    pieces[n++] = u->host;
    if (u->port.data != NULL) {
        pieces[n++] = URL_LITERAL(":");
        pieces[n++] = u->port;
    }
    return n;
}

size_t url_list(const url_record *u, url_text *pieces, size_t *length)
{
    size_t n = 0;

    pieces[n++] = u->scheme;
    pieces[n++] = URL_LITERAL(":");
    if (u->host.data != NULL)
        n += list_authority(u, pieces + n);
    else if (!u->opaque && starts_with_slashes(u->path))
        pieces[n++] = URL_LITERAL("/.");
    pieces[n++] = u->path;
    if (u->query.data != NULL) {
        pieces[n++] = URL_LITERAL("?");
        pieces[n++] = u->query;
    }
    if (u->fragment.data != NULL) {
        pieces[n++] = URL_LITERAL("#");
        pieces[n++] = u->fragment;
    }
    *length = 0;
    for (size_t i = 0; i < n; i++)
        *length += pieces[i].length;
    return n;
}
