import { describe, expect, it } from 'vitest';
import { sha256 } from './bytes.ts';
import { addSignatures } from './sign.ts';
import { createRepository, refused } from './testing/index.ts';
import { verifyManifest } from './verify-manifest.ts';

const repository = await createRepository('remote-evm', Date.parse('2026-11-05T12:00:00Z'));
const { root, people, machine, stranger } = repository;
const [first, second, third] = people;

describe('a release manifest', () => {
  it('is verified with its id', async () => {
    const envelope = await repository.signManifest();
    expect(await verifyManifest(root, envelope)).toMatchObject({
      id: await sha256(envelope.payload),
      manifest: { remote: 'remote-evm', version: '1.2.3', sequence: 3 },
    });
  });

  it('keeps its id under more signatures', async () => {
    const envelope = await repository.signManifest();
    const { id } = await verifyManifest(root, envelope);
    expect(await verifyManifest(root, await addSignatures(envelope, [second]))).toMatchObject({ id });
  });

  it.each([
    ['nobody', [], '0'],
    ['one person of two signers', [first], '1'],
    ['the machine of two signers', [machine], '1'],
    ['a person of another role and the machine', [third, machine], '1'],
    ['a stranger and the machine', [stranger, machine], '1'],
  ])('is refused when signed by %s', async (_, signers, has) => {
    expect(await refused(verifyManifest(root, await repository.signManifest({}, signers)))).toMatchObject({
      code: 'release/unsigned',
      context: { document: 'manifest', has, needs: '2' },
    });
  });

  it('is refused when only machines have signed', async () => {
    const { online } = repository;
    const release = { ...root.roles.release, keyids: [machine.keyid, online.keyid, first.keyid] as const };
    const loose = { ...root, roles: { ...root.roles, release } };
    const envelope = await repository.signManifest({}, [machine, online]);
    expect(await refused(verifyManifest(loose, envelope))).toMatchObject({
      code: 'release/wrong-signer',
      context: { document: 'manifest', has: '0', needs: '1' },
    });
  });

  it('is refused when it is another remote’s, though the same people signed it', async () => {
    const envelope = await repository.signManifest({ remote: 'remote-near' });
    expect(await refused(verifyManifest(root, envelope))).toMatchObject({
      code: 'release/other-remote',
      context: { remote: 'remote-evm', found: 'remote-near' },
    });
  });

  it('is refused when it is another team’s', async () => {
    const other = await createRepository('remote-evm', 0);
    expect(await refused(verifyManifest(root, await other.signManifest()))).toMatchObject({
      code: 'release/unsigned',
      context: { has: '0' },
    });
  });

  it('is refused when signed and malformed', async () => {
    const envelope = await repository.signManifest({ entry: 'unlisted.js' });
    expect(await refused(verifyManifest(root, envelope))).toMatchObject({
      code: 'release/malformed',
      context: { place: 'manifest.entry' },
    });
  });
});
