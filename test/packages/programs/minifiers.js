// uglify-js, autoprefixer, stylus, eta.
const U = require('uglify-js');
console.log(
    U.minify('function add(first,second){var unused=1;return first+second;}console.log(add(1,2))', {
        toplevel: true,
    }).code,
);
console.log(
    U.minify(
        { 'a.js': 'var a = function(){return 1}; a();' },
        { sourceMap: { filename: 'o.js' }, mangle: true },
    ).map,
);
console.log(U.minify('var = 1').error.message);
const ap = require('autoprefixer'),
    postcss = require('postcss');
console.log(
    postcss([ap({ overrideBrowserslist: ['last 4 versions', 'ie 10'] })]).process(
        'a{display:flex;user-select:none} ::placeholder{color:red}',
        { from: undefined },
    ).css,
);
const stylus = require('stylus');
stylus('c=red\n.a\n  color c\n  &:hover\n    width 10px*2').render((e, css) => console.log(e, css));
const { Eta } = require('eta');
const eta = new Eta();
console.log(
    eta.renderString('Hi <%= it.n %> <% it.l.forEach(x=>{ %>[<%~ x %>]<% }) %>', {
        n: '<b>',
        l: [1, 2],
    }),
);
