import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../../sign.ts';
import type { LiveCase } from '../generate/generate-live.ts';
import { isUnique, written } from './form.ts';
import { firstBroken } from './rule.ts';
import { signersIn } from './signers.ts';
import type { WrittenEnvelope, WrittenManifest, WrittenRoot } from './written.ts';

const day = 86_400_000;

/**
 * What the rules say of a live document: the code that it is refused with, or the ids of its releases with the code of
 * each that may not run. Where several of its manifests are bad, any of their codes will do.
 */
export function judgeLive({ root, seen, blocklist, envelope, now }: LiveCase): readonly string[] {
  const own = JSON.parse(Buffer.from(toCanonicalJson(root)).toString()) as WrittenRoot;
  const { keys, roles } = own;
  const found = written.envelope(envelope, 500_000);
  const beforeReading = firstBroken([
    ['release/older', root.version < seen.root],
    ['release/expired', now >= Date.parse(root.expiresAt)],
    ['release/malformed', found?.payloadType !== 'application/vnd.linkspan.live.v1+json'],
    [
      'release/unsigned',
      found === undefined || signersIn(found, keys, roles.live).length < roles.live.threshold,
    ],
  ]);
  if (beforeReading !== undefined || found === undefined) return [beforeReading ?? 'release/malformed'];
  const live = written.live(Buffer.from(found.payload, 'base64'));
  if (live === undefined) return ['release/malformed'];
  const [issuedAt, expiresAt] = [Date.parse(live.issuedAt), Date.parse(live.expiresAt)];
  const shares = live.releases.reduce((sum, { share }) => sum + share, 0);
  const isSameKeys = [...roles.live.keyids].sort().join() === seen.liveKeyids.join();
  const broken = firstBroken([
    ['release/malformed', expiresAt <= issuedAt],
    ['release/expires-too-late', expiresAt - issuedAt > 14 * day],
    ['release/malformed', !isUnique(live.releases.map(({ path }) => path))],
    ['release/malformed', live.releases.length > 0 && shares !== 100],
    ['release/other-remote', live.remote !== root.remote],
    ['release/older', isSameKeys && live.version < seen.live],
    ['release/expired', now >= expiresAt],
    ['release/expires-too-late', expiresAt - now > 15 * day],
  ]);
  if (broken !== undefined) return [broken];
  const manifests = live.releases.map(({ manifest }) => judgeManifest(manifest, own));
  const bad = manifests.filter((one) => typeof one === 'string');
  if (bad.length > 0) return bad;
  const good = manifests.filter((one) => typeof one !== 'string');
  if (!isUnique(good.map(({ sequence }) => sequence))) return ['release/malformed'];
  const told = good.map(({ id, remote, version, sequence }) => {
    const isBlocked = blocklist?.blocked.some(
      (one) =>
        one.remote === remote &&
        (Reflect.get(one, 'version') === version || Reflect.get(one, 'manifest') === id),
    );
    const code = firstBroken([
      ['release/below-floor', sequence < root.floor || sequence < seen.floor],
      ['release/revoked', root.revoked.includes(id) || seen.revoked.includes(id)],
      ['release/blocked', isBlocked === true],
    ]);
    return `${id} ${code ?? 'may run'}`;
  });
  return [told.sort().join()];
}

function judgeManifest(
  envelope: WrittenEnvelope,
  root: WrittenRoot,
): string | (WrittenManifest & { id: string }) {
  const { keys, roles, remote } = root;
  const signers = signersIn(envelope, keys, roles.release);
  const payload = Buffer.from(envelope.payload, 'base64');
  const manifest = written.manifest(payload);
  const broken = firstBroken([
    ['release/malformed', envelope.payloadType !== 'application/vnd.linkspan.manifest.v1+json'],
    ['release/unsigned', signers.length < roles.release.threshold],
    [
      'release/wrong-signer',
      signers.filter((id) => keys[id]?.kind === 'person').length < (roles.release.persons ?? 0),
    ],
    ['release/malformed', manifest === undefined],
    ['release/other-remote', manifest?.remote !== remote],
  ]);
  if (broken !== undefined || manifest === undefined) return broken ?? 'release/malformed';
  return { ...manifest, id: createHash('sha256').update(payload).digest('hex') };
}
