--- pipe
pipe true
true
hello
world
unpipe true
end
code 0
--- open
pipe true
true
a
still there
code 0
--- file
pipe true
true
hello
world
unpipe true
end
code 0
--- empty
pipe true
true
unpipe true
end
code 0
--- null
pipe true
true
unpipe true
end
code 0
--- folder
pipe true
true
unpipe true
end
code 0
--- closed
pipe true
true
unpipe true
end
code 0
