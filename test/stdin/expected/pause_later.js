--- pipe
paused
exit 0
code 0
--- open
paused
exit 0
code 0
--- file
paused
exit 0
code 0
--- empty
paused
exit 0
code 0
--- null
paused
exit 0
code 0
--- folder
paused
exit 0
code 0
--- closed
paused
exit 0
code 0
