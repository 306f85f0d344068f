false { enabled: false, nodeModules: false, generatedCode: false }
Error: told|    at Object.stack (./made.js:5:43)
undefined
true { enabled: true, nodeModules: true, generatedCode: true }
Error: told|    at Object.stack (./original.ts:10:41)
Error: mapped|    at Object.fail (./original.ts:6:9)
urce_maps/original.ts [
  13, 32, 30, 2,
  69, 32,  0
]
5
undefined undefined undefined
prepared 5
Error: inline|    at stack (./inline.ts:3:1)
Error: told|    at Object.stack (./made.js:5:43)
false
exit 0
