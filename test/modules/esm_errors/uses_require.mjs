require('x');
