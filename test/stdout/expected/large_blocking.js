--- stuck
0 function
true
[writable] null 0 in 0
exit 4
- output
300000
code 4
