/** Requests that the page's first script has made, by their addresses. */
type Early = readonly (readonly [address: string, response: Promise<Response>])[];

type Page = Pick<typeof globalThis, 'fetch'> & { linkspanEarly?: Early | undefined };

/**
 * The script that asks for what boot needs first, while the page is still being read. It goes before all else; `list` is
 * an array of addresses as JSON. Documents are asked for anew.
 */
export function toEarlyScript(list: string): string {
  const ask = 'fetch(a,{cache:/json$/.test(a)?"no-cache":"default"})';
  return `linkspanEarly=${list}.map(a=>{let p=${ask};p.catch(()=>{});return[a,p]})`;
}

/** The page's `fetch`, which answers each address that was asked for early by that, once. A deadline does not end it. */
export function takeEarly(page: Page): typeof fetch {
  const early = new Map(page.linkspanEarly);
  delete page.linkspanEarly;
  const { fetch } = page;
  return (input, init) => {
    const asked = early.get(String(input));
    early.delete(String(input));
    return asked ?? fetch.call(page, input, init);
  };
}
