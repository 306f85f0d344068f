exit 7
exit 7
