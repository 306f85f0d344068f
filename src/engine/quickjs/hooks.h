/*
 * hooks.h - functions of this folder that hooks in quickjs.c call before all.c
 * is reached. quickjs.c includes it after its structures are declared.
 */
#ifndef ENGINE_QUICKJS_HOOKS_H
#define ENGINE_QUICKJS_HOOKS_H

#endif
