import { answer } from './parts/answer.mjs';
import * as all from './parts/answer.mjs';
console.log(typeof this, answer, Object.keys(all).join(), document.readyState);
console.log(import.meta.url.endsWith('.mjs') || import.meta.url.endsWith('.html'),
    import.meta.resolve('./x.js').endsWith('/x.js'));
var hidden = 1;
console.log('hidden' in window);
document.addEventListener('DOMContentLoaded', () => console.log('content loaded'));
window.addEventListener('load', () => console.log('loaded'));
setTimeout(() => console.log('timer'), 40);
queueMicrotask(() => console.log('microtask'));
