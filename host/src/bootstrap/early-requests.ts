import { discoveryMs } from '../limits.ts';

/** Requests that the page's request script has made, by their addresses. */
type Early = Record<string, Promise<Response>>;

type Page = Pick<typeof globalThis, 'fetch'> & { readonly linkspanEarly?: Early };

/**
 * A script that requests the inline script's documents and files while the page is still parsed. It follows the button,
 * since each request delays a slow processor by some 3 ms. Both are arrays of addresses as JSON; `documents`, which are
 * needed first, are revalidated. A file that does not come in time is given up: a later request of its address would
 * wait for it.
 */
export function toRequestScript(documents: string, files: string): string {
  const ofFiles = `,{signal:AbortSignal.timeout(${discoveryMs})}`;
  return `linkspanEarly={};${toAsking(documents, ',{cache:"no-cache"}')};${toAsking(files, ofFiles)}`;
}

function toAsking(list: string, options: string): string {
  return `${list}.map(a=>(linkspanEarly[a]=fetch(a${options})).catch(()=>{}))`;
}

/**
 * The page's `fetch`, which answers each address that was asked for early by that, once. A deadline does not end it.
 * Addresses are relative to `base`.
 */
export function takeEarly({ fetch, linkspanEarly = {} }: Page, base: string): typeof fetch {
  const toHref = (address: string) => new URL(address, base).href;
  const early = new Map(Object.entries(linkspanEarly).map(([address, asked]) => [toHref(address), asked]));
  return (input, init) => {
    const href = toHref(String(input));
    const asked = early.get(href);
    early.delete(href);
    return asked ?? fetch(input, init);
  };
}
