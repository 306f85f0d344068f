/*
 * regexp_hooks.h - functions of regexp_first.c that libregexp.c calls while it
 * compiles a pattern.
 */
#ifndef ENGINE_QUICKJS_REGEXP_HOOKS_H
#define ENGINE_QUICKJS_REGEXP_HOOKS_H

/* libregexp.c, further down */
static bool is_line_terminator(uint32_t c);

/* regexp_first.c */
static int re_op_len(const uint8_t *pc);
static bool re_is_run(REParseState *s, int atom_start, int quant_max,
                      bool greedy, bool is_backward_dir);
static int re_emit_scan(REParseState *s);
static void re_find_last_runs(REParseState *s);

#endif
