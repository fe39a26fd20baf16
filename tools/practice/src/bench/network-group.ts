import { type ChainFaults, noChainFaults } from '../chains/chain-faults.ts';
import type { Family } from '../wallets/family.ts';
import type { Network } from '../wallets/network.ts';
import { createSelect } from '../wallets/panel/select.ts';
import { createElement } from '../wallets/window/element.ts';
import { toBreakable } from './breakable.ts';
import {
  type ChainChoice,
  chainChoices,
  chainSwitches,
  parseTold,
  toAnswering,
  toChoice,
} from './chain-choices.ts';
import { createGroup } from './create-group.ts';
import type { Teller } from './teller.ts';

/** The switches of one network. */
export interface NetworkGroup {
  readonly element: HTMLElement;
  /** Shows what is switched on now. Rejects where that network is none of the practice. */
  refresh(): Promise<void>;
  turnOff(): Promise<void>;
}

const switchNames = Object.keys(chainSwitches) as (keyof typeof chainSwitches)[];

/** Makes the switches of a network; the teller says what they have done. */
export function createNetworkGroup(family: Family, network: Network, teller: Teller): NetworkGroup {
  const id = `practice-chain-${network.id.replace(/\W/g, '-')}`;
  const breakable = toBreakable(network.rpc[0], network.id);
  let faults = noChainFaults;
  const show = (now: ChainFaults) => {
    faults = now;
    answering.show(toChoice(now));
    for (const { name, box } of boxes) box.checked = now[name];
  };
  const put = async (wanted: object) => show(parseTold(await breakable.change(wanted)));
  const set = (change: Partial<ChainFaults>) => {
    const said = async () => {
      await put({ ...faults, ...change });
      return `${network.title}: changed.`;
    };
    // What was chosen and could not be done is shown as it is.
    void teller.whileDoing(said).finally(() => show(faults));
  };
  const options = Object.entries(chainChoices).map(([value, title]) => ({ value, title }));
  const answering = createSelect({ id: `${id}-answers`, label: 'It answers', options }, (choice) =>
    set(toAnswering(choice as ChainChoice)),
  );
  const boxes = switchNames.map((name) => createBox(`${id}-${name}`, name, set));
  return {
    element: createGroup({ id, family, name: network.title }, [
      answering.element,
      ...boxes.map(({ element }) => element),
    ]),
    refresh: async () => show(parseTold(await breakable.read())),
    turnOff: () => put({}),
  };
}

function createBox(
  id: string,
  name: keyof typeof chainSwitches,
  set: (change: Partial<ChainFaults>) => void,
) {
  const box = createElement('input', { type: 'checkbox', id });
  box.addEventListener('change', () => set({ [name]: box.checked }));
  const label = createElement('label', { for: id }, box, chainSwitches[name]);
  return { name, box, element: createElement('div', { class: 'switch' }, label) };
}
