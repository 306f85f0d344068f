--- pipe
timer
exit 0
- output
a
code 0
--- full
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: ENOSPC: no space left on device, write
    at Object.<anonymous> (DIR/programs/console_strict.js:4:5)
Emitted 'error' event on SyncWriteStream instance at:
  errno: -28,
  syscall: 'write',
  code: 'ENOSPC'
}

Node.js
code 1
--- gone
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: write EPIPE
    at Object.<anonymous> (DIR/programs/console_strict.js:4:5)
Emitted 'error' event on Socket instance at:
  errno: -32,
  code: 'EPIPE',
  syscall: 'write'
}

Node.js
code 1
