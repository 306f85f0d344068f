/*
 * dates.c - dates in local time, which comes from the host: offsets and names
 * of zones, also around changes of the clocks, and V8's form of a written date.
 */

/* how many milliseconds local time is ahead of UTC, at a time that is UTC or
   local */
static int64_t js_utc_offset_ms(JSContext *ctx, int64_t time_ms, bool is_local,
                                bool *pis_summer)
{
    JSHostWorld *w = &ctx->rt->host_world;
    int64_t offset;

    if (w->utc_offset_ms)
        return w->utc_offset_ms(w->opaque, time_ms, is_local, pis_summer);
    *pis_summer = false;
    offset = getTimezoneOffset(time_ms) * -60000;
    if (is_local) /* the time before a change is the one that counts */
        offset = getTimezoneOffset(
                     time_ms -
                     max_int64(offset, getTimezoneOffset(time_ms - 86400000) *
                                           -60000)) *
                 -60000;
    return offset;
}

static __exception int get_date_fields(JSContext *ctx, JSValueConst obj,
                                       double fields[minimum_length(9)],
                                       int is_local, int force)
{
    double dval;
    int64_t d, days, wd, y, i, md, h, m, s, ms, tz = 0;
    bool is_summer;

    if (JS_ThisTimeValue(ctx, &dval, obj))
        return -1;

    if (isnan(dval)) {
        if (!force)
            return false; /* NaN */
        d = 0;            /* initialize all fields to 0 */
    } else {
        d = dval; /* assuming -8.64e15 <= dval <= -8.64e15 */
        if (is_local) {
            tz = js_utc_offset_ms(ctx, d, false, &is_summer);
            d += tz;
            tz /= 60000;
        }
    }

    /* result is >= 0, we can use % */
    h = math_mod(d, 86400000);
    days = (d - h) / 86400000;
    ms = h % 1000;
    h = (h - ms) / 1000;
    s = h % 60;
    h = (h - s) / 60;
    m = h % 60;
    h = (h - m) / 60;
    wd = math_mod(days + 4, 7); /* week day */
    if (days != ctx->date_days || ctx->date_fields[2] == 0) {
        ctx->date_days = days;
        y = year_from_days(&days);
        for (i = 0; i < 11; i++) {
            md = month_days[i];
            if (i == 1)
                md += days_in_year(y) - 365;
            if (days < md)
                break;
            days -= md;
        }
        ctx->date_fields[0] = y;
        ctx->date_fields[1] = i;
        ctx->date_fields[2] = days + 1;
    }
    for (i = 0; i < 3; i++)
        fields[i] = ctx->date_fields[i];
    fields[3] = h;
    fields[4] = m;
    fields[5] = s;
    fields[6] = ms;
    fields[7] = wd;
    fields[8] = tz;
    return true;
}

static JSValue set_date_field(JSContext *ctx, JSValueConst this_val, int argc,
                              JSValueConst *argv, int magic)
{
    // _field(obj, first_field, end_field, args, is_local)
    double fields[9];
    int res, first_field, end_field, is_local, i, n;
    double d, a;
    bool finite;

    d = NAN;
    first_field = (magic >> 8) & 0x0F;
    end_field = (magic >> 4) & 0x0F;
    is_local = magic & 0x0F;

    res = get_date_fields(ctx, this_val, fields, is_local, first_field == 0);
    if (res < 0)
        return JS_EXCEPTION;

    // Argument coercion is observable and must be done unconditionally.
    n = min_int(argc, end_field - first_field);
    finite = argc > 0;
    for (i = 0; i < n; i++) {
        if (JS_ToFloat64(ctx, &a, argv[i]))
            return JS_EXCEPTION;
        if (!isfinite(a))
            finite = false;
        fields[first_field + i] = trunc(a);
    }

    if (!res)
        return JS_NAN;

    if (finite)
        d = set_date_fields(ctx, fields, is_local);

    return JS_SetThisTimeValue(ctx, this_val, d);
}

/* fmt:
   0: toUTCString: "Tue, 02 Jan 2018 23:04:46 GMT"
   1: toString: "Wed Jan 03 2018 00:05:22 GMT+0100 (CET)"
   2: toISOString: "2018-01-02T23:02:56.927Z"
   3: toLocaleString: "1/2/2018, 11:40:40 PM"
   part: 1=date, 2=time 3=all
   XXX: should use a variant of strftime().
 */
/* The same day and time in a year from 2008 to 2035 that begins on the same day
   of the week. V8 asks in that year whether it is summer when it names the zone
   of a time before 1970 or after 2038. */
static int64_t js_equivalent_time(int64_t time)
{
    int64_t in_day = math_mod(time, 86400000);
    int64_t days = (time - in_day) / 86400000;
    int64_t year = year_from_days(&days);
    int64_t week_day = math_mod(days_from_year(year) + 4, 7);
    int64_t recent =
        (days_in_year(year) == 366 ? 1956 : 1967) + week_day * 12 % 28;

    days += days_from_year(2008 + (recent + 3 * 28 - 2008) % 28);
    return days * 86400000 + in_day;
}

/* Append " (name of the time zone)" if the host knows one. */
static JSValue js_append_zone_name(JSContext *ctx, JSValueConst date,
                                   const char *buf, int pos, int tz)
{
    JSValue name;
    JSValueConst args[2], zone_name;
    bool is_summer;
    double time;

    zone_name = js_find_zone_name(ctx);
    if (JS_IsUndefined(zone_name))
        return js_new_string8_len(ctx, buf, pos);
    if (JS_ThisTimeValue(ctx, &time, date))
        return JS_EXCEPTION;
    if (time < 0 || time > INT32_MAX * 1000.)
        time = js_equivalent_time(time);
    js_utc_offset_ms(ctx, time, false, &is_summer);
    args[0] = js_bool(is_summer);
    args[1] = js_int32(tz);
    name = JS_Call(ctx, zone_name, JS_UNDEFINED, 2, args);
    if (JS_IsException(name))
        return name;
    return JS_ConcatString(ctx, js_new_string8_len(ctx, buf, pos), name);
}

void JS_SetZoneName(JSContext *ctx, JSValueConst func)
{
    set_value(ctx, &ctx->zone_name, js_dup(func));
}

static JSValue get_date_string(JSContext *ctx, JSValueConst this_val, int argc,
                               JSValueConst *argv, int magic)
{
    // _string(obj, fmt, part)
    char buf[64];
    double fields[9];
    int res, fmt, part, pos;
    int y, mon, d, h, m, s, ms, wd, tz;

    fmt = (magic >> 4) & 0x0F;
    part = magic & 0x0F;

    res = get_date_fields(ctx, this_val, fields, fmt & 1, 0);
    if (res < 0)
        return JS_EXCEPTION;
    if (!res) {
        if (fmt == 2)
            return JS_ThrowRangeError(ctx, "Invalid time value");
        else
            return js_new_string8(ctx, "Invalid Date");
    }

    y = fields[0];
    mon = fields[1];
    d = fields[2];
    h = fields[3];
    m = fields[4];
    s = fields[5];
    ms = fields[6];
    wd = fields[7];
    tz = fields[8];

    pos = 0;

    if (part & 1) { /* date part */
        switch (fmt) {
        case 0:
            pos += snprintf(buf + pos, sizeof(buf) - pos,
                            "%.3s, %02d %.3s %0*d ", day_names + wd * 3, d,
                            month_names + mon * 3, 4 + (y < 0), y);
            break;
        case 1:
            pos += snprintf(buf + pos, sizeof(buf) - pos, "%.3s %.3s %02d %0*d",
                            day_names + wd * 3, month_names + mon * 3, d,
                            4 + (y < 0), y);
            if (part == 3) {
                buf[pos++] = ' ';
            }
            break;
        case 2:
            if (y >= 0 && y <= 9999) {
                pos += snprintf(buf + pos, sizeof(buf) - pos, "%04d", y);
            } else {
                pos += snprintf(buf + pos, sizeof(buf) - pos, "%+07d", y);
            }
            pos += snprintf(buf + pos, sizeof(buf) - pos, "-%02d-%02dT",
                            mon + 1, d);
            break;
        case 3:
            /* the year before 1 is 1 as well */
            pos += snprintf(buf + pos, sizeof(buf) - pos, "%d/%d/%d", mon + 1,
                            d, y > 0 ? y : 1 - y);
            if (part == 3) {
                buf[pos++] = ',';
                buf[pos++] = ' ';
            }
            break;
        }
    }
    if (part & 2) { /* time part */
        switch (fmt) {
        case 0:
            pos += snprintf(buf + pos, sizeof(buf) - pos, "%02d:%02d:%02d GMT",
                            h, m, s);
            break;
        case 1:
            pos += snprintf(buf + pos, sizeof(buf) - pos, "%02d:%02d:%02d GMT",
                            h, m, s);
            if (tz < 0) {
                buf[pos++] = '-';
                tz = -tz;
            } else {
                buf[pos++] = '+';
            }
            /* tz is >= 0, can use % */
            pos += snprintf(buf + pos, sizeof(buf) - pos, "%02d%02d", tz / 60,
                            tz % 60);
            return js_append_zone_name(ctx, this_val, buf, pos, fields[8]);
        case 2:
            pos += snprintf(buf + pos, sizeof(buf) - pos,
                            "%02d:%02d:%02d.%03dZ", h, m, s, ms);
            break;
        case 3:
            pos += snprintf(buf + pos, sizeof(buf) - pos, "%d:%02d:%02d %cM",
                            (h + 11) % 12 + 1, m, s, (h < 12) ? 'A' : 'P');
            break;
        }
    }
    if (!pos) {
        // XXX: should throw exception?
        return js_empty_string(ctx->rt);
    }
    return js_new_string8_len(ctx, buf, pos);
}

/* OS dependent: return the UTC time in ms since 1970. */
static int64_t date_now(JSContext *ctx)
{
    return js_wall_us(ctx->rt) / 1000;
}

/* The fields of a date from the arguments of Date() and Date.UTC(): all of them
   are converted, since that can be seen. False if one is not finite or there
   is none, -1 for an exception. */
static int js_date_arguments(JSContext *ctx, double fields[minimum_length(7)],
                             int argc, JSValueConst *argv)
{
    bool finite = argc > 0;
    double a;
    int i;

    for (i = 0; i < 7; i++) {
        a = i == 2;
        if (i < argc && JS_ToFloat64(ctx, &a, argv[i]))
            return -1;
        if (!isfinite(a))
            finite = false;
        fields[i] = trunc(a);
    }
    if (fields[0] >= 0 && fields[0] < 100)
        fields[0] += 1900;
    return finite;
}

static JSValue js_date_constructor(JSContext *ctx, JSValueConst new_target,
                                   int argc, JSValueConst *argv)
{
    // Date(y, mon, d, h, m, s, ms)
    JSValue rv;
    int n;
    double val;

    if (JS_IsUndefined(new_target)) {
        /* invoked as function */
        argc = 0;
    }
    n = argc;
    if (n == 0) {
        val = date_now(ctx);
    } else if (n == 1) {
        JSValue v, dv;
        if (JS_VALUE_GET_TAG(argv[0]) == JS_TAG_OBJECT) {
            JSObject *p = JS_VALUE_GET_OBJ(argv[0]);
            if (p->class_id == JS_CLASS_DATE && JS_IsNumber(p->u.object_data)) {
                if (JS_ToFloat64(ctx, &val, p->u.object_data))
                    return JS_EXCEPTION;
                val = time_clip(val);
                goto has_val;
            }
        }
        v = JS_ToPrimitive(ctx, argv[0], HINT_NONE);
        if (JS_IsString(v)) {
            dv = js_Date_parse(ctx, JS_UNDEFINED, 1, vc(&v));
            JS_FreeValue(ctx, v);
            if (JS_IsException(dv))
                return JS_EXCEPTION;
            if (JS_ToFloat64Free(ctx, &val, dv))
                return JS_EXCEPTION;
        } else {
            if (JS_ToFloat64Free(ctx, &val, v))
                return JS_EXCEPTION;
        }
        val = time_clip(val);
    } else {
        double fields[7];
        int finite = js_date_arguments(ctx, fields, n, argv);
        if (finite < 0)
            return JS_EXCEPTION;
        val = finite ? set_date_fields(ctx, fields, 1) : NAN;
    }
has_val:
    rv = js_create_from_ctor(ctx, new_target, JS_CLASS_DATE);
    if (!JS_IsException(rv))
        JS_SetObjectData(ctx, rv, js_float64(val));
    if (!JS_IsException(rv) && JS_IsUndefined(new_target)) {
        /* invoked as a function, return (new Date()).toString(); */
        JSValue s;
        s = get_date_string(ctx, rv, 0, NULL, 0x13);
        JS_FreeValue(ctx, rv);
        rv = s;
    }
    return rv;
}

static JSValue js_Date_UTC(JSContext *ctx, JSValueConst this_val, int argc,
                           JSValueConst *argv)
{
    // UTC(y, mon, d, h, m, s, ms)
    double fields[7];
    int finite = js_date_arguments(ctx, fields, argc, argv);

    if (finite < 0)
        return JS_EXCEPTION;
    if (!finite)
        return JS_NAN;
    return js_float64(set_date_fields(ctx, fields, 0));
}

static JSValue js_Date_now(JSContext *ctx, JSValueConst this_val, int argc,
                           JSValueConst *argv)
{
    // now()
    return js_int64(date_now(ctx));
}
