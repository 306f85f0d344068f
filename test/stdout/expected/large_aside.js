--- pipe
exit 0
- output
aaaaaaaaaaaaaaaaaaaa... 300000
code 0
--- null
exit 0
code 0
