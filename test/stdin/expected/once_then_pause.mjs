--- pipe
hello
world

code 0
--- open
a

code 0
--- file
hello
world

code 0
--- empty
Warning: Detected unsettled top-level await at file://DIR/programs/once_then_pause.mjs:3
const [piece] = await once(process.stdin, 'data');
                ^



code 13
--- null
Warning: Detected unsettled top-level await at file://DIR/programs/once_then_pause.mjs:3
const [piece] = await once(process.stdin, 'data');
                ^



code 13
--- folder
Warning: Detected unsettled top-level await at file://DIR/programs/once_then_pause.mjs:3
const [piece] = await once(process.stdin, 'data');
                ^



code 13
--- closed
Warning: Detected unsettled top-level await at file://DIR/programs/once_then_pause.mjs:3
const [piece] = await once(process.stdin, 'data');
                ^



code 13
