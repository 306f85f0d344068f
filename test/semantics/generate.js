'use strict';
/*
 * generate.js SEED [PROFILE]: print a random event-loop program; with a seed such
 * as io7 one that does input and output (io/grow.js).
 *
 * A program is a tree of bodies; a body is a list of actions, most of which
 * hold bodies of their own that run later. What runs is noted by its label,
 * and the labels are printed at the end: the transcript. compare.js cuts the
 * tree down where two runtimes disagree, so the tree is the thing; program.js
 * makes the text from it.
 *
 * A program must have one legal transcript only, or there is nothing to
 * compare. Three rules see to that:
 * 1. A body that makes timers ends by spinning until all of them are due, so
 *    that they run in the next timers pass, whatever the machine does. Delays
 *    are equal or clearly apart.
 * 2. Files are read only when nothing else is under way: the program comes in
 *    stages, and 'beforeExit' starts the next one.
 *    What is unref'd and left over then is cleared: Node's loop may wake up for
 *    reasons of its own, and so run it early.
 * 3. Where several file calls do run at once, their callbacks do the same.
 * 4. The older loops look again, in one pass, whether a timer that is armed for
 *    a millisecond later has become due. For them every label takes two, but
 *    none while timers are made: those of one body start together.
 *
 * For an older profile there is nothing in it that an old Node lacks.
 *
 * Every construct has its quota: it is the theme of every n-th seed, which
 * makes sure that it occurs there, and often.
 */
const makeChance = require('./chance.js');
const { emit, isInstant, makesTimers, manners } = require('./program.js');

// ---- The constructs --------------------------------------------------------------

/*
 * name: how many bodies, how likely, and what else may vary. `fields` are
 * chosen when the tree grows; program.js turns them into text.
 */
const delays = [0, 1, 4, 4, 8];
const awaited = ['null', 'P()', 'thenable()', 'asyncFn()', 'wrapped()',
                 'P().then(f)', 'Promise.all([P(), 1])', 'tickPromise()',
                 'immediatePromise()', 'thrower()', 'subclass()',
                 'brokenThenable()', 'refusing()', 'nested()'];

const constructs = {
    tick: { weight: 8, bodies: 1 },
    micro: { weight: 5, bodies: 1 },
    then: { weight: 6, bodies: 2, fields: (c) => ({
        value: c.pick(['', '', 'return P();', 'return thenable();',
                       'return wrapped();', 'return P().then(f);',
                       'return subclass();']),
    }) },
    await: { weight: 7, bodies: 2, fields: (c) => ({
        first: c.pick(awaited),
        second: c.pick(awaited),
        end: c.pick(['', '', 'return P();', 'return thenable();',
                     'return await P();', 'throw "A";']),
        caught: !c.one(3),
    }) },
    generator: { weight: 4, bodies: 2, fields: (c) => ({
        value: c.pick(['1', 'P(2)', 'thenable()', 'wrapped()']),
        pause: c.pick(['', 'await null;', 'await thenable();']),
    }) },
    using: { weight: 3, bodies: 2 },
    deferred: { weight: 3, bodies: 1, fields: (c) => ({
        when: c.pick(['now', 'tick', 'micro', 'immediate', 'nested']),
        value: c.pick(['1', 'P()', 'thenable()', 'thrower()', 'wrapped()']),
    }) },
    pattern: { weight: 4, bodies: 2 },
    thenable: { weight: 3, bodies: 2, fields: (c) => ({
        how: c.pick(['new Promise((r) => r(THEN))', 'Promise.resolve(THEN)',
                     'P().then(() => (THEN))',
                     'Promise.reject(1).catch(() => (THEN))']),
        later: c.one(3),
    }) },
    combine: { weight: 3, bodies: 1, fields: (c) => ({
        of: c.pick(['all', 'allSettled', 'race', 'any']),
        members: [c.pick(awaited), c.pick(awaited), '7'],
    }) },
    finally: { weight: 2, bodies: 2, fields: (c) => ({
        rejects: c.one(2),
        value: c.pick(['', 'return P();', 'return thenable();']),
    }) },
    immediate: { weight: 9, bodies: 1, fields: (c) => ({
        unref: c.one(6),
    }) },
    clear: { weight: 3, bodies: 0, fields: (c) => ({ which: c.below(50) }) },
    timer: { weight: 7, bodies: 1, fields: (c) => ({
        delay: c.pick(delays),
        unref: c.one(8),
    }) },
    refresh: { weight: 2, bodies: 0, fields: (c) => ({ which: c.below(50) }) },
    handle: { weight: 2, bodies: 0, fields: (c) => ({
        manner: c.pick(['hasRef', 'ref', 'close', 'number', 'dispose']),
        which: c.below(50),
    }) },
    interval: { weight: 3, bodies: 1, fields: (c) => ({
        delay: c.pick(delays),
        times: 1 + c.below(3),
    }) },
    rearm: { weight: 4, bodies: 1, fields: (c) => ({
        delay: c.pick(delays),
    }) },
    emitter: { weight: 6, bodies: 2 },
    storage: { weight: 6, bodies: 1, fields: (c) => ({
        store: 1 + c.below(9),
    }) },
    throw: { weight: 4, bodies: 0 },
    reject: { weight: 4, bodies: 1, fields: (c) => ({
        handled: c.pick(['never', 'tick', 'micro', 'immediate', 'timer',
                         'nested']),
    }) },
    promiseTimer: { weight: 4, bodies: 1, fields: (c) => ({
        delay: c.pick(delays),
    }) },
    signal: { weight: 4, bodies: 1, fields: (c) => ({
        delay: c.pick(delays),
    }) },
    message: { weight: 4, bodies: 1 },
    import: { weight: 4, bodies: 1 },
    stream: { weight: 6, bodies: 2 },
    warning: { weight: 1, bodies: 0 },
};
const names = Object.keys(constructs);

/* What an old Node lacks or has otherwise for reasons beside its loop: stores
 * there follow async_hooks, a synchronous iterator of promises is not closed, and
 * imports are read by the loop. What Node 10 alone has is that an unref'd interval
 * differs from another. */
const missing = {
    node18: {
        without: ['storage', 'import', 'using', 'stream'],
        manners: ['generator.collect', 'generator.syncRejects',
                  'emitter.iterateLate', 'deferred.resolvers',
                  'deferred.attempt', 'deferred.ofSubclass'],
        hooks: ['', ''],
        slow: true,
    },
    node10: {
        without: ['storage', 'micro', 'promiseTimer', 'warning', 'signal',
                  'import', 'message', 'generator', 'using', 'stream'],
        noModules: true,
        noMonitor: true,
        unrefIntervals: true,
        hooks: ['', ''],
        slow: true,
        manners: ['any', 'allSettled', 'emitter.await', 'emitter.awaitError',
                  'emitter.awaitSignal', 'emitter.iterate',
                  'emitter.iterateLate', 'emitter.iterateSignal',
                  'emitter.iterateError', 'emitter.target',
                  'emitter.targetOnce', 'emitter.targetOptions',
                  'emitter.targetThrows', 'emitter.targetAsync',
                  'emitter.capture', 'emitter.captureOwn', 'emitter.monitor',
                  'handle.number', 'handle.dispose', 'handle.hasRef',
                  'deferred.resolvers', 'deferred.attempt',
                  'deferred.ofSubclass', 'pattern.pipeline', 'rearm.letGo',
                  'rearm.fraction'],
        roots: ['message', 'await', 'awaits', 'promised'],
    },
};

/* How a stage begins, once everything before it is over. */
const roots = ['direct', 'stat', 'stat', 'readFile', 'several', 'several',
               'immediate', 'timer', 'await', 'message', 'chain', 'absent',
               'promised', 'awaits', 'signalled'];
const fileRoots = ['stat', 'readFile', 'several', 'chain', 'absent'];
const readsFiles = [...fileRoots, 'await', 'awaits', 'promised'];

/* Themes beside the constructs: seeds that are about these. */
const themes = [...names, 'module', 'module', 'file', 'file', 'moduleAwait'];

// ---- Growing a tree --------------------------------------------------------------

function makeGrower(seed, options) {
    const chance = makeChance(seed);
    const theme = themes[seed % themes.length];
    const allowed = names.filter((name) => !(options.without || []).includes(name));
    const lacks = options.manners || [];
    const bag = [];
    let left = 14 + chance.below(24); // actions
    let labels = 0;

    for (const name of allowed) {
        const weight = constructs[name].weight * (name === theme ? 5 : 1);
        for (let i = 0; i < weight; i++)
            bag.push(name);
    }

    const grow = {
        chance,
        theme,
        allowed,
        noRoots: options.roots || [],
        label: () => labels++,
        body(depth) {
            const node = { label: labels++, actions: [] };
            const wanted = depth === 0 ? 3 + chance.below(4) :
                chance.below(5 - Math.min(depth, 3));
            for (let i = 0; i < wanted && left > 0; i++)
                node.actions.push(grow.action(chance.pick(bag), depth));
            return node;
        },
        action(name, depth) {
            const what = constructs[name];
            left--;
            const node = { kind: name, label: labels++, bodies: [],
                           ...grow.fields(name) };
            for (let i = 0; i < what.bodies; i++)
                node.bodies.push(grow.body(depth + 1));
            return node;
        },
        fields(name) {
            const { fields = () => ({}) } = constructs[name];
            const all = manners[name] && Object.keys(manners[name]);
            for (;;) {
                const chosen = fields(chance);
                if (all)
                    chosen.manner = chance.pick(all);
                if (options.unrefIntervals && name === 'interval')
                    chosen.unref = chance.one(3);
                if (!lacks.includes(`${name}.${chosen.manner}`) &&
                    !lacks.includes(chosen.of))
                    return chosen;
            }
        },
        refill() { left = 4 + chance.below(12); },
    };
    return grow;
}

/* A file call that runs beside another may only queue what runs at once. */
function prune(body) {
    body.actions = body.actions.filter((action) =>
        ['tick', 'micro', 'then', 'storage', 'emitter', 'using', 'deferred']
            .includes(action.kind) && isInstant(action));
    for (const action of body.actions)
        action.bodies.forEach(prune);
    return body;
}

/*
 * An unref'd timer made in a timers pass may be armed for a millisecond later,
 * and whether the program lives that long is a race.
 */
function calm(body, inPass) {
    for (const action of body.actions) {
        const isTimer = makesTimers(action);
        if (isTimer && inPass)
            action.unref = false;
        action.bodies.forEach((inner) => calm(inner, inPass || isTimer));
    }
    return body;
}

function growStage(grow, first) {
    const { chance, theme } = grow;
    const root = first ? 'main' :
        chance.pick((theme === 'file' ? fileRoots : roots)
            .filter((name) => !grow.noRoots.includes(name)));

    grow.refill();
    const body = grow.body(0);
    calm(body, root === 'timer');
    return { root, times: 2 + chance.below(3),
             body: root === 'several' ? prune(body) : body };
}

const importable = ['cycle_one.mjs', 'diamond.mjs', 'diamond_right.mjs'];

/* Between the parts of an ES module's body there is a top-level await. */
function growModule(grow) {
    const { chance, theme } = grow;
    const parts = [];
    const waits = ['null', 'P()', 'thenable()', 'immediatePromise()',
                   'timerPromise()', 'wrapped()', 'asyncFn()'];
    const count = theme === 'moduleAwait' ? 2 + chance.below(2) :
        chance.below(2);

    for (let i = 0; i < count; i++) {
        grow.refill();
        parts.push({ wait: chance.pick(waits),
                     body: calm(grow.body(1), true) });
    }
    return {
        parts,
        imports: Array.from({ length: chance.below(4) }, () =>
            ({ label: grow.label(), waits: chance.one(3),
               file: chance.one(4) && chance.pick(importable) })),
    };
}

/* What the program does about errors and its end; mostly it wants to know all
 * and goes on. */
function growHandlers({ chance }, options) {
    const mostly = (n, list) => chance.one(n) ? chance.pick(list) : '';
    const handlers = {
        uncaught: mostly(3, ['queues', 'queuesMore', 'rejects']),
        rejection: mostly(2, ['throws', 'none', 'none', 'queues', 'rejects',
                              'handles']),
        late: mostly(6, ['throws', 'queues']), // the listener of late handlers
        exit: mostly(5, ['queues', 'queues', 'throws', 'exits', 'setsCode']),
        exitAt: chance.one(14) ? 5 + chance.below(25) : 0,
        beforeExit: chance.one(8),
        noUncaught: chance.one(14),
        monitor: chance.one(8),
        capture: chance.one(14),
        hooks: mostly(9, options.hooks || ['callbacks', 'promises']),
        mode: mostly(8, ['strict', 'warn', 'none', 'throw',
                         'warn-with-error-code']),
        slow: options.slow === true,
    };
    if (options.noMonitor)
        return { ...handlers, monitor: false, mode: '' };
    return handlers;
}

/* Loaders, streams and ports have promises of their own, which are no business of ours.
 * And what ends is told of after a poll: whether that had brought one file call
 * or two is a race. */
function hideInternals(tree) {
    const kinds = used(tree);

    if (kinds.has('stage.several'))
        tree.handlers.hooks = '';
    if (tree.handlers.hooks === 'promises' &&
        ['import', 'message', 'stage.message', 'stream'].some((kind) => kinds.has(kind)))
        tree.handlers.hooks = 'callbacks';
}

/* A port closes its other end two turns later, and keeps nothing alive for it:
 * a stage that reads a file waits until that is over, too. */
function settleFirst(tree) {
    const kinds = used(tree);

    if (!kinds.has('message') && !kinds.has('stage.message'))
        return;
    for (const stage of tree.stages)
        stage.settles = readsFiles.includes(stage.root);
}

function grow(seed, profile = 'node') {
    const options = missing[profile] || {};
    const g = makeGrower(seed, options);
    const { chance, theme } = g;
    const isModule = !options.noModules &&
        (theme.startsWith('module') || chance.one(6));
    const tree = { seed, theme, stages: [growStage(g, true)] };

    if (g.allowed.includes(theme))
        tree.stages[0].body.actions.unshift(g.action(theme, 0));
    if (isModule)
        tree.module = growModule(g);
    const more = theme === 'file' ? 1 + chance.below(2) : chance.below(3);
    for (let i = 0; i < more; i++)
        tree.stages.push(growStage(g, false));
    tree.handlers = growHandlers(g, options);
    settleFirst(tree);
    hideInternals(tree);
    return tree;
}

// ---- Quotas ----------------------------------------------------------------------

/* Which constructs occur, each also with its manner. */
function used(tree, into = new Set()) {
    const visit = (body) => {
        for (const { kind, manner, of, handled, bodies } of body.actions) {
            into.add(kind);
            for (const more of [manner, of, handled]) {
                if (more !== undefined)
                    into.add(`${kind}.${more}`);
            }
            bodies.forEach(visit);
        }
    };
    for (const { root, body } of tree.stages) {
        into.add('stage.' + root);
        visit(body);
    }
    if (tree.module) {
        into.add('module');
        tree.module.parts.forEach(({ body }) => visit(body));
        if (tree.module.parts.length > 0)
            into.add('module.await');
    }
    for (const [name, on] of Object.entries(tree.handlers)) {
        if (on)
            into.add(typeof on === 'string' ? `at.${name}.${on}` : `at.${name}`);
    }
    return into;
}

module.exports = { grow, emit, used, names };

/* A seed that begins with `io` is one of the programs in io/. */
function programOf(seed, profile) {
    if (!seed.startsWith('io'))
        return emit(grow(Number(seed), profile));
    const io = require('./io/grow.js').grow(Number(seed.slice(2)));
    return require('./io/program.js').emit(io);
}

if (require.main === module)
    console.log(programOf(process.argv[2] || '1', process.argv[3]));
