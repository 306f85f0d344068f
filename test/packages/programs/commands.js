// execa 5, which many tools bring along: commands that fail in several ways.
const execa = require('execa5');

const tell = (error) =>
    console.log(error.code, error.exitCode, error.shortMessage, error.timedOut);

(async () => {
    console.log((await execa('echo', ['a b'])).stdout);
    await execa('no-such-command').catch(tell);
    await execa('sh', ['-c', 'echo out; echo err >&2; exit 4']).catch((error) => {
        tell(error);
        console.log(error.stdout, error.stderr);
    });
    await execa('sleep', ['60'], { timeout: 500 }).catch(tell);
    const child = execa('cat');
    child.stdin.end('input');
    console.log((await child).stdout);
    try {
        execa.sync('no-such-command');
    } catch (error) {
        tell(error);
    }
})();
