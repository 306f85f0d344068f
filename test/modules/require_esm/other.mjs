globalThis.ran = 'other';
