import type { Family } from '../page/families.ts';

type Id = Family['id'];

/** In the page: whether the host module has replaced the prerendered page, and every remote is listed or has failed. */
export function isReady(): boolean {
  const { linkspan } = globalThis as unknown as { linkspan?: Face };
  const stages = linkspan?.view.families.map((id) => linkspan.view.family(id).remote.get().stage);
  const root = document.getElementById('app');
  const isRendered = root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  return isRendered && stages?.every((stage) => stage !== 'pending') === true;
}

/** In the page: whether a family's connector is there. */
export function isMounted(id: Id): boolean {
  const { linkspan } = globalThis as unknown as { linkspan?: Face };
  return linkspan?.view.family(id).remote.get().stage === 'mounted';
}

interface Face {
  readonly view: {
    readonly families: readonly string[];
    family(id: string): { readonly remote: { get(): { readonly stage: string } } };
  };
}

/** In the page: opens the wallet dialog as its button does, and answers whether it is open. */
export function openDialog(): boolean {
  const dialog = document.querySelector<HTMLDialogElement>('dialog#connect');
  if (!dialog?.open) document.querySelector<HTMLElement>('header [aria-haspopup=dialog]')?.click();
  return dialog?.open ?? false;
}

/** In the page: closes the dialog as its own button does. */
export function closeDialog(): void {
  document.querySelector<HTMLElement>('dialog#connect[open] form[method=dialog] button')?.click();
}

/** In the page: the names of the wallets that the dialog lists for a family. */
export function listWallets(id: Id): readonly string[] {
  const buttons = [...document.querySelectorAll(`dialog#connect [data-wallet][data-family=${id}]`)];
  return buttons.map((one) => one.closest('[data-row]')?.querySelector('b')?.textContent ?? '');
}

/** In the page: presses a wallet of the open dialog; returns whether it is there. */
export function pressWallet(id: Id, wallet: string): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(`dialog#connect [data-wallet][data-family=${id}]`)];
  const row = rows.find((one) => one.closest('[data-row]')?.querySelector('b')?.textContent === wallet);
  row?.click();
  return row !== undefined;
}

/** In the page: presses a button of a family's card, or of the whole page; returns whether it is there. */
export function pressButton(id: Id | '', name: string): boolean {
  const within = id === '' ? document.body : document.querySelector(`section[data-family=${id}]`);
  const buttons = [...(within?.querySelectorAll<HTMLElement>('button, a, summary') ?? [])];
  const named = (one: HTMLElement) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim();
  const button = buttons.find((one) => named(one) === name && !one.matches(':disabled'));
  button?.click();
  return button !== undefined;
}

/** In the page: fills the form of a send and submits it; returns whether it is there. */
export function fillSend(to: string, amount: string): boolean {
  const form = document.querySelector('dialog[open] input[name=to]')?.closest('form');
  const [first, second] = ['to', 'amount'].map((name) =>
    form?.querySelector<HTMLInputElement>(`[name=${name}]`),
  );
  if (!form || !first || !second) return false;
  first.value = to;
  second.value = amount;
  form.requestSubmit();
  return true;
}

/** In the page: presses Approve or Reject where a practice wallet of the family asks; returns whether one does. */
export function answerWallet(id: Id, button: 'practice-approve' | 'practice-reject'): boolean {
  const root = document.getElementById('practice-wallet-window')?.shadowRoot;
  if (root?.querySelector<HTMLElement>('.head')?.dataset.family !== id) return false;
  root.querySelector<HTMLElement>(`#${button}`)?.click();
  return true;
}

/** In the page: the family whose practice wallet asks now; empty where none does. */
export function readAsking(): string {
  const root = document.getElementById('practice-wallet-window')?.shadowRoot;
  return root?.querySelector<HTMLElement>('.head')?.dataset.family ?? '';
}

/** In the page: a command to a practice wallet, as its panel gives it. */
export function commandWallet(detail: object): void {
  window.dispatchEvent(new CustomEvent('practice-wallet', { detail }));
}

/** In the page: what its storage has under a key, parsed; null if there is nothing. */
export function readStored(key: string): unknown {
  return JSON.parse(localStorage.getItem(key) ?? 'null');
}

/** In the page: how many lines of a kind the activity has for a family. */
export function countActivity(id: Id, kind: 'signed' | 'sent'): number {
  return document.querySelectorAll(`[data-family=${id}][data-kind=${kind}]`).length;
}

/** In the page: tells it what a browser tells when a person comes back to its tab. */
export function lookAgain(): void {
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  window.dispatchEvent(new Event('focus'));
}
