import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Code } from '@linkspan/contract';
import type { Session } from '../engines/session.ts';
import { type Answers, plainHeaders } from './hostile-store.ts';
import { openUnprotected } from './open-unprotected.ts';
import type { RoutedPlace } from './routed-place.ts';

/** What a store says by a route through the page's own origin, where it must not have a say. */
export interface RouteAttack {
  readonly id: string;
  readonly name: string;
  /** What the victim's card says when the page is open; undefined where what the store says changes nothing. */
  readonly code: Code | undefined;
  /** What the store answers from now on. */
  turn(place: RoutedPlace): Promise<Answers>;
  /** Leads the browser into it, beside opening the page. Each of the answers must be `refused`. */
  lead?(session: Session, place: RoutedPlace): Promise<readonly string[]>;
}

export const attacksOnRoutes: readonly RouteAttack[] = [
  {
    id: 'route-html-framed',
    name: 'a store answers with a page, in frames of another site',
    code: 'release/portal',
    turn: async (place) => ({ ...onBoth(place, htmlOf(place)), 'frames.html': framesOf(place.routed) }),
    async lead(session, { store }) {
      await session.go(`${store.url}frames.html`);
      return [];
    },
  },
  {
    id: 'route-service-worker',
    name: 'a store answers with a service worker for the whole origin',
    code: 'loader/altered',
    turn: async (place) => ({ [discoveryOf(place)]: workerOf(place) }),
    lead: (session, place) => registerUnprotected(session, place, place.routed.discovery),
  },
  {
    id: 'route-cookies',
    name: 'a store sets cookies',
    code: undefined,
    turn: (place) => saying(place, { 'set-cookie': ['attacked=1; Path=/', 'hidden=1; Path=/; HttpOnly'] }),
  },
  {
    id: 'route-endless-discovery',
    name: 'a store’s discovery never ends',
    code: 'loader/unreachable',
    turn: async (place) => ({ [discoveryOf(place)]: endless }),
  },
];

/** Tells the store that it runs, and leaves on the origin what would be found there. */
function ranScript(storeUrl: string, what: string): string {
  return `fetch('${storeUrl}ran?${what}', { mode: 'no-cors' });
    if ('document' in globalThis) { document.cookie = 'attacked=1; Path=/'; localStorage.setItem('attacked', '1'); }`;
}

/** A page that shows an address in every way that a page can show another. */
export function framesOf({ document, discovery }: RoutedPlace['routed']): RequestListener {
  const frames = [document, discovery].map(
    (url) =>
      `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">` +
      `<iframe sandbox="allow-scripts allow-same-origin" src="${url}"></iframe>`,
  );
  return answer(`<!doctype html>${frames.join('')}`, { 'content-type': 'text/html' });
}

export function htmlOf({ store }: Pick<RoutedPlace, 'store'>): RequestListener {
  const page = `<!doctype html><script>${ranScript(store.url, 'html')}</script>`;
  return answer(page, { ...plainHeaders('.html'), 'content-type': 'text/html' });
}

/**
 * A page of the origin that no policy protects registers a service worker of an address, for all scopes that it could
 * want. Where the browser has no service workers, the answers are `none`.
 */
export async function registerUnprotected(
  session: Session,
  { page }: RoutedPlace,
  address: string,
): Promise<readonly string[]> {
  await openUnprotected(session, page);
  const register = (scope: string, type: string) =>
    `navigator.serviceWorker.register('${address}', { scope: '${scope}', type: '${type}' })
      .then(() => 'registered', () => 'refused')`;
  const scopes = ['/', new URL('.', address).pathname];
  const tries = scopes.flatMap((scope) => ['classic', 'module'].map((type) => register(scope, type)));
  return session.evaluate(
    `'serviceWorker' in navigator ? Promise.all([${tries.join()}]) : ${JSON.stringify(tries.map(() => 'none'))}`,
  );
}

/** The same page starts a worker of an address in every way. */
export async function startUnprotected(
  session: Session,
  { page }: RoutedPlace,
  address: string,
): Promise<readonly string[]> {
  await openUnprotected(session, page);
  const start = (made: string) => `new Promise((resolve) => {
    const worker = ${made};
    // Kept: a worker that is collected as garbage tells no error.
    (globalThis.workers ??= []).push(worker);
    worker.onerror = () => resolve('refused');
    (worker.port ?? worker).onmessage = () => resolve('started');
  })`;
  return session.evaluate(
    `Promise.all([${[
      start(`new Worker('${address}')`),
      start(`new Worker('${address}', { type: 'module' })`),
      start(`new SharedWorker('${address}')`),
    ].join()}])`,
  );
}

/** A worker of any kind, which answers for the page's whole origin where it is a service worker. */
function workerOf({ store }: RoutedPlace): RequestListener {
  return answer(workerScript(store.url), { ...plainHeaders('.js'), 'service-worker-allowed': '/' });
}

export function workerScript(storeUrl: string): string {
  return `${ranScript(storeUrl, 'worker')}
    globalThis.postMessage?.(1);
    globalThis.onconnect = ({ ports }) => ports[0].postMessage(1);
    globalThis.onfetch = (event) => event.respondWith(new Response('attacked'));`;
}

/** The store's own documents and scripts, and more said with them than is its to say. */
async function saying(
  place: RoutedPlace,
  headers: Record<string, string | string[]>,
  early?: Record<string, string>,
): Promise<Answers> {
  const live = await readFile(join(place.victim.folder, 'live.json'));
  const discovery = await soundDiscovery(place);
  const say =
    (body: string | Buffer): RequestListener =>
    (_, response) => {
      if (early) response.writeEarlyHints(early);
      response.writeHead(200, { ...plainHeaders('.js'), ...headers }).end(body);
    };
  return { 'live.json': say(live), [discoveryOf(place)]: say(discovery) };
}

function onBoth(place: RoutedPlace, act: RequestListener): Answers {
  return { 'live.json': act, [discoveryOf(place)]: act };
}

function discoveryOf({ victim: { release } }: RoutedPlace): string {
  return release.path + release.manifest.discovery;
}

function soundDiscovery(place: RoutedPlace): Promise<string> {
  return readFile(join(place.victim.folder, discoveryOf(place)), 'utf8');
}

function answer(body: string | Buffer, headers: Record<string, string>): RequestListener {
  return (_, response) => response.writeHead(200, headers).end(body);
}

const endless: RequestListener = (_, response) => {
  response.writeHead(200, plainHeaders('.json'));
  const write = () => {
    while (response.write(' '.repeat(100_000)));
  };
  response.on('drain', write);
  write();
};
