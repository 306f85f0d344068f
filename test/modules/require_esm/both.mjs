globalThis.both = (globalThis.both ?? 0) + 1; export const x = 1;
