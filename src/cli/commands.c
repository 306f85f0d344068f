/*
 * commands.c - the commands by name: what `orrery help COMMAND` prints, and
 * which one was meant by a word that is none.
 */
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

typedef struct command {
    const char *name;
    const char *text;
} command;

static const command commands[] = {
    { "explain",
      "Usage: orrery explain [options] script.js [arguments] [--why LABEL]\n"
      "       orrery explain TRACE.jsonl [options]\n"
      "\n"
      "Runs the program and tells what ran, from which line, and why then.\n"
      "A trace that was written before is told without running anything.\n"
      "\n"
      "  --why LABEL      only the chain of causes that led to LABEL:\n"
      "                   FILE:LINE, the name of a function, a text that was\n"
      "                   printed, or a request such as \"GET /todos\".\n"
      "                   (orrery --why app.js is another thing: it says\n"
      "                   what keeps a program from ending.)\n"
      "  --all            leave nothing out\n"
      "  --incomplete     read a trace that was cut\n"
      "  --backend sim    run on the simulator: the same story each time\n" },
    { "trace",
      "Usage: orrery trace [options] script.js [arguments] [-o FILE]\n"
      "       orrery trace TRACE.jsonl -o FILE\n"
      "\n"
      "Runs the program and writes what happened.\n"
      "\n"
      "  -o FILE          FILE.html is a page to step through, FILE.json\n"
      "                   opens in Perfetto, others have a line an event; - "
      "is\n"
      "                   standard output; trace.jsonl if not given\n"
      "  --slow [TIME]    print what held the loop for TIME (50ms) or longer,\n"
      "                   and all that waited behind it\n"
      "  --last TIME      keep only the end\n"
      "  --for TIME       end the program after TIME\n"
      "  --filter GROUPS  only these events, or -GROUPS: not these\n" },
    { "play",
      "Usage: orrery play [--port N] [script.js]\n"
      "\n"
      "A page in which a program is written, run and stepped through.\n" },
    { "explore",
      "Usage: orrery explore [--time 30s] [--runs N] script.js [arguments]\n"
      "       orrery explore --test [files]\n"
      "\n"
      "Runs the program in other orders that Node could take too, and looks\n"
      "for one in which it fails. `orrery explore --help` has the options.\n" },
    { "record",
      "Usage: orrery record [options] script.js [arguments] [-o FILE]\n"
      "\n"
      "Runs the program and writes all that comes from outside to FILE\n"
      "(recording.orrlog): results, bytes, the order of completions, clocks,\n"
      "chance. The file is usable whatever becomes of the program, also if\n"
      "it is killed. It has in it what the program has read.\n"
      "\n"
      "  orrery replay FILE           runs it again, with nothing outside\n"
      "  orrery trace --replay FILE   the same, with a trace (-o FILE.html)\n"
      "  orrery explain --replay FILE\n" },
    { "replay",
      "Usage: orrery replay ORDER script.js [arguments] [-o FILE.html]\n"
      "       orrery replay FILE.orrlog\n"
      "\n"
      "Runs the program in the order that explore has found; or a recording\n"
      "(orrery help record). Of a recording the exit code is that of the\n"
      "program, or 16: the recording ends before it; 17: the program does\n"
      "not do what was recorded; 18: the file is damaged.\n" },
    { "witness", "Usage: orrery witness ORDER script.js [arguments] [-o FILE]\n"
                 "\n"
                 "Makes a program for Node itself that runs in this order.\n" },
    { "help", "Usage: orrery help [command]\n"
              "\n"
              "Commands: explain, trace, play, explore, replay, witness, "
              "record.\n"
              "`orrery --help` has all options.\n" },
};
#define COMMANDS (sizeof commands / sizeof *commands)

const char *cli_command_help(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return commands[i].text;
    return NULL;
}

/* Letters that have to be put in, left out or changed to make one word the
 * other; two neighbours that are exchanged count once. */
#define WORD_MAX 40
size_t cli_word_distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t d[WORD_MAX + 1][WORD_MAX + 1];

    if (n > WORD_MAX || m > WORD_MAX)
        return WORD_MAX;
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            const size_t change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            const size_t less = d[i - 1][j] + 1, more = d[i][j - 1] + 1;
            d[i][j] = change < less ? change : less;
            d[i][j] = d[i][j] < more ? d[i][j] : more;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < d[i][j])
                d[i][j] = d[i - 2][j - 2] + 1;
        }
    return d[n][m];
}

const char *cli_command_near(const char *word)
{
    const char *best = NULL;
    size_t min = strlen(word) > 4 ? 3 : 2; /* below this is near */

    for (size_t i = 0; i < COMMANDS; i++) {
        const size_t d = cli_word_distance(word, strlen(word), commands[i].name,
                                           strlen(commands[i].name));
        if (d > 0 && d < min) {
            min = d;
            best = commands[i].name;
        }
    }
    return best;
}
