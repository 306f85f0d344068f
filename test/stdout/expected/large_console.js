--- stuck
[writable writableNeedDrain] null 300003 in 0
immediate [writable writableNeedDrain] null 300003 in 0
tick [writable writableNeedDrain] null 300005 in 0
drain
exit 0
- output
300005
code 0
--- file
[writable] null 0 in 0
immediate [writable] null 0 in 0
tick [writable] null 0 in 0
exit 0
- output
aaaaaaaaaaaaaaaaaaaa... 300000
b
c
code 0
--- full
[] ENOSPC 2 in 0
immediate [writable] null 0 in 0
tick [writable] null 0 in 0
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: ENOSPC: no space left on device, write
    at Immediate._onImmediate (DIR/programs/large_console.js:10:13)
Emitted 'error' event on SyncWriteStream instance at:
  errno: -28,
  syscall: 'write',
  code: 'ENOSPC'
}

Node.js
code 1
--- gone
[] EPIPE 2 in 0
immediate [writable] null 0 in 0
tick [writable] null 0 in 0
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: write EPIPE
    at Immediate._onImmediate (DIR/programs/large_console.js:10:13)
Emitted 'error' event on Socket instance at:
  errno: -32,
  code: 'EPIPE',
  syscall: 'write'
}

Node.js
code 1
