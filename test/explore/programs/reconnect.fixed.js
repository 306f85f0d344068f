'use strict';
/*
 * A client that is disconnected while it waits to reconnect has no socket any
 * more. The timer of the reconnection fires after the user has called
 * disconnect().
 *
 * Fixed: this one has no such order.
 */
const fs = require('fs');

class Client {
    constructor() {
        this.socket = { opens: 0 };
        this.timer = null;
    }

    lose() {
        this.timer = setTimeout(() => this.reconnect(), 20);
    }

    reconnect() {
        fs.stat('.', () => {
            if (this.socket !== null)
                this.socket.opens++;
        });
    }

    disconnect() {
        clearTimeout(this.timer);
        this.socket = null;
    }
}

const client = new Client();
client.lose();
fs.readFile(__filename, () => client.disconnect());
