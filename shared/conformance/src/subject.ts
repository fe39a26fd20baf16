import type { Discover, FamilyId, Mount, Network, ScopedStorage } from '@linkspan/contract';
import { pause, until } from './assert.ts';

/** The wallet's answer to its prompts. */
export type Answer = 'approve' | 'reject' | 'hold';

/** An installed wallet whose user the suite plays. */
export interface TestWallet {
  /** The name under which it is listed; no other listed wallet has it. */
  readonly name: string;
  /** Nothing granted, the first account in use, nothing asked, approving. */
  reset(): Promise<void>;
  /** Its answer from now on. `hold` leaves the prompt open. */
  answer(how: Answer): void;
  /** Approves the open prompt; settles when the wallet has done it. */
  release(): Promise<void>;
  /** The number of prompts since its reset. */
  prompts(): number;
  /** Whether the page is granted accounts. */
  isGranted(): boolean;
  /** Inside the wallet: takes another account into use, and reports that to the page by its standard. */
  useAnotherAccount(): Promise<void>;
  /** Inside the wallet: revokes the page's permission, and reports that to the page by its standard. */
  revoke(): Promise<void>;
}

/** One built remote, with everything to run it as a host would. */
export interface Subject<Namespace extends string = string> {
  readonly discover: Discover<Namespace>;
  readonly mount: Mount<Namespace>;
  readonly family: FamilyId;
  readonly namespace: Namespace;
  /** Where the wallet's accounts are known and hold something to send; two or more let it be switched. */
  readonly networks: readonly [Network<Namespace>, ...Network<Namespace>[]];
  readonly options: unknown;
  readonly wallet: TestWallet;
  /** Someone else, in the chain's own format, who may be sent the smallest unit. */
  readonly recipient: string;
  /** The event targets of the remote beyond its port: `[window, document]`. */
  readonly targets: readonly EventTarget[];
  /** How long the remote may take to follow its wallet or its chain, in milliseconds. */
  readonly patienceMs: number;
  createStorage(): ScopedStorage;
}

/** The practice wallet to play. */
export interface PracticeWalletOptions {
  /** As its commands name it: `evm`, `solana` or `near`. */
  readonly id: string;
  /** As it is listed. */
  readonly name: string;
  /** Two of its accounts, by name; the first is in use after a reset. */
  readonly accounts: readonly [string, string];
  /** CAIP-2 of its network after a reset, if the wallet chooses it. */
  readonly network?: string;
}

const commandEvent = 'practice-wallet';
const windowId = 'practice-wallet-window';
/** A busy machine may take its time. */
const windowMs = 10_000;
const answeredMs = 100;

/** Plays the person of a practice wallet on this page: by its commands, and by pressing in its window. */
export function playPracticeWallet({ id, name, accounts, network }: PracticeWalletOptions): TestWallet {
  const seen = new WeakSet<Element>();
  const [first, second] = accounts;
  let answer: Answer = 'approve';
  let prompts = 0;
  let inUse = first;

  const command = (change: object) =>
    window.dispatchEvent(new CustomEvent(commandEvent, { detail: { wallet: id, ...change } }));
  const openWindow = () => document.getElementById(windowId) ?? undefined;
  const isGranted = () => {
    const { granted = [] } = JSON.parse(localStorage.getItem(`${commandEvent}:${id}`) ?? '{}');
    return granted.length > 0;
  };
  /** A wallet that reports no changes is read again when the person comes back to the page. */
  const comeBack = () => window.dispatchEvent(new Event('focus'));

  function look(): void {
    const host = openWindow();
    if (host === undefined || seen.has(host)) return;
    seen.add(host);
    prompts += 1;
    if (answer !== 'hold') press(host, answer);
  }
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });

  return {
    name,
    isGranted,
    prompts: () => prompts,
    answer: (how) => {
      answer = how;
    },
    async reset() {
      answer = 'reject';
      for (let host = openWindow(); host !== undefined; host = openWindow()) {
        press(host, 'reject');
        await pause(answeredMs);
      }
      command({ disconnect: true, account: first, ...(network !== undefined && { network }) });
      inUse = first;
      answer = 'approve';
      prompts = 0;
    },
    async release() {
      answer = 'approve';
      press(await until(openWindow, windowMs, `${name} holds nothing open`), 'approve');
      // Granted, or granted and given back by the page within the same moment.
      await until(() => (isGranted() ? true : undefined), answeredMs, '').catch(() => undefined);
    },
    async useAnotherAccount() {
      inUse = inUse === first ? second : first;
      command({ account: inUse });
      comeBack();
    },
    async revoke() {
      command({ disconnect: true });
      comeBack();
    },
  };
}

/** Presses a button in a wallet's window; an approval opens every account that is offered. */
function press({ shadowRoot }: Element, how: 'approve' | 'reject'): void {
  const boxes = shadowRoot?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [];
  for (const box of boxes) if (how === 'approve' && !box.checked) box.click();
  shadowRoot?.querySelector<HTMLButtonElement>(`#practice-${how}`)?.click();
}
