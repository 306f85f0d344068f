--- full
b null
exit 1
- error
a
b
c
DIR/programs/errors.js:8
    Promise.reject(new Error('mine'));
                   ^

Error: mine
    at Immediate.<anonymous> (DIR/programs/errors.js:8:20)

Node.js
code 1
--- stderr
b ENOSPC
error ENOSPC
error ENOSPC
exit 1
code 1
