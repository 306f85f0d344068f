--- pipe
data
pause
true false
code 0
--- open
data
pause
still there
true false
code 0
--- file
data
pause
true false
code 0
--- empty
false true
code 0
--- null
false true
code 0
--- folder
false true
code 0
--- closed
false true
code 0
