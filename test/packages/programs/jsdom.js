// A page with a script, events, observers.
const { JSDOM, VirtualConsole } = require('jsdom');
const vc = new VirtualConsole();
vc.on('log', (...a) => console.log('page', ...a));
const d = new JSDOM(
    '<!doctype html><p id=a class="x y">Hi <b>t</b></p><form><input name=q value=1></form><script>console.log(document.querySelector("b").textContent);window.z=[1,2].map(x=>x*2)</script>',
    { runScripts: 'dangerously', virtualConsole: vc, url: 'http://x.test/' },
);
const { window } = d;
const { document } = window;
console.log(window.z, document.querySelector('.x').outerHTML, document.title, window.location.href);
document
    .getElementById('a')
    .addEventListener('click', (e) => console.log('clicked', e.type, e.target.id));
document.getElementById('a').click();
const el = document.createElement('ul');
el.innerHTML = '<li>1<li>2';
document.body.append(el);
console.log(
    [...document.querySelectorAll('li')].map((l) => l.textContent),
    d.serialize().length,
    new window.FormData(document.forms[0]).get('q'),
);
new window.MutationObserver((m) => console.log('mut', m.length)).observe(el, { childList: true });
el.append('x');
window.setTimeout(() => {
    console.log(
        window.getComputedStyle(el).display,
        new window.DOMParser().parseFromString('<a><b/></a>', 'text/xml').documentElement.tagName,
    );
    window.close();
}, 10);
