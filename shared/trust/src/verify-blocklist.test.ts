import { describe, expect, it } from 'vitest';
import { createHostTeam, createRepository, refused, toInstant } from './testing/index.ts';
import { verifyBlocklist } from './verify-blocklist.ts';

const now = Date.parse('2026-11-05T12:00:00Z');
const team = await createHostTeam(now);
const { hostKeys } = team;

describe('a block list', () => {
  it('is verified by the keys of the host team', async () => {
    const blocked = [{ remote: 'remote-evm', version: '1.2.3', reason: 'It sends twice' }];
    const envelope = await team.signBlocklist({ version: 3, blocked });
    const answer = await verifyBlocklist({ hostKeys, envelope, seen: 3, now });
    expect(answer).toMatchObject({ version: 3, blocked });
  });

  it('is refused when a chain’s team has signed it', async () => {
    const { people } = await createRepository('remote-evm', now);
    const envelope = await team.signBlocklist({}, people);
    expect(await refused(verifyBlocklist({ hostKeys, envelope, seen: 0, now }))).toMatchObject({
      code: 'release/unsigned',
      context: { remote: 'host', document: 'blocklist', has: '0', needs: '1' },
    });
  });

  it('is refused below the version that was seen', async () => {
    const envelope = await team.signBlocklist({ version: 3 });
    expect(await refused(verifyBlocklist({ hostKeys, envelope, seen: 4, now }))).toMatchObject({
      code: 'release/older',
      context: { remote: 'host', document: 'blocklist', seen: '4', offered: '3' },
    });
  });

  it('is refused when it has expired', async () => {
    const envelope = await team.signBlocklist({ expiresAt: toInstant(now) });
    expect(await refused(verifyBlocklist({ hostKeys, envelope, seen: 0, now }))).toMatchObject({
      code: 'release/expired',
      context: { remote: 'host', document: 'blocklist' },
    });
  });
});
