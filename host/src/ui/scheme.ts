import { openStorage, storagePrefix } from '../storage.ts';

/** Light, dark, or as the system has it. */
export const schemes = ['system', 'light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

const key = 'scheme';

/** Applies what was chosen before anything is painted: the script of the page's head, for which everything else waits. */
export const schemeScript = `try{document.documentElement.dataset.scheme=localStorage["${storagePrefix}${key}"]||""}catch(e){}`;

/** What the page is shown in. */
export function readScheme(): Scheme {
  return schemes.find((scheme) => scheme === document.documentElement.dataset.scheme) ?? 'system';
}

/** Shows the page in it from now on. Where the browser keeps nothing, as long as the page lasts. */
export function chooseScheme(scheme: Scheme): void {
  const storage = openStorage(storagePrefix);
  if (scheme === 'system') storage.remove(key);
  else storage.set(key, scheme);
  show(scheme);
}

/** Shows the page in what is chosen in another tab. */
export function followScheme(): void {
  addEventListener('storage', ({ key: changed, newValue }) => {
    if (changed === `${storagePrefix}${key}`) show(schemes.find((scheme) => scheme === newValue) ?? 'system');
  });
}

function show(scheme: Scheme): void {
  document.documentElement.dataset.scheme = scheme === 'system' ? '' : scheme;
}
