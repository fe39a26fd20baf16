import { unsupportedPath } from '../ui/unsupported-path.ts';

/**
 * What sends a browser on that cannot start the page at all: one without import maps, which may not even be able to read
 * the inline script, or a page that has come without HTTPS and so gets no WebCrypto. ECMAScript 5, since it must run
 * where nothing newer does. What an older browser lacks beside that shows later: `release/uncheckable`,
 * `loader/unenforced`.
 */
export const browserCheck = `(function(s){s&&s.supports&&s.supports('importmap')&&isSecureContext||location.replace('${unsupportedPath}')})(window.HTMLScriptElement)`;
