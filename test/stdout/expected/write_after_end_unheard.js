--- pipe
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error [ERR_STREAM_WRITE_AFTER_END]: write after end
    at Object.<anonymous> (DIR/programs/write_after_end_unheard.js:3:5)
Emitted 'error' event on Socket instance at:
  code: 'ERR_STREAM_WRITE_AFTER_END'
}

Node.js
- output
a
code 1
--- file
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error [ERR_STREAM_WRITE_AFTER_END]: write after end
    at Object.<anonymous> (DIR/programs/write_after_end_unheard.js:3:5)
Emitted 'error' event on SyncWriteStream instance at:
  code: 'ERR_STREAM_WRITE_AFTER_END'
}

Node.js
- output
a
code 1
--- null
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error [ERR_STREAM_WRITE_AFTER_END]: write after end
    at Object.<anonymous> (DIR/programs/write_after_end_unheard.js:3:5)
Emitted 'error' event on SyncWriteStream instance at:
  code: 'ERR_STREAM_WRITE_AFTER_END'
}

Node.js
code 1
--- full
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: ENOSPC: no space left on device, write
    at Object.<anonymous> (DIR/programs/write_after_end_unheard.js:2:5)
Emitted 'error' event on SyncWriteStream instance at:
  errno: -28,
  syscall: 'write',
  code: 'ENOSPC'
}

Node.js
code 1
--- folder
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error [ERR_STREAM_WRITE_AFTER_END]: write after end
    at Object.<anonymous> (DIR/programs/write_after_end_unheard.js:3:5)
Emitted 'error' event on Writable instance at:
  code: 'ERR_STREAM_WRITE_AFTER_END'
}

Node.js
code 1
--- closed
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error [ERR_STREAM_WRITE_AFTER_END]: write after end
    at Object.<anonymous> (DIR/programs/write_after_end_unheard.js:3:5)
Emitted 'error' event on SyncWriteStream instance at:
  code: 'ERR_STREAM_WRITE_AFTER_END'
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
    at Object.<anonymous> (DIR/programs/write_after_end_unheard.js:2:5)
Emitted 'error' event on Socket instance at:
  errno: -32,
  code: 'EPIPE',
  syscall: 'write'
}

Node.js
code 1
--- terminal
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error [ERR_STREAM_WRITE_AFTER_END]: write after end
    at Object.<anonymous> (DIR/programs/write_after_end_unheard.js:3:5)
Emitted 'error' event on WriteStream instance at:
  code: 'ERR_STREAM_WRITE_AFTER_END'
}

Node.js
- output
a
code 1
