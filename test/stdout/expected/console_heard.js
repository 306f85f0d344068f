--- pipe
exit 0
- output
a
b
code 0
--- full
error ENOSPC
error ENOSPC
exit 0
code 0
--- gone
error EPIPE
error EPIPE
exit 0
code 0
--- terminal
exit 0
- output
a
b
code 0
