/*
 * all.c - our part of the engine, as source. quickjs.c includes this file once,
 * near its end, so that what is here belongs to the same translation unit and
 * may use every static function and structure of quickjs.c.
 *
 *     quickjs.c              stock text: what `replaced` names is cut out,
 *                            `words` are exchanged (tools/stock), then come the
 *                            hooks of seams.patch
 *       #include types.h     our structures, and our fields of stock's
 *       #include hooks.h     what stock calls of ours
 *       #include all.c
 *         subject.c          whole functions, a file a subject
 *
 * A hook in seams.patch is a line or a few that call a function which is
 * declared in hooks.h and defined here. A whole function never goes into the
 * patch. Functions that came from stock and were changed keep its name and its
 * notice: see the README of this folder.
 */

/*
 * The warnings of the house, for our files only: stock is compiled without any.
 * Not on: unused parameters (the signature of a native function is given), and
 * signs, shadowed names and narrowing, of which what came from stock has many.
 */
#pragma GCC diagnostic push
#pragma GCC diagnostic warning "-Wall"
#pragma GCC diagnostic warning "-Wextra"
#pragma GCC diagnostic warning "-Wstrict-prototypes"
#pragma GCC diagnostic warning "-Wmissing-prototypes"
#pragma GCC diagnostic warning "-Wold-style-definition"
#pragma GCC diagnostic warning "-Wredundant-decls"
#pragma GCC diagnostic warning "-Wpointer-arith"
#pragma GCC diagnostic warning "-Wwrite-strings"
#pragma GCC diagnostic warning "-Wundef"
#pragma GCC diagnostic warning "-Wvla"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Woverride-init"

/* Some of them have types of those before them. */
/* clang-format off */
#include "engine/quickjs/hooks.h"
#include "engine/quickjs/message_texts.c"
#include "engine/quickjs/values.c"
#include "engine/quickjs/bigint.c"
#include "engine/quickjs/allocator.c"
#include "engine/quickjs/memory.c"
#include "engine/quickjs/host.c"
#include "engine/quickjs/jobs.c"
#include "engine/quickjs/string_buffers.c"
#include "engine/quickjs/strings.c"
#include "engine/quickjs/regexp.c"
#include "engine/quickjs/ropes.c"
#include "engine/quickjs/shapes.c"
#include "engine/quickjs/objects.c"
#include "engine/quickjs/functions.c"
#include "engine/quickjs/intrinsics.c"
#include "engine/quickjs/arrays.c"
#include "engine/quickjs/iteration.c"
#include "engine/quickjs/collector.c"
#include "engine/quickjs/throws.c"
#include "engine/quickjs/stack_capture.c"
#include "engine/quickjs/errors.c"
#include "engine/quickjs/messages.c"
#include "engine/quickjs/properties.c"
#include "engine/quickjs/globals.c"
#include "engine/quickjs/bigint_text.c"
#include "engine/quickjs/numbers.c"
#include "engine/quickjs/string_methods.c"
#include "engine/quickjs/json_write.c"
#include "engine/quickjs/operators.c"
#include "engine/quickjs/copies.c"
#include "engine/quickjs/calls.c"
#include "engine/quickjs/switch_place.c"

/* `first` is set by who enters, and not used by a generator. */
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include "engine/quickjs/interpreter.c"
#pragma GCC diagnostic pop

#include "engine/quickjs/async_functions.c"
#include "engine/quickjs/expressions.c"
#include "engine/quickjs/parser_errors.c"
#include "engine/quickjs/json_parse.c"
#ifndef QJS_DISABLE_PARSER
#include "engine/quickjs/parser_code.c"
#include "engine/quickjs/parser_scopes.c"
#include "engine/quickjs/parser_lookahead.c"
#include "engine/quickjs/parser_names.c"
#include "engine/quickjs/switches.c"
#endif
#include "engine/quickjs/modules.c"
#include "engine/quickjs/late_notes.c"
#include "engine/quickjs/bytecode_read.c"
#include "engine/quickjs/eval.c"
#include "engine/quickjs/bytecode_write.c"
#include "engine/quickjs/object_methods.c"
#include "engine/quickjs/function_methods.c"
#include "engine/quickjs/array_from_async.c"
#include "engine/quickjs/sort.c"
#include "engine/quickjs/string_search.c"
#include "engine/quickjs/dates.c"
#include "engine/quickjs/regexp_exec.c"
#include "engine/quickjs/regexp_replace.c"
#include "engine/quickjs/proxies.c"
#include "engine/quickjs/proxy_properties.c"
#include "engine/quickjs/maps.c"
#include "engine/quickjs/weak_refs.c"
#include "engine/quickjs/disposal.c"
#include "engine/quickjs/promise_awaiters.c"
#include "engine/quickjs/promise_waits.c"
#include "engine/quickjs/promises.c"
#include "engine/quickjs/promise_reactions.c"
#include "engine/quickjs/typed_arrays.c"
#include "engine/quickjs/date_parse.c"
#include "engine/quickjs/array_buffers.c"
#include "engine/quickjs/entries.c"
#include "engine/quickjs/peeks.c"
#include "engine/quickjs/for_in.c"
#include "engine/quickjs/lengths.c"
#include "engine/quickjs/forms.c"
#include "engine/quickjs/footprints.c"
#include "engine/quickjs/stops.c"
#include "engine/quickjs/realms.c"
#include "engine/quickjs/fields.c"
#include "engine/quickjs/groups.c"
#include "engine/quickjs/math.c"
#include "engine/quickjs/trig.c"
#include "engine/quickjs/zone_name.c"
#include "engine/quickjs/sort_numbers.c"
#include "engine/quickjs/normalize.c"
#include "engine/quickjs/symbols.c"
#include "engine/quickjs/buffers.c"
#include "engine/quickjs/cover.c" /* the last: it has memory of its own */

#pragma GCC diagnostic pop
