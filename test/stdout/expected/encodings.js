--- pipe
true hex
[writable] null 8 in 1
exit 0
- output
M-CM-)
M-CM-)
M-CM-)
e
a^@
^@b^@
^@M-CM-)
M-CM-)
x
y
M-CM-)
M-bM-^BM-,
code 0
--- file
true hex
[writable] null 7 in 1
exit 0
- output
M-CM-)
M-CM-)
M-CM-)
e
a^@
^@b^@
^@M-CM-)
M-CM-)
x
y
M-CM-)
M-bM-^BM-,
code 0
--- terminal
true hex
[writable] null 8 in 1
exit 0
- output
M-CM-)
M-CM-)
M-CM-)
e
a^@
^@b^@
^@M-CM-)
M-CM-)
x
y
M-CM-)
M-bM-^BM-,
code 0
