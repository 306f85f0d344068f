--- pipe
write hello
world

end
code 0
--- open
write a

still there
code 0
--- file
write hello
world

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
