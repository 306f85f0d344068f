var v = 1;
let l = 2;
function f() {}
console.log(String(window.v), String(window.l), typeof window.f);
console.log(String(window === self), String(window === globalThis), String(this === window), String(window.window === window));
console.log(typeof process, typeof require, typeof module, typeof Buffer, typeof global, typeof setImmediate, typeof __filename);
console.log(Object.prototype.toString.call(window), String(window instanceof EventTarget));
