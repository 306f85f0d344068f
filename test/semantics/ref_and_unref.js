// prints: true true false true true true false true false
// also: node18
const t = setTimeout(() => {}, 10);
console.log(t.hasRef(), t.unref() === t, t.hasRef(), t.ref() === t,
            t.hasRef());
clearTimeout(t);
const i = setImmediate(() => {});
console.log(t.hasRef(), i.unref().hasRef(), i.ref().hasRef());
clearImmediate(i);
console.log(i.hasRef());
