// forms: stuck
const { setBlocking } = process.stdout._handle;
say(process.stdout._handle.setBlocking(true), typeof setBlocking);
require('fs').writeFileSync(process.env.GO, '');
say(process.stdout.write('a'.repeat(300000), (error) => say('a', error)));
say(state(process.stdout));
process.exit(4);
