// zeromq: its addon waits on sockets with libuv's poll, timer and async handles.
'use strict';
const zmq = require('zeromq');

async function main() {
  const push = new zmq.Push();
  const pull = new zmq.Pull();
  await push.bind('tcp://127.0.0.1:*');
  pull.connect(push.lastEndpoint);
  const got = [];
  const reading = (async () => {
    for await (const [message] of pull) {
      got.push(message.toString());
      if (got.length === 200)
        break;
    }
  })();
  for (let i = 0; i < 200; i++)
    await push.send(`message ${i}`);
  await reading;
  console.log(got.length, got[0], got[199]);
  const rep = new zmq.Reply();
  const req = new zmq.Request();
  await rep.bind('tcp://127.0.0.1:*');
  req.connect(rep.lastEndpoint);
  const replying = (async () => {
    const [message] = await rep.receive();
    await rep.send(`re ${message}`);
  })();
  await req.send('hi');
  const [r] = await req.receive();
  await replying;
  console.log(r.toString());
  for (const socket of [push, pull, rep, req])
    socket.close();
}
main().then(() => console.log('done'));
