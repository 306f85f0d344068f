--- pipe
Socket
fd 0
readable true
readableFlowing null
isTTY undefined
readableHighWaterMark 65536
readableLength 0
readableEncoding null
readableObjectMode false
readableEnded false
readableDidRead false
readableAborted false
destroyed false
closed false
errored null
isRaw undefined
undefined function false
PipeWrap
code 0
--- open
Socket
fd 0
readable true
readableFlowing null
isTTY undefined
readableHighWaterMark 65536
readableLength 0
readableEncoding null
readableObjectMode false
readableEnded false
readableDidRead false
readableAborted false
destroyed false
closed false
errored null
isRaw undefined
undefined function false
PipeWrap
code 0
--- file
ReadStream
fd 0
readable true
readableFlowing null
isTTY undefined
readableHighWaterMark 65536
readableLength 0
readableEncoding null
readableObjectMode false
readableEnded false
readableDidRead false
readableAborted false
destroyed false
closed false
errored null
isRaw undefined
undefined undefined false

code 0
--- empty
ReadStream
fd 0
readable true
readableFlowing null
isTTY undefined
readableHighWaterMark 65536
readableLength 0
readableEncoding null
readableObjectMode false
readableEnded false
readableDidRead false
readableAborted false
destroyed false
closed false
errored null
isRaw undefined
undefined undefined false

code 0
--- null
ReadStream
fd 0
readable true
readableFlowing null
isTTY undefined
readableHighWaterMark 65536
readableLength 0
readableEncoding null
readableObjectMode false
readableEnded false
readableDidRead false
readableAborted false
destroyed false
closed false
errored null
isRaw undefined
undefined undefined false

code 0
--- folder
Readable
fd 0
readable true
readableFlowing null
isTTY undefined
readableHighWaterMark 65536
readableLength 0
readableEncoding null
readableObjectMode false
readableEnded false
readableDidRead false
readableAborted false
destroyed false
closed false
errored null
isRaw undefined
undefined undefined false

code 0
--- closed
ReadStream
fd 0
readable true
readableFlowing null
isTTY undefined
readableHighWaterMark 65536
readableLength 0
readableEncoding null
readableObjectMode false
readableEnded false
readableDidRead false
readableAborted false
destroyed false
closed false
errored null
isRaw undefined
undefined undefined false

code 0
