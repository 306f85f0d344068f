--- file
new removeListener 
new error noop
removed error noop
0
exit 0
- output
a
code 0
--- full
new removeListener 
new error noop
removed error noop
new error noop
removed error noop
0
exit 0
code 0
--- gone
new removeListener 
new error noop
removed error noop
new error noop
removed error noop
0
exit 0
code 0
