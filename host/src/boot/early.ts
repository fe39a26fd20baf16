/** Requests that the page's first script has made, by their addresses. */
type Early = Record<string, Promise<Response>>;

type Page = Pick<typeof globalThis, 'fetch'> & { readonly linkspanEarly?: Early };

/**
 * The script that asks for what boot needs first, while the page is still being read. It goes before all else; `list` is
 * an array of addresses as JSON. Documents are asked for anew.
 */
export function toEarlyScript(list: string): string {
  const ask = 'fetch(a,{cache:/json$/.test(a)?"no-cache":"default"})';
  return `linkspanEarly={};${list}.map(a=>(linkspanEarly[a]=${ask}).catch(()=>{}))`;
}

/** The page's `fetch`, which answers each address that was asked for early by that, once. A deadline does not end it. */
export function takeEarly({ fetch, linkspanEarly: early = {} }: Page): typeof fetch {
  return (input, init) => {
    const asked = early[String(input)];
    delete early[String(input)];
    return asked ?? fetch(input, init);
  };
}
