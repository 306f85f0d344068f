--- pipe
data
end
true
code 0
--- open
data
still there
true
code 0
--- file
data
end
true
code 0
--- empty
end
true
code 0
--- null
end
true
code 0
--- folder
end
true
code 0
--- closed
end
true
code 0
