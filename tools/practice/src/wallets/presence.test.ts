import { expect, it } from 'vitest';
import { keepPresence } from './presence.ts';
import { createDeferred } from './testing/deferred.ts';
import { setSwitches as set } from './testing/set-switches.ts';
import { openTestPage } from './testing/test-page.ts';
import { toRevoked } from './wallet-state.ts';

function record() {
  const told: string[] = [];
  const open = () => {
    told.push('announced');
    return () => void told.push('withdrawn');
  };
  return { told, open };
}

it('withdraws a wallet that disappears and announces it when it is back', () => {
  const { core } = openTestPage().wallet('solana');
  const { told, open } = record();
  const stop = keepPresence(core, open);
  set(core, { disappears: true });
  set(core, { disappears: false });
  stop();
  set(core, { disappears: true });
  expect(told).toEqual(['announced', 'withdrawn', 'announced', 'withdrawn']);
});

it('announces a second wallet when the first one says so', () => {
  const page = openTestPage();
  const { told, open } = record();
  keepPresence(page.wallet('evm-second').core, open);
  expect(told).toEqual([]);
  set(page.wallet('evm').core, { secondWallet: true });
  expect(told).toEqual(['announced']);
});

it('announces a wallet late when told to', async () => {
  const delay = createDeferred<void>();
  const page = openTestPage({ wait: () => delay.promise });
  const { core } = page.wallet('near');
  set(core, { announcesLateMs: 500 });
  const { told, open } = record();
  keepPresence(core, open);
  expect(told).toEqual([]);
  delay.resolve();
  await delay.promise;
  await Promise.resolve();
  expect(told).toEqual(['announced']);
});

it('counts as connected without a question where it is told to, and stays disconnected once it is', () => {
  const page = openTestPage();
  const { core } = page.wallet('near');
  set(core, { connectsUnasked: true });
  keepPresence(core, record().open);
  expect(core.store.get().granted).toEqual([core.accounts[0].address]);
  core.store.update(toRevoked);
  expect(core.store.get().granted).toEqual([]);
  set(core, { connectsUnasked: false });
  set(core, { connectsUnasked: true });
  expect(core.store.get().granted).toHaveLength(1);
  expect(page.shown).toEqual([]);
});
