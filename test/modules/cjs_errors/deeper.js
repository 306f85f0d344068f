require('./nope');
