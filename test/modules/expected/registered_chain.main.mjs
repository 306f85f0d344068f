static changed third
dynamic
exit 0
