import type { Answer, ApprovalRequest, Ask } from '../approval.ts';
import type { Network, Networks } from '../network.ts';
import type { PageStorage } from '../state.ts';
import type { WalletPage } from '../wallet.ts';

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

/** Two networks of a family. Nobody listens at the default address. */
export function toNetworks(
  ids: readonly [string, string],
  url = 'http://127.0.0.1:1',
  decimals = 18,
): Networks {
  const toNetwork = (id: string): Network => ({
    id,
    title: `Network ${id}`,
    rpc: [url],
    symbol: 'COIN',
    decimals,
  });
  return [toNetwork(ids[0]), toNetwork(ids[1])];
}

/** Resolves to true if the promise has not settled once all that is due has run. */
export function isPending(promise: Promise<unknown>): Promise<boolean> {
  const settled = () => false;
  return Promise.race([
    promise.then(settled, settled),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(true))),
  ]);
}
