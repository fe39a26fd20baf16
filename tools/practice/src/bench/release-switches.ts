import { type RemotePlace, type RemoteSwitches, toSwitchKey } from '../remotes/faults.ts';
import type { PageStorage } from '../wallets/page-storage.ts';
import { type FaultChoice, placeTitles, toFaultChoices } from './remote-choices.ts';

/** What is switched on in the faulty release of a remote: one fault at a time, where it is done by the panel. */
export interface Chosen {
  readonly place: RemotePlace;
  readonly choice: FaultChoice;
}

/** Where the page keeps the switches of a family's faulty release. */
export interface ReleaseSwitches {
  /** Undefined where nothing is switched on, or something that the panel does not offer. */
  read(): Chosen | undefined;
  write(chosen: Chosen | undefined): void;
}

/** Those of a family, in a page's storage. */
export function createReleaseSwitches(family: string, storage: PageStorage): ReleaseSwitches {
  const key = toSwitchKey(family);
  return {
    read: () => findChosen(storage.getItem(key)),
    write(chosen) {
      if (chosen === undefined) return storage.removeItem(key);
      const switches: RemoteSwitches = { [chosen.place]: chosen.choice.fault };
      storage.setItem(key, JSON.stringify(switches));
    },
  };
}

/** By the text itself: whatever else stands there is none of the panel's. */
function findChosen(text: string | null): Chosen | undefined {
  for (const place of Object.keys(placeTitles) as RemotePlace[])
    for (const choice of toFaultChoices(place))
      if (text === JSON.stringify({ [place]: choice.fault })) return { place, choice };
  return undefined;
}
