--- full
[writable] null 4 in 1
[] ENOSPC 0 in 0
a ENOSPC
b ENOSPC
end ENOSPC
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
close undefined [writable] null 0 in 0
[writable] null 0 in 0
exit 0
code 0
--- gone
[writable] null 4 in 1
[] EPIPE 0 in 0
a EPIPE
b EPIPE
end EPIPE
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
[writable] null 0 in 0
exit 0
code 0
