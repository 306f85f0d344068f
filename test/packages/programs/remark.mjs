// remark and rehype.
import { remark } from 'remark';
import html from 'remark-html';
import { unified } from 'unified';
import rp from 'rehype-parse';
import rs from 'rehype-stringify';
console.log(
    String(await remark().use(html).process('# Hi *a*\n\n- x\n- [l](http://y)\n\n```js\n1\n```')),
);
console.log(String(await remark().process('* a\n* b\n\nSetext\n===')));
console.log(
    String(
        await unified()
            .use(rp, { fragment: true })
            .use(() => (t) => {
                t.children[0].tagName = 'section';
            })
            .use(rs)
            .process('<div a=1>b<br>c</div>'),
    ),
);
