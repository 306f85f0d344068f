--- full
uncaughtException ENOSPC [writable] null 0 in 0
uncaughtException ENOSPC [writable] null 0 in 0
uncaughtException ENOSPC [writable] null 0 in 0
uncaughtException ENOSPC [writable] null 0 in 0
uncaughtException ENOSPC [writable] null 0 in 0
uncaughtException ENOSPC [writable] null 0 in 0
exit 9
code 9
--- gone
uncaughtException EPIPE [writable] null 0 in 0
uncaughtException mine [] EPIPE 0 in 0
uncaughtException EPIPE [writable] null 0 in 0
uncaughtException EPIPE [writable] null 0 in 0
uncaughtException EPIPE [writable] null 0 in 0
uncaughtException EPIPE [writable] null 0 in 0
exit 9
code 9
