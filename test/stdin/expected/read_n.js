--- pipe
"hello" 7
"\nworl" 2
"d\n" 0
end
code 0
--- open
still there
code 0
--- file
"hello" 7
"\nworl" 2
"d\n" 0
end
code 0
--- empty
end
code 0
--- null
end
code 0
--- folder
end
code 0
--- closed
end
code 0
--- terminal
"hello" 1
"\n" 0
end
code 0
