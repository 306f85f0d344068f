--- pipe
timer
exit 0
- output
a
b
code 0
--- file
timer
exit 0
- output
a
b
code 0
--- null
timer
exit 0
code 0
--- full
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: ENOSPC: no space left on device, write
    at Timeout._onTimeout (DIR/programs/console_twice.js:3:13)
Emitted 'error' event on SyncWriteStream instance at:
  errno: -28,
  syscall: 'write',
  code: 'ENOSPC'
}

Node.js
code 1
--- folder
timer
exit 0
code 0
--- closed
timer
exit 0
code 0
--- gone
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: write EPIPE
    at Timeout._onTimeout (DIR/programs/console_twice.js:3:13)
Emitted 'error' event on Socket instance at:
  errno: -32,
  code: 'EPIPE',
  syscall: 'write'
}

Node.js
code 1
--- terminal
timer
exit 0
- output
a
b
code 0
