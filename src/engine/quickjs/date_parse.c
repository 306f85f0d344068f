/*
 * date_parse.c - Date.parse() as V8 reads it: the ISO form first; what that
 * does not take is read word by word, with V8's tolerance.
 *
 *     text -> tokens (number, word, sign) -> ISO or legacy -> day, time, zone
 *
 * What must stay true: reading never goes back; the longest text takes linear
 * time.
 */

typedef enum {
    DATE_END,
    DATE_NUMBER,
    DATE_WORD,
    DATE_SIGN,
    DATE_SPACE,
} JSDateTokenKind;

typedef enum {
    DATE_WORD_OTHER,
    DATE_WORD_MONTH,
    DATE_WORD_HALF,
    DATE_WORD_ZONE,
    DATE_WORD_T,
} JSDateWordKind;

typedef struct JSDateToken {
    JSDateTokenKind kind;
    int value; /* number, character of a sign, or what the word stands for */
    int length;
    JSDateWordKind word;
} JSDateToken;

typedef struct JSDateReader {
    JSString *str;
    int pos; /* behind 'next' */
    JSDateToken next;
    int day_count, time_count;
    int day[3];  /* year, month and day in any order */
    int time[4]; /* hour, minute, second, millisecond */
    int month;   /* 0: not by name */
    int half;    /* hours to add after AM or PM; -1: neither */
    bool is_iso;
    int zone_sign;              /* 0: local time */
    int zone_hour, zone_minute; /* -1: not read */
} JSDateReader;

static const struct {
    char name[4];
    uint8_t kind;
    int8_t value;
} js_date_words[] = {
    { "jan", DATE_WORD_MONTH, 1 },  { "feb", DATE_WORD_MONTH, 2 },
    { "mar", DATE_WORD_MONTH, 3 },  { "apr", DATE_WORD_MONTH, 4 },
    { "may", DATE_WORD_MONTH, 5 },  { "jun", DATE_WORD_MONTH, 6 },
    { "jul", DATE_WORD_MONTH, 7 },  { "aug", DATE_WORD_MONTH, 8 },
    { "sep", DATE_WORD_MONTH, 9 },  { "oct", DATE_WORD_MONTH, 10 },
    { "nov", DATE_WORD_MONTH, 11 }, { "dec", DATE_WORD_MONTH, 12 },
    { "am", DATE_WORD_HALF, 0 },    { "pm", DATE_WORD_HALF, 12 },
    { "ut", DATE_WORD_ZONE, 0 },    { "utc", DATE_WORD_ZONE, 0 },
    { "z", DATE_WORD_ZONE, 0 },     { "gmt", DATE_WORD_ZONE, 0 },
    { "cdt", DATE_WORD_ZONE, -5 },  { "cst", DATE_WORD_ZONE, -6 },
    { "edt", DATE_WORD_ZONE, -4 },  { "est", DATE_WORD_ZONE, -5 },
    { "mdt", DATE_WORD_ZONE, -6 },  { "mst", DATE_WORD_ZONE, -7 },
    { "pdt", DATE_WORD_ZONE, -7 },  { "pst", DATE_WORD_ZONE, -8 },
    { "t", DATE_WORD_T, 0 },
};

/* -1 at the end, which a NUL character is, too */
static int js_date_char(JSDateReader *r)
{
    int c = r->pos < r->str->len ? string_get(r->str, r->pos) : 0;

    return c ? c : -1;
}

static bool js_date_is_space(int c)
{
    return c > 0 && lre_is_space(c) && c != 0x2028 && c != 0x2029;
}

/* all else that comes behind signs and digits makes words */
static bool js_date_is_letter(int c)
{
    return c >= 'A' && !js_date_is_space(c);
}

/* nine digits count, after zeros */
static void js_date_read_number(JSDateReader *r, JSDateToken *t)
{
    int c, digits = 0, start = r->pos;

    for (; (c = js_date_char(r)) >= '0' && c <= '9'; r->pos++) {
        if ((t->value > 0 || c > '0') && digits++ < 9)
            t->value = t->value * 10 + c - '0';
    }
    t->length = r->pos - start;
}

/* a month may be written out, other words are as they are in the list */
static void js_date_read_word(JSDateReader *r, JSDateToken *t)
{
    char start[4] = { 0 };
    size_t i;

    for (; js_date_is_letter(js_date_char(r)); r->pos++, t->length++)
        if (t->length < 3)
            start[t->length] = min_int(js_date_char(r), 127) | 0x20;
    for (i = 0; i < countof(js_date_words); i++) {
        if (!strcmp(start, js_date_words[i].name) &&
            (t->length <= 3 || js_date_words[i].kind == DATE_WORD_MONTH)) {
            t->word = js_date_words[i].kind;
            t->value = js_date_words[i].value;
        }
    }
}

/* returns the token that is next, and reads the one behind it */
static JSDateToken js_date_next(JSDateReader *r)
{
    JSDateToken token = r->next, *t = &r->next;
    int c = js_date_char(r);

    memset(t, 0, sizeof(*t));
    if (c < 0) {
        t->kind = DATE_END;
    } else if (c >= '0' && c <= '9') {
        t->kind = DATE_NUMBER;
        js_date_read_number(r, t);
    } else if (js_date_is_letter(c)) {
        t->kind = DATE_WORD;
        js_date_read_word(r, t);
    } else if (js_date_is_space(c)) {
        t->kind = DATE_SPACE;
        for (; js_date_is_space(js_date_char(r)); r->pos++)
            t->length++;
    } else {
        t->kind = DATE_SIGN;
        t->value = c;
        t->length = 1;
        r->pos++;
    }
    return token;
}

static bool js_date_is_sign(JSDateToken t, int c)
{
    return t.kind == DATE_SIGN && t.value == c;
}

static bool js_date_is_plus_minus(JSDateToken t)
{
    return js_date_is_sign(t, '+') || js_date_is_sign(t, '-');
}

static bool js_date_is_z(JSDateToken t)
{
    return t.kind == DATE_WORD && t.word == DATE_WORD_ZONE && t.length == 1;
}

static bool js_date_skip(JSDateReader *r, int c)
{
    if (!js_date_is_sign(r->next, c))
        return false;
    js_date_next(r);
    return true;
}

/* the next token is a number of so many digits, not outside of a range */
static bool js_date_is_digits(JSDateReader *r, int length, int min, int max)
{
    return r->next.kind == DATE_NUMBER && r->next.length == length &&
           r->next.value >= min && r->next.value <= max;
}

static bool js_date_add_day(JSDateReader *r, int n)
{
    if (r->day_count == 3)
        return false;
    r->day[r->day_count++] = n;
    return true;
}

static bool js_date_add_time(JSDateReader *r, int n)
{
    if (r->time_count == 4)
        return false;
    r->time[r->time_count++] = n;
    return true;
}

static void js_date_end_time(JSDateReader *r, int n)
{
    js_date_add_time(r, n);
    r->time_count = 4;
}

/* a number that can be the next part of the time, after the hour */
static bool js_date_fits_time(JSDateReader *r, int n)
{
    return (r->time_count == 1 && n < 60) || (r->time_count == 2 && n < 60) ||
           (r->time_count == 3 && n < 1000);
}

static void js_date_set_zone(JSDateReader *r, int hours)
{
    r->zone_sign = hours < 0 ? -1 : 1;
    r->zone_hour = abs(hours);
    r->zone_minute = 0;
}

/* a number behind a point, of any length */
static int js_date_milliseconds(JSDateToken t)
{
    int n = t.value, length = min_int(t.length, 9);

    for (; length < 3; length++)
        n *= 10;
    for (; length > 3; length--)
        n /= 10;
    return n;
}

typedef enum { DATE_ISO_YES, DATE_ISO_NO, DATE_ISO_BAD } JSDateIso;

/* T10:00[:00[.000]][Z|+01:00|+0100]; whoever begins like this has to go on */
static bool js_date_read_iso_time(JSDateReader *r)
{
    bool is_24;
    int n;

    if (!js_date_is_digits(r, 2, 0, 24))
        return false;
    is_24 = r->next.value == 24; /* midnight, and no other time */
    js_date_add_time(r, js_date_next(r).value);
    if (!js_date_skip(r, ':') || !js_date_is_digits(r, 2, 0, is_24 ? 0 : 59))
        return false;
    js_date_add_time(r, js_date_next(r).value);
    if (js_date_skip(r, ':')) {
        if (!js_date_is_digits(r, 2, 0, is_24 ? 0 : 59))
            return false;
        js_date_add_time(r, js_date_next(r).value);
        if (js_date_skip(r, '.')) {
            if (r->next.kind != DATE_NUMBER || (is_24 && r->next.value > 0))
                return false;
            js_date_add_time(r, js_date_milliseconds(js_date_next(r)));
        }
    }
    if (js_date_is_z(r->next)) {
        js_date_next(r);
        js_date_set_zone(r, 0);
    } else if (js_date_is_plus_minus(r->next)) {
        r->zone_sign = js_date_next(r).value == '+' ? 1 : -1;
        if (js_date_is_digits(r, 4, 0, 2359)) {
            n = js_date_next(r).value;
            r->zone_hour = n / 100;
            r->zone_minute = n % 100;
            if (r->zone_minute > 59)
                return false;
        } else {
            if (!js_date_is_digits(r, 2, 0, 23))
                return false;
            r->zone_hour = js_date_next(r).value;
            if (!js_date_skip(r, ':') || !js_date_is_digits(r, 2, 0, 59))
                return false;
            r->zone_minute = js_date_next(r).value;
        }
    }
    return r->next.kind == DATE_END;
}

/* The specification's own form. What was read of a text that is none stays, and
 *ptoken is where to go on. */
static JSDateIso js_date_read_iso(JSDateReader *r, JSDateToken *ptoken)
{
    int sign;

    if (js_date_is_plus_minus(r->next)) {
        *ptoken = js_date_next(r);
        sign = ptoken->value == '-' ? -1 : 1;
        if (!js_date_is_digits(r, 6, 0, 999999))
            return DATE_ISO_NO;
        if (sign < 0 && r->next.value == 0) {
            js_date_next(r);
            return DATE_ISO_NO;
        }
        js_date_add_day(r, sign * js_date_next(r).value);
    } else if (js_date_is_digits(r, 4, 0, 9999)) {
        js_date_add_day(r, js_date_next(r).value);
    } else {
        *ptoken = js_date_next(r);
        return DATE_ISO_NO;
    }
    if (js_date_skip(r, '-')) {
        if (!js_date_is_digits(r, 2, 1, 12)) {
            *ptoken = js_date_next(r);
            return DATE_ISO_NO;
        }
        js_date_add_day(r, js_date_next(r).value);
        if (js_date_skip(r, '-')) {
            if (!js_date_is_digits(r, 2, 1, 31)) {
                *ptoken = js_date_next(r);
                return DATE_ISO_NO;
            }
            js_date_add_day(r, js_date_next(r).value);
        }
    }
    if (r->next.kind == DATE_WORD && r->next.word == DATE_WORD_T) {
        js_date_next(r);
        if (!js_date_read_iso_time(r))
            return DATE_ISO_BAD;
    } else if (r->next.kind != DATE_END) {
        *ptoken = js_date_next(r);
        return DATE_ISO_NO;
    } else {
        js_date_set_zone(r, 0); /* a day without a time is one of UTC */
    }
    r->is_iso = true;
    return DATE_ISO_YES;
}

static bool js_date_read_number_part(JSDateReader *r, JSDateToken t)
{
    int n = t.value;

    if (js_date_skip(r, ':')) {
        if (js_date_skip(r, ':')) { /* an hour, and no minutes */
            if (r->time_count)
                return false;
            js_date_add_time(r, n);
            js_date_add_time(r, 0);
            return true;
        }
        if (!js_date_add_time(r, n))
            return false;
        js_date_skip(r, '.');
        return true;
    }
    if (js_date_skip(r, '.') && js_date_fits_time(r, n)) {
        js_date_add_time(r, n);
        if (r->next.kind != DATE_NUMBER)
            return false;
        js_date_end_time(r, js_date_milliseconds(js_date_next(r)));
        return true;
    }
    if (r->zone_hour >= 0 && r->zone_minute < 0 && n < 60) {
        r->zone_minute = n;
        return true;
    }
    if (js_date_fits_time(r, n)) {
        js_date_end_time(r, n);
        return r->next.kind == DATE_END || r->next.kind == DATE_SPACE ||
               js_date_is_z(r->next) || js_date_is_plus_minus(r->next);
    }
    if (!js_date_add_day(r, n))
        return false;
    js_date_skip(r, '-');
    return true;
}

static bool js_date_read_word_part(JSDateReader *r, JSDateToken t,
                                   bool has_number)
{
    if (t.word == DATE_WORD_HALF && r->time_count) {
        r->half = t.value;
    } else if (t.word == DATE_WORD_MONTH) {
        r->month = t.value;
        js_date_skip(r, '-');
    } else if (t.word == DATE_WORD_ZONE && has_number) {
        js_date_set_zone(r, t.value);
    } else {
        /* other words come before all numbers, and apart from them */
        return !has_number && r->next.kind != DATE_NUMBER;
    }
    return true;
}

/* an offset from UTC: "+1", "+0100", or "+01:" and minutes that come */
static bool js_date_read_zone(JSDateReader *r, int sign)
{
    JSDateToken t = { .kind = DATE_END };

    r->zone_sign = sign == '+' ? 1 : -1;
    if (r->next.kind == DATE_NUMBER)
        t = js_date_next(r);
    r->zone_hour = t.value;
    if (js_date_is_sign(r->next, ':')) {
        r->zone_minute = -1;
    } else if (t.length == 1 || t.length == 2) {
        r->zone_minute = 0;
    } else if (t.length == 3 || t.length == 4) {
        r->zone_hour = t.value / 100;
        r->zone_minute = t.value % 100;
    } else {
        return false;
    }
    return true;
}

/* what is in parentheses is a comment */
static void js_date_skip_comment(JSDateReader *r)
{
    int depth = 1;

    while (depth > 0 && r->next.kind != DATE_END) {
        if (js_date_is_sign(r->next, '('))
            depth++;
        else if (js_date_is_sign(r->next, ')'))
            depth--;
        js_date_next(r);
    }
}

static bool js_date_read_parts(JSDateReader *r, JSDateToken t)
{
    bool has_number = r->day_count > 0;
    bool is_utc;

    for (; t.kind != DATE_END; t = js_date_next(r)) {
        is_utc = r->zone_hour == 0 && r->zone_minute == 0;
        if (t.kind == DATE_NUMBER) {
            has_number = true;
            if (!js_date_read_number_part(r, t))
                return false;
        } else if (t.kind == DATE_WORD) {
            if (!js_date_read_word_part(r, t, has_number))
                return false;
        } else if (js_date_is_plus_minus(t) && (is_utc || r->time_count)) {
            has_number = true;
            if (!js_date_read_zone(r, t.value))
                return false;
        } else if ((js_date_is_plus_minus(t) || js_date_is_sign(t, ')')) &&
                   has_number) {
            return false;
        } else if (js_date_is_sign(t, '(')) {
            js_date_skip_comment(r);
        }
    }
    return true;
}

/* which number is year, month and day */
static bool js_date_get_day(JSDateReader *r, double *fields)
{
    int year, month, day;
    bool first_is_day;

    if (r->day_count == 0)
        return false;
    while (r->day_count < 3)
        r->day[r->day_count++] = 1;
    first_is_day = r->day[0] >= 1 && r->day[0] <= 31;
    if (r->month) {
        month = r->month;
        day = r->day[!first_is_day];
        year = r->day[first_is_day];
    } else if (r->is_iso || !first_is_day) {
        year = r->day[0];
        month = r->day[1];
        day = r->day[2];
    } else {
        month = r->day[0];
        day = r->day[1];
        year = r->day[2];
    }
    if (!r->is_iso && year >= 0 && year <= 99)
        year += year < 50 ? 2000 : 1900;
    if (month < 1 || month > 12 || day < 1 || day > 31)
        return false;
    fields[0] = year;
    fields[1] = month - 1;
    fields[2] = day;
    return true;
}

static bool js_date_get_time(JSDateReader *r, double *fields)
{
    int i, hour = r->time[0];

    if (r->half >= 0) {
        if (hour > 12)
            return false;
        hour = hour % 12 + r->half;
    }
    if (hour > 24 || r->time[1] > 59 || r->time[2] > 59 || r->time[3] > 999 ||
        (hour == 24 && (r->time[1] || r->time[2] || r->time[3])))
        return false;
    fields[3] = hour;
    for (i = 1; i < 4; i++)
        fields[3 + i] = r->time[i];
    return true;
}

static double js_date_parse(JSContext *ctx, JSString *str)
{
    JSDateReader r;
    JSDateToken token = { .kind = DATE_END };
    JSDateIso iso;
    double fields[7];
    uint32_t seconds;

    memset(&r, 0, sizeof(r));
    r.str = str;
    r.half = r.zone_hour = r.zone_minute = -1;
    js_date_next(&r);
    iso = js_date_read_iso(&r, &token);
    if (iso == DATE_ISO_BAD ||
        (iso == DATE_ISO_NO && !js_date_read_parts(&r, token)) ||
        !js_date_get_day(&r, fields) || !js_date_get_time(&r, fields))
        return NAN;
    if (!r.zone_sign)
        return set_date_fields(ctx, fields, true);
    /* in 32 bits, as V8 counts them */
    seconds = max_int(0, r.zone_hour) * 3600u + max_int(0, r.zone_minute) * 60u;
    if (seconds > INT32_MAX)
        return NAN;
    /* the offset is taken off before what is too large is none */
    fields[5] -= r.zone_sign * (double)seconds;
    return set_date_fields(ctx, fields, false);
}

static JSValue js_Date_parse(JSContext *ctx, JSValueConst this_val, int argc,
                             JSValueConst *argv)
{
    JSValue str = JS_ToString(ctx, argv[0]);
    double d;

    if (JS_IsException(str))
        return JS_EXCEPTION;
    d = js_date_parse(ctx, JS_VALUE_GET_STRING(str));
    JS_FreeValue(ctx, str);
    return js_float64(d);
}
