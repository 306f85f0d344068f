--- pipe
fake a
fake b
patched c function
exit 0
- output
e
code 0
--- full
fake a
fake b
patched c function
exit 0
code 0
