--- pipe
readable
piece "hello\nworld\n"
readable
end
close
true false true
code 0
--- open
readable
piece "a\n"
still there
false true false
code 0
--- file
readable
piece "hello\nworld\n"
readable
end
true false false
code 0
--- empty
readable
end
true false false
code 0
--- null
readable
end
true false false
code 0
--- folder
readable
end
close
true false true
code 0
--- closed
readable
end
true false false
code 0
