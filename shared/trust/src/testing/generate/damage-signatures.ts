import type { Bytes } from '../../bytes.ts';
import type { Envelope, Signature } from '../../envelope.ts';
import type { Random } from '../random.ts';

/** The order of Ed25519's group, from the lowest byte up. */
const order = Uint8Array.from(
  'edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010'.match(/../g) ?? [],
  (two) => Number.parseInt(two, 16),
);

/** An envelope of which one signature is missing, there twice, altered or under another key's id. */
export function damageSignatures(random: Random, envelope: Envelope, keyids: readonly string[]): Envelope {
  const { signatures } = envelope;
  const at = random.whole([0, Math.max(0, signatures.length - 1)]);
  const one = signatures[at];
  if (one === undefined) return envelope;
  const others = signatures.filter((_, index) => index !== at);
  const keyid = random.pick([one.keyid, ...keyids]);
  const damaged: readonly (readonly Signature[])[] = [
    others,
    [...signatures, one],
    [{ ...one, sig: flipped(random, one.sig) }, ...signatures],
    [...others, { ...one, sig: flipped(random, one.sig) }],
    [...others, { ...one, sig: withOrder(one.sig) }],
    [...others, { ...one, keyid }],
    [...signatures, { ...one, keyid }],
    Array<Signature>(random.whole([15, 17])).fill(one),
    [...signatures].reverse(),
  ];
  return { ...envelope, signatures: random.pick([signatures, ...damaged]) };
}

function flipped(random: Random, bytes: Bytes): Bytes {
  const at = random.whole([0, bytes.length - 1]);
  return bytes.map((byte, index) => (index === at ? byte ^ (1 << random.whole([0, 7])) : byte));
}

/** The same number modulo the group's order: RFC 8032, section 5.1.7, has it refused. */
function withOrder(sig: Bytes): Bytes {
  const answer = sig.slice();
  let carry = 0;
  for (const [index, byte] of order.entries()) {
    const sum = (answer[32 + index] ?? 0) + byte + carry;
    answer[32 + index] = sum & 0xff;
    carry = sum >> 8;
  }
  return answer;
}
