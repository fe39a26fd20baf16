import type { Manifest } from '@linkspan/trust';
import { toLine } from '../ask/forms.ts';
import { readPolicy } from '../documents/policy.ts';
import type { Means } from '../means.ts';
import type { Store } from '../store/store.ts';
import { assertHostFits, describeLack } from './assert-host-fits.ts';
import { readOffers } from './read-offers.ts';

/** What live pages said of a release. */
export interface AskedHosts {
  /** For people. */
  readonly lines: readonly string[];
  /** What each lacks, in words that follow its address; null if it can run the release. */
  readonly hosts: readonly { readonly host: string; readonly lack: string | null }[];
}

/**
 * Asks live pages whether they can run a release, and tells what each said. `hosts` are asked in place of those that the
 * store's policy names. Rejects with what `assertHostFits` throws if none can.
 */
export async function askHosts(
  store: Store,
  manifest: Manifest,
  { hosts, means }: { readonly hosts: readonly string[]; readonly means: Pick<Means, 'fetch' | 'progress'> },
): Promise<AskedHosts> {
  const asked = hosts.length > 0 ? hosts : (await readPolicy(store)).hosts;
  if (asked.length === 0)
    return {
      lines: [
        `It was not compared with what live pages offer: none is named (--host URL, or “${toLine('policy set --host URL')}”).`,
      ],
      hosts: [],
    };
  means.progress('Asking the live pages what they offer');
  const answers = await readOffers(asked, means);
  assertHostFits(manifest, answers);
  const found = answers.map((answer) => ({
    host: answer.host,
    lack: describeLack(manifest, answer) ?? null,
  }));
  return {
    lines: found.map(({ host, lack }) => (lack === null ? `${host} can run it.` : `${host}: ${lack}.`)),
    hosts: found,
  };
}
