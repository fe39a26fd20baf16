import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { WrittenEnvelope, WrittenKeys, WrittenRole } from './written.ts';

/** The keys of a role that have signed an envelope, by Node's own Ed25519, counted from the role's side. */
export function signersIn(
  envelope: WrittenEnvelope,
  keys: WrittenKeys,
  role: WrittenRole,
): readonly string[] {
  const payload = Buffer.from(envelope.payload, 'base64');
  const type = Buffer.from(envelope.payloadType);
  const head = Buffer.from(`DSSEv1 ${type.length} ${envelope.payloadType} ${payload.length} `);
  const message = Buffer.concat([head, payload]);
  return [...new Set(role.keyids)].filter((keyid) => {
    const raw = Buffer.from(keys[keyid]?.public ?? '', 'base64');
    if (createHash('sha256').update(raw).digest('hex') !== keyid) return false;
    const key = opened(raw.toString('base64url'));
    return envelope.signatures.some(
      (one) => one.keyid === keyid && verify(null, message, key, Buffer.from(one.sig, 'base64')),
    );
  });
}

const keysByText = new Map<string, KeyObject>();

function opened(x: string): KeyObject {
  const key = keysByText.get(x) ?? createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  keysByText.set(x, key);
  return key;
}
