--- pipe
hello
world

true
exit 0
code 0
--- open
a

true
exit 0
code 0
--- file
hello
world

true
exit 0
code 0
--- empty
false
exit 0
code 0
--- null
false
exit 0
code 0
--- folder
true
exit 0
code 0
--- closed
false
exit 0
code 0
