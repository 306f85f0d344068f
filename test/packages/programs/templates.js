console.log(require('handlebars').compile('{{#each l}}<{{this}}>{{/each}}')({ l: ['a', '&'] }));
console.log(require('ejs').render('<% for (const x of l) { %><%= x %>,<% } %>', { l: [1, 2] }));
console.log(require('pug').render('ul\n  each x in l\n    li= x', { l: ['a', 'b'] }));
console.log(require('mustache').render('{{#p}}{{n}} {{/p}}', { p: [{ n: 1 }, { n: 2 }] }));
console.log(require('nunjucks').renderString('{% for x in l %}{{ loop.index }}{{ x | upper }} {% endfor %}', { l: ['a', 'b'] }));
