/* page_file.h - the page that shows a trace, with the trace in it. */
#ifndef ORRERY_CLI_PAGE_FILE_H
#define ORRERY_CLI_PAGE_FILE_H

/* Write the page to `path` ("-" is standard output) with the lines of the file
 * `fd`, from its beginning, in it. 0 or a negative errno. */
int page_file_write(const char *path, int fd);

#endif
