import type { Session } from '../engines/session.ts';
import type { Family } from '../page/families.ts';
import { call } from './in-page.ts';

/** What a hostile remote says that it has changed: names and paths; undefined where it has not come to it. */
export interface Changed {
  readonly isPolicyMade?: boolean;
  readonly discovery?: readonly string[];
  readonly connector?: readonly string[];
  readonly intent?: readonly string[];
  readonly hooks?: number;
}

/** What a page and its wallet show of one message, and what was signed in the end. */
export interface SignedSight {
  /** In the card, while the wallet asks. */
  readonly asked: string;
  /** In the wallet's window. */
  readonly wallet: string;
  /** In the activity, afterwards. */
  readonly signed: string;
}

export function readChanged(session: Session): Promise<Changed> {
  return session.evaluate('globalThis.attacked');
}

/** Signs a message as a person does: by the card's button, the form, and the wallet's window. */
export function sign(session: Session, { id }: Pick<Family, 'id'>, text: string): Promise<SignedSight> {
  return call(session, signInPage, id, text);
}

/** In the page. */
async function signInPage(id: string, text: string): Promise<SignedSight> {
  const deadlineMs = 30_000;
  const card = document.querySelector(`section[data-family=${id}]`);
  const named = (within: ParentNode | null | undefined, name: RegExp) =>
    [...(within?.querySelectorAll('button') ?? [])].find((button) => name.test(button.textContent ?? ''));
  const when = <Value>(find: () => Value | null | undefined) =>
    new Promise<Value>((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined || found === null) return;
        observer.disconnect();
        resolve(found);
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      setTimeout(() => reject(new Error(`not seen: ${find}, in: ${card?.textContent}`)), deadlineMs);
      look();
    });
  const wallet = () => document.getElementById('practice-wallet-window')?.shadowRoot;
  (await when(() => named(card, /^Sign message$/))).click();
  const input = await when(() => document.querySelector<HTMLTextAreaElement>('textarea[name=message]'));
  input.value = text;
  input.form?.requestSubmit();
  const approve = await when(() => named(wallet(), /^Approve$/));
  const asked = card?.querySelector('[data-field=intent]')?.textContent ?? '';
  const shown = wallet()?.querySelector('pre')?.textContent ?? '';
  approve.click();
  const row = await when(() => document.querySelector(`.log li[data-family=${id}][data-kind=signed]`));
  return {
    asked,
    wallet: shown,
    signed: row.querySelector('[data-field=message]')?.textContent ?? '',
  };
}
