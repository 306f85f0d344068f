--- pipe
_destroy mine true
[destroyed closed] mine 0 in 0
false [destroyed closed] mine 0 in 0
error mine [destroyed closed] mine 0 in 0
a ERR_STREAM_DESTROYED
end ERR_STREAM_DESTROYED
[destroyed closed] mine 0 in 0
exit 0
code 0
--- file
_destroy mine true
[destroyed closed] mine 0 in 0
false [destroyed closed] mine 0 in 0
error mine [destroyed closed] mine 0 in 0
close undefined [destroyed closed] mine 0 in 0
a ERR_STREAM_DESTROYED
end ERR_STREAM_DESTROYED
[destroyed closed] mine 0 in 0
exit 0
code 0
--- null
_destroy mine true
[destroyed closed] mine 0 in 0
false [destroyed closed] mine 0 in 0
error mine [destroyed closed] mine 0 in 0
close undefined [destroyed closed] mine 0 in 0
a ERR_STREAM_DESTROYED
end ERR_STREAM_DESTROYED
[destroyed closed] mine 0 in 0
exit 0
code 0
--- full
_destroy mine true
[destroyed closed] mine 0 in 0
false [destroyed closed] mine 0 in 0
error mine [destroyed closed] mine 0 in 0
close undefined [destroyed closed] mine 0 in 0
a ERR_STREAM_DESTROYED
end ERR_STREAM_DESTROYED
[destroyed closed] mine 0 in 0
exit 0
code 0
--- folder
_destroy mine true
[destroyed closed] mine 0 in 0
false [destroyed closed] mine 0 in 0
error mine [destroyed closed] mine 0 in 0
close undefined [destroyed closed] mine 0 in 0
a ERR_STREAM_DESTROYED
end ERR_STREAM_DESTROYED
[destroyed closed] mine 0 in 0
exit 0
code 0
--- closed
_destroy mine true
[destroyed closed] mine 0 in 0
false [destroyed closed] mine 0 in 0
error mine [destroyed closed] mine 0 in 0
close undefined [destroyed closed] mine 0 in 0
a ERR_STREAM_DESTROYED
end ERR_STREAM_DESTROYED
[destroyed closed] mine 0 in 0
exit 0
code 0
--- gone
_destroy mine true
[destroyed closed] mine 0 in 0
false [destroyed closed] mine 0 in 0
error mine [destroyed closed] mine 0 in 0
a ERR_STREAM_DESTROYED
end ERR_STREAM_DESTROYED
[destroyed closed] mine 0 in 0
exit 0
code 0
--- terminal
_destroy mine true
[destroyed closed] mine 0 in 0
false [destroyed closed] mine 0 in 0
error mine [destroyed closed] mine 0 in 0
a ERR_STREAM_DESTROYED
end ERR_STREAM_DESTROYED
[destroyed closed] mine 0 in 0
exit 0
code 0
