import { unsupportedTexts as texts } from '../ui/texts/en-unsupported.ts';
import { escapeHtml } from './escape-html.ts';
import { lowestBrowsers } from './lowest-browsers.ts';

/** The page for browsers that are too old, as HTML. It needs nothing that browsers of the last ten years do not have. */
export function renderUnsupported(title: string): string {
  const say = (text: string) => escapeHtml(text.replaceAll('{title}', title));
  const rows = lowestBrowsers.map(
    ({ name, version, since }) =>
      `<tr><th scope="row">${say(name)}</th><td>${say(version)}</td><td>${say(since)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${say(texts.heading)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<p class="brand">${say('{title}')}</p>
<div id="insecure" hidden>
<h1>${say(texts.insecureHeading)}</h1>
<p>${say(texts.insecureWhy)}</p>
<p><a class="button" id="safe" href="/">${say(texts.openSafely)}</a></p>
</div>
<div id="asked" hidden>
<h1>${say(texts.asked)}</h1>
</div>
<div id="old">
<div id="why">
<h1>${say(texts.heading)}</h1>
<p>${say(texts.why)}</p>
</div>
<noscript><p class="note">${say(texts.noScript)}</p></noscript>
<h2>${say(texts.whatNow)}</h2>
<ul>
<li>${say(texts.update)}</li>
<li>${say(texts.inApp)}</li>
<li>${say(texts.copyTo)}</li>
</ul>
<div id="copying" hidden>
<label for="address">${say(texts.address)}</label>
<input id="address" type="text" readonly>
<button class="button" id="copy" type="button">${say(texts.copy)}</button>
<p id="told" role="status"></p>
</div>
<p><a class="button" href="/">${say(texts.again)}</a></p>
<h2 id="works">${say(texts.works)}</h2>
<table aria-labelledby="works">
<thead><tr><th scope="col">${say(texts.browser)}</th><th scope="col">${say(texts.from)}</th><th scope="col">${say(texts.since)}</th></tr></thead>
<tbody>${rows.join('')}</tbody>
</table>
</div>
</main>
<script>${script}</script>
</body>
</html>
`;
}

/** Every colour has a value that a browser without variables, `light-dark()` or `oklch()` knows. */
const style = `
body{margin:0;background:#f8f9fb;color:#1c2230;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:620px;margin:0 auto;padding:32px 20px 64px}
h1{margin:8px 0;font-size:26px;line-height:1.2}
h2{margin:32px 0 8px;font-size:17px}
p{margin:8px 0}
ul{margin:8px 0 20px;padding-left:22px}
li{margin:6px 0}
.brand{font-weight:650;color:#566074}
.note{padding:12px 16px;border:1px dashed #8a93a5;border-radius:12px}
label{display:block;font-size:14px;color:#566074}
input{box-sizing:border-box;width:100%;min-height:44px;padding:8px 12px;border:1px solid #8a93a5;border-radius:10px;background:#fff;color:#1c2230;font:15px/1.4 monospace}
.button{display:inline-block;box-sizing:border-box;min-height:44px;margin:8px 8px 0 0;padding:10px 18px;border:1px solid #8a93a5;border-radius:10px;background:#fff;color:#1c2230;font:inherit;font-weight:600;line-height:22px;text-decoration:none;cursor:pointer}
.button:focus,input:focus,a:focus{outline:3px solid #2f5bd7;outline-offset:2px}
#told{display:inline-block;min-height:24px;margin:8px 0 0;font-size:14px;color:#566074}
table{width:100%;border-collapse:collapse;font-size:15px}
th,td{padding:10px 12px 10px 0;border-bottom:1px solid #d9dde5;text-align:left;font-weight:400}
thead th{font-size:13px;color:#566074}
[hidden]{display:none}
@media (prefers-color-scheme:dark){
body{background:#10131b;color:#e9ecf3}
.brand,label,thead th,#told{color:#a9b2c3}
input,.button{background:#1b202b;color:#e9ecf3;border-color:#6d778b}
.note{border-color:#6d778b}
th,td{border-color:#2d3442}
.button:focus,input:focus,a:focus{outline-color:#8fb0ff}
}`;

/** ECMAScript 5. */
const script = `(function () {
  function byId(id) { return document.getElementById(id); }
  var address = location.protocol + '//' + location.host + '/';
  function showFor(hidden, shown) {
    byId(hidden).hidden = true;
    byId(shown).hidden = false;
    document.title = byId(shown).getElementsByTagName('h1')[0].textContent;
  }
  if (location.hash === '#works') showFor('why', 'asked');
  if (window.isSecureContext === false) {
    showFor('old', 'insecure');
    byId('safe').href = 'https://' + location.host + '/';
  }
  byId('address').value = address;
  byId('copying').hidden = false;
  byId('copy').onclick = function () {
    var copied = false;
    byId('address').select();
    try { copied = document.execCommand('copy'); } catch (refused) {}
    byId('told').textContent = copied ? ${JSON.stringify(texts.copied)} : ${JSON.stringify(texts.notCopied)};
  };
})();`;
