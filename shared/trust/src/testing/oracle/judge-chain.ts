import { toCanonicalJson } from '../../sign.ts';
import type { ChainCase } from '../generate/generate-chain.ts';
import { written } from './form.ts';
import { firstBroken } from './rule.ts';
import { signersIn } from './signers.ts';
import type { WrittenEnvelope, WrittenRoot } from './written.ts';

/** What the rules say of a chain of roots: the code that it is refused with, or the version and floor of the last. */
export function judgeChain({ trusted, candidates }: ChainCase): string {
  let root = JSON.parse(Buffer.from(toCanonicalJson(trusted)).toString()) as WrittenRoot;
  for (const bytes of candidates) {
    const answer = judgeNext(root, bytes);
    if (typeof answer === 'string') return answer;
    root = answer;
  }
  return `${root.version} ${root.floor}`;
}

/** What the rules say of the first root of a remote, likewise. */
export function judgeFirstRoot(bytes: Uint8Array, remote: string): string {
  const found = written.envelope(bytes, 64_000);
  if (found?.payloadType !== 'application/vnd.linkspan.root.v1+json') return 'release/malformed';
  const root = written.root(Buffer.from(found.payload, 'base64'));
  if (root === undefined) return 'release/malformed';
  const broken = firstBroken([
    ['release/other-remote', root.remote !== remote],
    ['release/root-unsigned', isUnsigned(found, root)],
  ]);
  return broken ?? `${root.version} ${root.floor}`;
}

function judgeNext(root: WrittenRoot, bytes: Uint8Array): string | WrittenRoot {
  const found = written.envelope(bytes, 64_000);
  if (found?.payloadType !== 'application/vnd.linkspan.root.v1+json') return 'release/malformed';
  if (isUnsigned(found, root)) return 'release/root-unsigned';
  const next = written.root(Buffer.from(found.payload, 'base64'));
  if (next === undefined) return 'release/malformed';
  if (next.remote === root.remote && next.version === root.version) return root;
  const broken = firstBroken([
    ['release/other-remote', next.remote !== root.remote],
    ['release/older', next.version < root.version],
    ['release/root-gap', next.version !== root.version + 1],
    ['release/root-unsigned', isUnsigned(found, next)],
    ['release/older', next.floor < root.floor],
  ]);
  return broken ?? next;
}

function isUnsigned(envelope: WrittenEnvelope, { keys, roles }: WrittenRoot): boolean {
  return signersIn(envelope, keys, roles.root).length < roles.root.threshold;
}
