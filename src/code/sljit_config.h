/*
 * sljit_config.h - how sljit is compiled: tools/deps copies this beside it as
 * sljitConfigPre.h. Executable memory is space.c's; sljit writes into a buffer
 * that it is given. A build with sanitizers defines CODE_CHECKED: then sljit
 * checks its arguments.
 */
#ifndef ORRERY_SLJIT_CONFIG_H
#define ORRERY_SLJIT_CONFIG_H

#define SLJIT_UTIL_STACK 0
#define SLJIT_SINGLE_THREADED 1
#define SLJIT_EXECUTABLE_ALLOCATOR 0
#define SLJIT_MALLOC_EXEC(size, data) NULL
#define SLJIT_FREE_EXEC(ptr, data)
#define SLJIT_VERBOSE 0
#ifdef CODE_CHECKED
#define SLJIT_DEBUG 1
#define SLJIT_ARGUMENT_CHECKS 1
#else
#define SLJIT_DEBUG 0
#define SLJIT_ARGUMENT_CHECKS 0
#endif

#endif
