--- pipe
false 1
exit 0
- output
a
b
{ c: 1 }
code 0
--- file
false 1
exit 0
- output
a
b
{ c: 1 }
code 0
