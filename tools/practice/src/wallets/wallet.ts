import type { Family } from '../families.ts';
import type { AccountLabel, Answer, ApprovalRequest, Ask } from './approval.ts';
import { findFault } from './faults.ts';
import type { Network } from './network.ts';
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

/** What the wallets of all families are made of. */
export interface PracticeWallet {
  readonly id: WalletId;
  readonly family: Family;
  readonly name: string;
  readonly accounts: readonly AccountLabel[];
  readonly networks: readonly [Network, ...Network[]];
  readonly page: WalletPage;
  readonly store: WalletStore;
  /** The accounts that the site sees now, the active one first. */
  shown(): readonly string[];
  /** Changes the state as a person could. Throws a TypeError if the wallet has no such account. */
  change(change: StateChange): void;
  /** Asks the person; resolves to the picked accounts. Rejects with 4001, and with 4900 if the wallet goes meanwhile. */
  approve(question: Question): Promise<readonly string[]>;
  /** Asks the person which accounts the site may see. Rejects with 4001, 4900. */
  requestAccounts(): Promise<readonly string[]>;
  /** Lets the site see these accounts. */
  grant(accounts: readonly string[]): void;
  /** Replaces the object that the page has by a new one, as an updated extension does; the old one is dead. */
  update(): void;
  /** Calls with each event that a test has fired. */
  onFired(listener: (event: string, value: unknown) => void): () => void;
  fire(event: string, value: unknown): void;
  /**
   * Announces an object of the wallet whenever it is here. The signal ends that object; `withFaults` is for its calls.
   * Returns the undoing.
   */
  keepAnnounced(announce: (withFaults: WithFaults, signal: AbortSignal) => void): () => void;
}

/** What a practice wallet is made from. */
export interface WalletParts
  extends Pick<PracticeWallet, 'id' | 'family' | 'accounts' | 'networks' | 'page'> {
  /** The same wallet in the other families. */
  others(): readonly PracticeWallet[];
}

const isSecond = (id: WalletId) => id.endsWith('-second');

export function createPracticeWallet(parts: WalletParts): PracticeWallet {
  const { id, family, accounts, networks, page } = parts;
  const store = openWalletStore(
    id,
    {
      accounts: accounts.map((one) => one.address),
      networks: networks.map((one) => one.id),
      isSecond: isSecond(id),
    },
    page.storage,
  );
  const name = isSecond(id) ? 'Second Practice Wallet' : 'Practice Wallet';
  const events = new EventTarget();

  async function approve(question: Question): Promise<readonly string[]> {
    if (!store.get().here) throw gone();
    const control = new AbortController();
    const leave = () => control.abort(gone());
    const stop = store.subscribe(() => store.get().here || leave());
    events.addEventListener('update', leave, { signal: control.signal });
    try {
      const request: ApprovalRequest = { ...question, family, wallet: name, site: page.origin };
      const answer: Answer = await page.ask(request, control.signal);
      control.signal.throwIfAborted();
      if (answer.kind === 'rejected') throw rejected();
      return answer.accounts;
    } finally {
      stop();
      control.abort();
    }
  }

  function grant(granted: readonly string[]): void {
    store.set(toGranted(store.get(), granted));
    if (!findFault(store.get().faults, 'connectOthers')) return;
    for (const { store: other } of parts.others())
      if (other.get().granted.length === 0) other.set(toGranted(other.get(), [other.get().active]));
  }

  const wallet: PracticeWallet = {
    ...{ id, family, name, accounts, networks, page, store, approve, grant },
    shown: () => toShown(store.get()),
    change(change) {
      const account = change.account && findAccount(accounts, change.account);
      store.set(toChanged(store.get(), { ...change, ...(account && { account }) }));
    },
    async requestAccounts() {
      const { active, locked } = store.get();
      const sees =
        'It will see the accounts you pick, and can ask you to sign. It cannot move anything by itself.';
      const picked = await approve({
        title: 'Connect to this site',
        facts: [],
        choice: { picks: 'several', accounts, picked: active },
        note: locked ? `The wallet is locked; approving unlocks it. ${sees}` : sees,
      });
      grant(picked);
      return picked;
    },
    update: () => void events.dispatchEvent(new Event('update')),
    fire: (event, value) => void events.dispatchEvent(new CustomEvent('fire', { detail: [event, value] })),
    onFired(listener) {
      const hear = (fired: Event) => listener(...((fired as CustomEvent).detail as [string, unknown]));
      events.addEventListener('fire', hear);
      return () => events.removeEventListener('fire', hear);
    },
    keepAnnounced(announce) {
      let object: AbortController | undefined;
      let isReady = false;
      const end = () => {
        object?.abort();
        object = undefined;
      };
      const begin = () => {
        const control = new AbortController();
        object = control;
        const isDead = () => control.signal.aborted && store.get().here;
        announce(createWithFaults({ faults: () => store.get().faults, isDead }), control.signal);
      };
      const follow = () => {
        const { here } = store.get();
        if (here && isReady && !object) begin();
        if (!here) end();
      };
      const renew = () => {
        if (!object) return;
        end();
        begin();
      };
      const start = () => {
        isReady = true;
        follow();
      };
      const stop = store.subscribe(follow);
      events.addEventListener('update', renew);
      const late = findFault(store.get().faults, 'announceLate');
      const timer = late && setTimeout(start, late.ms);
      if (!late) start();
      return () => {
        clearTimeout(timer);
        stop();
        events.removeEventListener('update', renew);
        end();
      };
    },
  };
  return wallet;
}

/** The address of an account, by its address or name. */
function findAccount(accounts: readonly AccountLabel[], wanted: string): string {
  const found = accounts.find(({ name, address }) => name === wanted || address === wanted);
  if (found) return found.address;
  throw new TypeError(`The wallet does not have the account "${wanted}".`);
}

/** What a wallet says of itself where it announces itself. */
export interface Claims {
  readonly name: string;
  /** A `data:image` address. */
  readonly icon: string;
  /** What it is in all families, as a reverse domain name. */
  readonly identity: string;
}

/** What a wallet claims to be now; a fault may let it claim something else. */
export function toClaims({ id, name, store }: Pick<PracticeWallet, 'id' | 'name' | 'store'>): Claims {
  const claimed = findFault(store.get().faults, 'claim');
  return {
    name: claimed?.name ?? name,
    icon: claimed?.icon ?? toIcon(isSecond(id)),
    identity: claimed?.identity ?? (isSecond(id) ? 'practice.linkspan.second' : 'practice.linkspan.wallet'),
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
