// Operations: submitted, delivered, and the callback, all of one id.
const fs = require('fs');
fs.stat(__filename, (err) => {                  // <- op.submit fs+
    fs.readFile(__filename, () => {             // <- op.submit fs+
        console.log('read');                    // <- console
    });
});
fs.stat('/none/such', () => {});                // <- op.submit fs+
fs.readFileSync(__filename);
