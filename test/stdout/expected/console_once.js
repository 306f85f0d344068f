--- pipe
timer [writable] null 0 in 0
exit 0
- output
a
b
{ c: 1 }
code 0
--- file
timer [writable] null 0 in 0
exit 0
- output
a
b
{ c: 1 }
code 0
--- null
timer [writable] null 0 in 0
exit 0
code 0
--- full
timer [writable] null 0 in 0
exit 0
code 0
--- folder
timer [writable] null 0 in 0
exit 0
code 0
--- closed
timer [writable] null 0 in 0
exit 0
code 0
--- gone
timer [writable] null 0 in 0
exit 0
code 0
--- terminal
timer [writable] null 0 in 0
exit 0
- output
a
b
{ c: ^[[33m1^[[39m }
code 0
