'use strict';
/*
 * internal/trace/words - what things of a trace are called, for people, and why
 * they ran.
 *
 * One word for one thing: the names of the functions that programmers know,
 * and those of the phases in Node's own guide to the loop. `explain`, `--why`,
 * `--slow` and the page all say what is here: viewer/build puts this file into
 * the page as it is, so it requires nothing.
 *
 * A model is a Reading; model.js and viewer/src/runs.js have one each. Runs are
 * as model.js describes them.
 */

/* Is it a line of the program, and not of a package? */
function isProgram(loc) {
    return loc !== undefined && !loc.includes('/node_modules/');
}

/* What each phase is for, explained once in a story. */
const RULES = {
    main: 'The main script runs to its end before anything else: what it starts can only run later.',
    tick: 'Ticks run as soon as the callback before them has returned: before promises, before the loop goes on.',
    lateTick: 'A tick that is queued in a microtask waits until no microtask is left: once they run, all of them come first. The body of a module and what follows an await are such microtasks.',
    body: 'The main module runs up to its first await before anything else: what it starts can only run later.',
    microtask: 'Microtasks run when no tick is left, one after the other, new ones included, until there are none.',
    timers: 'The timers phase runs the timers whose time has come, the earliest first; none runs early.',
    pending: 'The pending phase runs callbacks of I/O that was done at once, so that none runs inside of the call.',
    poll: 'The poll phase takes what the system has finished. If there is nothing else to do, the loop sleeps here.',
    check: 'The check phase runs the immediates, right after the poll. Those queued meanwhile wait for the next turn.',
    task: 'The task phase runs one task: of those that are ready, the one that has waited longest. Then come its microtasks.',
    render: 'When a frame is due, sixty times a second, all callbacks that asked for it run together.',
    idle: 'With nothing else to do, one idle callback runs.',
    closing: 'The closing phase runs the callbacks of handles that were closed, right after the check phase.',
    beforeExit: 'Nothing is left that could happen, so the program may end.',
};

const OPERATIONS = {
    accept: 'a connection came in', connect: 'the connection is made',
    addrinfo: 'the address was found', nameinfo: 'the name was found',
    write: 'the bytes were written', send: 'the bytes were sent',
    signal: 'the signal came', wait: 'the child has ended',
    ready: 'there is something to read',
    child: 'the child has ended',
    work: 'the thread pool has done it', timer: 'the time is over',
};

const SYSTEM_KINDS = {
    fs: 'file', tcp: 'socket', pipe: 'pipe', tty: 'terminal', udp: 'datagram',
    addrinfo: 'dns.lookup', nameinfo: 'dns.lookupService', connect: 'connect',
    write: 'write', send: 'send', shutdown: 'end of a socket',
    signal: 'signal', process: 'child process', async: 'message',
    work: 'thread pool', random: 'random bytes', watch: 'fs.watch',
    'stat-watch': 'fs.watchFile', resource: 'native code',
    task: 'task', raf: 'animation frame', idle: 'idle',
};

function plural(n, word, many = `${word}s`) {
    return `${n.toLocaleString('en-US')} ${n === 1 ? word : many}`;
}

/* 0 ms, 1.25 ms, 40 us, 2.5 s */
function ms(n) {
    if (n >= 10000)
        return `${Number((n / 1000).toFixed(1))} s`;
    if (n > 0 && n < 0.1)
        return `${Math.max(1, Math.round(n * 1000))} us`;
    return `${Number(n.toFixed(n < 10 ? 2 : n < 100 ? 1 : 0))} ms`;
}

/* What the system said: "65 bytes came in". */
function answer(model, { what, result }) {
    if (result < 0)
        return `${what} failed: ${model.errorName(result)}`;
    if (what === 'recv')
        return result === 0 ? 'the other side has ended' :
            `${plural(result, 'byte')} came in`;
    return OPERATIONS[what] ?? `${what} is done`;
}

/* "GET /todos?x=1 -> 200" */
function requestName({ method, url, status }) {
    return `${method} ${url}${status === undefined ? '' : ` -> ${status}`}`;
}

function requestTitle({ requests }) {
    const more = requests.length - 1;
    return requestName(requests[0]) + (more > 0 ? ` and ${more} more` : '');
}

const SCRIPTS = { main: 'main', beforeExit: "'beforeExit'", exit: "'exit'" };

/* setTimeout or setInterval, as the source has it. */
function timerName(model, event) {
    const { name } = model.place(event.loc) ?? {};
    return name === 'setInterval' || name === 'setTimeout' ? name : 'timer';
}

const MICROTASKS = {
    then: 'then() callback', catch: 'catch() callback',
    finally: 'finally() callback', await: 'after await',
    queueMicrotask: 'queueMicrotask',
};

/* The step to the next value, or out of the loop: that is at its `for`. */
function isForAwait(name, before) {
    return name === 'for' || /\bfor\s+await\s*\([^)]*$/.test(before ?? '');
}

/* "body of dep.mjs": of a module that was imported; "after await in fastify": a
 * package asked for it, and a function of the program ran in it. */
function stepName(model, run) {
    const { event, entries } = run;
    if (event.loc === undefined && entries.length > 0 && isFile(entries[0]))
        return `body of ${fileName(model, entries[0].loc)}`;
    const [, name] = entries.length === 0 ? [] :
        event.loc?.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
    return microtaskName(model, event) + (name === undefined ? '' : ` in ${name}`);
}

const fileName = (model, loc) => model.short(loc).replace(/:1$/, '');

/* The word that is called there, and what stands before it. The place of a method
 * whose name is a word of the language (catch, finally) is the bracket after it, as in
 * the stacks of V8. */
function nameAt(text, from) {
    const [name] = text.slice(from).match(/^(new\s+[\w$.]+|[\w$]+)/) ?? [];
    const [keyword] = text[from] === '(' ?
        text.slice(0, from).match(/(?<=\.\s*)[a-z]+\s*$/) ?? [] : [];
    return keyword === undefined ? { name: name ?? '', before: text.slice(0, from) } :
        { name: keyword.trim(), before: text.slice(0, from - keyword.length) };
}

/* "after await", "Promise.all: microtask" */
function microtaskName(model, event) {
    const { name, before } = model.place(event.loc) ?? {};
    if (!name || Object.hasOwn(MICROTASKS, name))
        return MICROTASKS[name] ?? 'microtask';
    return isForAwait(name, before) ? 'for await' :
        `${/\bPromise\.$/.test(before) ? 'Promise.' : ''}${name}: microtask`;
}

/* Tasks of a browser, by what has queued them. */
const TASKS = { postMessage: 'message', userClick: 'click' };

/* "turn 3, poll phase", with several threads behind the name of its own. */
function turnAndPhase(model, run) {
    const turn = run.around('iter+');
    const thread = model.threads.size > 1 ? `${run.thread.name}, ` : '';
    return thread + (turn === undefined ? 'before the first turn' :
        `turn ${turn.event.id}, ${run.around('phase+')?.event.phase} phase`);
}

/* What a run is, with the function that was asked for if there is one:
 * "setTimeout 10 ms: poll()". */
function title(model, run) {
    const { event, by } = run;
    return nameOfRun(model, run) +
        (event.kind === 'timer' && by?.fn ? `: ${by.fn}()` : '');
}

/* "setTimeout 10 ms", "file: open". */
function nameOfRun(model, run) {
    const { event, by, delivered } = run;
    if (run.isBody)
        return `main (${fileName(model, `${model.mainFile}:1:1`)})`;
    if (run.requests.length > 0)
        return requestTitle(run);
    switch (event.kind) {
    case 'script':
        return event.what === 'main' && run.thread.id !== 0 ?
            `start of ${run.thread.name}` :
            SCRIPTS[event.what] ?? event.what ?? 'script';
    case 'tick':
        return isAsked(model, event) ? 'nextTick' : systemTitle(run, 'tick');
    case 'microtask':
        return stepName(model, run);
    case 'timer':
        return by?.ms === undefined ? 'timer' :
            `${timerName(model, event)} ${by.ms} ms`;
    case 'immediate':
        return 'setImmediate';
    case 'rejection':
        return 'unhandled rejection';
    case 'finalizer':
        return 'finalizer';
    case 'task':
        return TASKS[model.place(event.loc)?.name] ?? 'task';
    case 'async':
        return run.thread.program === run ? 'worker script' :
            isClosing(run) ? 'close' : run.endOf !== undefined ?
                `end of ${run.endOf.name}` : 'message';
    case 'fs':
        return fileTitle(model, run, delivered?.what ?? by?.what);
    default:
        return systemTitle(run, SYSTEM_KINDS[event.kind] ?? event.kind);
    }
}

/* "socket: 'data'": what came, and the event that the program hears. */
function systemTitle(run, name) {
    if (run.response !== undefined)
        return `response to ${requestName(run.response)}`;
    const what = run.entries.find((entry) => entry.what !== undefined)?.what ??
        heardFirst(run);
    return what !== undefined ? `${name}: '${what}'` :
        isInClosing(run) ? `${name}: close` :
            run.delivered?.what === 'accept' ? 'connection' : name;
}

/* A tick whose only work is to emit: its listener may be a package's, which calls
 * the program. */
function heardFirst({ event, entries, inner }) {
    return event.kind === 'tick' && entries.length > 0 &&
        inner[0]?.e === 'emit' ? inner[0].what : undefined;
}

const isInClosing = (run) => run.around('phase+')?.event.phase === 'closing';

/* Handles have close callbacks, in a phase of their own. */
function isClosing(run) {
    return run.event.kind === 'async' && isInClosing(run);
}

/* What the program calls a file operation by: functions of node:fs. */
const FILE_FUNCTIONS = new Set((
    'access appendFile chmod chown close copyFile cp createReadStream ' +
    'createWriteStream exists fchmod fchown fdatasync fstat fsync ftruncate ' +
    'futimes glob lchmod lchown link lstat lutimes mkdir mkdtemp open openAsBlob ' +
    'opendir read readFile readdir readlink readv realpath rename rm rmdir stat ' +
    'statfs symlink truncate unlink unwatchFile utimes watch watchFile write ' +
    'writeFile writev').split(' '));

/* The name at a place, if it is that of a function of node:fs. */
function fileFunction(place) {
    return FILE_FUNCTIONS.has(place?.name) ? place.name : undefined;
}

/* "readFile: open", as the program calls it and the system. */
function fileTitle(model, run, what) {
    const name = fileFunction(model.place(model.asked(run))) ?? 'file';
    return what === undefined || what === name ? name : `${name}: ${what}`;
}

/* Who it is, in a sentence: "the timer of app.js:3"; for a run of another thread
 * also where: "the timer of app.js:3 in worker 1". */
function who(model, run, near) {
    const words = whoNear(model, run);
    return run === undefined || near === undefined ||
        near.thread === run.thread || run.event.what === 'main' ||
        run.thread.program === run ? words :
        `${words} in ${run.thread.name.replace('main', 'the main')}`;
}

function whoNear(model, run) {
    if (run === undefined)
        return 'something before the trace began';
    if (run.isBody)
        return 'main';
    if (run.event.kind === 'script')
        return run.event.what !== 'main' ? title(model, run) :
            run.thread.id === 0 ? 'main' : `the start of ${run.thread.name}`;
    if (run.thread.program === run)
        return `the script of ${run.thread.name}`;
    const place = model.short(model.origin(run));
    if (run.requests.length > 0)
        return `${run.requests[0].method} ${run.requests[0].url}` +
            (place === '' ? '' : ` (${place})`);
    if (run.response !== undefined)
        return `the response to ${run.response.method} ${run.response.url}`;
    const name = run.event.kind === 'tick' ? 'tick' :
        run.event.kind === 'timer' ? 'timer' :
            run.event.kind === 'immediate' ? 'immediate' :
                run.event.kind === 'microtask' ? 'microtask' :
                    run.delivered?.what === 'accept' ? 'connection' :
                        `${SYSTEM_KINDS[run.event.kind] ?? run.event.kind} callback`;
    return place === '' ? `a ${name}` : `the ${name} of ${place}`;
}

/* What ran instead of it for most of the time. */
function behind(model, run) {
    const blocker = model.blocker(run);
    return blocker === undefined ? '' : `, behind ${who(model, blocker, run)}`;
}

function timerReason(model, run) {
    const { by } = run;
    if (by?.ms === undefined)
        return 'its time had come';
    const due = model.dueTime(run);
    const late = model.lateness(run);
    return `${by.ms} ms ${by.ms === 1 ? 'was' : 'were'} over at ${ms(due)}` +
        (late > 0 ?
            `; it ran ${ms(late)} late${behind(model, run)}` : '') +
        ` (set by ${who(model, run.cause)})`;
}

function microtaskReason(model, run) {
    const { cause } = run;
    const trigger = settler(model, run);
    if (run.isBody)
        return 'the program starts';
    if (trigger !== undefined && trigger !== cause && trigger !== run)
        return `${who(model, trigger)} settled the promise` +
            ` (awaited by ${who(model, cause)})`;
    return `${who(model, cause)} queued it and has returned`;
}

/* What settled the promise that it waited for: microtasks of the runtime's own
 * functions in between, such as those of readFile(), are passed over. */
function settler(model, { trigger }) {
    for (let n = 0; n < 1000 && isPassed(model, trigger) &&
         trigger.trigger !== undefined; n++) {
        const { trigger: next, cause } = trigger;
        trigger = next === cause && isPassed(model, next) ?
            settledBefore(model, next) ?? next : next;
    }
    return trigger;
}

const isPassed = (model, run) => run?.event.kind === 'microtask' &&
    isInternal(model, run);

/* A promise that another one is resolved with gets its then() in a microtask. If it
 * was settled by then, that microtask made the next one runnable, and settled
 * nothing: what did is asked of the promise. */
function settledBefore(model, run) {
    const made = run.inner.find((part) => part.e === 'promise.init' &&
        part.parent !== undefined);
    return made === undefined ? undefined : model.settlement(made);
}

/* Is it a step inside of a function that the program called, and no function of
 * the program ran in it? */
function isInternal(model, run) {
    const { name, before } = model.place(run.event.loc) ?? {};
    return !run.isBody && run.entries.length === 0 &&
        !Object.hasOwn(MICROTASKS, name ?? '') && !isForAwait(name, before) &&
        !/\bPromise\.$/.test(before ?? '') &&
        !run.inner.some((part) => part.event === undefined &&
            part.e !== 'promise.settle' && part.e !== 'enter' &&
            isProgram(part.loc));
}

function placeOfPost(model, { post }) {
    return post?.loc === undefined ? '' : ` at ${model.short(post.loc)}`;
}

function asyncReason(model, run) {
    if (isClosing(run))
        return `${who(model, run.cause)} closed the handle`;
    if (run.trigger === undefined)
        return 'a port was woken';
    if (run.thread.program === run)
        return `${who(model, run.trigger, run)} started it`;
    return run.endOf !== undefined ?
        `its thread has ended${run.trigger.thread.code === undefined ? '' :
            ` with code ${run.trigger.thread.code}`}` :
        `${who(model, run.trigger, run)} posted it${placeOfPost(model, run)}`;
}

/* Why it ran now, as a clause after "because". */
function reason(model, run) {
    switch (run.event.kind) {
    case 'script':
        return run.event.what !== 'main' ? 'nothing is left to wait for' :
            run.isFromAfar ? `${who(model, run.trigger, run)} made it` :
                'the program starts';
    case 'tick':
        return `${who(model, run.cause)} queued it and has returned`;
    case 'microtask':
        return microtaskReason(model, run);
    case 'timer':
        return timerReason(model, run);
    case 'immediate':
        return `${who(model, run.cause)} queued it, and the poll is over`;
    case 'rejection':
        return `${who(model, run.cause)} rejected a promise, and nobody handles it`;
    case 'async':
        return asyncReason(model, run);
    default:
        return run.delivered !== undefined ?
            `${answer(model, run.delivered)} (asked for by ${who(model, run.cause)})` :
            `${who(model, run.cause)} ${isInClosing(run) ? 'closed' : 'asked for'} it`;
    }
}

/* Sockets and fetch() have timers of their own, whose functions are not in the
 * program: its line calls something that does not sound like a timer. */
function isTimerAsked(model, event) {
    const { name } = model.place(event.loc) ?? {};
    return !name || /time|interval|sleep|delay|wait|later/i.test(name) ||
        (event.fn !== undefined && model.hasText(event.fn));
}

/* Did the program queue this tick, and not the function that it called? */
function isAsked(model, event) {
    const { name } = model.place(event.loc) ?? {};
    return name === 'nextTick' || name === 'process' || name === '';
}

/* A worker has ports by which its parent and it talk; the program did not ask
 * for them. */
function isWorkers(model, event) {
    return event.what === 'MessagePort' && !/Channel|close/.test(
        model.place(event.loc)?.text ?? '');
}

/* The main file begins to run: everybody knows. */
function isStart(model, { loc }) {
    return loc === `${model.mainFile}:1:1`;
}

/* Does a file begin to run? */
function isFile({ loc, fn }) {
    return fn === undefined && loc.endsWith(':1:1');
}

/* What it means that an operation goes to the system. */
const SUBMITS = {
    accept: 'waits for a connection', connect: 'connects', recv: 'waits for bytes',
    addrinfo: 'looks up an address', nameinfo: 'looks up a name',
    work: 'gives a job to the thread pool', child: 'waits for its end',
    write: 'writes', send: 'sends', signal: 'waits for a signal',
    random: 'asks for random bytes',
};

/* Handles that come by themselves, with the first line that is printed say. */
const UNASKED = /^(standard (output|error)|resource)$/;

function opened(what) {
    return what === 'standard input' ? 'listens to standard input' :
        /^(worker thread|child)/.test(what) ?
            `starts ${what.replace(/ 0$| \(WorkerThread\)$/, '').replace(/^child/, 'a child')}` :
            `opens a ${what}`;
}

/* What an event inside of a callback did, or undefined if that is of no
 * interest to the reader of a story. */
function deed(model, event) {
    const { name } = model.place(event.loc) ?? {};
    switch (event.e) {
    case 'timer.arm':
        return !isTimerAsked(model, event) ? undefined :
            `sets a timer of ${event.ms} ms` +
            (event.fn ? ` for ${event.fn}()` : '');
    case 'timer.clear':
        return isTimerAsked(model, event) ? 'clears a timer' : undefined;
    case 'imm.queue':
        return 'queues an immediate';
    case 'imm.clear':
        return 'clears an immediate';
    case 'tick.queue':
        return isAsked(model, event) ? 'queues a tick' : undefined;
    case 'post':
        return /[mM]essage/.test(name ?? '') ? 'posts a message' : undefined;
    case 'op.submit':
        return event.kind === 'fs' ?
            `starts ${fileFunction(model.place(event.loc)) ?? event.what}` :
            Object.hasOwn(SUBMITS, event.what) ? SUBMITS[event.what] :
                `starts ${event.what}`;
    case 'handle.open':
        return isWorkers(model, event) || UNASKED.test(event.what) ? undefined :
            opened(event.what);
    case 'handle.close':
        return isWorkers(model, event) || UNASKED.test(event.what) ? undefined :
            `closes the ${event.what}`;
    case 'answer': {
        const request = model.requests.get(event.req);
        return request === undefined ? undefined :
            `answers ${request.method} ${request.url} with ${event.status}`;
    }
    case 'enter':
        return isStart(model, event) ? undefined :
            `runs ${event.fn ? `${event.fn}()` :
                isFile(event) ? 'the file' : 'a function'}`;
    default:
        return undefined;
    }
}

/* The rule that a run is an example of: a name in RULES, perhaps. */
function ruleOf({ event, isBody, cause, thread }) {
    return isBody ? 'body' :
        event.kind === 'script' && thread.id !== 0 ? 'worker' :
        event.kind === 'tick' && cause?.event.kind === 'microtask' ? 'lateTick' :
            event.what ?? event.kind;
}

/* `async find(id) {` from its first word or its parenthesis on, `fib = (n) =>`,
 * `onLine: async (line) =>`. */
const FUNCTION_HEAD = /^(?:(?:async|static|get|set)\s+)*\*?\s*([\w$#]+)\s*\(/;
const FUNCTION_BEFORE = /([\w$#]+)(?:\s*[=:]\s*(?:async\s*)?)?$/;
const NO_FUNCTION = new Set([undefined, 'async', 'function', 'return', 'default', 'for',
                             'if', 'while', 'switch', 'with', 'catch', 'exports']);

const HANDLER_LINKS = 5; // from a handler back to its request
const SOCKETS = new Set(['tcp', 'pipe', 'tls']);
const recordKey = ({ t = 0, id }) => `${t}.${id}`;

/*
 * What can be asked of a trace, whoever has read it. It has
 *
 *      header, requests       of the trace; requests of HTTP by number
 *      line(file, n)          a line of a source, or ''
 *      settlement(event)      the run that has settled the parent of a promise
 *      files()                names of all files with sources
 *      hasText(word)          is the word in a source of the program?
 *      errorName(result)      "ENOENT"
 *      blocker(run)           the run that held up this timer, or undefined
 */
class Reading {
    mainFile = undefined; // as it stands in "loc"
    body = undefined;     // the run in which a main module runs, if not a script
    #base = undefined;    // the folder that files are named from
    #bodies = new Map();  // file -> the run in which it runs
    #names = new Map();   // place -> the name of the function there
    #asked = new Map();   // socket -> runs in which requests came, without an answer

    /* The first file of the program that runs, or the one that was named, is
     * the main one. Of a module, the last time it is entered is its body: the
     * first time its functions are made. */
    noteFile(run, loc) {
        const { file, line, column } = this.place(loc) ?? {};
        const name = this.header.argv[0]?.split('/').at(-1);
        if (line !== 1 || column !== 1)
            return;
        if (this.mainFile === undefined || (this.mainFile !== file &&
            file.endsWith(`/${name}`) && !this.mainFile.endsWith(`/${name}`)))
            this.mainFile = file;
        if (run.event.kind !== 'microtask')
            return;
        const before = this.#bodies.get(file);
        if (before !== undefined && run.event.loc === undefined)
            before.entries = before.entries.filter((entry) => entry.loc !== loc);
        this.#bodies.set(file, run);
        if (file === this.mainFile) {
            if (this.body !== undefined)
                this.body.isBody = false;
            this.body = run;
            run.isBody = true;
        }
    }

    noteRequest(run) {
        const key = recordKey(run.event);
        this.#asked.set(key, [...this.unanswered(key).filter((other) => other !== run),
                              run]);
    }

    unanswered(key) {
        return (this.#asked.get(key) ?? []).filter(({ requests }) =>
            requests.some(({ status }) => status === undefined));
    }

    /* The run of a request whose rest, its body say, comes with this callback. Of
     * several on one connection none is meant. */
    openRequest(event) {
        if (!SOCKETS.has(event.kind) || this.#asked.size === 0)
            return undefined;
        const runs = this.unanswered(recordKey(event));
        return runs.length === 1 ? runs[0] : undefined;
    }

    /* A function of the program that was called in a run. Is it the handler of a
     * request that has no answer yet? If a body is read first, as express.json()
     * does, the handler is called in a later run than that of the request. */
    noteHandler(run, loc) {
        for (let at = run, n = 0; at !== undefined && n < HANDLER_LINKS; n++) {
            if (at.requests.length > 0) {
                if (at.requests[0].status === undefined)
                    at.handler ??= loc;
                return;
            }
            at = at.cause;
        }
    }

    get isVirtual() {
        return this.header.mode === 'virtual';
    }

    /* { file, line, column, text, name, before }: text is the line, without
     * spaces around it; name the word at the column, `setTimeout` say. */
    place(loc) {
        const [, file, line, column] = loc?.match(/^(.*):(\d+):(\d+)$/) ?? [];
        if (file === undefined)
            return undefined;
        const text = this.line(file, line);
        const { name, before } = nameAt(text, column - 1);
        return { file, line: Number(line), column: Number(column),
                 text: text.trim(), name, before };
    }

    /* "routes/todos.js:3". Of a package "express/lib/express.js:9", so that no file
     * of the program has that name. */
    short(loc) {
        const [, file, line] = loc?.match(/^(.*):(\d+):\d+$/) ?? [];
        return file === undefined ? '' : `${this.shortFile(file)}:${line}`;
    }

    shortFile(name) {
        const file = name.replace(/^file:\/\//, '');
        const start = this.#base ??= this.baseFolder();
        const inPackage = file.lastIndexOf('/node_modules/');
        return inPackage >= 0 ? file.slice(inPackage + '/node_modules/'.length) :
            file.startsWith('node:') ? file :
                file.startsWith(start) ? file.slice(start.length) :
                    file.split('/').slice(-2).join('/');
    }

    /* Files are named from the folder of the main file, if none of the program lies
     * outside of it, else from where the program was started. */
    baseFolder() {
        const { cwd = '/' } = this.header;
        const main = this.mainFile?.replace(/^file:\/\//, '').replace(/[^/]*$/, '');
        const isOutside = (file) => isProgram(file) && file.includes('/') &&
            !file.replace(/^file:\/\//, '').startsWith(main);
        return main && !this.files().some(isOutside) ? main :
            cwd.endsWith('/') ? cwd : `${cwd}/`;
    }

    /* The name of the function that begins there, as the source has it: that of a
     * method, or of what the function is assigned to. A trace has the names that
     * are written after `function`. */
    functionAt(loc) {
        if (loc.endsWith(':1:1')) // a file, which may begin with a call
            return undefined;
        if (!this.#names.has(loc)) {
            const { line = 0, column, file } = this.place(loc) ?? {};
            const text = this.line(file, line);
            this.#names.set(loc, [text.slice(column - 1).match(FUNCTION_HEAD)?.[1],
                                  text.slice(0, column - 1).match(FUNCTION_BEFORE)?.[1]]
                .find((name) => !NO_FUNCTION.has(name)));
        }
        return this.#names.get(loc);
    }

    /* Where it stands in the program: where it was asked for or, if only the
     * runtime or a package did that, the first function of the program that ran
     * in it, or the place of the nearest cause that has one. */
    origin(run) {
        let other;
        for (let at = run, n = 0; at !== undefined && n < 10000; n++) {
            const loc = this.ownPlace(at);
            if (isProgram(loc))
                return loc;
            other ??= loc;
            at = at.cause;
        }
        return other;
    }

    /* The line that asked for it, or for its nearest cause that has one. */
    asked(run) {
        for (let at = run, n = 0; at !== undefined && n < 10000; n++) {
            if (at.event.loc !== undefined)
                return at.event.loc;
            at = at.cause;
        }
        return undefined;
    }

    ownPlace({ event, entries, requests, handler }) {
        return (requests.length > 0 ? handler :
            isProgram(event.loc) ? undefined : entries[0]?.loc) ?? event.loc;
    }

    /* When it was due, and how much later it ran, in milliseconds. */
    dueTime({ by }) {
        return by.vt + by.ms;
    }

    lateness(run) {
        const late = this.time(run.event) - this.dueTime(run);
        return late >= (this.isVirtual ? 1 : 2) ? late : 0;
    }

    /* Milliseconds: of the loop's clock, or of real time if that is there. */
    time({ vt, rt }) {
        return rt === undefined ? vt ?? 0 : rt / 1000;
    }

    duration(run) {
        return run.end === undefined ? 0 :
            this.time(run.end) - this.time(run.event);
    }
}

module.exports = {
    KINDS: SYSTEM_KINDS, RULES, Reading, answer, deed, isAsked, isInternal,
    isProgram, microtaskName, ms, nameOfRun, plural, reason, requestName,
    ruleOf, settler, title, turnAndPhase, who,
};
