--- pipe
ERR_UNKNOWN_ENCODING Unknown encoding: nonsense
ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
code 0
--- open
ERR_UNKNOWN_ENCODING Unknown encoding: nonsense
ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
code 0
--- file
ERR_UNKNOWN_ENCODING Unknown encoding: nonsense
ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
code 0
--- empty
ERR_UNKNOWN_ENCODING Unknown encoding: nonsense
ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
code 0
--- null
ERR_UNKNOWN_ENCODING Unknown encoding: nonsense
ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
code 0
--- folder
ERR_UNKNOWN_ENCODING Unknown encoding: nonsense
ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
code 0
--- closed
ERR_UNKNOWN_ENCODING Unknown encoding: nonsense
ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
code 0
