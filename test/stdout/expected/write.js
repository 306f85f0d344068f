--- pipe
true [writable] null 0 in 0
true [writable] null 0 in 0
true
true
true
true [writable] null 0 in 0
same null
same null
tick
other null
same null
bytes null
microtask
immediate [writable] null 0 in 0
true [writable] null 0 in 0
same null
tick [writable] null 0 in 0
exit 0
- output
1
2
3
4
5
6
code 0
--- file
true [writable] null 0 in 0
true [writable] null 0 in 0
true
true
true
true [writable] null 0 in 0
same null
same null
tick
other null
same null
bytes null
microtask
immediate [writable] null 0 in 0
true [writable] null 0 in 0
same null
tick [writable] null 0 in 0
exit 0
- output
1
2
3
4
5
6
code 0
--- null
true [writable] null 0 in 0
true [writable] null 0 in 0
true
true
true
true [writable] null 0 in 0
same null
same null
tick
other null
same null
bytes null
microtask
immediate [writable] null 0 in 0
true [writable] null 0 in 0
same null
tick [writable] null 0 in 0
exit 0
code 0
--- full
false [] ENOSPC 0 in 0
false [] ENOSPC 2 in 0
false
false
false
false [] ENOSPC 8 in 0
same ENOSPC
same ENOSPC
other ENOSPC
same ENOSPC
bytes ENOSPC
tick
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
microtask
immediate [writable] null 0 in 0
false [] ENOSPC 0 in 0
same ENOSPC
tick [writable] null 0 in 0
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
--- folder
true [writable] null 0 in 0
true [writable] null 0 in 0
true
true
true
true [writable] null 0 in 0
same null
same null
tick
other null
same null
bytes null
microtask
immediate [writable] null 0 in 0
true [writable] null 0 in 0
same null
tick [writable] null 0 in 0
exit 0
code 0
--- closed
true [writable] null 0 in 0
true [writable] null 0 in 0
true
true
true
true [writable] null 0 in 0
same null
same null
tick
other null
same null
bytes null
microtask
immediate [writable] null 0 in 0
true [writable] null 0 in 0
same null
tick [writable] null 0 in 0
exit 0
code 0
--- gone
false [] EPIPE 0 in 0
false [] EPIPE 2 in 0
false
false
false
false [] EPIPE 8 in 0
same EPIPE
same EPIPE
other EPIPE
same EPIPE
bytes EPIPE
tick
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
microtask
immediate [writable] null 0 in 0
false [] EPIPE 0 in 0
same EPIPE
tick [writable] null 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
--- terminal
true [writable] null 0 in 0
true [writable] null 0 in 0
true
true
true
true [writable] null 0 in 0
same null
same null
tick
other null
same null
bytes null
microtask
immediate [writable] null 0 in 0
true [writable] null 0 in 0
same null
tick [writable] null 0 in 0
exit 0
- output
1
2
3
4
5
6
code 0
