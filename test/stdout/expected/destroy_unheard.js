--- pipe
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: mine
    at Object.<anonymous> (DIR/programs/destroy_unheard.js:1:24)
Emitted 'error' event on Socket instance at:

Node.js
code 1
--- file
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: mine
    at Object.<anonymous> (DIR/programs/destroy_unheard.js:1:24)
Emitted 'error' event on SyncWriteStream instance at:

Node.js
code 1
--- null
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: mine
    at Object.<anonymous> (DIR/programs/destroy_unheard.js:1:24)
Emitted 'error' event on SyncWriteStream instance at:

Node.js
code 1
--- full
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: mine
    at Object.<anonymous> (DIR/programs/destroy_unheard.js:1:24)
Emitted 'error' event on SyncWriteStream instance at:

Node.js
code 1
--- folder
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: mine
    at Object.<anonymous> (DIR/programs/destroy_unheard.js:1:24)
Emitted 'error' event on Writable instance at:

Node.js
code 1
--- closed
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: mine
    at Object.<anonymous> (DIR/programs/destroy_unheard.js:1:24)
Emitted 'error' event on SyncWriteStream instance at:

Node.js
code 1
--- gone
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: mine
    at Object.<anonymous> (DIR/programs/destroy_unheard.js:1:24)
Emitted 'error' event on Socket instance at:

Node.js
code 1
--- terminal
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: mine
    at Object.<anonymous> (DIR/programs/destroy_unheard.js:1:24)
Emitted 'error' event on WriteStream instance at:

Node.js
code 1
