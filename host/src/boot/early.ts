/** Requests that the page's first script has made, by their addresses. */
type Early = Record<string, Promise<Response>>;

type Page = Pick<typeof globalThis, 'fetch'> & { readonly linkspanEarly?: Early };

/**
 * The script that asks for what boot needs first, the live documents, while the page is still being read. It goes before
 * all else. `documents` is an array of addresses as JSON; each is asked for anew.
 */
export function toEarlyScript(documents: string): string {
  return `linkspanEarly={};${toAsking(documents, ',{cache:"no-cache"}')}`;
}

/**
 * The script that asks for the files that boot needs next. It goes after the button, which each request would keep a
 * slow processor from by some 2 ms. `files` is an array of addresses as JSON.
 */
export function toNextScript(files: string): string {
  return toAsking(files, '');
}

function toAsking(list: string, options: string): string {
  return `${list}.map(a=>(linkspanEarly[a]=fetch(a${options})).catch(()=>{}))`;
}

/** The page's `fetch`, which answers each address that was asked for early by that, once. A deadline does not end it. */
export function takeEarly({ fetch, linkspanEarly: early = {} }: Page): typeof fetch {
  return (input, init) => {
    const asked = early[String(input)];
    delete early[String(input)];
    return asked ?? fetch(input, init);
  };
}
