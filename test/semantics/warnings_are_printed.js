// says: [CODE] MyWarning: hello
// prints:
// also: node18 node10
process.emitWarning('hello', 'MyWarning', 'CODE');
