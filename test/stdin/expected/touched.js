--- pipe
touched
code 0
--- open
touched
code 0
--- file
touched
code 0
--- empty
touched
code 0
--- null
touched
code 0
--- folder
touched
code 0
--- closed
touched
code 0
