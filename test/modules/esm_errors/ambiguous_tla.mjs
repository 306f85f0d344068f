await 0; require('x');
