named count=1 increase=undefined Module 
default __esModule=true b=2 default={"a":1} true ["__esModule","b","default"]
same true true
live 2
module.exports ["whole"]
own __esModule __esModule="mine" default=1
await: Error ERR_REQUIRE_ASYNC_MODULE require() cannot be used on an ESM graph with top-level await. Use import() instead. To see where the top-level await comes from, use --experimental-print-required-tla.
Required module: ./tla.mjs
Require stack:
- ./main.cjs
await inside: Error ERR_REQUIRE_ASYNC_MODULE require() cannot be used on an ESM graph with top-level await. Use import() instead. To see where the top-level await comes from, use --experimental-print-required-tla.
Required module: ./imports_tla.mjs
Require stack:
- ./main.cjs
nothing ran 
throws: RangeError - on purpose 1
throws again: RangeError - on purpose 1
missing: Error ERR_MODULE_NOT_FOUND Cannot find module './nope.mjs' imported from ./missing.mjs
no such export: SyntaxError - The requested module './named.mjs' does not provide an export named 'nope'
cycle: Error ERR_REQUIRE_CYCLE_MODULE Cannot import CommonJS Module ./cycle.cjs in a cycle. (from ./cycle.mjs)
cycle through import: Error ERR_REQUIRE_CYCLE_MODULE Cannot require() ES Module ./cycle2.mjs in a cycle. (from ./main.cjs)
type module: typed=1
detected: detected=1
module true
resolved ./named.mjs
import true false
tla: t
inside: 
await, done: Error ERR_REQUIRE_ASYNC_MODULE require() cannot be used on an ESM graph with top-level await. Use import() instead. To see where the top-level await comes from, use --experimental-print-required-tla.
Required module: ./tla.mjs
Require stack:
- ./main.cjs
throws: RangeError - on purpose 1
at the same time: Error ERR_REQUIRE_ESM_RACE_CONDITION Cannot require() ES Module ./both.mjs because it is not yet fully loaded.
This may be caused by a race condition if the module is simultaneously dynamically import()-ed via Promise.all().
Try await-ing the import() sequentially in a loop instead.
 (From ./main.cjs in non-loader-hook thread)
both true 1
exit 0
