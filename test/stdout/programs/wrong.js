const out = process.stdout;
function attempt(fn) {
    try {
        say(fn());
    } catch (error) {
        say(error.name, error.code, error.message);
    }
}
attempt(() => out.write(5));
attempt(() => out.write());
attempt(() => out.write(null));
attempt(() => out.write('a', 'nope'));
attempt(() => out.write('a', 'buffer'));
attempt(() => out.write(new Uint8Array(0), 'nope'));
attempt(() => out.write({}, () => {}));
attempt(() => out.end(5));
attempt(() => out.setDefaultEncoding(5));
attempt(() => out.setDefaultEncoding('nope'));
attempt(() => out.write('a\n', 'UTF-8'));
say(state(out));
