import { openStorage, storagePrefix } from '../storage.ts';

/** Light, dark, or the system's choice. */
export const schemes = ['system', 'light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

const key = 'scheme';

/** The page's color scheme is that of its meta element: HTML, "color-scheme". `light-dark()` in the styles follows it. */
const selector = 'meta[name=color-scheme]';

/** The script of the page's head that applies the chosen scheme before anything is painted. */
export const schemeScript = `try{let s=localStorage["${storagePrefix}${key}"];if(/^(light|dark)$/.test(s))document.querySelector("${selector}").content=s}catch(e){}`;

/** The current scheme. */
export function readScheme(): Scheme {
  const content = document.querySelector<HTMLMetaElement>(selector)?.content;
  return schemes.find((scheme) => scheme === content) ?? 'system';
}

/** Shows the page in a scheme and stores it. Without storage it lasts as long as the page. */
export function chooseScheme(scheme: Scheme): void {
  const storage = openStorage(storagePrefix);
  if (scheme === 'system') storage.remove(key);
  else storage.set(key, scheme);
  show(scheme);
}

/** Follows the choice of other tabs. */
export function followScheme(): void {
  addEventListener('storage', ({ key: changed, newValue }) => {
    if (changed === `${storagePrefix}${key}`) show(schemes.find((scheme) => scheme === newValue) ?? 'system');
  });
}

function show(scheme: Scheme): void {
  const meta = document.querySelector<HTMLMetaElement>(selector);
  if (meta) meta.content = scheme === 'system' ? 'light dark' : scheme;
}
