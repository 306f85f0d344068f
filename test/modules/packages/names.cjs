module.exports = ['main', 'noext', 'deep', 'deep/lib/file', 'deep/lib/file.js', 'exp', 'exp/sub', 'exp/lib/sub.js',
    'exp/package.json', 'exp/missing', 'exp/outside', 'exp/nodemod', 'exp/bad', 'exp/obj', 'exp/null', 'exp/number', 'exp/nope',
    'sugar', 'sugar/lib/only.js', 'cond', 'cond/nested', 'cond/default', 'cond/sync', '@scope/pkg', '@scope/pkg/x/one',
    '@scope/pkg/x/two', '@scope', 'pat/x', 'pat/a/y.js', 'pat/a/bz', 'pat/private/x', 'pat/dir/d', 'pat/twice/d',
    'pat/../x', 'pat', 'nul', 'arr', 'arr/none', 'arr/allbad', 'mixed', 'numeric', 'target', 'self', 'self/sub',
    'self/nope', '#local', '#dep', '#cond', '#pat/local', '#pat/nope', '#builtin', '#null', '#bad', '#gone', '#url', '#nope', '#', '#x/',
    'nope', 'nope/sub', '.dot', '%x', 'a\\b', 'esm', 'esm/lib/sub.js', 'esm/lib/sub'];
