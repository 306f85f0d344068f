// listr2, cli-table3, boxen, figlet, meow, cac, arg, sade, cli-progress.
import { Listr } from 'listr2';
import Table from 'cli-table3';
import boxen from 'boxen';
import figlet from 'figlet';
import meow from 'meow';
import cac from 'cac';
import arg from 'arg';
import sade from 'sade';
import cp from 'cli-progress';
await new Listr(
    [
        {
            title: 'one',
            task: async (c) => {
                c.a = 1;
            },
        },
        { title: 'two', skip: () => 'skipped', task() {} },
        {
            title: 'three',
            task: (c, t) =>
                t.newListr([
                    {
                        title: 'sub',
                        task() {
                            c.b = 2;
                        },
                    },
                ]),
        },
        {
            title: 'bad',
            task() {
                throw new Error('E');
            },
            exitOnError: false,
        },
    ],
    { renderer: 'simple', rendererOptions: { timestamp: undefined } },
)
    .run({})
    .then((c) => console.log(c));
const t = new Table({ head: ['a', 'b'], style: { head: [], border: [] } });
t.push(['x', { content: '日本', hAlign: 'right' }], [{ colSpan: 2, content: 'span' }]);
console.log(t.toString());
console.log(boxen('hi\nthere', { padding: 1, borderStyle: 'double', title: 'T' }));
console.log(figlet.textSync('Orr'));
const m = meow('Usage: x', {
    importMeta: import.meta,
    argv: ['in', '--foo', '-r', '2'],
    flags: { foo: { type: 'boolean' }, r: { type: 'number', shortFlag: 'r' } },
});
console.log(m.input, m.flags);
const c = cac('p');
c.option('--type [t]', 'T', { default: 'node' });
c.command('build <x> [...r]', 'b')
    .option('-m', 'min')
    .action((x, r, o) => console.log(x, r, o));
c.help();
c.parse(['n', 'p', 'build', 'a', 'b', '-m'], { run: true });
console.log(arg({ '--h': Boolean, '-n': Number }, { argv: ['--h', '-n', '5', 'z'] }));
try {
    arg({}, { argv: ['--q'] });
} catch (e) {
    console.log(e.code, e.message);
}
sade('s')
    .version('1')
    .command('do <a>')
    .option('-x')
    .action((a, o) => console.log(a, o))
    .parse(['n', 's', 'do', 'z', '-x']);
const b = new cp.SingleBar({
    stream: process.stdout,
    noTTYOutput: true,
    format: '{bar} {percentage}% {value}/{total}',
    barsize: 10,
    notTTYSchedule: 1e4,
});
b.start(10, 0);
b.update(5);
b.update(10);
b.stop();
