import { sha256 } from './bytes.ts';
import type { Envelope } from './envelope.ts';
import { type Manifest, manifestFormat } from './manifest.ts';
import { assertRemote } from './policy.ts';
import type { Root } from './root.ts';
import { verifyEnvelope } from './signatures.ts';

/** A manifest that enough of the team's keys have signed, persons among them. */
export interface VerifiedManifest {
  /** The SHA-256 of the manifest's payload, in hexadecimal: more signatures do not change it. */
  readonly id: string;
  readonly manifest: Manifest;
}

/**
 * Verifies a release manifest (TUF 5.6.3). Whether the release is allowed is asked by `refusalOf`.
 * Rejects with `release/unsigned`, `release/wrong-signer`, `release/other-remote`, `release/malformed` or
 * `release/uncheckable`.
 */
export async function verifyManifest(root: Root, envelope: Envelope): Promise<VerifiedManifest> {
  const { remote, keys, roles } = root;
  const [manifest, id] = await Promise.all([
    verifyEnvelope(manifestFormat, envelope, { remote, keys, role: roles.release }),
    sha256(envelope.payload),
  ]);
  assertRemote(remote, manifest.remote);
  return { id, manifest };
}
