import type { Role } from '../../key.ts';
import type { Signer } from '../../sign.ts';
import type { Random } from '../random.ts';
import { drawSigners, type Team } from './team.ts';

/** Who signs for some roles, each key once: enough of them or too few, now and then wrongly or under another's id. */
export function drawAllSigners(random: Random, team: Team, roles: readonly Role[]): readonly Signer[] {
  const pairs = roles.flatMap((role) => drawSigners(random, team, role));
  const signers = pairs.map((pair): Signer => {
    if (random.chance(0.94)) return pair;
    const other = random.pick([pair, ...team.all]);
    return random.pick([
      { keyid: other.keyid, sign: pair.sign },
      { keyid: pair.keyid, sign: (message) => pair.sign(message.slice(1)) },
    ]);
  });
  // TUF refuses a document with two signatures of one key, where ours counts them once.
  return [...new Map(signers.map((signer) => [signer.keyid, signer])).values()];
}
