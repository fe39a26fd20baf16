/** A kind of browser, as a server sees it. */
export interface Visitor {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** One who reloads asks every cache on the way to ask too; the others are answered as most visitors are. */
  readonly cache?: 'no-store';
}

const mozilla = 'Mozilla/5.0';

/** Several kinds, with different packing, so that a server or cache that chooses by them is seen. */
export const visitors = [
  {
    name: 'Chrome on a computer',
    headers: {
      'user-agent': `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36`,
      'accept-encoding': 'gzip, deflate, br',
      'accept-language': 'en-US,en;q=0.9',
    },
  },
  {
    name: 'Firefox that reloads',
    headers: {
      'user-agent': `${mozilla} (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0`,
      'accept-encoding': 'gzip',
      'accept-language': 'de,en;q=0.5',
    },
    cache: 'no-store',
  },
  {
    name: 'Safari on a phone',
    headers: {
      'user-agent': `${mozilla} (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1`,
      'accept-encoding': 'br',
      'accept-language': 'fr-FR',
    },
  },
  {
    name: 'a wallet’s browser on a phone',
    headers: {
      'user-agent': `${mozilla} (Linux; Android 16; Pixel 9 Build/BP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/156.0.0.0 Mobile Safari/537.36`,
      'accept-encoding': 'identity',
      'accept-language': 'en-GB',
    },
  },
] as const satisfies readonly Visitor[];

/** What a browser asks for a file of this name as: Fetch Metadata, `Sec-Fetch-Dest`. */
export function destinationOf(path: string): Readonly<Record<string, string>> {
  if (path.endsWith('.html'))
    return {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'none',
      'upgrade-insecure-requests': '1',
    };
  const dest = { js: 'script', mjs: 'script', css: 'style' }[path.split('.').at(-1) ?? ''] ?? 'empty';
  return { accept: '*/*', 'sec-fetch-dest': dest, 'sec-fetch-site': 'same-origin' };
}
