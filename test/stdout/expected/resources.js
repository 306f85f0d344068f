--- pipe
PipeWrap
exit 0
- output
a
code 0
--- file

exit 0
- output
a
code 0
--- null

exit 0
code 0
