/** Requests that the page's first script has made, by their addresses. */
type Early = Record<string, Promise<Response>>;

type Page = Pick<typeof globalThis, 'fetch'> & { readonly linkspanEarly?: Early };

/**
 * The script that asks for what boot needs first, the live documents, while the page is still being read. It goes before
 * all else, and asks for nothing that can wait until there is a button. `list` is an array of addresses as JSON.
 */
export function toEarlyScript(list: string): string {
  return `linkspanEarly={};${list}.map(a=>(linkspanEarly[a]=fetch(a,{cache:"no-cache"})).catch(()=>{}))`;
}

/** The page's `fetch`, which answers each address that was asked for early by that, once. A deadline does not end it. */
export function takeEarly({ fetch, linkspanEarly: early = {} }: Page): typeof fetch {
  return (input, init) => {
    const asked = early[String(input)];
    delete early[String(input)];
    return asked ?? fetch(input, init);
  };
}
