import type { ChainAnswers } from '../../chains/network-faults.ts';
import { changeFaults } from '../../fault-control/change-faults.ts';
import { type Family, families, familyTitles } from '../family.ts';
import type { FamilyNetworks, Network } from '../network.ts';
import type { FaultGrid, Target } from './fault-grid.ts';
import { readOne } from './read-one.ts';

/** How a network can answer other than it should; `slow` is a right answer, three seconds late. */
const networkFaults: Readonly<Record<Exclude<ChainAnswers, 'soundly'> | 'slow', string>> = {
  slow: 'Is slow, by 3 seconds',
  down: 'Is down',
  malformed: 'Answers half of it',
  html: 'Answers a web page',
  serverError: 'Answers an error (500)',
  rateLimited: 'Is asked too often (429)',
};
const slowMs = 3_000;

/** What can be wrong with the networks of this rank, one of each family that has so many: 0 is the preferred one. */
export function createNetworkGrid(id: string, title: string, all: FamilyNetworks, rank: number): FaultGrid {
  const ranked = families.flatMap((family) => {
    const network = all[family]?.[rank];
    return network ? [toTarget(family, network)] : [];
  });
  return {
    id,
    title,
    faults: networkFaults,
    targets: () => ranked,
    failed: 'Not all of these networks can be changed from here.',
  };
}

/** A network has one fault at a time. */
function toTarget(family: Family, { id, title, rpc: [address] }: Network): Target {
  return {
    family,
    title: `${familyTitles[family]}, ${title}`,
    async read() {
      const { answers, slowMs: ms } = await readOne(address, id);
      if (typeof answers === 'string' && answers !== 'soundly') return [answers];
      return typeof ms === 'number' && ms > 0 ? ['slow'] : [];
    },
    async set(fault, isOn) {
      const wanted = fault === 'slow' ? { slowMs } : { answers: fault };
      await changeFaults(address, { [id]: isOn ? wanted : {} });
      return `${title}: changed.`;
    },
    reset: () => changeFaults(address, { [id]: {} }),
  };
}
