--- pipe
Socket pipe undefined 1 true
65536 false undefined false undefined writeOnly false false
function function object 0 0 undefined undefined
[writable] null 0 in 0
true function true 0
0 true true
false 65536 false false
exit 0
code 0
--- file
SyncWriteStream fs undefined 1 true
65536 false false false false undefined undefined undefined
undefined undefined undefined undefined undefined undefined undefined
[writable] null 0 in 0
true function true 0
0 true true
false 65536 true true
exit 0
code 0
--- null
SyncWriteStream fs undefined 1 true
65536 false false false false undefined undefined undefined
undefined undefined undefined undefined undefined undefined undefined
[writable] null 0 in 0
true function true 0
0 true true
false 65536 true true
exit 0
code 0
--- full
SyncWriteStream fs undefined 1 true
65536 false false false false undefined undefined undefined
undefined undefined undefined undefined undefined undefined undefined
[writable] null 0 in 0
true function true 0
0 true true
false 65536 true true
exit 0
code 0
--- folder
Writable undefined undefined 1 true
65536 false false undefined undefined undefined undefined undefined
undefined undefined undefined undefined undefined undefined undefined
[writable] null 0 in 0
true function true 0
0 true true
false 65536 true true
exit 0
code 0
--- closed
SyncWriteStream fs undefined 1 true
65536 false false false false undefined undefined undefined
undefined undefined undefined undefined undefined undefined undefined
[writable] null 0 in 0
true function true 0
0 true true
false 65536 true true
exit 0
code 0
--- gone
Socket pipe undefined 1 true
65536 false undefined false undefined writeOnly false false
function function object 0 0 undefined undefined
[writable] null 0 in 0
true function true 0
0 true true
false 65536 false false
exit 0
code 0
--- terminal
WriteStream tty true 1 true
65536 false undefined true undefined open false false
function function object 0 0 80 24
[writable] null 0 in 0
true function true 0
1 true true
false 65536 false false
exit 0
code 0
