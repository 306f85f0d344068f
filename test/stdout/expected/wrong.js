--- pipe
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received undefined
TypeError ERR_STREAM_NULL_VALUES May not write null values to stream
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: buffer
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: 5
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
true
[writable] null 0 in 0
exit 0
- output
a
code 0
--- file
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received undefined
TypeError ERR_STREAM_NULL_VALUES May not write null values to stream
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: buffer
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: 5
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
true
[writable] null 0 in 0
exit 0
- output
a
code 0
--- null
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received undefined
TypeError ERR_STREAM_NULL_VALUES May not write null values to stream
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: buffer
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: 5
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
true
[writable] null 0 in 0
exit 0
code 0
--- full
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received undefined
TypeError ERR_STREAM_NULL_VALUES May not write null values to stream
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: buffer
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: 5
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
false
[] ENOSPC 0 in 0
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: ENOSPC: no space left on device, write
    at DIR/programs/wrong.js:19:19
    at attempt (DIR/programs/wrong.js:4:13)
    at Object.<anonymous> (DIR/programs/wrong.js:19:1)
Emitted 'error' event on SyncWriteStream instance at:
  errno: -28,
  syscall: 'write',
  code: 'ENOSPC'
}

Node.js
code 1
--- folder
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received undefined
TypeError ERR_STREAM_NULL_VALUES May not write null values to stream
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: buffer
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: 5
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
true
[writable] null 0 in 0
exit 0
code 0
--- closed
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received undefined
TypeError ERR_STREAM_NULL_VALUES May not write null values to stream
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: buffer
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: 5
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
true
[writable] null 0 in 0
exit 0
code 0
--- gone
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received undefined
TypeError ERR_STREAM_NULL_VALUES May not write null values to stream
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: buffer
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: 5
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
false
[] EPIPE 0 in 0
exit 1
- error
node:events
    throw er; // Unhandled 'error' event
    ^

Error: write EPIPE
    at DIR/programs/wrong.js:19:19
    at attempt (DIR/programs/wrong.js:4:13)
    at Object.<anonymous> (DIR/programs/wrong.js:19:1)
Emitted 'error' event on Socket instance at:
  errno: -32,
  code: 'EPIPE',
  syscall: 'write'
}

Node.js
code 1
--- terminal
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received undefined
TypeError ERR_STREAM_NULL_VALUES May not write null values to stream
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: buffer
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object
TypeError ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: 5
TypeError ERR_UNKNOWN_ENCODING Unknown encoding: nope
true
[writable] null 0 in 0
exit 0
- output
a
code 0
