import type { ChainAddresses } from '../../addresses.ts';
import { familyIds, type PracticeNetwork, practiceNetworks } from '../families.ts';
import { readFaults } from '../fault-control/change-faults.ts';

/** A practice server of this machine answers at once. */
const ANSWER_WITHIN_MS = 2_000;

/** Whether all practice chains answer at these addresses, whatever faults they have. */
export async function areRunning(chains: ChainAddresses): Promise<boolean> {
  const networks = practiceNetworks({ chains });
  const answers = await Promise.all(familyIds.flatMap((id) => networks[id].map(isServed)));
  return answers.every(Boolean);
}

/** The server tells which networks it has; that of subscriptions wants an upgrade: RFC 9110, 15.5.22. */
async function isServed({ id, rpcUrl, wsUrl }: PracticeNetwork): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    if (!Object.hasOwn(await readFaults(rpcUrl, signal), id)) return false;
    return wsUrl === undefined || (await fetch(wsUrl.replace(/^ws/, 'http'), { signal })).status === 426;
  } catch {
    return false;
  }
}
