--- pipe
true [writableEnded] null 0 in 0
a null
tick [writableEnded] null 0 in 0
prefinish undefined [writableEnded] null 0 in 0
end null
again null
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
false [] EPIPE 0 in 0
c EPIPE
last EPIPE
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
- output
a
b
code 0
--- file
prefinish undefined [writableEnded] null 0 in 0
true [writableEnded] null 0 in 0
a null
tick [writableEnded] null 0 in 0
end null
again null
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
true [writable] null 0 in 0
c null
exit 0
- output
a
b
c
d
code 0
--- null
prefinish undefined [writableEnded] null 0 in 0
true [writableEnded] null 0 in 0
a null
tick [writableEnded] null 0 in 0
end null
again null
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
true [writable] null 0 in 0
c null
exit 0
code 0
--- full
true [] ENOSPC 2 in 0
a ENOSPC
end ENOSPC
again ENOSPC
tick [writable] null 0 in 0
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
false [] ENOSPC 0 in 0
c ENOSPC
last ENOSPC
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
--- folder
prefinish undefined [writableEnded] null 0 in 0
true [writableEnded] null 0 in 0
a null
tick [writableEnded] null 0 in 0
end null
again null
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
true [writable] null 0 in 0
c null
exit 0
code 0
--- closed
prefinish undefined [writableEnded] null 0 in 0
true [writableEnded] null 0 in 0
a null
tick [writableEnded] null 0 in 0
end null
again null
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
true [writable] null 0 in 0
c null
exit 0
code 0
--- gone
true [] EPIPE 2 in 0
a EPIPE
end EPIPE
again EPIPE
tick [writable] null 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
false [] EPIPE 0 in 0
c EPIPE
last EPIPE
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
--- terminal
true [writableEnded] null 0 in 0
a null
tick [writableEnded] null 0 in 0
prefinish undefined [writableEnded] null 0 in 0
end null
again null
finish undefined [writableEnded writableFinished] null 0 in 0
immediate [writableEnded writableFinished] null 0 in 0
false [writable] null 0 in 0
c ERR_STREAM_WRITE_AFTER_END
error ERR_STREAM_WRITE_AFTER_END [] EPIPE 0 in 0
close undefined [] EPIPE 0 in 0
last EPIPE
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
- output
a
b
code 0
