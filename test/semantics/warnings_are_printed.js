// says: [CODE] MyWarning: hello
// prints:
process.emitWarning('hello', 'MyWarning', 'CODE');
