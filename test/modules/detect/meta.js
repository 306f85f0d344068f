globalThis.meta = import.meta.url;
