import type { WalletCore } from '../wallet-core.ts';
import { toRemoved } from '../wallet-state.ts';
import { createElement } from '../window/element.ts';

/** Makes a small button of the panel; `act` is called when it is pressed. */
export function createPress(id: string, title: string, act: () => void): HTMLButtonElement {
  const button = createElement('button', { class: 'button small', type: 'button', id }, title);
  button.addEventListener('click', act);
  return button;
}

/** The buttons for what happens to a wallet once: its account is removed, it is updated, it tells rubbish. */
export function createWalletActions({ id, store, commands }: WalletCore): HTMLElement {
  const press = (name: string, title: string, act: () => void) =>
    createPress(`practice-${id}-${name}`, title, act);
  return createElement(
    'div',
    { class: 'presses' },
    press('remove', 'Remove this account', () => store.update(toRemoved)),
    press('update', 'Update it', () => commands.emit('update', 'clean')),
    press('update-stale', 'Update it, leave the old one', () => commands.emit('update', 'stale')),
    press('tell-rubbish', 'Tell rubbish', () => commands.emit('rubbish')),
  );
}
