import { LinkspanError } from '@linkspan/contract';
import type { Answer, TestWallet } from '../conformance/subject.ts';
import { createDeferred, type Deferred } from './deferred.ts';

/** What a page sees of the reference wallet. It is a stand-in: it has no keys, and its chain is a number. */
export interface ReferenceProvider {
  readonly name: string;
  /** Asks the person where nothing is granted. Rejects with `wallet/rejected`. */
  connect(): Promise<readonly string[]>;
  /** Never asks. */
  accounts(): readonly string[];
  disconnect(): void;
  /** Asks the person for another network. Rejects with `wallet/rejected`. */
  allowSwitch(): Promise<void>;
  sign(address: string, text: string): Promise<string>;
  send(from: string, to: string, amount: bigint): Promise<string>;
  balanceOf(address: string): bigint;
  onChange(listener: () => void): () => void;
}

/** What has been sent on the reference chain. */
export interface ReferenceTransfer {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** The chain of all reference wallets: what was sent, in its order. */
export const referenceChain: ReferenceTransfer[] = [];

/** The wallet's two addresses. */
export const referenceAddresses = ['alder', 'birch'] as const;
const announceEvent = 'reference:announce';
const requestEvent = 'reference:request';

/** Announces a reference wallet on a page; answers it with the hand of its person. */
export function createReferenceWallet(page: EventTarget): TestWallet {
  const name = 'Reference Wallet';
  let granted: readonly string[] = [];
  let answer: Answer = 'approve';
  let prompts = 0;
  let held: Deferred<void> | undefined;
  let balance = 1_000n;
  const listeners = new Set<() => void>();

  async function ask(): Promise<void> {
    prompts += 1;
    if (answer === 'reject') throw new LinkspanError('wallet/rejected', { wallet: name });
    if (answer !== 'hold') return;
    held = createDeferred();
    await held.promise;
  }
  function change(next: readonly string[]): void {
    granted = next;
    for (const listener of [...listeners]) listener();
  }

  const provider: ReferenceProvider = {
    name,
    async connect() {
      if (granted.length === 0) {
        await ask();
        change(referenceAddresses);
      }
      return granted;
    },
    accounts: () => granted,
    disconnect: () => change([]),
    allowSwitch: ask,
    async sign(address, text) {
      await ask();
      return `${address} signs ${text}`;
    },
    async send(from, to, amount) {
      await ask();
      balance -= amount;
      const id = `transaction-${referenceChain.length + 1}`;
      referenceChain.push({ id, from, to, amount });
      return id;
    },
    balanceOf: () => balance,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const announce = () => page.dispatchEvent(new CustomEvent(announceEvent, { detail: provider }));
  page.addEventListener(requestEvent, announce);
  announce();

  return {
    name,
    async reset() {
      held?.reject(new Error('reset'));
      held = undefined;
      answer = 'approve';
      change([]);
      prompts = 0;
    },
    answer: (how) => {
      answer = how;
    },
    async release() {
      answer = 'approve';
      held?.resolve();
      held = undefined;
    },
    prompts: () => prompts,
    isGranted: () => granted.length > 0,
    useAnotherAccount: async () => change([...granted].reverse()),
    revoke: async () => change([]),
  };
}

/** Hears of reference wallets, late ones too, until the signal is aborted. */
export function hearReferenceWallets(
  page: EventTarget,
  signal: AbortSignal,
  hear: (provider: ReferenceProvider) => void,
): void {
  const listener = (event: Event) => hear((event as CustomEvent<ReferenceProvider>).detail);
  page.addEventListener(announceEvent, listener, { signal });
  page.dispatchEvent(new Event(requestEvent));
}
