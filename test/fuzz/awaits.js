'use strict';
/*
 * Random programs of async functions that call, await and follow each other: a line
 * for each thing that happens, in its order. They return values, promises, thenables
 * and objects whose `then` is a getter, throw, are over before they have awaited or
 * not, and are called in every way that the language has. Some change `constructor`
 * or `then` of Promise.prototype, until the next one begins. As with buffer.js, the
 * same seed gives the same lines everywhere.
 *
 * awaits.js SEED COUNT: COUNT / 50 programs.
 */

let state = 1;

function random(n) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
}

const pick = (list) => list[random(list.length)];
const times = (n, make) => Array.from({ length: n }, (_, i) => make(i));

/* ---- What a program has at hand ----------------------------------------- */

const functions = 6;
let program = 0;
let calls = 0; /* none of them goes on for ever */

function describe(value) {
    if (typeof value === 'object' && value !== null) {
        return value instanceof Promise ? 'a promise'
                                        : `{${Object.keys(value).join()}}`;
    }
    return typeof value === 'function' ? 'a function' : String(value);
}

function print(...values) {
    console.log(program, ...values.map(describe));
}

const isEnough = () => ++calls > 60;

function makeObjects() {
    class Other extends Promise {}
    return [
        { a: 1 }, [1], () => 1, { then: 5 }, Object.create(null),
        { then(f) { print('then'); f('from then'); } },
        { then(f, g) { g('from then'); } },
        { get then() { print('get then'); return 1; } },
        { get then() { throw 'get then'; } },
        Promise.resolve('a promise'), new Other((f) => f('other')),
        Object.assign(Promise.resolve('own'), { x: 1 }),
    ];
}

/* ---- Texts ---------------------------------------------------------------- */

let place = 0;

function valueText() {
    return pick(['1', '"s"', 'null', 'undefined', 'x', '10n', 'Symbol.iterator',
                 `objects[${random(12)}]`, `objects[${random(12)}]`]);
}

function callText() {
    const f = `f${random(functions)}`;
    const x = valueText();
    return pick([
        `${f}(${x})`, `${f}(${x})`, `${f}(${x})`, `${f}()`, `all.${f}(${x})`,
        `all.get_${f}`, `${f}?.(${x})`, `${f}.call(all, ${x})`, `(0, ${f})(${x})`,
        `[${x}].map(${f})[0]`, `${f}(...[${x}])`, `bound_${f}(${x})`,
        `(${f}(1), ${f}(2))`, `(x ? ${f}(3) : ${f}(4))`, `series${random(2)}(x).next()`,
        `Promise.resolve(${x})`, `Promise.all([${f}(1), ${f}(2)])`,
        `new Promise((done) => setImmediate(done, ${x}))`,
        `new Promise((done) => process.nextTick(done, ${x}))`,
    ]);
}

const anyText = () => (random(4) ? callText() : valueText());

function statementText(depth) {
    const id = ++place;
    const inner = () => statementText(depth + 1);

    switch (random(depth > 2 ? 6 : 12)) {
    case 0: case 1: case 2: return `print(${id}, await ${callText()});`;
    case 3: return `print(${id});`;
    case 4: return `${callText()}.then((v) => print(${id}, v), ` +
                   `(e) => print(${id}, "failed", e));`;
    case 5: return `if (isEnough()) return ${anyText()};`;
    case 6: return `try { ${inner()} } catch (e) { print(${id}, "caught", e); }`;
    case 7: return `try { return await ${callText()}; } ` +
                   `finally { print(${id}, "finally"); }`;
    case 8: return `for (let i = 0; i < ${random(3)}; i++) { ${inner()} }`;
    case 9: return pick([`throw ${id};`, `return ${anyText()};`]);
    case 10: return pick([`await ${valueText()};`, `x = await ${anyText()};`]);
    default: return `try { print(${id}, ${callText()} && await ${callText()}); } ` +
                    `catch (e) { print(${id}, "caught", e); }`;
    }
}

const bodyText = (n) => times(n, () => statementText(0)).join('\n');

/* Half of them have no await. */
function functionText(i) {
    const body = random(2)
        ? `print("f${i}"); if (isEnough()) return ${valueText()};\n` +
            pick([`return ${valueText()};`, `throw "f${i}";`, `return ${anyText()};`,
                  'return x;', 'const g = () => x; return g();'])
        : `if (isEnough()) return "enough";\n${bodyText(1 + random(4))}\n` +
            `return ${anyText()};`;
    return pick([`async function f${i}(x) {\n${body}\n}`,
                 `const f${i} = async (x) => {\n${body}\n};`,
                 `const f${i} = async function(x, y = 3, ...z) {\n${body}\n};`]) +
        `\nconst bound_f${i} = f${i}.bind(null, 1);`;
}

function programText() {
    const methods = times(functions, (i) => `f${i}, get get_f${i}() { return f${i}(5); }`);
    const main = () => `(async (x) => {\n${bodyText(2 + random(3))}\n})()` +
                       `.catch((e) => print("main", e));`;
    return [
        ...times(functions, functionText),
        `const all = { ${methods.join(', ')} };`,
        ...times(2, (i) => `async function* series${i}(x) {\n` +
            `if (isEnough()) return;\n${bodyText(2)}\nyield ${callText()};\n}`),
        ...times(3, main),
        `setImmediate(() => { ${main()} });`,
    ].join('\n');
}

/* ---- Running them --------------------------------------------------------- */

const plain = Object.getOwnPropertyDescriptors(Promise.prototype);

/* In a tick of its own, in the middle of the program. */
function changePromises() {
    const { constructor, then } = Promise.prototype;

    if (random(2)) {
        Object.defineProperty(Promise.prototype, 'constructor',
                              { get() { print('constructor'); return constructor; } });
    } else {
        Promise.prototype.then = function(...handlers) {
            print('then');
            return Reflect.apply(then, this, handlers);
        };
    }
}

const turn = () => new Promise((done) => setImmediate(done));

async function run(seed, count) {
    state = seed * 7919 + 1;
    for (program = 1; program <= count / 50; program++) {
        calls = 0;
        place = 0;
        if (random(6) === 0)
            setImmediate(changePromises);
        new Function('print', 'isEnough', 'objects', programText())(
            print, isEnough, makeObjects());
        for (let i = 0; i < 20; i++)
            await turn();
        Object.defineProperties(Promise.prototype, plain);
    }
}

process.on('unhandledRejection', (error) => print('unhandled', error));
process.on('rejectionHandled', () => print('handled'));
run(Number(process.argv[2]) || 1, Number(process.argv[3]) || 5000);
