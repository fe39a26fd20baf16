import { families } from '../page/families.ts';
import type { Person } from './person.ts';

type Id = (typeof families)[number]['id'];

/** Has a family's wallet asked to send a little of its coin to another practice account. */
export async function askToSend(person: Person, family: Id): Promise<void> {
  const to = families.find(({ id }) => id === family)?.accounts.Lantern ?? '';
  await person.press(family, 'Send');
  await person.call(fillSend, to);
  await person.press('', 'Continue in Practice Wallet');
}

/** In the page: writes recipient and amount into the open form. */
function fillSend(to: string): void {
  for (const [name, value] of [
    ['to', to],
    ['amount', '0.001'],
  ] as const) {
    const field = document.querySelector<HTMLInputElement>(`dialog[open] input[name=${name}]`);
    if (field !== null) field.value = value;
  }
}
