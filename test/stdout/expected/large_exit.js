--- stuck
exit 4
- output
65536
code 4
