'use strict';
/*
 * kinds.js: all scenes, and the operations by the context they are made in.
 *
 * A scene or operation is { weight, fields(chance), slots, text }. `slots` names
 * the context of each body, or 'same'. An operation's text(action, o, ...bodies)
 * is given the variable that holds its object, and each body as a function from
 * such a variable to text. A context may have the operations of others, too.
 */
const files = ['common', 'streams', 'net', 'http', 'dgram', 'ports', 'files',
               'children']
    .map((name) => require(`./scenes/${name}.js`));
const scenes = Object.assign({}, ...files.map((file) => file.scenes));
const own = Object.assign({}, ...files.map((file) => file.ops));

const inherits = {
    readable: ['common'],
    writable: ['common'],
    duplex: ['common', 'readable', 'writable'],
    socket: ['common', 'readable', 'writable'],
    server: ['common'],
    request: ['common', 'writable'],
    response: ['common', 'writable'],
    message: ['common', 'readable'],
    datagram: ['common'],
    port: ['common'],
    channel: ['common'],
    worker: ['common'],
    child: ['common'],
    forked: ['common', 'child'],
};
const ops = {};
for (const [context, from] of Object.entries(inherits))
    ops[context] = Object.assign({}, ...from.map((name) => own[name]),
                                 own[context]);

module.exports = { scenes, ops };
