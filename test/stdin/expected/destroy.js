--- pipe
enough
close true
exit 0
code 0
--- open
enough
close true
exit 0
code 0
--- file
enough
close true
exit 0
code 0
--- empty
enough
close true
exit 0
code 0
--- null
enough
close true
exit 0
code 0
--- folder
enough
close true
exit 0
code 0
--- closed
enough
close true
exit 0
code 0
