// React on a server: at once, and as a stream.
const React = require('react');
const S = require('react-dom/server');
const { renderToString, renderToPipeableStream } = S;
function A({ n }) {
    const [x] = React.useState(n);
    return React.createElement(
        'div',
        { className: 'a' },
        'Hi ',
        x,
        React.createElement(
            React.Suspense,
            { fallback: '...' },
            React.createElement('b', null, 'z'),
        ),
    );
}
console.log(renderToString(React.createElement(A, { n: 1 })));
const { PassThrough } = require('stream');
const { pipe } = renderToPipeableStream(React.createElement(A, { n: 2 }), {
    onAllReady() {
        const p = new PassThrough();
        let b = '';
        p.on('data', (d) => (b += d)).on('end', () => console.log(b));
        pipe(p);
    },
});
