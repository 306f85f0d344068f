'use strict';
/*
 * grow.js: the tree of a random program that does input and output.
 *
 * A program has stages, which 'beforeExit' starts one after the other. A stage
 * is a list of scenes that run side by side: a server with its clients, a chain
 * of streams, a child, ports. A scene has slots, and in each grows a body: a
 * list of operations on one object (a socket, a port, a child), some of which
 * wait for an event or a tick and hold a body themselves.
 *
 * The order of all this is Node's to decide, and Node itself is free where
 * threads and other processes have a part. compare.js therefore asks it several
 * times. A program that always prints the same is compared whole; one in which
 * only each object's own events keep their order is compared object by object;
 * the others are left out.
 *
 * The tree has the shape of those of generate.js, so that compare.js can cut it
 * down.
 */
const makeChance = require('../chance.js');
const { scenes, ops } = require('./kinds.js');

const names = Object.keys(scenes);

function weighted(table) {
    const bag = [];
    for (const [name, { weight = 1 }] of Object.entries(table)) {
        for (let i = 0; i < weight; i++)
            bag.push(name);
    }
    return bag;
}
const bags = new Map(Object.entries(ops).map(([context, table]) =>
    [context, weighted(table)]));
const sceneBag = weighted(scenes);

function makeGrower(seed) {
    const chance = makeChance(seed);
    let labels = 0;
    let left = 0;

    const grow = {
        chance,
        refill(n) { left = n; },
        body(context, depth) {
            const node = { label: labels++, actions: [] };
            const wanted = chance.below(Math.max(5 - depth, 2));
            for (let i = 0; i < wanted && left > 0; i++)
                node.actions.push(grow.op(context, depth));
            return node;
        },
        op(context, depth) {
            const kind = chance.pick(bags.get(context));
            return grow.node(`${context}.${kind}`, ops[context][kind], depth,
                             context);
        },
        node(kind, what, depth, context) {
            const { fields = () => ({}), slots = [] } = what;
            left--;
            const node = { kind, label: labels++, ...fields(chance) };
            node.bodies = slots.map((slot) =>
                grow.body(slot === 'same' ? context : slot, depth + 1));
            return node;
        },
        scene(name) { return grow.node(name, scenes[name], 0); },
    };
    return grow;
}

/* Scenes that wait for threads or processes, beside others, are mostly a race:
 * they are alone in three of four stages. */
function growStage(grow, theme) {
    const { chance } = grow;
    const body = { label: 0, actions: [] };
    const alone = scenes[theme].threads && !chance.one(4);
    const more = alone ? 0 : chance.below(3);

    grow.refill(8 + chance.below(20));
    body.actions.push(grow.scene(theme));
    for (let i = 0; i < more; i++) {
        const name = chance.one(3) ? theme : chance.pick(sceneBag);
        if (alone || !scenes[name].real || scenes[theme].real)
            body.actions.push(grow.scene(name));
    }
    return { root: 'main', body };
}

function grow(seed) {
    const g = makeGrower(seed);
    const theme = names[seed % names.length];
    const tree = { seed, theme, stages: [growStage(g, theme)], handlers: {} };

    for (let i = g.chance.below(2); i > 0; i--)
        tree.stages.push(growStage(g, theme));
    return tree;
}

/* Which scenes and operations occur. */
function used(tree, into = new Set()) {
    const visit = (body) => {
        for (const { kind, bodies } of body.actions) {
            into.add(kind);
            bodies.forEach(visit);
        }
    };
    tree.stages.forEach(({ body }) => visit(body));
    return into;
}

/* Can it run without a kernel? */
const isSimulated = (tree) =>
    ![...used(tree)].some((kind) => scenes[kind] && scenes[kind].real);

/* Has it an order of its own as a whole? Not with threads and children, unless
 * they are all that is under way, one step after the other. */
const isAlone = ({ kind }, all) => kind === 'fileCalls' && all.length === 1;
const isWhole = (tree) => tree.stages.every(({ body: { actions } }) =>
    actions.every((action) => !scenes[action.kind].threads ||
                              isAlone(action, actions)));

module.exports = { grow, used, names, isSimulated, isWhole };
