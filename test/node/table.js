'use strict';
/*
 * table.js: the table "Names" of docs/node.md, from what surface.js has printed:
 *
 *     node test/node/surface.js >a; build/orrery test/node/surface.js >b
 *     build/orrery test/node/table.js a b            prints it
 *     build/orrery test/node/table.js a b FILE       puts it into FILE, where one is
 *
 * A row for each module and global: how many names Node has (the thing's own, and
 * those of its classes and their prototypes), how many of them are here with the
 * same attributes, and those that are missing. What is here only is not counted.
 */
const fs = require('fs');

const [node, orrery] = process.argv.slice(2, 4).map((file) => new Map(
    fs.readFileSync(file, 'utf8').split('\n').filter((line) => line !== '')
        .map((line) => [line.split(' ')[0], line])));

/* What every function made by `function` has in V8, and what is Node's own. */
const isLeftOut = (name) => name.includes('._') ||
    /\.(arguments|caller|prototype|name|length|constructor)$/.test(name);

const things = new Map();
for (const [name, line] of node) {
    if (isLeftOut(name))
        continue;
    const thing = name.split('.')[0];
    if (!things.has(thing))
        things.set(thing, { names: 0, there: 0, same: 0, missing: [] });
    const row = things.get(thing);
    row.names++;
    if (!orrery.has(name))
        row.missing.push(name.slice(thing.length + 1));
    else
        row.there++;
    if (orrery.get(name) === line)
        row.same++;
}

const rows = [...things].sort(([a], [b]) => a < b ? -1 : 1)
    .filter(([, row]) => row.same < row.names);
const whole = [...things].filter(([, row]) => row.same === row.names)
    .map(([thing]) => `\`${thing}\``).sort();
const sum = (key) => [...things.values()].reduce((n, row) => n + row[key], 0);
const text = [
    `Of ${sum('names')} names in ${things.size} modules and globals ${sum('there')} are ` +
    `there, ${sum('same')} of them with the same attributes and number of parameters:`,
    `all of ${whole.join(', ')}.`, '',
    '| module or global | names in Node | here | the same | missing |',
    '|---|---|---|---|---|',
    ...rows.map(([thing, { names, there, same, missing }]) =>
        `| \`${thing}\` | ${names} | ${there} | ${same} | ${
            missing.map((name) => `\`${name}\``).join(', ')} |`),
    '',
].join('\n');

const [, , , , file] = process.argv;
if (file === undefined) {
    process.stdout.write(text);
} else {
    const page = fs.readFileSync(file, 'utf8');
    const [begin, end] = ['<!-- names -->\n', '<!-- /names -->\n'];
    const at = page.indexOf(begin) + begin.length;
    fs.writeFileSync(file, page.slice(0, at) + text + page.slice(page.indexOf(end)));
}
