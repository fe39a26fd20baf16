import { families } from '../../families.ts';
import type { PracticeWallet } from '../wallet.ts';
import { createButton, drawFamily, h } from '../window/element.ts';

/**
 * Shows the account that is chosen in a wallet and, unfolded, what else can be set there. The signal ends what it
 * follows.
 */
export function createAccountRow(wallet: PracticeWallet, signal: AbortSignal): HTMLElement {
  const { id, family, accounts, networks, store } = wallet;
  const { title, networkBy } = families[family];
  const name = h('span', { class: 'name' });
  const state = h('span', { class: 'state', translate: 'no' });
  const account = createSelect(
    accounts.map((one) => [one.address, `${one.name}, ${shorten(one.address)}`]),
    (address) => wallet.change({ account: address }),
  );
  const network = createSelect(
    networks.map((one) => [one.id, one.title]),
    (chosen) => wallet.change({ network: chosen }),
  );
  const here = createCheckbox((isOn) => wallet.change({ here: isOn }));
  const locked = createCheckbox((isOn) => wallet.change({ locked: isOn }));
  const show = () => {
    const now = store.get();
    name.textContent = accounts.find(({ address }) => address === now.active)?.name ?? '';
    state.textContent = now.here ? (now.locked ? 'Locked' : shorten(now.active)) : 'Not in the browser';
    account.value = now.active;
    network.value = now.network;
    here.checked = now.here;
    locked.checked = now.locked;
  };
  signal.addEventListener('abort', store.subscribe(show));
  show();
  const mark = { class: 'family-mark', 'data-family': family, role: 'img', 'aria-label': title };
  const field = (label: string, select: Node) => h('label', { class: 'field' }, h('span', {}, label), select);
  const box = (label: string, input: Node) => h('label', { class: 'box' }, input, h('span', {}, label));
  return h(
    'details',
    { id: `practice-${id}` },
    h('summary', {}, h('span', mark, drawFamily(family)), name, state),
    h(
      'div',
      { class: 'inside' },
      field('Account', account),
      networkBy === 'wallet' ? field('Network', network) : undefined,
      box('In the browser', here),
      box('Locked', locked),
      h(
        'div',
        { class: 'presses' },
        createButton('Disconnect this site', () => wallet.change({ disconnect: true })),
        createButton('Remove this account', () => wallet.change({ removeAccount: true })),
        createButton('Update it', () => wallet.update()),
      ),
    ),
  );
}

function createSelect(
  settings: readonly (readonly [string, string])[],
  choose: (value: string) => void,
): HTMLSelectElement {
  const options = settings.map(([value, title]) => h('option', { value }, title));
  const select = h('select', { translate: 'no', change: () => choose(select.value) }, ...options);
  return select;
}

function createCheckbox(set: (isOn: boolean) => void): HTMLInputElement {
  const input = h('input', { type: 'checkbox', change: () => set(input.checked) });
  return input;
}

function shorten(address: string): string {
  return address.length > 20 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}
