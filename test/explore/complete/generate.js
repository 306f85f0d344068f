'use strict';

// generate(seed): a small random program of timers, immediates, ticks, promises,
// files and a loopback socket. It prints the order in which its callbacks ran,
// and what it read from a file that others write meanwhile.

function generator(seed) {
    let state = (seed * 2654435761 + 12345) >>> 0;
    return (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor(state / 4294967296 * n);
    };
}

// What a callback does: note its letter, and start some more.
class Program {
    constructor(seed) {
        this.draw = generator(seed);
        this.left = 4 + this.draw(4);
        this.letters = 0;
        this.hasSocket = false;
        this.text = '';
    }

    body(depth, indent) {
        const letter = String.fromCharCode(97 + this.letters++);
        let text = `${indent}out('${letter}');\n`;
        const children = depth === 0 ? 3 : this.draw(3);
        for (let i = 0; i < children && this.left > 0; i++)
            text += this.start(depth + 1, indent);
        return text;
    }

    start(depth, indent) {
        this.left--;
        const inner = () => this.body(depth, `${indent}    `);
        const kinds = ['timer', 'timer', 'immediate', 'stat', 'stat', 'read',
                       'append', 'tick', 'promise', 'random', 'socket'];
        const kind = kinds[this.draw(kinds.length)];
        switch (kind) {
        case 'timer': {
            const ms = [0, 1, 2, 2, 5][this.draw(5)];
            return `${indent}setTimeout(() => {\n${inner()}${indent}}, ${ms});\n`;
        }
        case 'immediate':
            return `${indent}setImmediate(() => {\n${inner()}${indent}});\n`;
        case 'tick':
            return `${indent}process.nextTick(() => {\n${inner()}${indent}});\n`;
        case 'promise':
            return `${indent}Promise.resolve().then(() => {\n${inner()}` +
                `${indent}});\n`;
        case 'stat':
            return `${indent}fs.stat(file, () => {\n${inner()}${indent}});\n`;
        case 'random':
            return `${indent}crypto.randomBytes(8, () => {\n${inner()}` +
                `${indent}});\n`;
        case 'append':
            return `${indent}fs.appendFile(file, '+', () => {\n${inner()}` +
                `${indent}});\n`;
        case 'read':
            return `${indent}fs.readFile(file, 'utf8', (error, text) => {\n` +
                `${indent}    out(text.length);\n${inner()}${indent}});\n`;
        default:
            if (this.hasSocket)
                return `${indent}fs.access(file, () => {\n${inner()}` +
                    `${indent}});\n`;
            this.hasSocket = true;
            return `${indent}talk((chunk) => {\n${inner()}${indent}});\n`;
        }
    }
}

const head = `'use strict';
const fs = require('fs');
const net = require('net');
const crypto = require('crypto');
const file = \`/tmp/orrery-complete-\${process.pid}\`;
const order = [];
const out = (what) => order.push(what);
fs.writeFileSync(file, 'x');
process.on('exit', () => {
    fs.rmSync(file, { force: true });
    console.log(order.join(' '));
});
function talk(fn) {
    const server = net.createServer((socket) => {
        out('S');
        socket.on('data', (data) => {
            out('D');
            socket.end(data);
        });
    }).listen(0, '127.0.0.1', () => {
        const client = net.connect(server.address().port, '127.0.0.1');
        client.on('connect', () => {
            out('C');
            client.write('hello');
        });
        client.on('data', fn);
        client.on('close', () => {
            out('X');
            server.close();
        });
    });
}
`;

function generate(seed) {
    return head + new Program(seed).body(0, '');
}

// A smaller one, for a search of all its orders: callbacks read and write files at once
// as well, and each prints what it has seen.
class Small {
    constructor(seed) {
        this.draw = generator(seed);
        this.left = 2 + this.draw(3);
        this.letters = 0;
    }

    file() {
        return ['one', 'two', 'dir/three'][this.draw(3)];
    }

    body(depth, indent) {
        const letter = String.fromCharCode(97 + this.letters++);
        let text = `${indent}out('${letter}');\n`;
        if (depth > 0 && this.draw(3) === 0)
            text += this.atOnce(letter, indent);
        const children = depth === 0 ? 4 : this.draw(2);
        for (let i = 0; i < children && this.left > 0; i++)
            text += this.start(depth + 1, indent);
        return text;
    }

    atOnce(letter, indent) {
        const file = this.file();
        return indent + [
            `fs.writeFileSync(at('${file}'), '${letter}');\n`,
            `try { out(fs.readFileSync(at('${file}'), 'utf8')); } catch { out('-'); }\n`,
            `try { fs.unlinkSync(at('${file}')); } catch { out('none'); }\n`,
            `out(fs.readdirSync(at('dir')).length);\n`,
        ][this.draw(4)];
    }

    start(depth, indent) {
        this.left--;
        const file = this.file();
        const number = this.letters;
        const inner = this.body(depth, `${indent}    `);
        const body = `{\n${inner}${indent}}`;
        return indent + [
            `setTimeout(() => ${body}, ${[1, 1, 2, 5][this.draw(4)]});\n`,
            `setImmediate(() => ${body});\n`,
            `Promise.resolve().then(() => ${body});\n`,
            `fs.stat(at('${file}'), (error, stat) => { out(stat?.size); ${body} });\n`,
            `fs.readdir(at('dir'), (error, names) => { out(names.length); ${body} });\n`,
            `fs.readFile(at('${file}'), 'utf8', (error, text) => { out(text); ${body} });\n`,
            `fs.writeFile(at('${file}'), '${number}', () => ${body});\n`,
            `fs.unlink(at('${file}'), (error) => { out(error?.code); ${body} });\n`,
            `fs.rename(at('one'), at('two'), (error) => { out(error?.code); ${body} });\n`,
            `fs.appendFile(at('${file}'), '+', () => ${body});\n`,
        ][this.draw(10)];
    }
}

const smallHead = `'use strict';
const fs = require('fs');
const dir = fs.mkdtempSync('/tmp/orrery-states-');
const at = (name) => \`\${dir}/\${name}\`;
const order = [];
const out = (what) => order.push(what);
fs.mkdirSync(at('dir'));
fs.writeFileSync(at('one'), 'x');
process.on('exit', () => {
    console.log(order.join(' '));
    for (const name of ['one', 'two', 'dir/three']) {
        try { console.log(name, fs.readFileSync(at(name), 'utf8')); } catch {}
    }
    fs.rmSync(dir, { recursive: true });
});
`;

function generateSmall(seed) {
    return smallHead + new Small(seed).body(0, '');
}

module.exports = { generate, generateSmall, generator };
