import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '../engines/engine.ts';
import type { Family } from '../page/families.ts';
import type { WalletCommand, WalletState } from '../page/practice-wallet.ts';
import type { FaultPlace } from './fault-place.ts';
import * as page from './in-page.ts';
import { until } from './until.ts';
import { readWords, type Words } from './words.ts';

type Id = Family['id'];

/** Texts and patterns that a card's text is looked through for. */
type Said = string | RegExp;

/** A person in front of the page, who does what people do, in any of the engines. */
export interface Person {
  readonly place: FaultPlace;
  readonly session: Session;
  /** Opens the page and waits until it can be used. */
  open(): Promise<void>;
  /** Loads the page again and waits until it can be used. */
  reload(): Promise<void>;
  /** Picks a wallet in the dialog; the wallet asks. */
  pick(family: Id, wallet?: string): Promise<void>;
  /** Waits until a practice wallet of the family asks, and approves. */
  approve(family: Id): Promise<void>;
  reject(family: Id): Promise<void>;
  /** Picks, approves, and waits until the card reads Connected. */
  connect(family: Id, wallet?: string): Promise<void>;
  /** Signs in with a connected wallet, and waits until the activity shows it. */
  signIn(family: Id): Promise<void>;
  /** Presses a button of the family's card by its name; of the whole page where the family is `''`. Waits for it. */
  press(family: Id | '', name: string): Promise<void>;
  /** What the card says and offers now. */
  words(family: Id): Promise<Words>;
  /** What the card's status reads now. */
  status(family: Id): Promise<string>;
  /** Waits until the card's status reads this word. */
  whenStatus(family: Id, word: Words['status'], withinMs?: number): Promise<void>;
  /** Waits until the card's text has this, and answers all that it says then. */
  whenSays(family: Id, said: Said, withinMs?: number): Promise<Words>;
  /** Waits until something holds for what the card says. */
  when(family: Id, holds: (words: Words) => boolean, withinMs?: number): Promise<Words>;
  /** Waits until the family's connector is there. It is loaded while the wallet is asked. */
  whenMounted(family: Id): Promise<void>;
  /** Changes something inside a practice wallet: its switches, account, network. */
  change(command: WalletCommand): Promise<void>;
  /** What a practice wallet itself remembers. */
  readWallet(wallet: string): Promise<WalletState | null>;
  /** Writes an entry of the page's `localStorage` as JSON: also before the page is opened. */
  store(key: string, value: unknown): Promise<void>;
  /** Lets this much of the page's time pass: at once where the engine can, else by waiting. */
  passTime(ms: number): Promise<void>;
  /** Tells the page what a browser tells it when a person comes back to its tab. */
  lookAgain(): Promise<void>;
  /** The same person in another tab, where nothing is open yet. */
  tab(): Promise<Person>;
  /** What a function answers in the page; it can use nothing but its arguments and the page. */
  call<Args extends readonly unknown[], Value>(
    inPage: (...args: Args) => Value | Promise<Value>,
    ...args: Args
  ): Promise<Value>;
}

/** In real time: what a busy machine may need. What takes the page longer must be a fault that `passTime` ends. */
const soonMs = 15_000;

/** Puts a person in front of a session at a place. */
export function createPerson(session: Session, place: FaultPlace): Person {
  const call: Person['call'] = (inPage, ...args) =>
    session.evaluate(`(${inPage})(${args.map((arg) => JSON.stringify(arg)).join()})`);
  const tell = async () => {
    const shown = await session.evaluate<string>(
      `document.querySelector('main')?.innerText ?? document.body.innerText`,
    );
    return `the page shows\n${shown}`;
  };
  const whenTrue = (look: () => Promise<boolean>, what: string, withinMs = soonMs) =>
    until(look, { withinMs, tell: async () => `${what}; ${await tell()}` });
  const words = (family: Id) => call(readWords, family);
  const when: Person['when'] = (family, holds, withinMs = soonMs) => {
    const look = async () => {
      const now = await words(family);
      return holds(now) && now;
    };
    return until(look, { withinMs, tell });
  };
  const answer = async (family: Id, button: 'practice-approve' | 'practice-reject') => {
    await whenTrue(() => call(page.answerWallet, family, button), `no wallet of ${family} asks`);
  };
  const goAndWait = async () => {
    await session.go(place.url);
    await whenTrue(() => call(page.isReady), 'the page is not ready', 40_000);
  };
  const person: Person = {
    place,
    session,
    call,
    words,
    when,
    open: goAndWait,
    reload: goAndWait,
    async pick(family, wallet = 'Practice Wallet') {
      await whenTrue(() => call(page.openDialog), 'the wallet dialog does not open');
      await whenTrue(() => call(page.pressWallet, family, wallet), `${wallet} of ${family} is not listed`);
    },
    approve: (family) => answer(family, 'practice-approve'),
    reject: (family) => answer(family, 'practice-reject'),
    async connect(family, wallet) {
      await person.pick(family, wallet);
      await person.approve(family);
      await person.whenStatus(family, 'Connected');
    },
    async signIn(family) {
      const before = await call(page.countActivity, family, 'signed');
      await person.press(family, 'Sign in');
      await person.approve(family);
      const isMore = async () => (await call(page.countActivity, family, 'signed')) > before;
      await whenTrue(isMore, `the activity shows no signature of ${family}`);
    },
    async press(family, name) {
      await whenTrue(() => call(page.pressButton, family, name), `there is no “${name}” to press`);
    },
    status: async (family) => (await words(family)).status,
    async whenStatus(family, word, withinMs) {
      await when(family, ({ status }) => status === word, withinMs);
    },
    whenSays: (family, said, withinMs) => when(family, ({ text }) => isSaid(text, said), withinMs),
    async whenMounted(family) {
      await whenTrue(() => call(page.isMounted, family), `the connector of ${family} is not mounted`);
    },
    change: (command) => call(page.commandWallet, command),
    readWallet: (wallet) => call(page.readStored, `practice-wallet:${wallet}`) as Promise<WalletState | null>,
    async store(key, value) {
      // Without a page of this origin there is no storage.
      if (!(await session.evaluate<string>('location.href')).startsWith(place.url))
        await session.go(`${place.url}/unsupported.html`);
      await session.evaluate(
        `localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(JSON.stringify(value))})`,
      );
    },
    passTime: (ms) => (session.passTime ? session.passTime(ms) : delay(ms)),
    lookAgain: () => call(page.lookAgain),
    tab: async () => createPerson(await session.openTab(), place),
  };
  return person;
}

function isSaid(text: string, said: Said): boolean {
  return typeof said === 'string' ? text.includes(said) : said.test(text);
}
