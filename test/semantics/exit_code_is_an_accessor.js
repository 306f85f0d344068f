// exitCode can't be redefined; undefined and null take it back.
// exit: 3
// prints: function function false undefined undefined TypeError
const { get, set, configurable } =
    Object.getOwnPropertyDescriptor(process, 'exitCode');
console.log(typeof get, typeof set, configurable);
for (const nothing of [undefined, null]) {
    process.exitCode = 4;
    process.exitCode = nothing;
    console.log(process.exitCode);
}
process.exitCode = 3;
try {
    Object.defineProperty(process, 'exitCode', { value: 0 });
} catch (error) {
    console.log(error.name);
}
