import { describe, expect, it } from 'vitest';
import type { Answer } from './approval.ts';
import { createDeferred } from './testing/deferred.ts';
import { isOpen } from './testing/is-open.ts';
import { setSwitches } from './testing/set-switches.ts';
import { openTestPage, type TestPlay } from './testing/test-page.ts';
import { walletIds } from './wallet-id.ts';

const question = { title: 'Sign a message', facts: [] };
const closing: TestPlay = { decide: () => ({ kind: 'closed' }) };

describe.each(walletIds)('the practice wallet %s', (id) => {
  const open = (play: TestPlay = {}) => {
    const page = openTestPage(play);
    const { core } = page.wallet(id);
    const first = page.wallet(core.family).core;
    if (first !== core) setSwitches(first, { secondWallet: true });
    return { page, core };
  };

  it('says that it is already asking where it is told to, and shows nothing', async () => {
    const { page, core } = open();
    setSwitches(core, { alreadyAsking: true });
    await expect(core.approve(question)).rejects.toMatchObject({ code: -32002 });
    expect(page.shown).toEqual([]);
  });

  it('says in its own words that its window was closed, by a person or by the switch', async () => {
    const byPerson = await open(closing)
      .core.approve(question)
      .catch((error: Error) => error);
    const { core } = open();
    setSwitches(core, { closesWindow: true });
    const bySwitch = await core.approve(question).catch((error: Error) => error);
    expect(bySwitch).toEqual(byPerson);
    expect(String(byPerson)).toContain(
      { evm: 'User closed', solana: 'Plugin Closed', near: 'Wallet closed' }[core.family],
    );
  });

  it('fails with 4900 while the person is asked, where it disappears, and takes its window along', async () => {
    let signalled: AbortSignal | undefined;
    const decision = createDeferred<Answer>();
    const { core } = open({
      decide: (_request, signal) => {
        signalled = signal;
        signal?.addEventListener('abort', () => decision.resolve({ kind: 'closed' }));
        return decision.promise;
      },
    });
    const asking = core.approve(question);
    setSwitches(core, { disappears: true });
    await expect(asking).rejects.toMatchObject({ code: 4900 });
    expect(signalled?.aborted).toBe(true);
  });

  it('connects its accounts of the other families along where it is told to, and of no other wallet', async () => {
    const { page, core } = open();
    setSwitches(core, { connectsOthers: true });
    await core.connect();
    const connected = walletIds.filter((one) => page.wallet(one).core.store.get().granted.length > 0);
    expect(connected).toEqual(walletIds.filter((one) => one.endsWith('-second') === id.endsWith('-second')));
    expect(page.shown).toHaveLength(1);
  });

  it('asks nobody and never answers where it is told to', async () => {
    const { page, core } = open();
    setSwitches(core, { neverAnswers: true });
    expect(await isOpen(core.approve(question))).toBe(true);
    expect(page.shown).toEqual([]);
  });
});
