import { familyTitles } from '../family.ts';
import type { PracticeWallet } from '../wallet.ts';
import { createElement } from '../window/element.ts';
import { createFamilyMark } from '../window/mark.ts';
import { createPress } from './press.ts';

/**
 * Shows the account that is chosen in a wallet and, unfolded, what else can be set there. The signal ends what it
 * follows.
 */
export function createAccountRow(wallet: PracticeWallet, signal: AbortSignal): HTMLElement {
  const { id, family, accounts, networks, store } = wallet;
  const name = createElement('span', { class: 'name' });
  const state = createElement('span', { class: 'state', translate: 'no' });
  const account = createChoice(
    'Account',
    accounts.map((one) => [one.address, `${one.name}, ${shorten(one.address)}`]),
    (address) => wallet.change({ account: address }),
  );
  const network = createChoice(
    'Network',
    networks.map((one) => [one.id, one.title]),
    (chosen) => wallet.change({ network: chosen }),
  );
  const here = createBox('In the browser', (isOn) => wallet.change({ here: isOn }));
  const locked = createBox('Locked', (isOn) => wallet.change({ locked: isOn }));
  const show = () => {
    const now = store.get();
    name.textContent = accounts.find(({ address }) => address === now.active)?.name ?? '';
    state.textContent = now.here ? (now.locked ? 'Locked' : shorten(now.active)) : 'Not in the browser';
    account.select.value = now.active;
    network.select.value = now.network;
    here.input.checked = now.here;
    locked.input.checked = now.locked;
  };
  const stop = store.subscribe(show);
  signal.addEventListener('abort', () => void stop());
  show();
  const mark = createFamilyMark(family);
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', familyTitles[family]);
  return createElement(
    'details',
    { id: `practice-${id}` },
    createElement('summary', {}, mark, name, state),
    createElement(
      'div',
      { class: 'inside' },
      account.element,
      // In the other families the page chooses the network.
      ...(family === 'evm' ? [network.element] : []),
      here.element,
      locked.element,
      createElement(
        'div',
        { class: 'presses' },
        createPress('Disconnect this site', () => wallet.change({ disconnect: true })),
        createPress('Remove this account', () => wallet.change({ removeAccount: true })),
        createPress('Update it', () => wallet.update()),
      ),
    ),
  );
}

function createChoice(
  label: string,
  settings: readonly (readonly [string, string])[],
  choose: (value: string) => void,
) {
  const options = settings.map(([value, title]) => createElement('option', { value }, title));
  const select = createElement('select', { translate: 'no' }, ...options);
  select.addEventListener('change', () => choose(select.value));
  const element = createElement('label', { class: 'field' }, createElement('span', {}, label), select);
  return { element, select };
}

function createBox(label: string, set: (isOn: boolean) => void) {
  const input = createElement('input', { type: 'checkbox' });
  input.addEventListener('change', () => set(input.checked));
  const element = createElement('label', { class: 'box' }, input, createElement('span', {}, label));
  return { element, input };
}

function shorten(address: string): string {
  return address.length > 20 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}
