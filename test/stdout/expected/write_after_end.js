--- pipe
false [writable] null 0 in 0
false [] EPIPE 0 in 0
b ERR_STREAM_WRITE_AFTER_END
end EPIPE
error ERR_STREAM_WRITE_AFTER_END [] EPIPE 0 in 0
close undefined [] EPIPE 0 in 0
c EPIPE
end again EPIPE
tick [writable] null 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
false [] EPIPE 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
- output
a
code 0
--- file
prefinish undefined [writableEnded] null 0 in 0
false [writable] null 0 in 0
true [writable] null 0 in 0
prefinish undefined [writableEnded] null 0 in 0
end null
end again null
finish undefined [writableEnded writableFinished] null 0 in 0
b ERR_STREAM_WRITE_AFTER_END
error ERR_STREAM_WRITE_AFTER_END [writable] null 0 in 0
close undefined [writable] null 0 in 0
c null
tick [writable] null 0 in 0
close undefined [writable] null 0 in 0
true [writable] null 0 in 0
exit 0
- output
a
c
d
e
code 0
--- null
prefinish undefined [writableEnded] null 0 in 0
false [writable] null 0 in 0
true [writable] null 0 in 0
prefinish undefined [writableEnded] null 0 in 0
end null
end again null
finish undefined [writableEnded writableFinished] null 0 in 0
b ERR_STREAM_WRITE_AFTER_END
error ERR_STREAM_WRITE_AFTER_END [writable] null 0 in 0
close undefined [writable] null 0 in 0
c null
tick [writable] null 0 in 0
close undefined [writable] null 0 in 0
true [writable] null 0 in 0
exit 0
code 0
--- full
false [] ENOSPC 2 in 0
false [] ENOSPC 4 in 0
b ENOSPC
c ENOSPC
end ENOSPC
end again ENOSPC
tick [writable] null 0 in 0
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
false [] ENOSPC 0 in 0
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
--- folder
prefinish undefined [writableEnded] null 0 in 0
false [writable] null 0 in 0
true [writable] null 0 in 0
prefinish undefined [writableEnded] null 0 in 0
end null
end again null
finish undefined [writableEnded writableFinished] null 0 in 0
b ERR_STREAM_WRITE_AFTER_END
error ERR_STREAM_WRITE_AFTER_END [writable] null 0 in 0
close undefined [writable] null 0 in 0
c null
tick [writable] null 0 in 0
close undefined [writable] null 0 in 0
true [writable] null 0 in 0
exit 0
code 0
--- closed
prefinish undefined [writableEnded] null 0 in 0
false [writable] null 0 in 0
true [writable] null 0 in 0
prefinish undefined [writableEnded] null 0 in 0
end null
end again null
finish undefined [writableEnded writableFinished] null 0 in 0
b ERR_STREAM_WRITE_AFTER_END
error ERR_STREAM_WRITE_AFTER_END [writable] null 0 in 0
close undefined [writable] null 0 in 0
c null
tick [writable] null 0 in 0
close undefined [writable] null 0 in 0
true [writable] null 0 in 0
exit 0
code 0
--- gone
false [] EPIPE 2 in 0
false [] EPIPE 4 in 0
b EPIPE
c EPIPE
end EPIPE
end again EPIPE
tick [writable] null 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
false [] EPIPE 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
--- terminal
false [writable] null 0 in 0
false [] EPIPE 0 in 0
b ERR_STREAM_WRITE_AFTER_END
end EPIPE
error ERR_STREAM_WRITE_AFTER_END [] EPIPE 0 in 0
close undefined [] EPIPE 0 in 0
c EPIPE
end again EPIPE
tick [writable] null 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
false [] EPIPE 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
- output
a
code 0
