plain default={"named":1,"other":2,"not an identifier":3} module.exports={"named":1,"other":2,"not an identifier":3} named=1 not an identifier=3 other=2 true true 1
compiled __esModule=true a="a" default={"default":"the default","a":"a","b":"b"} module.exports={"default":"the default","a":"a","b":"b"}
reexport default={"named":1,"other":2,"not an identifier":3,"extra":1} module.exports={"named":1,"other":2,"not an identifier":3,"extra":1} named=1 not an identifier=3 other=2
function default=function module.exports=function prop=1 called
getter ["bad","default","module.exports","ok"] 1 
hidden default={"computed":1,"seen":2} module.exports={"computed":1,"seen":2} seen=2
nothing default={} module.exports={}
order ["plain","compiled"]
dynamic default={"late":1} late=1 module.exports={"late":1} ["plain","compiled","late"]
cached true true
json true {"j":1}
throws: Error - cjs 1
throws again: Error - cjs 1
syntax: SyntaxError
require main true
import in cjs 1default,fromCjs
exit 0
