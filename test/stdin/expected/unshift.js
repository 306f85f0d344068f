--- pipe
"again hello\nworld\n"
null
end
code 0
--- open
"again a\n"
still there
code 0
--- file
"again hello\nworld\n"
null
end
code 0
--- empty
null
end
code 0
--- null
null
end
code 0
--- folder
null
end
code 0
--- closed
null
end
code 0
