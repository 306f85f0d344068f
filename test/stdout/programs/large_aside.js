// forms: pipe null
const { register } = require('module');
const hooks = `console.log('a'.repeat(300000));`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
