import { fitsContract, fitsRange } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';
import { CommandError } from '../command-error.ts';
import type { HostOffer } from '../documents/host-offer.ts';
import type { Answer } from './read-offers.ts';

/**
 * Refuses a release that none of the pages that answered could run. Throws `command/no-host-answers`,
 * `command/no-host-fits`.
 */
export function assertHostFits(manifest: Manifest, answers: readonly Answer[]): void {
  const lacks = answers.map((answer) => describeLack(manifest, answer));
  if (lacks.includes(undefined)) return;
  const detail = answers.map(({ host }, index) => `${host}: ${lacks[index]}`).join('; ');
  if (answers.every(({ offer }) => offer === undefined))
    throw new CommandError('command/no-host-answers', { detail });
  const { remote, version } = manifest;
  throw new CommandError('command/no-host-fits', { remote, version, detail });
}

/** Why a page could not run a release, in words that follow its address; undefined where it could. */
export function describeLack(manifest: Manifest, { offer, failure }: Answer): string | undefined {
  return offer === undefined ? failure : describeMisfit(manifest, offer);
}

function describeMisfit({ contract, shared }: Manifest, offer: HostOffer): string | undefined {
  if (!fitsContract(contract, offer.contract))
    return `it offers contract ${offer.contract}, and ${contract} is needed`;
  for (const [library, needs] of Object.entries(shared)) {
    const offers = Object.hasOwn(offer.offered, library) ? offer.offered[library] : undefined;
    if (offers === undefined || !fitsRange(needs, offers))
      return `it offers ${library} ${offers ?? 'not at all'}, and ${needs} is needed`;
  }
  return undefined;
}
