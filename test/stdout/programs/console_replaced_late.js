// forms: pipe file
console.log('a');
const fake = new (require('events'))();
fake.write = (text) => say('fake', text.trim());
Object.defineProperty(process, 'stdout', { value: fake });
console.log('b');
console.log({ c: 1 });
say(console._stdout === fake, console._stdout.fd);
