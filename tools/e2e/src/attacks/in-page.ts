import type { Session } from '../engines/session.ts';
import type { Family } from '../page/families.ts';
import { marker } from './victim.ts';

/** What a page shows of one family. */
export interface Shown {
  /** The lines that the card tells for a report, the code first; empty where nothing failed. */
  readonly failure: string;
  /** The wallets in its group of the dialog. */
  readonly wallets: readonly string[];
  /** The version of the release that it lists wallets by. */
  readonly version: string | undefined;
}

/** What a page shows of all families, by their ids, and whether a script of the attacker has run. */
export interface Sight {
  readonly families: Readonly<Record<string, Shown>>;
  readonly isMarked: boolean;
}

/** Looks at the page once each of these families lists the practice wallet or has failed, or when that takes too long. */
export function look(session: Session, families: readonly Pick<Family, 'id'>[]): Promise<Sight> {
  return call(
    session,
    whenSeen,
    families.map(({ id }) => id),
    'settled',
    marker,
  );
}

/** Picks a family's practice wallet, approves in it, and looks at the page once the card tells of a failure. */
export async function connectAndLook(session: Session, { id }: Pick<Family, 'id'>): Promise<Sight> {
  await call(session, pickAndApprove, id);
  return call(session, whenSeen, [id], 'failed', marker);
}

/** Whether the browser runs a module under an address. */
export function tryImport(session: Session, address: string): Promise<'run' | 'refused'> {
  // As a text: the test runner would write its own import into a function.
  return session.evaluate(`import(${JSON.stringify(address)}).then(() => 'run', () => 'refused')`);
}

/** Whether a frame of an address is shown, which must then send a message, or the page's policy refuses it. */
export function tryFrame(session: Session, address: string): Promise<'shown' | 'refused'> {
  return call(session, frameInPage, address);
}

/** Asks for a module ahead of its use, and answers when the browser has it or has refused it. */
export function preload(session: Session, address: string): Promise<void> {
  return call(session, preloadInPage, address);
}

/** What a function answers in the page; it can use nothing but its arguments and the page. */
export function call<Args extends readonly unknown[], Value>(
  session: Session,
  inPage: (...args: Args) => Promise<Value>,
  ...args: Args
): Promise<Value> {
  return session.evaluate(`(${inPage})(${args.map((arg) => JSON.stringify(arg)).join()})`);
}

/** In the page. */
function whenSeen(ids: readonly string[], until: 'settled' | 'failed', mark: string): Promise<Sight> {
  const deadlineMs = 40_000;
  const view = (id: string) =>
    (globalThis as unknown as { linkspan?: Face }).linkspan?.view.family(id).remote.get();
  const show = (id: string) => ({
    failure: document.querySelector(`section[data-family=${id}] [data-field=failure]`)?.textContent ?? '',
    wallets: [...document.querySelectorAll(`[data-wallet][data-family=${id}]`)].map(
      (one) => one.closest('[data-row]')?.querySelector('b')?.textContent ?? '',
    ),
    version: view(id)?.release?.version,
  });
  // A discovery lists wallets a moment before its remote is called listed.
  const isListed = (id: string) => show(id).wallets.includes('Practice Wallet') && !!show(id).version;
  const isSeen = (id: string) => show(id).failure !== '' || (until === 'settled' && isListed(id));
  return new Promise((resolve) => {
    const finish = () => {
      observer.disconnect();
      resolve({
        families: Object.fromEntries(ids.map((id) => [id, show(id)])),
        isMarked: mark in globalThis,
      });
    };
    const observer = new MutationObserver(() => ids.every(isSeen) && finish());
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    if (ids.every(isSeen)) finish();
    else setTimeout(finish, deadlineMs);
  });
}

interface Face {
  readonly view: {
    family(id: string): { readonly remote: { get(): { readonly release?: { readonly version: string } } } };
  };
}

/** In the page: as whoever knows its address may, and then as the host does with what it has fetched. */
async function preloadInPage(address: string): Promise<void> {
  const text = document.querySelector('script[type=importmap]')?.textContent ?? '{}';
  const { imports, integrity } = JSON.parse(text) as Record<string, Readonly<Record<string, string>>>;
  const module = imports?.[address];
  if (module === undefined) throw new Error(`The import map does not name ${address}`);
  for (const [href, hash] of [[address], [module, integrity?.[module]]]) {
    const link = document.createElement('link');
    if (hash !== undefined) link.setAttribute('integrity', hash);
    await new Promise<void>((resolve) => {
      link.onload = () => resolve();
      link.onerror = () => resolve();
      document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
    });
  }
}

/** In the page. */
function frameInPage(address: string): Promise<'shown' | 'refused'> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe');
    globalThis.addEventListener(
      'message',
      ({ source }) => source === frame.contentWindow && resolve('shown'),
    );
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      if (effectiveDirective === 'frame-src') resolve('refused');
    });
    document.body.append(Object.assign(frame, { src: address }));
  });
}

/** In the page. */
export function pickAndApprove(id: string): Promise<void> {
  return new Promise((resolve) => {
    const approve = () => {
      const root = document.getElementById('practice-wallet-window')?.shadowRoot;
      const button = [...(root?.querySelectorAll('button') ?? [])].find(
        ({ textContent }) => textContent === 'Approve',
      );
      if (button === undefined) return;
      observer.disconnect();
      button.click();
      resolve();
    };
    const observer = new MutationObserver(approve);
    observer.observe(document, { subtree: true, childList: true });
    const wallets = [...document.querySelectorAll<HTMLElement>(`[data-wallet][data-family=${id}]`)];
    const isPractice = (one: Element) => one.closest('[data-row]')?.textContent?.includes('Practice Wallet');
    wallets.find(isPractice)?.click();
  });
}
