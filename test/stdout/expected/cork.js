--- pipe
true [writable] null 2 in 2
true [writable] null 4 in 2
[writable] null 4 in 1
tick
[writable] null 0 in 0
true [writable] null 0 in 0
a null
euro null
b null
next [writable] null 0 in 0
false [writable writableNeedDrain] null 70000 in 1
false [writable writableNeedDrain] null 70001 in 1
[writable writableNeedDrain] null 70001 in 0
drain undefined [writable] null 0 in 0
exit 0
- output
a
M-bM-^BM-,
b
cccccccccccccccccccc... 70000
code 0
--- file
true [writable] null 2 in 2
true [writable] null 6 in 2
[writable] null 6 in 1
tick
[writable] null 0 in 0
true [writable] null 0 in 0
a null
euro null
b null
next [writable] null 0 in 0
false [writable writableNeedDrain] null 70000 in 1
false [writable writableNeedDrain] null 70001 in 1
[writable writableNeedDrain] null 0 in 0
drain undefined [writable] null 0 in 0
exit 0
- output
a
M-bM-^BM-,
b
cccccccccccccccccccc... 70000
code 0
--- null
true [writable] null 2 in 2
true [writable] null 6 in 2
[writable] null 6 in 1
tick
[writable] null 0 in 0
true [writable] null 0 in 0
a null
euro null
b null
next [writable] null 0 in 0
false [writable writableNeedDrain] null 70000 in 1
false [writable writableNeedDrain] null 70001 in 1
[writable writableNeedDrain] null 0 in 0
drain undefined [writable] null 0 in 0
exit 0
code 0
--- full
true [writable] null 2 in 2
true [writable] null 6 in 2
[writable] null 6 in 1
tick
[] ENOSPC 0 in 0
false [] ENOSPC 2 in 0
a ENOSPC
b ENOSPC
euro ENOSPC
next [writable] null 0 in 0
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
close undefined [writable] null 0 in 0
false [writable writableNeedDrain] null 70000 in 1
false [writable writableNeedDrain] null 70001 in 1
[writableNeedDrain] ENOSPC 0 in 0
error ENOSPC [writable writableNeedDrain] null 0 in 0
close undefined [writable writableNeedDrain] null 0 in 0
close undefined [writable writableNeedDrain] null 0 in 0
exit 0
code 0
--- folder
true [writable] null 2 in 2
true [writable] null 6 in 2
[writable] null 6 in 1
tick
[writable] null 0 in 0
true [writable] null 0 in 0
a null
euro null
b null
next [writable] null 0 in 0
false [writable writableNeedDrain] null 70000 in 1
false [writable writableNeedDrain] null 70001 in 1
[writable writableNeedDrain] null 0 in 0
drain undefined [writable] null 0 in 0
exit 0
code 0
--- closed
true [writable] null 2 in 2
true [writable] null 6 in 2
[writable] null 6 in 1
tick
[writable] null 0 in 0
true [writable] null 0 in 0
a null
euro null
b null
next [writable] null 0 in 0
false [writable writableNeedDrain] null 70000 in 1
false [writable writableNeedDrain] null 70001 in 1
[writable writableNeedDrain] null 0 in 0
drain undefined [writable] null 0 in 0
exit 0
code 0
--- gone
true [writable] null 2 in 2
true [writable] null 4 in 2
[writable] null 4 in 1
tick
[] EPIPE 0 in 0
false [] EPIPE 2 in 0
a EPIPE
euro EPIPE
b EPIPE
next [writable] null 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
false [writable writableNeedDrain] null 70000 in 1
false [writable writableNeedDrain] null 70001 in 1
[writableNeedDrain] EPIPE 0 in 0
error EPIPE [writable writableNeedDrain] null 0 in 0
close undefined [writable writableNeedDrain] null 0 in 0
exit 0
code 0
--- terminal
true [writable] null 2 in 2
true [writable] null 4 in 2
[writable] null 4 in 1
tick
[writable] null 0 in 0
true [writable] null 0 in 0
a null
euro null
b null
next [writable] null 0 in 0
false [writable writableNeedDrain] null 70000 in 1
false [writable writableNeedDrain] null 70001 in 1
[writable writableNeedDrain] null 0 in 0
drain undefined [writable] null 0 in 0
exit 0
- output
a
M-bM-^BM-,
b
cccccccccccccccccccc... 70000
code 0
