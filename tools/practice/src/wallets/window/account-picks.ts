import type { AccountChoice, AccountLabel } from '../approval.ts';
import { createElement } from './element.ts';

/** A group of accounts to pick from. */
export interface AccountPicks {
  readonly element: HTMLElement;
  /** The picked accounts, the wallet's active one first. */
  picked(): readonly string[];
  onChange(listener: () => void): void;
}

/** Shows accounts to pick from, as checkboxes, or as radio buttons where one is to be picked. */
export function createAccountPicks({ picks, accounts, picked }: AccountChoice): AccountPicks {
  const type = picks === 'one' ? 'radio' : 'checkbox';
  const inputs = accounts.map(({ address }) => {
    const input = createElement('input', { type, name: 'practice-account', value: address });
    input.checked = address === picked;
    return input;
  });
  const rows = accounts.map((account, at) => createRow(account, inputs[at]));
  const legend = createElement('legend', {}, picks === 'one' ? 'Account' : 'Accounts it will see');
  const element = createElement('fieldset', { class: 'picks' }, legend, ...rows);
  return {
    element,
    picked: () => {
      const chosen = inputs.filter(({ checked }) => checked).map(({ value }) => value);
      return chosen.includes(picked) ? [picked, ...chosen.filter((address) => address !== picked)] : chosen;
    },
    onChange: (listener) => element.addEventListener('change', listener),
  };
}

function createRow({ name, address }: AccountLabel, input: HTMLElement | undefined): HTMLElement {
  const label = createElement('span', {}, createElement('b', {}, name), createElement('small', {}, address));
  return createElement('label', { class: 'pick' }, ...(input ? [input] : []), label);
}
