'use strict';
/* What a random program asks of files while other things go on. Nothing comes
 * of it but a callback: it is about when that runs. (promises.js says what these
 * files have in common.) */

const call = (name) => (a, inner) => `fs.${name}('.', () => {\n${inner}\n});`;

const request = {
    stat: call('stat'),
    access: call('access'),
    lstat: call('lstat'),
    readFile: (a, inner) => `fs.readFile(file, () => {\n${inner}\n});`,
    absent: (a, inner) => `fs.access('/no/such/file', (e) => {
log(e.code);
${inner}
});`,
    promised: (a, inner) => `fs.promises.stat('.').then(() => {\n${inner}\n});`,
    awaited: (a, inner) => `(async () => {
await fs.promises.access('.');
log('fa${a.label}');
await null;
${inner}
})();`,
    /* Immediates that are there, and those that they make, run first. */
    besideImmediates: (a, inner) => `{
let n = 0;
const again = () => {
log('fi${a.label}:' + n);
if (++n < 4) setImmediate(again);
};
setImmediate(again);
fs.stat('.', () => {
${inner}
});
}`,
    inOrder: (a, inner) => `fs.stat('.', log.bind(null, 'fs${a.label}'));
fs.access('.', log.bind(null, 'fx${a.label}'));
fs.lstat('.', () => {
${inner}
});`,
    nested: (a, inner) => `fs.stat('.', () => {
log('fn${a.label}');
setImmediate(log, 'fni${a.label}');
fs.lstat('.', () => {
${inner}
});
process.nextTick(log, 'fnt${a.label}');
});`,
    opened: (a, inner) => `fs.open(file, 'r', (error, fd) => {
log('fo${a.label}');
fs.close(fd, () => {
${inner}
});
P().then(() => log('fom${a.label}'));
});`,
    throws: (a, inner) => `fs.stat('.', () => {
process.nextTick(() => {
${inner}
});
throw new Error('ft');
});`,
};

/* One at a time: which of two that are asked for by different callbacks comes
 * first hangs on how long Node takes from one to the other. */
const alone = (manner) => (a, inner) => `if (!asking) {
asking = true;
${manner(a, `asking = false;\n${inner}`)}
}`;

for (const name in request)
    request[name] = alone(request[name]);

module.exports = { manners: { request }, texts: {} };
