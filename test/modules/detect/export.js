export const e = typeof module;
