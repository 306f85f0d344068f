--- stuck
false [writable writableNeedDrain] null 300000 in 0
false [writable writableNeedDrain] null 301000 in 0
false [writable writableNeedDrain] null 302000 in 0
tick [writable writableNeedDrain] null 302005 in 0
immediate [writable writableNeedDrain] null 302005 in 0
false [writable writableNeedDrain] null 302006 in 0 304006
a null [writableEnded] null 0 in 0
euro null [writableEnded] null 0 in 0
bytes null [writableEnded] null 0 in 0
end null [writableEnded writableFinished] null 0 in 0
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable writableNeedDrain] null 0 in 0
exit 0
- output
304006
code 0
--- file
true [writable] null 0 in 0
true [writable] null 0 in 0
true [writable] null 0 in 0
a null [writable] null 0 in 0
euro null [writable] null 0 in 0
bytes null [writable] null 0 in 0
tick [writable] null 0 in 0
immediate [writable] null 0 in 0
true [writable] null 0 in 0 undefined
end null [writableEnded writableFinished] null 0 in 0
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
- output
aaaaaaaaaaaaaaaaaaaa... 312004
b
code 0
--- null
true [writable] null 0 in 0
true [writable] null 0 in 0
true [writable] null 0 in 0
a null [writable] null 0 in 0
euro null [writable] null 0 in 0
bytes null [writable] null 0 in 0
tick [writable] null 0 in 0
immediate [writable] null 0 in 0
true [writable] null 0 in 0 undefined
end null [writableEnded writableFinished] null 0 in 0
finish undefined [writableEnded writableFinished] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
--- full
false [] ENOSPC 0 in 0
false [] ENOSPC 3000 in 0
false [] ENOSPC 4000 in 0
a ENOSPC [] ENOSPC 4005 in 0
euro ENOSPC [] ENOSPC 1005 in 0
bytes ENOSPC [] ENOSPC 5 in 0
tick [writable] null 0 in 0
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
false [] ENOSPC 0 in 0 
end ENOSPC [writable] null 0 in 0
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
--- gone
false [] EPIPE 0 in 0
false [] EPIPE 1000 in 0
false [] EPIPE 2000 in 0
a EPIPE [] EPIPE 2005 in 0
euro EPIPE [] EPIPE 1005 in 0
bytes EPIPE [] EPIPE 5 in 0
tick [writable] null 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
immediate [writable] null 0 in 0
false [] EPIPE 0 in 0 
end EPIPE [writable] null 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
