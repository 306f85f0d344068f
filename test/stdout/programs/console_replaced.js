// forms: pipe full
const out = process.stdout;
const fake = new (require('events'))();
fake.write = (text) => say('fake', text.trim());
Object.defineProperty(process, 'stdout', { value: fake, configurable: true });
console.log('a');
Object.defineProperty(process, 'stdout', { value: out, configurable: true });
console.log('b');
console._stdout = out;
out.write = function write(text, callback) {
    say('patched', text.trim(), typeof callback);
    return true;
};
console.log('c');
out.write = () => {
    throw new Error('thrown');
};
console.log('d');
delete out.write;
console.log('e');
