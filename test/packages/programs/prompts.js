// prompts and enquirer, answered by streams and by calls.
const prompts = require('prompts');
const { Select, Input } = require('enquirer');
const { PassThrough } = require('stream');
(async () => {
    prompts.inject(['bob', 25, ['a', 'c']]);
    console.log(
        await prompts([
            { type: 'text', name: 'n', message: 'name' },
            { type: 'number', name: 'a', message: 'age' },
            { type: 'multiselect', name: 'm', choices: ['a', 'b', 'c'], message: 'm' },
        ]),
    );
    const stdin = new PassThrough(),
        stdout = new PassThrough();
    let o = '';
    stdout.on('data', (d) => (o += d));
    stdin.setRawMode = () => {};
    stdin.isTTY = true;
    setTimeout(() => {
        stdin.write('he');
        stdin.write('y\r');
    }, 50);
    const r = await prompts({ type: 'text', name: 'x', message: 'q?', stdin, stdout });
    console.log(r, JSON.stringify(o));
    const p = new Select({ name: 'c', message: 'pick', choices: ['r', 'g', 'b'], show: false });
    p.on('run', async () => {
        await p.keypress('', { name: 'down' });
        await p.submit();
    });
    console.log(await p.run());
    const i = new Input({ message: 'x', initial: 'ini', show: false });
    i.on('run', () => i.submit());
    console.log(await i.run());
    process.exit();
})();
