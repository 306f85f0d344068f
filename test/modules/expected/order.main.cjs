main sync
main tick
main promise
main microtask
main timeout
exit 0
