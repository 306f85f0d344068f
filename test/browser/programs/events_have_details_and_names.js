const e = new CustomEvent('hello', { detail: { a: 1 }, bubbles: true, composed: true });
console.log(e.type, e.detail.a, e.bubbles, e.cancelable, e.composed, e.isTrusted, e instanceof Event, String(e));
console.log(new CustomEvent('x').detail, new Event('q').eventPhase, Event.AT_TARGET, e.AT_TARGET);
try { new Event(); } catch (x) { console.log(x.name); }
try { new CustomEvent('x', 3); } catch (x) { console.log(x.name); }
