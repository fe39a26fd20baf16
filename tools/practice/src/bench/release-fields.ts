import type { RemotePlace } from '../remotes/faults.ts';
import { createSelect } from '../wallets/panel/select.ts';
import { createElement } from '../wallets/window/element.ts';
import type { Chosen } from './release-switches.ts';
import { placeTitles, toFaultChoices } from './remote-choices.ts';

/** What of a faulty release is chosen: where, and what happens there. */
export interface ReleaseFields {
  readonly elements: readonly HTMLElement[];
  show(chosen: Chosen | undefined): void;
}

const nowhere = 'nowhere';

/** Makes the two lists; `choose` is called with what is chosen, undefined for the sound release. */
export function createReleaseFields(id: string, choose: (chosen: Chosen | undefined) => void): ReleaseFields {
  let place: RemotePlace | undefined;
  const places = Object.entries(placeTitles).map(([value, title]) => ({ value, title }));
  const options = [{ value: nowhere, title: 'Nowhere: the sound release' }, ...places];
  const fault = createElement('select', { id: `${id}-fault` });
  const pick = () => {
    const choice = place && toFaultChoices(place).find(({ value }) => value === fault.value);
    choose(place && choice && { place, choice });
  };
  const offer = (at: RemotePlace | undefined) => {
    place = at;
    const choices = at === undefined ? [] : toFaultChoices(at);
    fault.replaceChildren(...choices.map(({ value, title }) => createElement('option', { value }, title)));
    what.hidden = at === undefined;
  };
  const where = createSelect({ id: `${id}-place`, label: 'Its code fails', options }, (value) => {
    offer(value === nowhere ? undefined : (value as RemotePlace));
    pick();
  });
  const what = createElement('label', { class: 'field', for: `${id}-fault` }, 'There', fault);
  fault.addEventListener('change', pick);
  return {
    elements: [where.element, what],
    show(chosen) {
      where.show(chosen?.place ?? nowhere);
      offer(chosen?.place);
      if (chosen !== undefined) fault.value = chosen.choice.value;
    },
  };
}
