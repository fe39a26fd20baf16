import type { Family } from '../../families.ts';
import type { AccountLabel, Answer, ApprovalRequest, Ask } from '../approval.ts';
import type { Fault } from '../faults.ts';
import type { Network, Networks } from '../network.ts';
import type { PageStorage } from '../state.ts';
import { PracticeWallet, type WalletId, type WalletPage } from '../wallet.ts';

/** A page with practice wallets. A test decides as its person. */
export interface TestPage extends WalletPage {
  /** Every request that was shown, the oldest first. */
  readonly shown: readonly ApprovalRequest[];
  /** Answers the requests from now on. At first, each is approved with the account that is picked at first. */
  decide: Ask;
}

export const approve = (...accounts: string[]): Answer => ({ kind: 'approved', accounts });
export const reject: Ask = async () => ({ kind: 'rejected' });

export function openTestPage(storage: PageStorage = openMemory()): TestPage {
  const shown: ApprovalRequest[] = [];
  const page: TestPage = {
    target: new EventTarget(),
    origin: 'https://ferry.example',
    storage,
    shown,
    decide: async ({ choice }) => approve(...(choice ? [choice.picked] : [])),
    ask(request, signal) {
      shown.push(request);
      return page.decide(request, signal);
    },
  };
  return page;
}

/** Storage in memory, with what is kept at first. */
export function openMemory(kept: Readonly<Record<string, string>> = {}): PageStorage {
  const items = new Map(Object.entries(kept));
  return () => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  });
}

/** What a test's wallet is made from. */
interface TestWalletParts<Account> {
  readonly id: WalletId;
  readonly accounts: readonly Account[];
  /** CAIP-2. */
  readonly networkIds: readonly [string, string];
  /** Where both networks answer; nobody listens at the default. */
  readonly url?: string;
  readonly decimals?: number;
  readonly others?: readonly PracticeWallet[];
}

/** A wallet on a page of its own, or on the given one. */
export function openTestWallet<Account extends AccountLabel>(
  parts: TestWalletParts<Account>,
  page: TestPage = openTestPage(),
) {
  const { id, accounts, networkIds, url = 'http://127.0.0.1:1', decimals = 18, others = [] } = parts;
  const [family] = id.split('-') as [Family];
  const toNetwork = (networkId: string): Network => ({
    ...{ id: networkId, title: `Network ${networkId}`, rpc: [url], symbol: 'COIN', decimals },
  });
  const networks: Networks = [toNetwork(networkIds[0]), toNetwork(networkIds[1])];
  const wallet = new PracticeWallet({ id, family, accounts, networks, page, others: () => others });
  return {
    page,
    wallet,
    titles: () => page.shown.map(({ title }) => title),
    setFault: (fault: Fault) => wallet.change({ faults: [fault] }),
  };
}

/** Resolves to true if the promise has not settled once all that is due has run. */
export function isPending(promise: Promise<unknown>): Promise<boolean> {
  const settled = () => false;
  return Promise.race([
    promise.then(settled, settled),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(true))),
  ]);
}
