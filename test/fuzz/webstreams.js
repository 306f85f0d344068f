'use strict';
/*
 * Random worlds of web streams, which are read, written, piped, teed, closed
 * and broken at random times. Each line says what happened, and in which
 * microtask of its world: so the order of everything is compared.
 *
 *     node webstreams.js 7 1000 >a; orrery webstreams.js 7 1000 >b; diff a b
 *
 * Some things are left out, since Node 24.21 fails an assertion of its own:
 * writing while a stream closes, a transformer that fails or is terminated,
 * buffers for a branch of a tee that is released, and what becomes of a chunk
 * that a pipe has read when it ends (that is only not printed).
 */

/* ---- Chance ----------------------------------------------------------- */

let state = 1;

function random(n) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
}

function pick(list) {
    return list[random(list.length)];
}

/* ---- What happens ----------------------------------------------------- */

const lines = [];
let tick = 0;
let isOver = false;

/* One microtask after the other, while a world lasts. */
function count() {
    tick++;
    if (!isOver && tick < 150)
        Promise.resolve().then(count);
}

function say(text) {
    lines.push(`${tick} ${text}`);
}

function show(value) {
    if (value instanceof Error)
        return `${value.name} ${value.code} ${value.message}`;
    if (ArrayBuffer.isView(value))
        return `bytes ${value}`;
    if (Array.isArray(value))
        return `[${value.map(show)}]`;
    if (value !== null && typeof value === 'object' && 'done' in value)
        return `${value.done} ${show(value.value)}`;
    return String(value);
}

function follow(name, promise) {
    promise.then((value) => say(`${name}: ${show(value)}`),
                 (error) => say(`${name} failed: ${show(error)}`));
}

/* A call that may throw. */
function attempt(name, fn) {
    try {
        return fn();
    } catch (error) {
        say(`${name} threw: ${show(error)}`);
        return undefined;
    }
}

async function sleep(ticks) {
    while (ticks-- > 0)
        await null;
}

/* What a method of a source or a sink gives back. */
function answer(name) {
    switch (random(12)) {
    case 0:
        throw new Error(`${name} throws`);
    case 1:
        return Promise.reject(new Error(`${name} rejects`));
    default:
        return succeed();
    }
}

function succeed() {
    switch (random(8)) {
    case 2:
    case 3:
        return sleep(random(4));
    case 4:
        return Promise.resolve();
    case 5:
        return { then(resolve) { resolve(); } };
    default:
        return undefined;
    }
}

/* ---- Streams ---------------------------------------------------------- */

let world;
let next = 0;

function makeName(kind) {
    return `${kind}${next++}`;
}

function makeChunk(isBytes) {
    return isBytes ? new Uint8Array(1 + random(4)).fill(random(256))
                   : random(100);
}

function feed(name, controller, isBytes) {
    switch (random(8)) {
    case 0:
        attempt(`${name}.close`, () => controller.close());
        break;
    case 1:
        if (random(3) === 0)
            controller.error(new Error(`${name} breaks`));
        break;
    case 2:
        if (isBytes && controller.byobRequest !== null) {
            attempt(`${name}.respond`,
                    () => controller.byobRequest.respond(1 + random(2)));
            break;
        }
        /* falls through */
    default:
        attempt(`${name}.enqueue`,
                () => controller.enqueue(makeChunk(isBytes)));
    }
}

function strategy() {
    return { highWaterMark: random(4) };
}

function addReadable(stream, name) {
    world.readables.push({ stream, name, reader: undefined });
}

function makeReadable() {
    const isBytes = random(3) === 0;
    const name = makeName(isBytes ? 'bytes' : 'readable');
    const source = {
        type: isBytes ? 'bytes' : undefined,
        start(controller) {
            world.controllers.push({ name, controller, isBytes });
            return random(4) === 0 ? sleep(random(3)) : undefined;
        },
        pull(controller) {
            say(`${name} pull ${controller.desiredSize}`);
            if (random(4) === 0)
                return sleep(random(3)).then(() => feed(name, controller, isBytes));
            feed(name, controller, isBytes);
            return answer(`${name}.pull`);
        },
        cancel(reason) {
            say(`${name} cancel ${show(reason)}`);
            return answer(`${name}.cancel`);
        },
    };
    if (isBytes && random(3) === 0)
        source.autoAllocateChunkSize = 1 + random(4);
    addReadable(new ReadableStream(source, strategy()), name);
}

function makeFrom() {
    const name = makeName('from');
    const values = [random(9), Promise.resolve(random(9)), random(9)];
    addReadable(ReadableStream.from(values), name);
}

function makeWritable() {
    const name = makeName('writable');
    const stream = new WritableStream({
        start() { return random(4) === 0 ? sleep(random(3)) : undefined; },
        write(chunk) {
            say(`${name} write ${show(chunk)}`);
            return answer(`${name}.write`);
        },
        close() {
            say(`${name} close`);
            return answer(`${name}.close`);
        },
        abort(reason) {
            say(`${name} abort ${show(reason)}`);
            return answer(`${name}.abort`);
        },
    }, strategy());
    world.writables.push({ stream, name, writer: undefined });
}

function makeTransform() {
    const name = makeName('transform');
    const stream = new TransformStream({
        transform(chunk, controller) {
            say(`${name} transform ${show(chunk)} ${controller.desiredSize}`);
            for (let n = random(3); n > 0; n--)
                attempt(`${name}.enqueue`, () => controller.enqueue(chunk));
            return succeed();
        },
        flush() {
            say(`${name} flush`);
            return answer(`${name}.flush`);
        },
        cancel(reason) {
            say(`${name} cancel ${show(reason)}`);
            return answer(`${name}.cancel`);
        },
    }, strategy(), strategy());
    addReadable(stream.readable, `${name}.readable`);
    world.writables.push({ stream: stream.writable, name: `${name}.writable`,
                           writer: undefined });
    return stream;
}

/* ---- What is done to them --------------------------------------------- */

function read(item) {
    if (item.reader === undefined) {
        const isByob = random(3) === 0 && !item.name.includes('/');
        item.reader = attempt(`${item.name}.getReader`, () =>
            item.stream.getReader(isByob ? { mode: 'byob' } : undefined));
        item.isByob = isByob;
        if (item.reader !== undefined && random(2) === 0)
            follow(`${item.name}.closed`, item.reader.closed);
    }
    const { reader } = item;
    if (reader === undefined)
        return;
    const view = item.isByob ? new Uint8Array(1 + random(4)) : undefined;
    follow(`${item.name}.read`, view === undefined
        ? reader.read() : reader.read(view, { min: 1 + random(view.length) }));
}

async function iterate(item) {
    const iterator = attempt(`${item.name}.values`, () => item.stream.values());
    for (let n = random(4); iterator !== undefined && n > 0; n--) {
        const step = iterator.next();
        follow(`${item.name}.next`, step);
        if (random(2) === 0)
            await step.catch(() => {});
    }
    if (iterator !== undefined && random(3) === 0)
        follow(`${item.name}.return`, iterator.return('left'));
}

function pipe(from, to) {
    const options = {
        preventClose: random(4) === 0,
        preventAbort: random(4) === 0,
        preventCancel: random(4) === 0,
    };
    if (random(4) === 0) {
        const abort = new AbortController();
        options.signal = abort.signal;
        sleep(random(12)).then(() => abort.abort(`stop ${from.name}`));
    }
    follow(`${from.name} to ${to.name}`, from.stream.pipeTo(to.stream, options));
}

function tee(item) {
    const branches = attempt(`${item.name}.tee`, () => item.stream.tee());
    branches?.forEach((stream, i) => addReadable(stream, `${item.name}/${i}`));
}

function write(item) {
    item.writer ??= attempt(`${item.name}.getWriter`,
                            () => item.stream.getWriter());
    const { writer, name } = item;
    if (writer === undefined || item.isClosing)
        return;
    switch (random(9)) {
    case 0:
        item.isClosing = true;
        follow(`${name}.close`, writer.close());
        break;
    case 1:
        if (random(2) === 0)
            follow(`${name}.abort`, writer.abort(`end ${name}`));
        break;
    case 2:
        follow(`${name}.ready`, writer.ready);
        break;
    case 3:
        follow(`${name}.closed`, writer.closed);
        break;
    case 4:
        writer.releaseLock();
        item.writer = undefined;
        break;
    default:
        follow(`${name}.write`, writer.write(random(100)));
        attempt(`${name}.desiredSize`,
                () => say(`${name} wants ${writer.desiredSize}`));
    }
}

function release(item) {
    item.reader?.releaseLock();
    item.reader = undefined;
}

function cancel(item) {
    follow(`${item.name}.cancel`, (item.reader ?? item.stream)
        .cancel(`end ${item.name}`));
}

function act() {
    const from = pick(world.readables);
    const to = pick(world.writables);
    switch (random(16)) {
    case 0:
        return cancel(from);
    case 1:
        return release(from);
    case 2:
        return tee(from);
    case 3:
    case 4:
        return pipe(from, to);
    case 5:
        return iterate(from);
    case 6:
    case 7:
    case 8:
        return write(to);
    case 9: {
        const { name, controller, isBytes } = pick(world.controllers);
        return feed(name, controller, isBytes);
    }
    case 10: {
        const stream = makeTransform();
        const piped = attempt(`${from.name}.pipeThrough`,
                              () => from.stream.pipeThrough(stream));
        return piped && say(`${from.name} is piped through`);
    }
    default:
        return read(from);
    }
}

async function live(calls) {
    world = { readables: [], writables: [], controllers: [] };
    tick = 0;
    next = 0;
    isOver = false;
    makeReadable();
    makeReadable();
    makeFrom();
    makeWritable();
    makeTransform();
    count();
    for (let i = 0; i < calls; i++) {
        attempt('a call', act);
        await sleep(random(6));
    }
    await new Promise(setImmediate);
    isOver = true;
    await new Promise(setImmediate);
}

async function main() {
    const [, , seed = '1', total = '1000'] = process.argv;
    state = (Number(seed) * 2654435761 >>> 0) || 1;
    const calls = 12;
    for (let n = 0; n < Number(total); n += calls) {
        say(`---- ${n}`);
        await live(calls);
    }
    process.stdout.write(`${lines.join('\n')}\n`);
}

process.on('unhandledRejection', (error) => {
    if (error?.code !== 'ERR_INTERNAL_ASSERTION')
        say(`unhandled ${show(error)}`);
});
main();
