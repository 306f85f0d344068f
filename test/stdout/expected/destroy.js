--- pipe
true
true [writable] null 0 in 0
true [writable] null 0 in 0
destroyed mine
[writable] null 0 in 0
a null
close undefined [writable] null 0 in 0
b null
error mine [writable] null 0 in 0
close undefined [writable] null 0 in 0
tick [writable] null 0 in 0
true [writable] null 0 in 0
c null
close undefined [writable] null 0 in 0
exit 0
- output
a
b
c
code 0
--- file
true
true [writable] null 0 in 0
true [writable] null 0 in 0
destroyed mine
[writable] null 0 in 0
a null
close undefined [writable] null 0 in 0
b null
error mine [writable] null 0 in 0
close undefined [writable] null 0 in 0
tick [writable] null 0 in 0
true [writable] null 0 in 0
c null
close undefined [writable] null 0 in 0
exit 0
- output
a
b
c
code 0
--- null
true
true [writable] null 0 in 0
true [writable] null 0 in 0
destroyed mine
[writable] null 0 in 0
a null
close undefined [writable] null 0 in 0
b null
error mine [writable] null 0 in 0
close undefined [writable] null 0 in 0
tick [writable] null 0 in 0
true [writable] null 0 in 0
c null
close undefined [writable] null 0 in 0
exit 0
code 0
--- full
false
true [writable] null 0 in 0
false [] ENOSPC 0 in 0
destroyed mine
[writable] null 0 in 0
a ENOSPC
close undefined [writable] null 0 in 0
b ENOSPC
error mine [writable] null 0 in 0
close undefined [writable] null 0 in 0
tick [writable] null 0 in 0
close undefined [writable] null 0 in 0
close undefined [writable] null 0 in 0
false [] ENOSPC 0 in 0
c ENOSPC
close undefined [writable] null 0 in 0
error ENOSPC [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
--- folder
true
true [writable] null 0 in 0
true [writable] null 0 in 0
destroyed mine
[writable] null 0 in 0
a null
close undefined [writable] null 0 in 0
b null
error mine [writable] null 0 in 0
close undefined [writable] null 0 in 0
tick [writable] null 0 in 0
true [writable] null 0 in 0
c null
close undefined [writable] null 0 in 0
exit 0
code 0
--- closed
true
true [writable] null 0 in 0
true [writable] null 0 in 0
destroyed mine
[writable] null 0 in 0
a null
close undefined [writable] null 0 in 0
b null
error mine [writable] null 0 in 0
close undefined [writable] null 0 in 0
tick [writable] null 0 in 0
true [writable] null 0 in 0
c null
close undefined [writable] null 0 in 0
exit 0
code 0
--- gone
false
true [writable] null 0 in 0
false [] EPIPE 0 in 0
destroyed mine
[writable] null 0 in 0
a EPIPE
close undefined [writable] null 0 in 0
b EPIPE
error mine [writable] null 0 in 0
close undefined [writable] null 0 in 0
tick [writable] null 0 in 0
close undefined [writable] null 0 in 0
close undefined [writable] null 0 in 0
false [] EPIPE 0 in 0
c EPIPE
close undefined [writable] null 0 in 0
error EPIPE [writable] null 0 in 0
close undefined [writable] null 0 in 0
exit 0
code 0
--- terminal
true
true [writable] null 0 in 0
true [writable] null 0 in 0
destroyed mine
[writable] null 0 in 0
a null
close undefined [writable] null 0 in 0
b null
error mine [writable] null 0 in 0
close undefined [writable] null 0 in 0
tick [writable] null 0 in 0
true [writable] null 0 in 0
c null
close undefined [writable] null 0 in 0
exit 0
- output
a
b
c
code 0
