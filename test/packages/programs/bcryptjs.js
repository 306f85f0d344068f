const bcrypt = require('bcryptjs');
const hash = bcrypt.hashSync('pass', '$2b$04$abcdefghijklmnopqrstuu');
console.log(hash, bcrypt.compareSync('pass', hash), bcrypt.compareSync('no', hash));
bcrypt.hash('x', 4).then((h) => bcrypt.compare('x', h)).then(console.log);
