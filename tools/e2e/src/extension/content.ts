import { runtime } from './chrome.ts';
import { type Answer, hear, post } from './messages.ts';

/** In the extension's own world of the page: carries what the page asks to the extension, and back. */
hear('extension', ({ id, request }) => {
  const answered = runtime().sendMessage(request) as Promise<Answer>;
  answered.then((answer) => post({ to: 'page', id, answer }), reportError);
});

/** The way of wallets that are older than content scripts in the page's own world. */
const script = document.createElement('script');
script.src = runtime().getURL('in-page.js');
document.documentElement.append(script);

/** The way of wallets before that, which no page can allow that allows no inline script. */
const inline = document.createElement('script');
inline.textContent = 'globalThis.inlineRan = true';
document.documentElement.append(inline);
