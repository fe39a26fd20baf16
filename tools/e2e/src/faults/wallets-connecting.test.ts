import { expect } from 'vitest';
import { families } from '../page/families.ts';
import { faultTest } from './fault-test.ts';
import { toSaid } from './words.ts';

faultTest({ group: 'wallet', fault: 'approves, and then answers no read', at: 'evm' }, async (person) => {
  await person.change({ wallet: 'evm', switches: { silentReadsHang: true } });
  await person.pick('evm');
  await person.approve('evm');
  await person.whenSays('evm', 'Approved in Practice Wallet');
  await person.whenMounted('evm');
  await person.passTime(60_000);
  await person.whenSays('evm', 'Practice Wallet did not answer');
});

for (const { id } of families) {
  faultTest({ group: 'wallet', fault: 'never answers, and is cancelled', at: id }, async (person) => {
    await person.change({ wallet: id, switches: { neverAnswers: true } });
    await person.pick(id);
    await person.whenSays(id, 'Approve the request in Practice Wallet');
    await person.whenMounted(id);
    await person.passTime(60_000);
    const said = await person.whenSays(id, 'Still waiting in Practice Wallet');
    await person.press(id, 'Cancel');
    await person.whenStatus(id, 'Disconnected');
    await person.change({ wallet: id, switches: { neverAnswers: false } });
    return toSaid(said);
  });

  faultTest({ group: 'wallet', fault: 'approves, and its answer never comes', at: id }, async (person) => {
    await person.change({ wallet: id, switches: { hangsAfterApproval: true } });
    await person.pick(id);
    await person.approve(id);
    await person.whenMounted(id);
    await person.passTime(60_000);
    await person.whenSays(id, 'Still waiting in Practice Wallet');
    await person.whenSays(id, 'If you have approved it already');
    await person.press(id, 'Cancel');
    await person.change({ wallet: id, switches: { hangsAfterApproval: false } });
    // What it has granted it does not ask for again.
    await person.pick(id);
    await person.whenStatus(id, 'Connected');
  });

  faultTest({ group: 'wallet', fault: 'answers with networks that are none', at: id }, async (person) => {
    await person.change({ wallet: id, switches: { rubbish: 'network' } });
    await person.pick(id);
    await person.approve(id);
    if (id !== 'near') await person.whenSays(id, 'Practice Wallet sent an unreadable answer');
    // In this family a wallet tells of no network.
    else await person.whenStatus(id, 'Connected');
  });

  faultTest({ group: 'wallet', fault: 'is rejected', at: id }, async (person) => {
    await person.pick(id);
    await person.reject(id);
    await person.whenSays(id, 'You rejected the request in Practice Wallet');
  });

  faultTest({ group: 'wallet', fault: 'is already asking something', at: id }, async (person) => {
    await person.change({ wallet: id, switches: { alreadyAsking: true } });
    await person.pick(id);
    await person.whenSays(id, 'Practice Wallet is already asking you something');
  });

  faultTest({ group: 'wallet', fault: 'is closed without an answer', at: id }, async (person) => {
    await person.change({ wallet: id, switches: { closesWindow: true } });
    await person.pick(id);
    await person.whenSays(id, 'Practice Wallet was closed without an answer');
  });

  faultTest({ group: 'wallet', fault: 'approves after the cancel', at: id }, async (person) => {
    await person.change({ wallet: id, switches: { answersLateMs: 5_000 } });
    await person.pick(id);
    await person.whenMounted(id);
    await person.approve(id);
    await person.press(id, 'Cancel');
    await person.whenStatus(id, 'Disconnected');
    await person.passTime(6_000);
    await expect.poll(async () => (await person.readWallet(id))?.granted).toEqual([]);
    expect(await person.status(id)).toBe('Disconnected');
  });

  faultTest(
    { group: 'wallet', fault: 'approves after the cancel, when it is asked again by then', at: id },
    async (person) => {
      await person.change({ wallet: id, switches: { answersLateMs: 5_000 } });
      await person.pick(id);
      await person.whenMounted(id);
      await person.approve(id);
      await person.press(id, 'Cancel');
      await person.whenStatus(id, 'Disconnected');
      await person.change({ wallet: id, switches: { answersLateMs: 0 } });
      if (id === 'evm') await person.passTime(6_000);
      await person.connect(id);
      await person.passTime(6_000);
      expect((await person.readWallet(id))?.granted.length).toBeGreaterThan(0);
      await person.whenStatus(id, 'Connected');
    },
  );

  faultTest({ group: 'wallet', fault: 'answers with accounts that are none', at: id }, async (person) => {
    await person.change({ wallet: id, switches: { rubbish: 'accounts' } });
    await person.pick(id);
    await person.approve(id);
    await person.whenSays(id, 'Practice Wallet sent an unreadable answer');
  });

  faultTest({ group: 'wallet', fault: 'answers with nothing', at: id }, async (person) => {
    await person.change({ wallet: id, switches: { rubbish: 'null' } });
    await person.pick(id);
    await person.approve(id);
    // A Solana wallet also shows its accounts (Wallet Standard, `accounts`), and those are taken.
    if (id === 'solana') await person.whenStatus(id, 'Connected');
    else await person.when(id, ({ isFailure }) => isFailure);
  });

  faultTest({ group: 'wallet', fault: 'does not know the network', at: id }, async (person) => {
    await person.change({ wallet: id, switches: { otherNetworks: true } });
    await person.pick(id);
    if (id === 'near') {
      await person.whenSays(id, 'Practice Wallet does not know this network');
      return;
    }
    await person.approve(id);
    await person.whenStatus(id, 'Connected');
    if (id === 'evm') await person.whenSays(id, 'Unknown network');
  });

  faultTest(
    { group: 'wallet', fault: 'answers for families that nobody asked for', at: id },
    async (person) => {
      const others = families.filter((family) => family.id !== id);
      await person.change({ wallet: id, switches: { connectsOthers: true } });
      await person.connect(id);
      for (const other of others) {
        expect((await person.readWallet(other.id))?.granted.length).toBeGreaterThan(0);
        expect([other.id, await person.status(other.id)]).toEqual([other.id, 'Disconnected']);
      }
      // What it has granted already needs no approval.
      for (const other of others) {
        await person.pick(other.id);
        await person.whenStatus(other.id, 'Connected');
      }
    },
    { begins: 'opened' },
  );

  faultTest({ group: 'wallet', fault: 'counts as connected though nobody asked', at: id }, async (person) => {
    await person.change({ wallet: id, switches: { connectsUnasked: true } });
    await expect.poll(async () => (await person.readWallet(id))?.granted.length).toBeGreaterThan(0);
    expect(await person.status(id)).toBe('Disconnected');
    await person.reload();
    for (const other of families) if (other.id !== id) await person.whenStatus(other.id, 'Connected');
    expect(await person.status(id)).toBe('Disconnected');
  });
}
