imported sync
main sync
imported promise
imported microtask
main promise
main microtask
after await sync
after await promise
after await microtask
imported tick
main tick
after await tick
imported timeout
main timeout
after await timeout
exit 0
