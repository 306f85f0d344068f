--- full
tick
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: ENOSPC: no space left on device, write
    at Object.<anonymous> (DIR/programs/failing_unheard.js:2:16)
Emitted 'error' event on SyncWriteStream instance at:
  errno: -28,
  syscall: 'write',
  code: 'ENOSPC'
}

Node.js
code 1
--- gone
tick
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: write EPIPE
    at Object.<anonymous> (DIR/programs/failing_unheard.js:2:16)
Emitted 'error' event on Socket instance at:
  errno: -32,
  code: 'EPIPE',
  syscall: 'write'
}

Node.js
code 1
