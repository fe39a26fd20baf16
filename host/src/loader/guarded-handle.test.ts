import type { Handle, Lease } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { expect, it } from 'vitest';
import { approve } from '../testing/fake-discovery.ts';
import { createFakeHandle } from '../testing/fake-handle.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { type HandleGuard, toGuarded } from './guarded-handle.ts';

const guard: HandleGuard = {
  family: 'evm',
  signal: new AbortController().signal,
  failureMark: undefined,
  emit: () => undefined,
  unmount: () => undefined,
};

it('gives a connector a lease with every method', async () => {
  const { lease } = createStore(fakeConfig.families).openLease('evm');
  let received: Lease | undefined;
  const adopt: Handle['adopt'] = async (_, given) => {
    received = given;
  };
  await toGuarded({ ...createFakeHandle(), adopt }, guard).adopt(approve('one'), lease);
  expect(Object.keys(received ?? {}).sort()).toEqual(Object.keys(lease).sort());
});
