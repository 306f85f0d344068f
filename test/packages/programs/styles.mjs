import postcss from 'postcss';
import less from 'less';
import * as sass from 'sass';
console.log(postcss([(root) => root.walkDecls((d) => { d.value = d.value.toUpperCase(); })]).process('a { color: red }', { from: undefined }).css);
console.log((await less.render('@c: red; a { b { color: fade(@c, 50%) } }')).css);
console.log(sass.compileString('$c: 2px; a { b { margin: $c * 2 } }').css);
