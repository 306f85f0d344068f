// process.exit(undefined) takes the code away that was set; before version 20 it
// said nothing.
// prints: exit 0
// node18 prints: exit 5
// node18 exit: 5
// node10 prints: exit 5
// node10 exit: 5
process.on('exit', (code) => console.log('exit', code));
process.exitCode = 5;
process.exit(undefined);
