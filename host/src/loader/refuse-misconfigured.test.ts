import { createStore } from '@linkspan/store';
import { expect, it } from 'vitest';
import { createFakeSlot } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { refuseMisconfigured } from './refuse-misconfigured.ts';

const accepts = {
  namespace: 'eip155',
  networks: { reference: '[1-9]\\d*', decimals: 18, known: { mainnet: '1' }, isOpen: true },
  options: {},
};

it('takes a release that does not accept the configuration of its family, and says which field', async () => {
  const { view, ...store } = createStore(fakeConfig.families);
  const slot = createFakeSlot({ accepts: { ...accepts, networks: { ...accepts.networks, decimals: 6 } } });
  refuseMisconfigured(slot, store);
  const state = view.family('evm').remote.get();
  expect(state).toMatchObject({
    stage: 'failed',
    step: 'reload',
    failure: { code: 'config/malformed', context: { place: 'evm.networks[0].decimals', expected: '6' } },
  });
  expect(slot.release).toBeUndefined();
  await expect(slot.discovery.promise).rejects.toMatchObject({ code: 'config/malformed' });
});

it.each([
  ['accepts it', accepts],
  ['declares nothing', undefined],
])('lets a release be that %s', (_, declared) => {
  const { view, ...store } = createStore(fakeConfig.families);
  const slot = createFakeSlot({ accepts: declared });
  const { release } = slot;
  refuseMisconfigured(slot, store);
  expect(slot.release).toBe(release);
  expect(view.family('evm').remote.get().stage).toBe('pending');
});
