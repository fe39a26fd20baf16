import { createStore } from '@linkspan/store';
import { expect, it } from 'vitest';
import { createFakeBerth } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { publishShare } from './publish-share.ts';

it('changes the share of the release that serves, and nothing else', () => {
  const store = createStore(fakeConfig.families);
  const berth = createFakeBerth();
  const before = berth.release;
  store.publishRemote('evm', {
    stage: 'mounted',
    release: { remote: 'remote-evm', version: '1.2.3', share: 100 },
  });
  publishShare(store, berth, 10);
  const ref = { remote: 'remote-evm', version: '1.2.3', share: 10 };
  expect(store.view.family('evm').remote.get()).toEqual({ stage: 'mounted', release: ref });
  expect(berth.release).toEqual({ ...before, share: 10, ref });
});

it('leaves a remote that has none as it is', () => {
  const store = createStore(fakeConfig.families);
  const berth = createFakeBerth();
  berth.release = undefined;
  publishShare(store, berth, 10);
  expect(store.view.family('evm').remote.get()).toEqual({ stage: 'pending' });
});
