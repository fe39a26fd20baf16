import { describe, expect, it } from 'vitest';
import { toClaims } from './claims.ts';
import { toIcon } from './icon.ts';
import { setSwitches } from './testing/set-switches.ts';
import { openTestPage } from './testing/test-page.ts';
import { walletIds } from './wallet-id.ts';

const claims = (id: 'evm' | 'evm-second', switches: Parameters<typeof setSwitches>[1] = {}) => {
  const { core } = openTestPage().wallet(id);
  setSwitches(core, switches);
  return toClaims(core);
};

describe('what a wallet claims to be', () => {
  it('is itself', () => {
    expect(claims('evm')).toEqual({
      name: 'Practice Wallet',
      icon: toIcon(false),
      identity: 'practice.linkspan.wallet',
    });
    expect(claims('evm-second')).toEqual({
      ...{ name: 'Second Practice Wallet', icon: toIcon(true), identity: 'practice.linkspan.second' },
    });
  });

  it('is the first wallet by name alone, or by all that it can claim, where the second is told to', () => {
    expect(claims('evm-second', { poses: 'name' })).toEqual({
      ...{ name: 'Practice Wallet', icon: toIcon(true), identity: 'practice.linkspan.second' },
    });
    expect(claims('evm-second', { poses: 'first' })).toEqual(claims('evm'));
    expect(claims('evm', { poses: 'first' })).toEqual(claims('evm'));
  });

  it('is the same in every family', () => {
    const page = openTestPage();
    const identities = walletIds.map((id) => toClaims(page.wallet(id).core).identity);
    expect(new Set(identities)).toEqual(new Set(['practice.linkspan.wallet', 'practice.linkspan.second']));
  });

  it('has an icon that is no picture where it is told to', () => {
    expect(claims('evm', { icon: 'address' }).icon).toMatch(/^http:/);
    expect(claims('evm', { icon: 'script' }).icon).toMatch(/^javascript:/);
    expect(claims('evm', { icon: 'broken' }).icon).toMatch(/^data:image\/svg/);
    expect(claims('evm', { icon: 'huge' }).icon.length).toBeGreaterThan(1_000_000);
  });
});
