# normal.awk: the output of a program without what may differ between Node and
# Orrery, or between two runs:
#   - frames inside of built-in modules, but for those who call the program from
#     the loop (is_caller), of which only line and column go, and the brace that
#     may follow a frame; below those of a built-in that threw, what runs -e,
#     which may be one too many for the limit
#   - the line of a built-in that threw, which Node shows as the place. What
#     Orrery shows instead, the program's own line, goes as well if HIDE is set
#   - how many lines of a cause's stack are left out, process ids, the version,
#     and the name of the executable
# DIR is the directory the programs are in.

function place_ends(    i)
{
    for (i = first; i <= first + 3; i++)
        if (line[i] == "")
            return i;
    return first + 2;
}

# It is all of the place: no caret is below an empty line.
function unseen_ends()
{
    return first + 1 + (line[first + 2] == "");
}

function is_caller(frame)
{
    return frame ~ /^ +at FSReqCallback.*node:fs:/ ||
        frame ~ /^ +at process\._fatalException / ||
        frame ~ /^ +at .*node:internal\/(timers|fs\/read\/context):/ ||
        frame ~ /^ +at .*node:internal\/process\/(task_queues|promises):/ ||
        frame ~ /^ +at doEmitWarning /;
}

# "node:internal/timers)" of "    at f (node:internal/timers:1:2) {".
function place_of(frame)
{
    sub(/^.*node:/, "node:", frame);
    gsub(/:[0-9]+/, "", frame);
    return frame;
}

{
    while ((i = index($0, DIR)) > 0)
        $0 = substr($0, 1, i - 1) "DIR" substr($0, i + length(DIR));
    line[NR] = $0;
}

END {
    first = line[1] == "" ? 2 : 1;
    inside = line[first] ~ /^node:[^ ]*:[0-9]+$/;
    place = line[first] ~ /^[^ ]*:[0-9]+$/ &&
        (line[first + 2] ~ /^[ \t]*\^/ || line[first] ~ /^<anonymous_script>/);
    skip = 0;
    if (inside || (HIDE && place))
        skip = line[first + 1] == "" ? unseen_ends() : place_ends();
    if (inside || HIDE)
        print "(a built-in)";
    if (HIDE && line[1] == "" && skip == 0)
        skip = 1;
    for (i = 1; i <= NR; i++) {
        $0 = line[i];
        if (i > skip && is_caller($0))
            sub(/node:.*/, place_of($0));
        else if (i <= skip || /^ +at .*node:/ || (HIDE && /^ +at .*-wrapper:/))
            continue;
        if (/^ +at /)
            sub(/ \{$/, "");
        gsub(/\(node:[0-9]+\)/, "(node:N)");
        gsub(/`node --/, "`orrery --");
        sub(/^Node\.js v.*/, "Node.js vX");
        sub(/\.\.\. [0-9]+ lines matching/, "... N lines matching");
        print;
    }
}
