'use strict';
// What a stranger might try on WebAssembly: import objects that throw, are
// revoked, grow a memory; huge counts, a million locals, deep nesting, recursion
// across the border, responses that are no modules. Expected is what Node prints.
const assert = require('node:assert');
const vm = require('node:vm');

const lines = [];
function note(name, fn) {
    let text;
    try {
        text = String(fn());
    } catch (error) {
        text = `${error.constructor.name}: ${error.message}`;
    }
    lines.push(`${name} ${text}`);
}

const head = [0, 97, 115, 109, 1, 0, 0, 0];
function leb(n) {
    const out = [];
    for (; n >= 128; n = Math.floor(n / 128))
        out.push(n % 128 + 128);
    return out.concat(n);
}
const section = (id, bytes) => [id].concat(leb(bytes.length), bytes);
const whole = (...sections) => Uint8Array.from(head.concat(...sections));
const noTypes = section(1, [1, 0x60, 0, 0]);
const compile = (bytes) => new WebAssembly.Module(bytes);
const instance = (module, imports) =>
    new WebAssembly.Instance(module, imports);
const body = (bytes) => whole(noTypes, section(3, [1, 0]),
    section(10, [1].concat(leb(bytes.length), bytes)));

// m.f is imported, and exported as g.
const importing = whole(noTypes, section(2, [1, 1, 109, 1, 102, 0, 0]),
    section(7, [1, 1, 103, 0, 0]));
const calling = compile(importing);
const memories = compile(whole(section(2, [1, 1, 109, 1, 97, 2, 0, 1])));

note('getter throws', () =>
    instance(calling, { get m() { throw new Error('mine'); } }));
note('proxy throws', () => instance(calling, new Proxy({}, {
    get() { throw new RangeError('trap'); },
})));
note('proxy ok', () => {
    const seen = [];
    const imports = new Proxy({}, {
        get(target, name) {
            seen.push(name);
            return { f() { seen.push('called'); } };
        },
    });
    instance(calling, imports).exports.g();
    return seen;
});
note('revoked', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return instance(calling, proxy);
});
note('proxy fn', () => {
    let n = 0;
    const f = new Proxy(() => { n++; }, {});
    instance(calling, { m: { f } }).exports.g();
    return n;
});
note('getter grows', () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const before = memory.buffer;
    const m = { get a() { memory.grow(3); return memory; } };
    instance(memories, { m });
    return [before.byteLength, before.detached, memory.buffer.byteLength];
});
note('realm', () => {
    const a = vm.runInNewContext('new WebAssembly.Memory({ initial: 2 })');
    return instance(memories, { m: { a } });
});
note('realm err', () => {
    try {
        vm.runInNewContext('new WebAssembly.Module(new Uint8Array(3))');
    } catch (error) {
        return [error instanceof WebAssembly.CompileError, error.name];
    }
});
note('huge types', () =>
    compile(whole(section(1, [255, 255, 255, 255, 15]))));
note('huge funcs', () => compile(whole(section(3, [255, 255, 255, 127]))));
note('million locals', () =>
    compile(body([1].concat(leb(1000000), 127, 11))));
note('50000 locals', () => {
    instance(compile(body([1].concat(leb(50000), 127, 11))));
    return 'ok';
});
note('overflow locals', () =>
    compile(body([2].concat(leb(0xffffffff), 127, 2, 127, 11))));
note('deep', () => {
    const depth = 100000;
    const blocks = Array(depth).fill([2, 0x40]).flat();
    compile(body([0].concat(blocks, Array(depth + 1).fill(11))));
    return 'ok';
});
function recurse() {
    const i = instance(calling, { m: { f() { i.exports.g(); } } });
    i.exports.g();
}
note('recursion', recurse);
note('recursion again', recurse);

async function stream(name, source) {
    try {
        await WebAssembly.compileStreaming(source);
        lines.push(`${name} ok`);
    } catch (error) {
        lines.push(`${name} ${error.name} ${error.message}`);
    }
}
const answer = (bytes, type, status = 200) => new Response(bytes,
    { status, headers: type ? { 'content-type': type } : {} });

async function main() {
    await stream('type', answer(importing, 'text/plain'));
    await stream('none', answer(importing));
    await stream('cut', answer(importing.slice(0, 20), 'application/wasm'));
    await stream('params', answer(importing, 'application/wasm;x=1'));
    await stream('404', answer(importing, 'application/wasm', 404));
    await stream('right', answer(importing, 'application/wasm'));
    await stream('number', 3);
    assert.deepStrictEqual(lines, expected);
    console.log('done');
}

const expected = [
    'getter throws Error: mine',
    'proxy throws RangeError: trap',
    'proxy ok m,called',
    'revoked TypeError: Cannot perform \'get\' on a proxy that has ' +
        'been revoked',
    'proxy fn 1',
    'getter grows 0,true,262144',
    'realm [object WebAssembly.Instance]',
    'realm err false,CompileError',
    'huge types CompileError: WebAssembly.Module(): types count of ' +
        '4294967295 exceeds internal limit of 1000000 @+10',
    'huge funcs CompileError: WebAssembly.Module(): functions count of ' +
        '268435455 exceeds internal limit of 1000000 @+10',
    'million locals CompileError: WebAssembly.Module(): Compiling ' +
        'function #0 failed: local count too large @+23',
    '50000 locals ok',
    'overflow locals CompileError: WebAssembly.Module(): Compiling ' +
        'function #0 failed: local count too large @+23',
    'deep ok',
    'recursion RangeError: Maximum call stack size exceeded',
    'recursion again RangeError: Maximum call stack size exceeded',
    'type TypeError WebAssembly response has unsupported MIME type ' +
        '\'text/plain\'',
    'none TypeError WebAssembly response has unsupported MIME type ' +
        '\'null\'',
    'cut CompileError WebAssembly.compileStreaming(): section (code 2, ' +
        '"Import") extends past end of the module (length 7, remaining ' +
        'bytes 4) @+14',
    'params TypeError WebAssembly response has unsupported MIME type ' +
        '\'application/wasm;x=1\'',
    '404 TypeError WebAssembly response has status code 404',
    'right ok',
    'number TypeError The "source" argument must be an instance of ' +
        'Response or an Promise resolving to Response. Received type ' +
        'number (3)',
];

main();
