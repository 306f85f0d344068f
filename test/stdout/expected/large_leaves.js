--- leaves
false
false
[writable writableNeedDrain] null 300003 in 0
a EPIPE
c EPIPE
error EPIPE [writable writableNeedDrain] null 0 in 0
close undefined [writable writableNeedDrain] null 0 in 0
[writable writableNeedDrain] null 0 in 0
exit 0
- output
a
code 0
