const dotenv = require('dotenv');
console.log(dotenv.parse('A=1\nB="two\\nlines"\n# no\nexport C=\'x\''));
