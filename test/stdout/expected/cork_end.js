--- pipe
[writableEnded] null 0 in 0
a null
b null
tick [writableEnded] null 0 in 0
prefinish undefined [writableEnded] null 0 in 0
end null
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
exit 0
- output
a
b
c
code 0
--- file
prefinish undefined [writableEnded] null 0 in 0
[writableEnded] null 0 in 0
a null
b null
tick [writableEnded] null 0 in 0
end null
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
exit 0
- output
a
b
c
code 0
--- null
prefinish undefined [writableEnded] null 0 in 0
[writableEnded] null 0 in 0
a null
b null
tick [writableEnded] null 0 in 0
end null
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
exit 0
code 0
--- full
[] ENOSPC 0 in 0
a ENOSPC
b ENOSPC
end ENOSPC
tick [writable] null 0 in 0
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
close undefined [writable] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
exit 0
code 0
--- folder
prefinish undefined [writableEnded] null 0 in 0
[writableEnded] null 0 in 0
a null
b null
tick [writableEnded] null 0 in 0
end null
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
exit 0
code 0
--- closed
prefinish undefined [writableEnded] null 0 in 0
[writableEnded] null 0 in 0
a null
b null
tick [writableEnded] null 0 in 0
end null
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
exit 0
code 0
--- gone
[] EPIPE 0 in 0
a EPIPE
b EPIPE
end EPIPE
tick [writable] null 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
exit 0
code 0
--- terminal
[writableEnded] null 0 in 0
a null
b null
tick [writableEnded] null 0 in 0
prefinish undefined [writableEnded] null 0 in 0
end null
finish undefined [writableEnded writableFinished] null 0 in 0
immediate [writableEnded writableFinished] null 0 in 0
exit 0
- output
a
b
c
code 0
