'use strict';
/* Who cannot take more is waited for. */
const EventEmitter = require('events');
class Sink extends EventEmitter {
    write(piece) {
        console.log('write', String(piece));
        setTimeout(() => this.emit('drain'), 5);
        return false;
    }

    end() { console.log('end'); }
}
process.stdin.pipe(new Sink());
