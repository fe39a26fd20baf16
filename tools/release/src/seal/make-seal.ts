import type { HostKeys } from '@linkspan/trust';
import { type Seal, sealFormat, verifySeal } from '@linkspan/trust/seal';
import type { Signer } from '@linkspan/trust/sign';
import { toInstant } from '../documents/instant.ts';
import { type SignedByHost, signForHost, toHostVersion } from '../documents/sign-for-host.ts';
import type { Site } from './read-site.ts';

/** What is to be sealed, by whom. */
export interface Sealing {
  readonly site: Site;
  /** Such as `https://wallets.example`. */
  readonly origin: string;
  /** What else the server sends with everything, such as a header that it sets itself. */
  readonly added: Readonly<Record<string, string>>;
  readonly hostKeys: HostKeys;
  readonly signers: readonly Signer[];
  /** The version of the seal before, or 0. */
  readonly former: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long it is good. */
  readonly days: number;
}

/**
 * Signs what a site consists of. The same site at the same time gives the same bytes, since Ed25519 draws no random
 * number. Rejects with `command/seal-unsigned`, and throws `UsageError` for what cannot be sealed.
 */
export async function makeSeal(sealing: Sealing): Promise<SignedByHost<Seal>> {
  const { site, origin, added, hostKeys, signers, former, now, days } = sealing;
  return signForHost({
    format: sealFormat,
    value: {
      origin,
      version: toHostVersion(former, now),
      createdAt: toInstant(now),
      expiresAt: toInstant(now, days),
      files: site.files as Seal['files'],
      headers: withAdded(site.headers, added),
      page: site.page,
    },
    signers,
    verb: 'sealed',
    unsigned: 'command/seal-unsigned',
    verify: (envelope) => verifySeal({ hostKeys, envelope, origin, seen: former, now }),
  });
}

function withAdded(headers: Site['headers'], added: Sealing['added']): Site['headers'] {
  return Object.keys(added).length === 0 ? headers : [...headers, { path: '/*', values: added }];
}
