default the default the default by string
live 0 1 1
frozen TypeError TypeError
namespace ["count","default","increase","string name"] [object Module] true true true
cycle ab(ReferenceError,set)ab(ReferenceError,set)a
star ["count","ns","other","own","string name"] own 1
passed on ["count"] 1
json {"data":true} {"x":[1]} data 1 base64
queries false URL/query.mjs?1 URL/query.mjs?2 URL/query.mjs#h
builtin true true true
effect 1
meta ["dirname","filename","main","resolve","url"] URL/main.mjs ./main.mjs . true
meta elsewhere false ["main","resolve","url"]
resolve URL/live.mjs node:fs URL/not/there.js?q
this true undefined undefined undefined
await top level
for await 1
for await 2
dynamic 1 1
awaited import yes ["a1","b1","b2","a2","slow"]
absolute true true
itself pending
eval true true
exit 0
