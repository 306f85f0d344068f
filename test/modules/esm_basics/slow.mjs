import './slow_a.mjs';
import './slow_b.mjs';
(globalThis.order ??= []).push('slow');
export const done = await 'yes';
