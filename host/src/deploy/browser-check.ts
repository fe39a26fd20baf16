import { t } from '../ui/texts/t.ts';

/**
 * Ends a page that this browser cannot start, with a sentence in its place: a browser without import maps, which may not
 * even be able to read the inline script, or a page without HTTPS, which gets no WebCrypto. ECMAScript 5, since it must
 * run where nothing newer does. What an older browser lacks beside that shows later: `release/uncheckable`,
 * `loader/unenforced`.
 */
export const browserCheck = `(function(s,b,p){if(s&&s.supports&&s.supports('importmap')&&isSecureContext)return;b=document.body;p=document.createElement('p');p.className='note';p.textContent=${JSON.stringify(t('page.browsers'))};b.textContent='';b.appendChild(p);window.stop()})(window.HTMLScriptElement)`;
