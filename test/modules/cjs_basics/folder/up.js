exports.name = `up, ${require('..').finished ? 'finished' : 'main not there'}, ${require('.').name}`;
