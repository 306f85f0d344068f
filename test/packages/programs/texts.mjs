import YAML from 'yaml';
import jsYaml from 'js-yaml';
import toml from 'toml';
import ini from 'ini';
console.log(YAML.parse('a: [1, 2]\nb: &x {c: d}\ne: *x'), YAML.stringify({ a: { b: [1] } }));
console.log(jsYaml.load('- 1\n- {a: 2024-01-01}'), jsYaml.dump({ a: 'x: y' }));
console.log(toml.parse('[a]\nb = 1\nc = ["x"]'), ini.parse('[s]\nk=v'), ini.stringify({ s: { k: 'v' } }));
