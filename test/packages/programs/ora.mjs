import ora from 'ora';
import { PassThrough } from 'node:stream';
const stream = new PassThrough();
let text = '';
stream.on('data', (d) => text += d);
ora({ text: 'working', stream, isEnabled: false }).start().succeed('done');
setImmediate(() => console.log(JSON.stringify(text)));
