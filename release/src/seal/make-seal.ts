import { hasCode, Misshapen } from '@linkspan/contract';
import type { Bytes, HostKeys } from '@linkspan/trust';
import { type Seal, sealFormat, verifySeal } from '@linkspan/trust/seal';
import {
  createPayload,
  type Payload,
  type Signer,
  signEnvelope,
  toEnvelopeBytes,
} from '@linkspan/trust/sign';
import { CommandError, UsageError } from '../command-error.ts';
import { toInstant } from '../documents/instant.ts';
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

/** A seal with its envelope's bytes. */
export interface MadeSeal {
  readonly seal: Seal;
  readonly bytes: Bytes;
}

/**
 * Signs what a site consists of. The same site at the same time gives the same bytes, since Ed25519 draws no random
 * number. Rejects with `command/seal-unsigned`, and throws `UsageError` for what cannot be sealed.
 */
export async function makeSeal(sealing: Sealing): Promise<MadeSeal> {
  const { site, origin, added, hostKeys, signers, former, now, days } = sealing;
  const { payloadType, payload } = toPayload({
    origin,
    // As block lists count: one that was lost does not let the next one begin anew.
    version: Math.max(former + 1, Math.floor(now / 60_000)),
    createdAt: toInstant(now),
    expiresAt: toInstant(now, days),
    files: site.files as Seal['files'],
    headers: withAdded(site.headers, added),
    page: site.page,
  });
  const bytes = toEnvelopeBytes(await signEnvelope({ payloadType, payload }, signers));
  try {
    return { seal: await verifySeal({ hostKeys, envelope: bytes, origin, seen: former, now }), bytes };
  } catch (cause) {
    if (!hasCode(cause, 'release/unsigned')) throw cause;
    const { has, needs } = (cause as unknown as { context: { has: string; needs: string } }).context;
    throw new CommandError('command/seal-unsigned', { has, needs }, { cause });
  }
}

function withAdded(headers: Site['headers'], added: Sealing['added']): Site['headers'] {
  return Object.keys(added).length === 0 ? headers : [...headers, { path: '/*', values: added }];
}

function toPayload(seal: Seal): Payload {
  try {
    return createPayload(sealFormat, seal);
  } catch (cause) {
    const wrong = (cause as Error).cause;
    if (!(wrong instanceof Misshapen)) throw cause;
    throw new UsageError(`This cannot be sealed: ${wrong.message}.`, { cause });
  }
}
