import { toHex } from '../../bytes.ts';
import type { Role } from '../../key.ts';
import type { LivePayload } from '../../live.ts';
import type { Root } from '../../root.ts';
import { type Signer, toCanonicalJson } from '../../sign.ts';

/** A root as the bytes of TUF's root metadata, signed in TUF's way by the same keys (TUF 4.3). */
export function toTufRoot(
  { version, expiresAt, keys, roles }: Root,
  signers: readonly Signer[],
): Promise<Buffer> {
  const tufKeys = Object.entries(keys).map(([keyid, key]) => [
    keyid,
    { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: toHex(key.public) } },
  ]);
  return toSigned(
    {
      _type: 'root',
      spec_version: '1.0.31',
      consistent_snapshot: true,
      version,
      expires: expiresAt,
      keys: Object.fromEntries(tufKeys),
      roles: {
        root: toTufRole(roles.root),
        timestamp: toTufRole(roles.live),
        snapshot: toTufRole(roles.release),
        targets: toTufRole(roles.release),
      },
    },
    signers,
  );
}

/** A live document as the bytes of TUF's timestamp metadata (TUF 4.6). */
export function toTufTimestamp(
  { version, expiresAt }: Pick<LivePayload, 'version' | 'expiresAt'>,
  signers: readonly Signer[],
): Promise<Buffer> {
  const meta = { 'snapshot.json': { version: 1 } };
  return toSigned({ _type: 'timestamp', spec_version: '1.0.31', version, expires: expiresAt, meta }, signers);
}

function toTufRole({ keyids, threshold }: Role) {
  return { keyids, threshold };
}

/** What is signed is TUF's canonical JSON, which for these values is ours without the newline. */
async function toSigned(signed: object, signers: readonly Signer[]): Promise<Buffer> {
  const message = toCanonicalJson(signed).slice(0, -1);
  const signatures = await Promise.all(
    signers.map(async ({ keyid, sign }) => ({ keyid, sig: toHex(await sign(message)) })),
  );
  return Buffer.from(JSON.stringify({ signed, signatures }));
}
