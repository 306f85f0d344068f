'use strict';
// Datagrams between two sockets, whole and in pieces, and a connected socket.

const dgram = require('dgram');

const receiver = dgram.createSocket('udp4');
const sender = dgram.createSocket('udp4');

function end() {
    receiver.close();
    sender.close();
}

function stop(error) {
    end();
    throw error;
}

receiver.on('error', stop);
sender.on('error', stop);
receiver.on('message', (message, rinfo) => {
    console.log(message.toString(), rinfo.family, rinfo.size);
    if (rinfo.size === 5) {
        receiver.on('close', () => console.log('closed'));
        end();
    }
});

function sendAll(port) {
    const check = (next) => (error) => {
        if (error)
            stop(error);
        else
            next?.();
    };
    sender.send('one', port, '127.0.0.1', check(() => {
        sender.send(['tw', Buffer.from('o')], port, '127.0.0.1', check(() => {
            sender.connect(port, '127.0.0.1', check(() => {
                sender.send('three', check());
            }));
        }));
    }));
}

receiver.bind(0, '127.0.0.1', () => {
    receiver.setBroadcast(true);
    sendAll(receiver.address().port);
});
