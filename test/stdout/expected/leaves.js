--- leaves
tick
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: write EPIPE
    at Timeout._onTimeout (DIR/programs/leaves.js:13:13)
Emitted 'error' event on Socket instance at:
  errno: -32,
  code: 'EPIPE',
  syscall: 'write'
}

Node.js
- output
line 1
code 1
