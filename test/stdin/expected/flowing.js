--- pipe
resume
data hello
world

end
close
exit 0
code 0
--- open
resume
data a

still there
exit 0
code 0
--- file
resume
data hello
world

end
exit 0
code 0
--- empty
resume
end
exit 0
code 0
--- null
resume
end
exit 0
code 0
--- folder
resume
end
close
exit 0
code 0
--- closed
resume
end
exit 0
code 0
--- terminal
resume
data hello

end
close
exit 0
code 0
