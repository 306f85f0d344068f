const semver = require('semver');
console.log(semver.satisfies('1.2.3', '^1.1'), semver.inc('1.2.3', 'minor'), semver.sort(['1.10.0', '1.2.0', '1.2.0-beta']));
