for (const C of [Event, CustomEvent, MessageEvent, ErrorEvent, PromiseRejectionEvent, UIEvent, MouseEvent, KeyboardEvent, InputEvent, FocusEvent]) {
    try { const e = new C('t', { promise: Promise.resolve(), bubbles: true }); console.log(C.name, e.bubbles, Object.prototype.toString.call(e)); } catch (x) { console.log(C.name, x.name); }
}
const m = new MouseEvent('click', { clientX: 5, button: 1, ctrlKey: true });
console.log(m.clientX, m.button, m.ctrlKey, m instanceof UIEvent);
const k = new KeyboardEvent('keydown', { key: 'a', code: 'KeyA' });
console.log(k.key, k.code);
