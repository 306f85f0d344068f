// forms: pipe file terminal
const out = process.stdout;
out.write('c3a90a', 'hex');
out.write('w6kK', 'base64');
out.write('\xc3\xa9\n', 'latin1');
out.write('e\n', 'ascii');
out.write('a\0\n\0', 'binary');
out.write('b\n', 'utf16le');
say(out.setDefaultEncoding('HEX') === out, out._writableState.defaultEncoding);
out.write('c3a90a');
out.write('\u00e9\n', 'utf8');
out.write(new Uint16Array([0x0a78]));
out.write(new DataView(new Uint8Array([120, 121, 10]).buffer, 1));
out.cork();
out.write('c3a90a');
out.write('\u20ac\n', 'utf8');
say(state(out));
out.uncork();
