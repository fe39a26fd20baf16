import type { Answer, ApprovalRequest, Fact } from '../approval.ts';
import { familyTitles } from '../family.ts';
import { createAccountPicks } from './account-picks.ts';
import { createElement } from './element.ts';
import { createMark } from './mark.ts';

/** What a person sees of one request, and decides on. */
export interface RequestView {
  /** Stripe, head, body and buttons, in this order. */
  readonly parts: readonly HTMLElement[];
  /** The id of the element that names the wallet. */
  readonly nameId: string;
  /** The id of the element that says what is asked. */
  readonly titleId: string;
  /** Says how many requests wait behind this one. */
  tellWaiting(count: number): void;
}

/** Shows a request; `decide` is called with what the person pressed. */
export function createRequestView(request: ApprovalRequest, decide: (answer: Answer) => void): RequestView {
  const picks = request.choice && createAccountPicks(request.choice);
  const waiting = createElement('span', { class: 'waiting', hidden: '' });
  const approve = createElement(
    'button',
    { class: 'button main', type: 'button', id: 'practice-approve' },
    'Approve',
  );
  const reject = createElement(
    'button',
    { class: 'button', type: 'button', id: 'practice-reject' },
    'Reject',
  );
  approve.addEventListener('click', () => decide({ kind: 'approved', accounts: picks?.picked() ?? [] }));
  reject.addEventListener('click', () => decide({ kind: 'rejected' }));
  picks?.onChange(() => {
    approve.disabled = picks.picked().length === 0;
  });
  const closing = createElement(
    'button',
    { class: 'round', type: 'button', id: 'practice-close', 'aria-label': 'Close the window' },
    createElement('span', { 'aria-hidden': 'true' }, '×'),
  );
  closing.addEventListener('click', () => decide({ kind: 'rejected' }));
  return {
    parts: [
      createElement('p', { class: 'stripe' }, 'Practice. Local networks and test money.'),
      createHead(request, waiting, closing),
      createBody(request, picks?.element),
      createElement('div', { class: 'foot' }, reject, approve),
    ],
    nameId: 'practice-wallet-name',
    titleId: 'practice-request-title',
    tellWaiting: (count) => {
      waiting.hidden = count === 0;
      waiting.textContent = `${count} more`;
    },
  };
}

function createHead({ wallet, family }: ApprovalRequest, ...ends: readonly HTMLElement[]): HTMLElement {
  const isSecond = wallet.startsWith('Second');
  return createElement(
    'div',
    { class: 'head', 'data-family': family },
    createElement('span', { class: isSecond ? 'mark second' : 'mark', 'aria-hidden': 'true' }, createMark()),
    createElement(
      'div',
      {},
      createElement('h2', { id: 'practice-wallet-name' }, wallet),
      createElement(
        'p',
        { class: 'family' },
        createElement('span', { class: 'dot' }),
        createElement('span', {}, familyTitles[family]),
      ),
    ),
    ...ends,
  );
}

function createBody(request: ApprovalRequest, picks: HTMLElement | undefined): HTMLElement {
  const { title, site, facts, text, note } = request;
  const asked = createElement('p', { class: 'title', id: 'practice-request-title' }, title);
  const body = createElement('div', { class: 'body' }, asked, createElement('p', { class: 'site' }, site));
  if (picks) body.append(picks);
  if (facts.length > 0) body.append(createElement('dl', { class: 'facts' }, ...facts.flatMap(toTerms)));
  if (text !== undefined) body.append(createText(text));
  if (note !== undefined) body.append(createElement('p', { class: 'note' }, note));
  return body;
}

function toTerms({ label, value }: Fact): readonly HTMLElement[] {
  const look = label === 'Amount' ? { class: 'large' } : {};
  return [createElement('dt', {}, label), createElement('dd', look, value)];
}

function createText(text: string): HTMLElement {
  // A long text scrolls, so it must be reachable by keyboard.
  return createElement(
    'pre',
    { class: 'text', tabindex: '0', role: 'group', 'aria-label': 'Text to sign' },
    text,
  );
}
