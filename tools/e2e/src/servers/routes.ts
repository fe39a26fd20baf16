import { isDeepStrictEqual } from 'node:util';
import { type Answer, ask } from './ask.ts';
import type { TalkativeStore } from './talkative-store.ts';

const hardened = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};
const script = {
  ...hardened,
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
};
const document = { ...hardened, 'content-type': 'application/json', 'cache-control': 'no-cache' };
/** What a server says of itself, and of all its answers. */
const own = [
  ...['connection', 'content-length', 'date', 'keep-alive', 'server', 'transfer-encoding', 'vary'],
  'permissions-policy',
];

const plain = [
  ['live.json', 'empty', document, '{"a":"ü"}'],
  ['releases/1.0.0/discovery-1.js', 'script', script, '1'],
  ['releases/files/discovery-1.js', 'script', script, '1'],
  ['releases/files-0123456789abcdef/discovery-1.js', 'script', script, '1'],
] as const;

const refused = [
  ['live.json', 'document'],
  ['live.json', 'iframe'],
  ['releases/1.0.0/discovery-1.js', 'serviceworker'],
  ['releases/1.0.0/discovery-1.js', 'worker'],
  ['releases/1.0.0/discovery-1.js', undefined],
  ['root/1.json', 'empty'],
  ['releases/1.0.0/connector-1.js', 'empty'],
  ['releases/1.0.0/../../root/1.json', 'empty'],
  ['releases/%2e%2e/discovery-1.js', 'empty'],
  ['', 'empty'],
] as const;

const unusual = ['moved', 'partial', 'early', 'unauthorized', 'odd', 'missing', 'inner'];

/** What a page's route to a store does wrong, in a line each that begins with the path. */
export async function findWrongRoutes(
  page: string,
  path: string,
  store: TalkativeStore,
  { limits }: { readonly limits: boolean },
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const check = (name: string, is: unknown, expected: unknown) => {
    if (!isDeepStrictEqual(is, expected))
      wrong.push(`${name}: ${JSON.stringify(is)}, not ${JSON.stringify(expected)}`);
  };
  const pass = (name: string, dest: string | undefined = 'empty', method = 'GET', headers = {}) =>
    ask(page, `${path}${name}`, { ...(dest && { 'sec-fetch-dest': dest }), ...headers }, method);

  for (const [name, dest, headers, body] of plain) {
    const answer = await pass(name, dest, 'GET', {
      cookie: 'secret=1',
      authorization: 'secret',
      'x-secret': '1',
    });
    check(name, [answer.status, sentOf(answer), `${answer.body}`], [200, headers, body]);
    check(`${name}, as the store heard it`, store.heard.at(-1)?.includes('secret'), false);
  }
  await pass('live.json?secret');
  check('live.json?secret, as the store heard it', store.heard.join().includes('secret'), false);
  const { length } = store.heard;
  for (const [name, dest] of refused) {
    const { status, body } = await ask(page, `${path}${name}`, dest ? { 'sec-fetch-dest': dest } : {});
    check(
      `${name} for ${dest}`,
      [status === 403 || status === 404, `${body}`.includes('store')],
      [true, false],
    );
  }
  check('POST live.json', (await pass('live.json', 'empty', 'POST')).status >= 400, true);
  check('requests that the store must not get', store.heard.slice(length), []);

  for (const what of limits ? [...unusual, 'endless'] : unusual) {
    const name = `releases/1/discovery-${what}.js`;
    const heard = store.heard.length;
    // A server may end the connection without an answer.
    const answer = await pass(name).catch(() => undefined);
    check(`${name}, asked of the store`, store.heard.length, heard + 1);
    const text = JSON.stringify([answer?.headers, `${answer?.body ?? ''}`]);
    check(name, /of the store|script-src| {9}/.test(text), false);
    // The hints that come first may be left out, and the answer after them passed on.
    const isPlain = what === 'early' || what === 'inner';
    if (answer && !isPlain && what !== 'endless') check(`${name}: is refused`, answer.status >= 400, true);
    check(`live.json after ${name}`, (await pass('live.json')).status, 200);
  }
  return wrong;
}

function sentOf({ headers }: Answer) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
}
