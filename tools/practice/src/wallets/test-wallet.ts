import type { PracticeWallet } from './wallet.ts';
import { WINDOW_HOST_ID } from './window/approval-window.ts';

/** A wallet's answer to its prompts; `hold` leaves them open. */
type Answer = 'approve' | 'reject' | 'hold';

/** Plays the user of a wallet, for the suite of the contract: see `Subject.wallet` of `@linkspan/check`. */
export function playWallet(wallet: PracticeWallet) {
  const { name, accounts, networks } = wallet;
  const [first, second] = accounts.map((one) => one.name);
  const seen = new WeakSet<Element>();
  let answer: Answer = 'approve';
  let prompts = 0;

  const openWindow = () => document.getElementById(WINDOW_HOST_ID) ?? undefined;
  const isGranted = () => wallet.store.get().granted.length > 0;
  const isFirst = () => wallet.accounts[0]?.address === wallet.store.get().active;
  /** A wallet that reports no changes is read again when the person comes back to the page. */
  const comeBack = () => window.dispatchEvent(new Event('focus'));

  function look(): void {
    const shown = openWindow();
    if (shown === undefined || seen.has(shown)) return;
    seen.add(shown);
    prompts += 1;
    if (answer !== 'hold') press(shown, answer);
  }
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });

  return {
    name,
    isGranted,
    prompts: () => prompts,
    answer: (how: Answer) => {
      answer = how;
    },
    async reset() {
      answer = 'reject';
      for (let shown = openWindow(); shown !== undefined; shown = openWindow()) {
        press(shown, 'reject');
        await until(() => (openWindow() === shown ? undefined : true), 100);
      }
      wallet.change({ disconnect: true, account: first, network: networks[0].id });
      answer = 'approve';
      prompts = 0;
    },
    async release() {
      answer = 'approve';
      // A busy machine may take its time.
      const shown = await until(openWindow, 10_000);
      if (shown === undefined) throw new Error(`${name} holds nothing open`);
      press(shown, 'approve');
      // Granted, or granted and given back by the page within the same moment.
      await until(() => isGranted() || undefined, 100);
    },
    async useAnotherAccount() {
      wallet.change({ account: isFirst() ? second : first });
      comeBack();
    },
    async revoke() {
      wallet.change({ disconnect: true });
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

/** The first answer that is not undefined; undefined if none comes in time. */
async function until<Value>(look: () => Value | undefined, ms: number): Promise<Value | undefined> {
  const end = performance.now() + ms;
  for (;;) {
    const found = look();
    if (found !== undefined || performance.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
