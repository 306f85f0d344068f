a module
  one at 6
  fulfilled at 12
the same again
  fulfilled at 9
a graph of three levels
  low at 8
  middle at 8
  graph at 8
  fulfilled at 14
a part of it
  fulfilled at 9
top-level await
  before at 6
  after at 7
  fulfilled at 14
import of top-level await
  before at 8
  one at 8
  after at 9
  importer at 10
  fulfilled at 16
CommonJS
  common at 6
  fulfilled at 12
CommonJS again
  fulfilled at 9
a built-in
  fulfilled at 12
a built-in again
  fulfilled at 9
JSON
  fulfilled at 12
data
  data at 6
  fulfilled at 12
a module that throws
  rejected at 12
the same again
  rejected at 9
a module that does not parse
  rejected at 6
a name that is not exported
  rejected at 13
no such file
  rejected at 6
what was required
  fulfilled at 7
two at once
  two at 6
  fulfilled at 13
an import in an import
  outer at 6
  one at 11
  outer again at 17
  fulfilled at 24
a cycle
  b at 8
  a at 8
  fulfilled at 14
exit 0
