import { explain, type Failure, type Signed, toFailure } from '@linkspan/contract';
import type { Family } from './family.ts';
import type { PageFamily } from './page-family.ts';

/** What the buttons of a card do. */
type Presses = Readonly<Record<'connect' | 'sign' | 'disconnect', () => Promise<void>>>;

/** A family's part of a fixture page. */
export interface Card {
  onPress(presses: Presses): void;
  /** Says that the family cannot be used, and why. */
  fail(failure: Failure): void;
  showSigned(signed: Signed): void;
}

const words = {
  disconnected: 'Disconnected',
  connecting: 'Connecting',
  connected: 'Connected',
  reconnecting: 'Reconnecting',
} as const;

/** Shows a family: its status, the account in use, what failed, and three buttons. */
export function showCard({ title }: PageFamily, { connection }: Family['view']): Card {
  const section = document.body.appendChild(document.createElement('section'));
  section.setAttribute('aria-label', title);
  const add = <Name extends keyof HTMLElementTagNameMap>(tag: Name, field: string) => {
    const element = section.appendChild(document.createElement(tag));
    element.dataset.field = field;
    return element;
  };
  const [status, account] = [add('p', 'status'), add('p', 'account')];
  const [reason, signed] = [add('p', 'reason'), add('pre', 'signed')];
  status.role = 'status';
  connection.subscribe((now) => {
    status.textContent = words[now.status];
    account.title = now.status === 'connected' ? now.accounts[0] : '';
  });
  const explainIt = (failed: Failure) => {
    const { title: what, advice } = explain(failed, title);
    reason.textContent = `${what}. ${advice}`;
    reason.dataset.code = failed.code;
  };
  return {
    showSigned: (given) => {
      signed.textContent = JSON.stringify(given);
    },
    fail(failed) {
      status.textContent = 'Unavailable';
      explainIt(failed);
    },
    onPress(presses) {
      for (const [name, press] of Object.entries(presses)) {
        const button = add('button', name);
        button.textContent = name;
        button.onclick = () =>
          press().catch((error: unknown) =>
            explainIt(toFailure(error, { code: 'remote/failed', context: {} })),
          );
      }
    },
  };
}
