import { blocklistFormat, type HostKeys } from '../../blocklist.ts';
import type { Bytes } from '../../bytes.ts';
import { toInstant, toKeys } from '../repository.ts';
import { type Making, signDamaged, writeDamaged } from './sign-damaged.ts';
import { drawRoot, drawSigners, now } from './team.ts';

/** What a page has when it verifies the host team's list. */
export interface BlocklistCase {
  readonly hostKeys: HostKeys;
  readonly envelope: Bytes;
  readonly seen: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A block list, sound or damaged. */
export async function generateBlocklist(making: Making): Promise<BlocklistCase> {
  const { random, team } = making;
  const hostKeys = { keys: toKeys(team.all), role: drawRoot(random, team, 1).roles.root };
  const version = random.whole([1, 4]);
  const blocklist = {
    version,
    expiresAt: toInstant(now, random.pick([0, 1, 30])),
    blocked: [
      { remote: 'remote-evm', version: '1.2.3', reason: 'It sends twice' },
      { remote: 'remote-near', manifest: 'a'.repeat(64), reason: 'A stolen key' },
    ].slice(0, random.whole([0, 2])),
  };
  const envelope = await signDamaged(
    making,
    blocklistFormat,
    blocklist,
    drawSigners(random, team, hostKeys.role),
  );
  return {
    hostKeys,
    envelope: writeDamaged(making, blocklistFormat, envelope),
    seen: version + random.pick([-1, 0, 0, 1]),
    now: now + random.pick([0, -1, 1, 86_400_000]),
  };
}
