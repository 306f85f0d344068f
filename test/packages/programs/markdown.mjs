import { marked } from 'marked';
import MarkdownIt from 'markdown-it';
const text = '# Title\n\n* a *b*\n* `c`\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a;\n```\n[l](http://x.y)';
console.log(marked(text));
console.log(new MarkdownIt({ linkify: true }).render(text));
