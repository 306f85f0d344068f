--- full
immediate
exit 0
- error
(node) Warning: mine
(Use `node --trace-warnings ...` to show where the warning was created)
a
code 0
--- stderr
immediate
exit 1
code 1
