import { familyTitles } from '../family.ts';
import type { WalletCore } from '../wallet-core.ts';
import { toActive, toRevoked } from '../wallet-state.ts';
import { createElement } from '../window/element.ts';
import { createSelect } from './select.ts';
import { createSwitchList } from './switch-list.ts';
import { createPress } from './wallet-actions.ts';

/** The inside of one wallet, as the panel shows it. */
export interface WalletGroup {
  readonly element: HTMLElement;
  /** Stops following the wallet's state. */
  close(): void;
}

/** Shows the inside of one wallet: account, network, what can be done to it, and the switches. */
export function createWalletGroup(core: WalletCore): WalletGroup {
  const { store, id } = core;
  const account = createAccountSelect(core);
  const network = core.family === 'evm' ? createNetworkSelect(core) : undefined;
  const revoke = createPress(`practice-${id}-disconnect`, 'Disconnect this site', () =>
    store.update(toRevoked),
  );
  const switches = createSwitchList(core, (change) =>
    store.update((state) => ({ ...state, switches: { ...state.switches, ...change } })),
  );
  const fields = network ? [account.element, network.element] : [account.element];
  const element = createGroup(core, [...fields, revoke, switches.element]);
  const follow = () => {
    const state = store.get();
    account.show(state.active);
    network?.show(state.network);
    switches.show(state.switches);
    // A disabled button would drop the focus of who has just pressed it.
    revoke.setAttribute('aria-disabled', String(state.granted.length === 0));
    element.hidden = id !== core.family && !core.isPresent() && !state.switches.disappears;
  };
  follow();
  return { element, close: core.watch(follow) };
}

function createAccountSelect({ id, accounts, store }: WalletCore) {
  const options = accounts.map(({ name, address }) => ({
    value: address,
    title: `${name}, ${shorten(address)}`,
  }));
  return createSelect({ id: `practice-${id}-account`, label: 'Account', options }, (active) =>
    store.update((state) => toActive(state, active)),
  );
}

function createNetworkSelect({ id, networks, store }: WalletCore) {
  const options = networks.map((network) => ({ value: network.id, title: network.title }));
  return createSelect({ id: `practice-${id}-network`, label: 'Network', options }, (network) =>
    store.update((state) => ({ ...state, network })),
  );
}

function createGroup({ id, family, name }: WalletCore, parts: readonly HTMLElement[]): HTMLElement {
  const headingId = `practice-${id}-heading`;
  const heading = createElement(
    'h3',
    { id: headingId },
    createElement('span', { class: 'dot', 'aria-hidden': 'true' }),
    id === family ? familyTitles[family] : `${familyTitles[family]}, ${name}`,
  );
  const attributes = { class: 'wallet', role: 'group', 'data-family': family, 'aria-labelledby': headingId };
  return createElement('div', { ...attributes, id: `practice-${id}` }, heading, ...parts);
}

function shorten(address: string): string {
  return address.length > 20 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}
