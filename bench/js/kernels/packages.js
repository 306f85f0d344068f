// What do whole packages cost: a Markdown compiler, a parser, a minifier?
//
// The packages are those that test/packages/run installs into build/packages, or
// those in the folder that PACKAGES names. Their input is fixed: a text made here,
// and the source of acorn, which is pinned. Without them there is nothing to do.
'use strict';
const fs = require('fs');
const path = require('path');
const { kernel, words } = require('./kernel.js');

const folder = path.resolve(
    process.env.PACKAGES ?? path.join(__dirname, '../../../build/packages'),
    'node_modules');

function markdown(list) {
    const lines = [];
    for (let i = 0; i + 40 < list.length; i += 40) {
        const w = list.slice(i, i + 40);
        lines.push(`## ${w[0]} ${w[1]}`, '',
            `${w.slice(2, 20).join(' ')} *${w[20]}* and **${w[21]} ${w[22]}**, ` +
            `see [${w[23]}](https://x.test/${w[24]} "${w[25]}") or \`${w[26]}\`.`, '',
            `- ${w[27]} ${w[28]}`, `- ${w[29]}`, `  - ${w[30]}`, '',
            '```js', `const ${w[31]} = '${w[32]}';`, '```', '',
            '| a | b |', '|---|--:|', `| ${w[33]} | ${w[34]} |`, '',
            `> ${w[35]} ${w[36]} <b>${w[37]}</b> &amp; ${w[38]}`, '');
    }
    return lines.join('\n');
}

function run() {
    const { marked } = require(path.join(folder, 'marked'));
    const acorn = require(path.join(folder, 'acorn'));
    const { minify_sync: minify } = require(path.join(folder, 'terser'));
    const text = markdown(words(4000));
    const source = fs.readFileSync(path.join(folder, 'acorn/dist/acorn.js'), 'utf8');

    kernel('package_marked', 10, () => marked.parse(text).length);
    kernel('package_acorn', 4, () =>
        acorn.parse(source, { ecmaVersion: 'latest', locations: true }).body.length);
    kernel('package_terser', 1, () =>
        minify(source.slice(0, source.indexOf('var pp$8')) + '}));').code.length);
}

if (fs.existsSync(path.join(folder, 'terser')))
    run();
else
    console.log('skipped: no packages; test/packages/run installs them');
