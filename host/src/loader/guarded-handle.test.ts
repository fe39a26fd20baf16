import type { Handle, Lease } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { expect, it } from 'vitest';
import { approve } from '../testing/fake-discovery.ts';
import { createFakeHandle } from '../testing/fake-handle.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { type Hold, toHeld } from './guarded-handle.ts';

const hold: Hold = {
  family: 'evm',
  signal: new AbortController().signal,
  failureMark: undefined,
  emit: () => undefined,
  unmount: () => undefined,
};

it('lends a connector all that the lease has: what it could not say would never be shown', async () => {
  const { lease } = createStore(fakeConfig.families).openLease('evm');
  let lent: Lease | undefined;
  const adopt: Handle['adopt'] = async (_, given) => {
    lent = given;
  };
  await toHeld({ ...createFakeHandle(), adopt }, hold).adopt(approve('one'), lease);
  expect(Object.keys(lent ?? {}).sort()).toEqual(Object.keys(lease).sort());
});
