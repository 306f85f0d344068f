globalThis.effect = (globalThis.effect ?? 0) + 1;
