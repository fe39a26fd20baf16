import type { Family } from '../families.ts';
import type { AccountLabel, ApprovalRequest, Ask } from './approval.ts';
import { findFault } from './faults.ts';
import type { Networks } from './network.ts';
import {
  openWalletStore,
  type PageStorage,
  type StateChange,
  toChanged,
  toGranted,
  toShown,
  type WalletStore,
} from './state.ts';
import { gone, rejected } from './wallet-error.ts';
import { createWithFaults, type WithFaults } from './with-faults.ts';

/** Names one practice wallet: the first of its family, or the second. */
export type WalletId = Family | `${Family}-second`;

/** What a wallet asks, apart from what is the same in all its requests. */
export type Question = Omit<ApprovalRequest, 'family' | 'wallet' | 'site'>;

/** The page that a wallet is in. */
export interface WalletPage {
  /** Where announcements are heard and made. */
  readonly target: EventTarget;
  /** Such as `http://localhost:4300`. */
  readonly origin: string;
  readonly storage: PageStorage;
  readonly ask: Ask;
}

/** What a practice wallet is made from. */
export interface WalletParts<Account extends AccountLabel> {
  readonly id: WalletId;
  readonly family: Family;
  /** With their keys. */
  readonly accounts: readonly Account[];
  readonly networks: Networks;
  readonly page: WalletPage;
  /** The same wallet in the other families. */
  others(): readonly PracticeWallet[];
}

/** What the wallets of all families are made of. */
export class PracticeWallet<Account extends AccountLabel = AccountLabel> {
  readonly id: WalletId;
  readonly family: Family;
  readonly isSecond: boolean;
  readonly name: string;
  readonly accounts: readonly Account[];
  readonly networks: Networks;
  readonly page: WalletPage;
  readonly store: WalletStore;
  readonly #others: () => readonly PracticeWallet[];
  readonly #events = new EventTarget();

  constructor({ id, family, accounts, networks, page, others }: WalletParts<Account>) {
    this.id = id;
    this.family = family;
    this.isSecond = id.endsWith('-second');
    this.name = this.isSecond ? 'Second Practice Wallet' : 'Practice Wallet';
    this.accounts = accounts;
    this.networks = networks;
    this.page = page;
    this.#others = others;
    const choices = {
      accounts: accounts.map((one) => one.address),
      networks: networks.map((one) => one.id),
      isSecond: this.isSecond,
    };
    this.store = openWalletStore(id, choices, page.storage);
  }

  /** The accounts that the site sees now, the active one first. */
  shown(): readonly string[] {
    return toShown(this.store.get());
  }

  /** Throws 4900 if the wallet is gone. */
  assertHere(): void {
    if (!this.store.get().here) throw gone();
  }

  /** Changes the state as a person could. Throws a TypeError if the wallet has no such account. */
  change(change: StateChange): void {
    const account = change.account && findAccount(this.accounts, change.account);
    this.store.set(toChanged(this.store.get(), { ...change, ...(account && { account }) }));
  }

  /** Asks the person; resolves to the picked accounts. Rejects with 4001, and with 4900 if the wallet goes meanwhile. */
  async approve(question: Question): Promise<readonly string[]> {
    this.assertHere();
    const { family, name: wallet, page, store } = this;
    const control = new AbortController();
    const leave = () => control.abort(gone());
    const stop = store.subscribe(() => store.get().here || leave());
    this.#events.addEventListener('update', leave, { signal: control.signal });
    try {
      const answer = await page.ask({ ...question, family, wallet, site: page.origin }, control.signal);
      control.signal.throwIfAborted();
      if (answer.kind === 'rejected') throw rejected();
      return answer.accounts;
    } finally {
      stop();
      control.abort();
    }
  }

  /** Asks the person which accounts the site may see. Rejects with 4001, 4900. */
  async requestAccounts(): Promise<readonly string[]> {
    const { active, locked } = this.store.get();
    const sees =
      'It will see the accounts you pick, and can ask you to sign. It cannot move anything by itself.';
    const picked = await this.approve({
      title: 'Connect to this site',
      facts: [],
      choice: { picks: 'several', accounts: this.accounts, picked: active },
      note: locked ? `The wallet is locked; approving unlocks it. ${sees}` : sees,
    });
    this.grant(picked);
    return picked;
  }

  /** Lets the site see these accounts. */
  grant(granted: readonly string[]): void {
    this.store.set(toGranted(this.store.get(), granted));
    if (!findFault(this.store.get().faults, 'connectOthers')) return;
    for (const { store: other } of this.#others())
      if (other.get().granted.length === 0) other.set(toGranted(other.get(), [other.get().active]));
  }

  /** Replaces the object that the page has by a new one, as an updated extension does; the old one is dead. */
  update(): void {
    this.#events.dispatchEvent(new Event('update'));
  }

  fire(event: string, value: unknown): void {
    this.#events.dispatchEvent(new CustomEvent('fire', { detail: [event, value] }));
  }

  /** Calls with each event that a test has fired, until the signal. */
  onFired(listener: (event: string, value: unknown) => void, signal: AbortSignal): void {
    const hear = (fired: Event) => listener(...((fired as CustomEvent).detail as [string, unknown]));
    this.#events.addEventListener('fire', hear, { signal });
  }

  /**
   * Announces an object of the wallet whenever it is here. The signal ends that object; `withFaults` is for its calls.
   * Returns the undoing.
   */
  keepAnnounced(announce: (withFaults: WithFaults, signal: AbortSignal) => void): () => void {
    const { store } = this;
    const late = findFault(store.get().faults, 'announceLate');
    let object: AbortController | undefined;
    let isReady = !late;
    const end = () => {
      object?.abort();
      object = undefined;
    };
    const follow = () => {
      const { here } = store.get();
      if (!here) end();
      if (!here || !isReady || object) return;
      object = new AbortController();
      const { signal } = object;
      const isDead = () => signal.aborted && store.get().here;
      announce(createWithFaults({ faults: () => store.get().faults, isDead }), signal);
    };
    const renew = () => {
      if (!object) return;
      end();
      follow();
    };
    const start = () => {
      isReady = true;
      follow();
    };
    const timer = late && setTimeout(start, late.ms);
    const stop = store.subscribe(follow);
    this.#events.addEventListener('update', renew);
    follow();
    return () => {
      clearTimeout(timer);
      stop();
      this.#events.removeEventListener('update', renew);
      end();
    };
  }
}

/** The address of an account, by its address or name. */
function findAccount(accounts: readonly AccountLabel[], wanted: string): string {
  const found = accounts.find(({ name, address }) => name === wanted || address === wanted);
  if (found) return found.address;
  throw new TypeError(`The wallet does not have the account "${wanted}".`);
}

/**
 * What a wallet claims to be where it announces itself; a fault may let it claim something else. `identity` is the same in
 * all families, a reverse domain name; `icon` is a data address.
 */
export function toClaims({ isSecond, name, store }: PracticeWallet) {
  const claimed = findFault(store.get().faults, 'claim');
  return {
    name: claimed?.name ?? name,
    icon: claimed?.icon ?? toIcon(isSecond),
    identity: claimed?.identity ?? (isSecond ? 'practice.linkspan.second' : 'practice.linkspan.wallet'),
  };
}

/** The outline of the wallets' mark, a bridge in a square of 32. */
export const bridge = 'M6 21.5h20M9 21.5C10.5 14.5 13 11 16 11s5.5 3.5 7 10.5M16 11v10.5';

/** Draws a wallet's icon as a base64 data address: a bridge on the colour of the first or second wallet. */
function toIcon(second: boolean): string {
  const [from, to] = second ? ['#3fb8a3', '#12705f'] : ['#9a7cf8', '#5d3fd3'];
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">` +
    `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>` +
    `<rect width="32" height="32" rx="9" fill="url(#g)"/>` +
    `<path d="${bridge}" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>`;
  return `data:image/svg+xml;base64,${btoa(drawing)}`;
}
