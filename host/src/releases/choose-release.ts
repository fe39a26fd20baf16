import { type LiveRelease, verifyLive } from '@linkspan/trust';
import { toBytes } from './document-text.ts';
import { readWorked } from './last-good.ts';
import type { ReleasesNeeds } from './needs.ts';
import { type Charge, readCharges } from './recorded-failures.ts';
import type { Releases } from './releases.ts';
import type { Believed } from './verified.ts';

/**
 * The release that a page runs, the document that names it, and what is held against the one that it would run else,
 * or against that very release where there is no other.
 */
export interface Sound {
  readonly believed: Believed;
  readonly chosen: LiveRelease;
  readonly charge: Charge | undefined;
}

/**
 * The release that this visitor gets, or where something is held against it, another one: of the same document, else
 * the one that worked here, as long as its own document has not expired. That one is judged by all that the newest
 * document is judged by, but for having been replaced. Whatever serves fits this page. Rejects as `choose` throws.
 */
export async function chooseSound(
  believed: Believed,
  { choose, isFit }: Pick<Releases, 'choose' | 'isFit'>,
  {
    remote: { name },
    storage,
    now,
  }: Pick<ReleasesNeeds, 'storage' | 'now'> & { readonly remote: { readonly name: string } },
): Promise<Sound> {
  const chosen = choose(believed);
  const charges = readCharges(name, now());
  const chargeOf = ({ id }: LiveRelease) => charges.find((one) => one.id === id);
  const charge = chargeOf(chosen);
  if (!charge) return { believed, chosen, charge };
  const mayServe = (one: LiveRelease) => !chargeOf(one) && isFit(one);
  const other = believed.live.releases.find((one) => one.share > 0 && mayServe(one));
  if (other) return { believed, chosen: other, charge };
  try {
    const { id, text } = readWorked(storage, name);
    const { law } = believed;
    const seen = { ...law.seen, live: 0 };
    const live = await verifyLive({ ...law, seen, envelope: toBytes(text), now: now() });
    const former = live.releases.find((one) => one.id === id && mayServe(one));
    if (former) return { believed: { ...believed, live }, chosen: former, charge };
  } catch {
    // What is not good any more is as if there were none.
  }
  return { believed, chosen, charge };
}
