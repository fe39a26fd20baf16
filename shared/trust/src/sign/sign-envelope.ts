import type { Bytes } from '../bytes.ts';
import { type Envelope, toPae } from '../envelope.ts';
import type { KeyId } from '../key.ts';
import { toCanonicalJson } from './canonical-json.ts';
import type { Payload } from './payload.ts';

/** Whatever holds a private key: a file, a key store, a piece of hardware. */
export interface Signer {
  readonly keyid: KeyId;
  /** The 64 bytes of an Ed25519 signature over exactly these bytes. */
  sign(message: Bytes): Promise<Bytes>;
}

/** A payload in an envelope, signed by each signer. */
export function signEnvelope(payload: Payload, signers: readonly Signer[]): Promise<Envelope> {
  return addSignatures({ ...payload, signatures: [] }, signers);
}

/** The envelope with the signers' signatures; one that a signer gave before is replaced. Sorted by keyid. */
export async function addSignatures(envelope: Envelope, signers: readonly Signer[]): Promise<Envelope> {
  const message = toPae(envelope);
  const added = await Promise.all(
    signers.map(async ({ keyid, sign }) => ({ keyid, sig: await sign(message) })),
  );
  const kept = envelope.signatures.filter(({ keyid }) => !added.some((one) => one.keyid === keyid));
  const signatures = [...kept, ...added].sort((one, other) => (one.keyid < other.keyid ? -1 : 1));
  return { ...envelope, signatures };
}

/** The bytes of an envelope, as they are stored. */
export function toEnvelopeBytes({ payloadType, payload, signatures }: Envelope): Bytes {
  return toCanonicalJson({ payloadType, payload, signatures });
}
