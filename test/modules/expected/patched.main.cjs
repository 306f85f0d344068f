alias real
resolve ./real.cjs
injected injected
extension plain and patched
load {"mocked":true}
prototype by prototype
findPath real
wrap ["wrapped","other"]
children ["tell.cjs","real.cjs","x","plain.js","other.cjs"]
virtual {"up":".","found":"in modules"}
paths true
own paths from extra
call ["called",false,null]
exit 0
