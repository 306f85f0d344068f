detected sync
detected promise
detected microtask
detected tick
detected timeout
exit 0
