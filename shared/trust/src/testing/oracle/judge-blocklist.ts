import { toCanonicalJson } from '../../sign.ts';
import type { BlocklistCase } from '../generate/generate-blocklist.ts';
import { written } from './form.ts';
import { firstBroken } from './rule.ts';
import { signersIn } from './signers.ts';
import type { WrittenKeys, WrittenRole } from './written.ts';

/** What the rules say of a block list: the code that it is refused with, or its version. */
export function judgeBlocklist({ hostKeys, envelope, seen, now }: BlocklistCase): string {
  const text = Buffer.from(toCanonicalJson(hostKeys)).toString();
  const { keys, role } = JSON.parse(text) as { keys: WrittenKeys; role: WrittenRole };
  const found = written.envelope(envelope, 64_000);
  if (found?.payloadType !== 'application/vnd.linkspan.blocklist.v1+json') return 'release/malformed';
  if (signersIn(found, keys, role).length < role.threshold) return 'release/unsigned';
  const list = written.blocklist(Buffer.from(found.payload, 'base64'));
  if (list === undefined) return 'release/malformed';
  const broken = firstBroken([
    ['release/older', list.version < seen],
    ['release/expired', now >= Date.parse(list.expiresAt)],
  ]);
  return broken ?? `${list.version}`;
}
