--- pipe
process.stdin.setRawMode is not a function
code 0
--- open
process.stdin.setRawMode is not a function
code 0
--- file
process.stdin.setRawMode is not a function
code 0
--- empty
process.stdin.setRawMode is not a function
code 0
--- null
process.stdin.setRawMode is not a function
code 0
--- folder
process.stdin.setRawMode is not a function
code 0
--- closed
process.stdin.setRawMode is not a function
code 0
--- terminal
true
false
code 0
