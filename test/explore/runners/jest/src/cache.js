const { writeFile } = require('fs/promises');

// Comments go, and so babel's lines are others.
exports.save = (file, value) => writeFile(file, `${value}`);
