import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDialog, walletButton } from '../page/connect.ts';
import { families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { openSite, readConfig } from '../place/site.ts';

/** An answer of the page's server. */
interface Answer {
  status: number;
  readonly headers: Headers;
  body: string;
}

/** A proxy, running. */
interface Proxy extends AsyncDisposable {
  readonly url: string;
}

/** Starts a proxy in front of a page, which changes each answer. */
async function openProxy(page: string, change: Change): Promise<Proxy> {
  const server = createServer(async ({ url = '/' }, response) => {
    const answered = await fetch(`${page}${url}`);
    const answer = { status: answered.status, headers: answered.headers, body: await answered.text() };
    const headers = new Headers(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection'])
      headers.delete(name);
    const changed = { ...answer, headers };
    change(changed, url);
    response.writeHead(changed.status, Object.fromEntries(changed.headers)).end(changed.body);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const asPage = new Headers({ 'content-type': 'text/html' });
const isPage = (path: string) => path === '/' || path.startsWith('/?');
const inPage = (edit: (html: string) => string) => (answer: Answer, path: string) => {
  if (isPage(path)) answer.body = edit(answer.body);
};

type Change = (answer: Answer, path: string) => unknown;

const isScript = (path: string) => path.endsWith('.js');
const foreignPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'";

/**
 * What a proxy does, and what the page says then; nothing if its wallets can be used all the same. A page cannot tell that
 * somebody has added a script to it: `doctor` and `verify` do.
 */
const proxies: readonly [name: string, change: Change, says?: string][] = [
  [
    'takes all scripts for itself',
    inPage((html) =>
      html.replace(/<script(?![^>]*json)/g, '<script type="0123456789abcdef-text/javascript"'),
    ),
    'The scripts of this page did not run',
  ],
  [
    'adds a script of another origin before all others',
    inPage((html) => html.replace('<head>', '<head><script src="https://beacon.invalid/a.js"></script>')),
  ],
  [
    'adds a script in the page',
    inPage((html) => html.replace('</body>', '<script>globalThis.added = 1</script></body>')),
  ],
  ['removes white space', inPage((html) => html.replace(/>\s+</g, '><'))],
  ['drops the policy', (answer) => answer.headers.delete('content-security-policy')],
  [
    'adds a policy of its own',
    (answer, path) => isPage(path) && answer.headers.append('content-security-policy', foreignPolicy),
    'Wallets cannot be reached right now',
  ],
  [
    'serves scripts as text',
    (answer, path) => isScript(path) && answer.headers.set('content-type', 'text/plain'),
    'A part of the page did not load',
  ],
  [
    'answers a page for what is missing',
    (answer) =>
      answer.status === 404 &&
      Object.assign(answer, { status: 200, body: '<!doctype html>', headers: asPage }),
  ],
  [
    'loses a script',
    (answer, path) => /host-.*\.js/.test(path) && Object.assign(answer, { status: 404, body: '' }),
    'A part of the page did not load',
  ],
  [
    'cuts scripts off',
    (answer, path) => isScript(path) && Object.assign(answer, { body: answer.body.slice(0, -100) }),
    'A part of the page could not be verified',
  ],
];

test.for(proxies)('a page behind a proxy that %s', async ([, change, says], { journey }) => {
  const site = journey.keep(await openSite('proxied', await readConfig()));
  const proxy = journey.keep(await openProxy(site.url, change));
  // Browsers log what they refused.
  journey.expectProblems(/./s);
  const page = await journey.open({ url: proxy.url, whenUsable: async () => undefined });
  if (says !== undefined) {
    await page.getByText(says).first().waitFor();
    return;
  }
  await openDialog(page);
  for (const family of families) await walletButton(page, family).waitFor();
});
