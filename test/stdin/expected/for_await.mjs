--- pipe
hello
world

true true
code 0
--- open
a

still there
code 0
--- file
hello
world

true false
code 0
--- empty
true false
code 0
--- null
true false
code 0
--- folder
true true
code 0
--- closed
true false
code 0
