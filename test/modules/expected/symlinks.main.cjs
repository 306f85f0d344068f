file ./real/file.cjs true
folder ./real/pkg/index.js
its own dependency beside the real one
resolve ./real/pkg/index.js
import ./real/file.cjs ./real/pkg/index.js
url false URL/real/file.mjs
exit 0
