import { families } from '../../families.ts';
import type { AccountChoice, Answer, ApprovalRequest, ShowRequest } from '../approval.ts';
import { bridge } from '../wallet.ts';
import { createButton, createClosing, draw, h } from './element.ts';

/** Shows a request as a dialog; `decide` is called with what the person pressed. Escape in it rejects. */
export function createRequestView(
  request: ApprovalRequest,
  tellWaiting: Parameters<ShowRequest>[1],
  decide: (answer: Answer) => void,
): HTMLElement {
  const { wallet, family, title, site, facts, text, note } = request;
  const reject = () => decide({ kind: 'rejected' });
  const accept = () => decide({ kind: 'approved', accounts: picks?.picked() ?? [] });
  const approve = createButton('Approve', accept, { class: 'button main', id: 'practice-approve' });
  const picks =
    request.choice &&
    createPicks(request.choice, (count) => approve.toggleAttribute('disabled', count === 0));
  const waiting = h('span', { class: 'waiting', hidden: true });
  tellWaiting((count) => {
    waiting.hidden = count === 0;
    waiting.textContent = `${count} more`;
  });
  const mark = wallet.startsWith('Second') ? 'mark second' : 'mark';
  const terms = facts.flatMap(({ label, value }) => [
    h('dt', {}, label),
    h('dd', { class: label === 'Amount' && 'large' }, value),
  ]);
  return h(
    'div',
    {
      ...{ class: 'window', role: 'dialog', tabindex: '-1' },
      'aria-labelledby': 'practice-wallet-name',
      'aria-describedby': 'practice-request-title',
      keydown(event) {
        if ((event as KeyboardEvent).key !== 'Escape') return;
        // Else the same key would close a dialog of the page.
        event.preventDefault();
        reject();
      },
    },
    h('p', { class: 'stripe' }, 'Practice. Local networks and test money.'),
    h(
      'div',
      { class: 'head', 'data-family': family },
      h('span', { class: mark, 'aria-hidden': 'true' }, draw('4 4 24 24', bridge)),
      h(
        'div',
        {},
        h('h2', { id: 'practice-wallet-name' }, wallet),
        h('p', { class: 'family' }, h('span', { class: 'dot' }), h('span', {}, families[family].title)),
      ),
      waiting,
      createClosing(reject, { id: 'practice-close', 'aria-label': 'Close the window' }),
    ),
    h(
      'div',
      { class: 'body', tabindex: '0' },
      h('p', { class: 'title', id: 'practice-request-title' }, title),
      h('p', { class: 'site' }, site),
      picks?.element,
      terms.length > 0 ? h('dl', { class: 'facts' }, ...terms) : undefined,
      // A long text scrolls, so it must be reachable by keyboard.
      text === undefined
        ? undefined
        : h('pre', { class: 'text', tabindex: '0', role: 'group', 'aria-label': 'Text to sign' }, text),
      note === undefined ? undefined : h('p', { class: 'note' }, note),
    ),
    h('div', { class: 'foot' }, createButton('Reject', reject, { id: 'practice-reject' }), approve),
  );
}

/** Accounts to pick from, as checkboxes, or as radio buttons where one is to be picked. `changed` hears how many are. */
function createPicks({ picks, accounts, picked }: AccountChoice, changed: (count: number) => unknown) {
  const type = picks === 'one' ? 'radio' : 'checkbox';
  const inputs = accounts.map(({ address }) => {
    const input = h('input', { type, name: 'practice-account', value: address });
    input.checked = address === picked;
    return input;
  });
  const chosen = () => inputs.filter(({ checked }) => checked).map(({ value }) => value);
  const element = h(
    'fieldset',
    { class: 'picks', change: () => changed(chosen().length) },
    h('legend', {}, picks === 'one' ? 'Account' : 'Accounts it will see'),
    ...accounts.map(({ name, address }, at) =>
      h('label', { class: 'pick' }, inputs[at], h('span', {}, h('b', {}, name), h('small', {}, address))),
    ),
  );
  /** The wallet's active one first. */
  const inOrder = () => chosen().sort((one, other) => Number(other === picked) - Number(one === picked));
  return { element, picked: inOrder };
}
