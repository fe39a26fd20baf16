import type { Bytes } from '../../bytes.ts';
import { type Root, rootFormat } from '../../root.ts';
import { type Making, signDamaged, writeDamaged } from './sign-damaged.ts';
import { drawRoot, drawSigners } from './team.ts';

/** What a page has when it verifies the roots that follow on its own. */
export interface ChainCase {
  readonly trusted: Root;
  readonly candidates: readonly Bytes[];
}

/** Up to three roots on a trusted one, sound or damaged: now and then one that skips, repeats, or lowers the floor. */
export async function generateChain(making: Making): Promise<ChainCase> {
  const { random, team, rate } = making;
  const trusted = drawRoot(random, team, random.whole([1, 4]));
  const candidates: Bytes[] = [];
  let last = trusted;
  for (let left = random.whole([0, 3]); left > 0; left -= 1) {
    const step = random.chance(rate) ? random.pick([-1, 0, 2]) : 1;
    const drawn = drawRoot(random, team, Math.max(1, last.version + step));
    const floor = random.chance(rate) ? drawn.floor : Math.max(last.floor, drawn.floor);
    const next = { ...drawn, floor, ...(random.chance(rate / 8) ? { remote: 'remote-near' } : {}) };
    const own = drawSigners(random, team, next.roles.root);
    const before = drawSigners(random, team, last.roles.root);
    const signers = random.chance(rate / 2) ? random.pick([own, before]) : [...new Set([...own, ...before])];
    const envelope = await signDamaged(making, rootFormat, next, signers);
    candidates.push(writeDamaged(making, rootFormat, envelope));
    last = next;
  }
  return { trusted, candidates };
}

/** A first root, sound or damaged. */
export async function generateFirstRoot(making: Making): Promise<Bytes> {
  const { random, team, rate } = making;
  const drawn = drawRoot(random, team, random.whole([1, 4]));
  const root = { ...drawn, ...(random.chance(rate / 8) ? { remote: 'remote-near' } : {}) };
  const signers = drawSigners(random, team, root.roles.root);
  return writeDamaged(making, rootFormat, await signDamaged(making, rootFormat, root, signers));
}
