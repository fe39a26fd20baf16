import { createStore } from '@linkspan/store';
import { expect, it } from 'vitest';
import { createFakeSlot } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { publishShare } from './slot.ts';

it('changes the share of the release that serves, and nothing else', () => {
  const store = createStore(fakeConfig.families);
  const slot = createFakeSlot();
  const before = slot.release;
  store.publishRemote('evm', {
    stage: 'mounted',
    release: { remote: 'remote-evm', version: '1.2.3', share: 100 },
  });
  publishShare(store, slot, 10);
  const ref = { remote: 'remote-evm', version: '1.2.3', share: 10 };
  expect(store.view.family('evm').remote.get()).toEqual({ stage: 'mounted', release: ref });
  expect(slot.release).toEqual({ ...before, share: 10, ref });
});

it('leaves a remote that has none as it is', () => {
  const store = createStore(fakeConfig.families);
  const slot = createFakeSlot();
  slot.release = undefined;
  publishShare(store, slot, 10);
  expect(store.view.family('evm').remote.get()).toEqual({ stage: 'pending' });
});
