import { execa } from 'execa';
import spawn from 'cross-spawn';
import which from 'which';
console.log((await execa('echo', ['hello'])).stdout, (await execa('sh', ['-c', 'exit 3'], { reject: false })).exitCode);
console.log(spawn.sync('cat', { input: 'piped' }).stdout.toString(), (await which('sh')).endsWith('/sh'));
const { stdout } = await execa({ input: 'b\na\n' })`sort`;
console.log(stdout);
