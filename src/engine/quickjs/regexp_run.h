/*
 * regexp_run.h - functions of regexp_run.c that libregexp.c calls while it
 * matches.
 */
#ifndef ENGINE_QUICKJS_REGEXP_RUN_H
#define ENGINE_QUICKJS_REGEXP_RUN_H

static force_inline uint32_t re_unit(const uint8_t *cptr, int cbuf_type);
static force_inline bool re_has_bit(const uint8_t *bits, uint32_t c);
static force_inline const uint8_t *re_scan(REExecContext *s,
                                           const uint8_t *scan,
                                           const uint8_t *cptr, int cbuf_type);
static no_inline bool re_is_in_class(const uint8_t *pc, uint32_t c,
                                     bool is_unicode);
static force_inline const uint8_t *re_run(REExecContext *s, const uint8_t *pc,
                                          const uint8_t *cptr, uint32_t max,
                                          uint32_t *pcount, int cbuf_type);
static force_inline bool re_is_hopeless(const uint8_t *pc, const uint8_t *cptr,
                                        const uint8_t *cbuf_end, int cbuf_type);
static no_inline intptr_t lre_exec_8(REExecContext *s, uint8_t **capture,
                                     const uint8_t *pc, const uint8_t *cptr);
static no_inline intptr_t lre_exec_16(REExecContext *s, uint8_t **capture,
                                      const uint8_t *pc, const uint8_t *cptr);
static no_inline intptr_t lre_exec_utf16(REExecContext *s, uint8_t **capture,
                                         const uint8_t *pc,
                                         const uint8_t *cptr);

#endif
