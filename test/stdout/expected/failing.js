--- full
false [] ENOSPC 0 in 0
false [] ENOSPC 2 in 0
Error ENOSPC: no space left on device, write -28 ENOSPC write
errno,syscall,code [] ENOSPC 2 in 0
b ENOSPC
tick [writable] null 0 in 0
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
microtask [writable] null 0 in 0
immediate [writable] null 0 in 0
false [] ENOSPC 0 in 0
c ENOSPC
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
--- gone
false [] EPIPE 0 in 0
false [] EPIPE 2 in 0
Error write EPIPE -32 EPIPE write
errno,code,syscall [] EPIPE 2 in 0
b EPIPE
tick [writable] null 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
microtask [writable] null 0 in 0
immediate [writable] null 0 in 0
false [] EPIPE 0 in 0
c EPIPE
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
