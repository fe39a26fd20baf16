import { call, readUntil, type Session } from '../engines/session.ts';
import type { Family } from '../page/families.ts';
import { marker } from './target.ts';

type Id = Pick<Family, 'id'>;

/** What a page shows of one family. */
export interface Shown {
  /** The lines that the card tells for a report, the code first; empty where nothing failed. */
  readonly failure: string;
  /** The wallets in its group of the dialog. */
  readonly wallets: readonly string[];
  /** The version of the release that it lists wallets by. */
  readonly version: string | undefined;
  readonly isConnected: boolean;
}

/** What a page shows of all families, by their ids, and whether a script of the attacker has run. */
export interface Sight {
  readonly families: Readonly<Record<string, Shown>>;
  readonly isMarked: boolean;
}

/** Looks at the page once each of these families lists the practice wallet or has failed, or when that takes too long. */
export function look(session: Session, families: readonly Id[]): Promise<Sight> {
  // A discovery lists wallets a moment before its remote is called listed.
  return lookUntil(session, families, (one) => one.wallets.includes('Practice Wallet') && !!one.version);
}

/** Picks a family's practice wallet, approves in it, and looks at the page once the card is connected or has failed. */
export async function connectAndLook(session: Session, { id }: Id): Promise<Sight> {
  await call(session, pickInPage, id);
  await press(session, walletWindow, 'Approve');
  return lookUntil(session, [{ id }], ({ isConnected }) => isConnected);
}

function lookUntil(session: Session, families: readonly Id[], isSeen: (shown: Shown) => boolean) {
  const ids = families.map(({ id }) => id);
  return readUntil<Sight>(
    () => call(session, seeInPage, ids, marker),
    ({ families: seen }) => Object.values(seen).every((one) => one.failure !== '' || isSeen(one)),
  );
}

const walletWindow = '#practice-wallet-window';

/** What a page and its wallet show of one message, and what was signed in the end. */
export interface SignedSight {
  /** In the card, while the wallet asks. */
  readonly asked: string;
  /** In the wallet's window. */
  readonly wallet: string;
  /** In the activity, afterwards. */
  readonly signed: string;
}

/** Signs a message as a person does: by the card's button, the form, and the wallet's window. */
export async function sign(session: Session, { id }: Id, text: string): Promise<SignedSight> {
  const read = (...selectors: readonly string[]) =>
    readUntil(() => call(session, readInPage, selectors), Boolean);
  const card = `section[data-family=${id}]`;
  await press(session, card, 'More');
  await press(session, card, 'Sign message');
  await readUntil(() => call(session, askInPage, text), Boolean);
  const wallet = await read(walletWindow, 'pre');
  const asked = await read(`${card} [data-field=intent]`);
  await press(session, walletWindow, 'Approve');
  const signed = await read(`.log li[data-family=${id}][data-kind=signed] [data-field=message]`);
  return { asked, wallet, signed };
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

/** Puts a link element for a style into the page. */
export function linkStyle(session: Session, address: string): Promise<Linked> {
  return call(session, linkInPage, address);
}

/** The outcome of a style. */
interface Linked {
  readonly event: string;
  /** Whether what the attacker's style says is so in the page. */
  readonly isForged: boolean;
}

/** Presses a button of a card, or of a wallet's window, once it is there. */
async function press(session: Session, selector: string, name: string): Promise<void> {
  if (!(await readUntil(() => call(session, pressInPage, selector, name), Boolean)))
    throw new Error(`${selector} has no button ${name}.`);
}

// All that follows runs in the page.

function seeInPage(ids: readonly string[], mark: string): Sight {
  const { linkspan } = globalThis as unknown as { linkspan?: Face };
  const show = (id: string): Shown => ({
    failure: document.querySelector(`section[data-family=${id}] [data-field=failure]`)?.textContent ?? '',
    wallets: [...document.querySelectorAll(`[data-wallet][data-family=${id}]`)].map(
      (one) => one.closest('[data-row]')?.querySelector('b')?.textContent ?? '',
    ),
    version: linkspan?.view.family(id).remote.get().release?.version,
    isConnected: document.querySelector(`section[data-family=${id}] [data-field=account]`) !== null,
  });
  return { families: Object.fromEntries(ids.map((id) => [id, show(id)])), isMarked: mark in globalThis };
}

interface Face {
  readonly view: {
    family(id: string): { readonly remote: { get(): { readonly release?: { readonly version: string } } } };
  };
}

function pickInPage(id: string): void {
  const wallets = [...document.querySelectorAll<HTMLElement>(`[data-wallet][data-family=${id}]`)];
  const isPractice = (one: Element) => one.closest('[data-row]')?.textContent?.includes('Practice Wallet');
  wallets.find(isPractice)?.click();
}

function pressInPage(selector: string, name: string): boolean {
  const found = document.querySelector(selector);
  const buttons = [...((found?.shadowRoot ?? found)?.querySelectorAll('button') ?? [])];
  const button = buttons.find((one) => (one.ariaLabel ?? one.textContent) === name);
  button?.click();
  return button !== undefined;
}

function askInPage(text: string): boolean {
  const input = document.querySelector<HTMLTextAreaElement>('textarea[name=message]');
  if (input === null) return false;
  input.value = text;
  input.form?.requestSubmit();
  return true;
}

/** The second selector is for what is in the shadow root of the first. */
function readInPage([selector = '', inner]: readonly string[]): string {
  const found = document.querySelector(selector);
  return (inner === undefined ? found : found?.shadowRoot?.querySelector(inner))?.textContent ?? '';
}

/** As whoever knows its address may, and then as the host does with what it has fetched. */
async function preloadInPage(address: string): Promise<void> {
  const text = document.querySelector('script[type=importmap]')?.textContent ?? '{}';
  const { imports, integrity } = JSON.parse(text) as Record<string, Readonly<Record<string, string>>>;
  const module = imports?.[address];
  if (module === undefined) throw new Error(`The import map does not name ${address}`);
  for (const [href, hash] of [[address], [module, integrity?.[module]]]) {
    const link = document.createElement('link');
    if (hash !== undefined) link.setAttribute('integrity', hash);
    await new Promise<unknown>((resolve) => {
      link.onload = link.onerror = resolve;
      document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
    });
  }
}

async function linkInPage(href: string): Promise<Linked> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  const { type } = await new Promise<Event>((resolve) => {
    link.onload = resolve;
    link.onerror = (event) => resolve(event as Event);
    document.head.append(link);
  });
  const said = getComputedStyle(document.documentElement).getPropertyValue('--harbour');
  return { event: type, isForged: said.trim() === 'closed' };
}

function frameInPage(src: string): Promise<'shown' | 'refused'> {
  return new Promise((resolve) => {
    const frame = Object.assign(document.createElement('iframe'), { src });
    globalThis.addEventListener(
      'message',
      ({ source }) => source === frame.contentWindow && resolve('shown'),
    );
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      if (effectiveDirective === 'frame-src') resolve('refused');
    });
    document.body.append(frame);
  });
}
