--- stuck
127 [writable writableNeedDrain] null 65536 in 0
timer [writable writableNeedDrain] null 65536 in 0
drain [writable] null 0 in 0
exit 0
- output
131072
code 0
