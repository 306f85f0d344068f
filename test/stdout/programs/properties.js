const out = process.stdout;
say(out.constructor.name, out._type, out.isTTY, out.fd, out._isStdio);
say(out.writableHighWaterMark, out.writableObjectMode, out.writableAborted,
    out.readable, out.autoClose, out.readyState, out.connecting, out.pending);
say(typeof out.ref, typeof out.unref, typeof out._handle, out.bufferSize,
    out.bytesWritten, out.columns, out.rows);
say(state(out));
say(out.destroySoon === out.destroy, typeof out._destroy,
    Object.keys(out).includes('_destroy'), out.listenerCount('error'));
say(process.listenerCount('SIGWINCH'), process.stdout === out,
    console._stdout === out);
say(out._writableState.errorEmitted, out._writableState.highWaterMark,
    out._writableState.emitClose, out._writableState.decodeStrings);
