--- stuck
drain first
a first
b first
exit 0
- output
300001
code 0
--- gone
a first
b first
error first
exit 0
code 0
