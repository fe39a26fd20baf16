import { noRemoteFaults, type RemoteServerFaults, remoteStages } from '../remotes/server/remote-faults.mjs';
import { openPageStorage } from '../wallets/page-storage.ts';
import { createSelect } from '../wallets/panel/select.ts';
import type { ServedRemote } from './bench-place.ts';
import { toBreakable } from './breakable.ts';
import { createGroup } from './create-group.ts';
import { createReleaseFields } from './release-fields.ts';
import { type Chosen, createReleaseSwitches } from './release-switches.ts';
import { answerTitles, stageTitles } from './remote-choices.ts';
import type { Teller } from './teller.ts';

/** The switches of one remote. */
export interface RemoteGroup {
  readonly element: HTMLElement;
  /** Shows what is switched on now. Rejects where its server is none of the practice. */
  refresh(): Promise<void>;
  turnOff(): Promise<void>;
}

const later = 'It shows once the page is loaded again.';
/** A page does not run what has failed in it, and the code of all faults is one release. */
const unlessAvoided =
  'Where an earlier release serves in its place, press “Try the newest again” on its card.';

/** Makes the switches of a remote: of its server at each stage, and of its code. */
export function createRemoteGroup({ family, name, url }: ServedRemote, teller: Teller): RemoteGroup {
  const id = `practice-remote-${family}`;
  const breakable = toBreakable(url, name);
  const switches = createReleaseSwitches(
    family,
    openPageStorage(() => localStorage),
  );
  let faults: RemoteServerFaults = noRemoteFaults;
  const show = (told: object) => {
    faults = { ...noRemoteFaults, ...told };
    for (const { stage, select } of stages) select.show(faults[stage]);
    release.show(faults.release === 'faulty' ? switches.read() : undefined);
  };
  const put = async (wanted: object) => show(await breakable.change(wanted));
  const set = (change: Partial<RemoteServerFaults>, busy?: string) => {
    const said = async () => {
      await put({ ...faults, ...change });
      const isFaulty = change.release === 'faulty';
      return [`${name}: changed.`, later, ...(isFaulty ? [unlessAvoided] : [])].join(' ');
    };
    // What was chosen and could not be done is shown as it is.
    void teller.whileDoing(said, busy === undefined ? {} : { busy }).finally(() => show(faults));
  };
  const choose = (chosen: Chosen | undefined) => {
    switches.write(chosen);
    const release = chosen === undefined ? 'sound' : 'faulty';
    const busy = release === faults.release ? undefined : `${name}: the ${release} release is made live …`;
    set({ release }, busy);
  };
  const answers = Object.entries(answerTitles).map(([value, title]) => ({ value, title }));
  const stages = remoteStages.map((stage) => {
    const parts = { id: `${id}-${stage}`, label: stageTitles[stage], options: answers };
    return { stage, select: createSelect(parts, (how) => set({ [stage]: how })) };
  });
  const release = createReleaseFields(id, choose);
  const elements = [...stages.map(({ select }) => select.element), ...release.elements];
  return {
    element: createGroup({ id, family }, elements),
    refresh: async () => show(await breakable.read()),
    async turnOff() {
      switches.write(undefined);
      await put({});
    },
  };
}
