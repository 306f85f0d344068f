// What the runtime has loaded when a program prints its first line.
console.log(['internal/bootstrap/loader', ...process.moduleLoadList].join('\n')
    .replaceAll('NativeModule ', '').replaceAll('Internal Binding', 'binding'));
