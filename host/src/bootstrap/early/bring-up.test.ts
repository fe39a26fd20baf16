import { type Approved, type Lease, LinkspanError } from '@linkspan/contract';
import { expect, it, vi } from 'vitest';
import type { Host } from '../hand-over.ts';
import { awaitHost } from './bring-up.ts';

const approved = {} as Approved;
const lease = {} as Lease;

function open() {
  const done: string[] = [];
  const host: Host = {
    show: async () => undefined,
    adopt: async (family) => void done.push(`adopt ${family}`),
    prepare: (family) => void done.push(`prepare ${family}`),
  };
  return { done, host, awaited: awaitHost((family) => void done.push(`preload ${family}`)) };
}

it('fetches a connector before the host has started, and has it mounted afterwards', async () => {
  const { done, host, awaited } = open();
  awaited.prepare('near');
  await vi.waitFor(() => expect(done).toEqual(['preload near']));
  await awaited.started(host);
  expect(done).toEqual(['preload near', 'prepare near']);
});

it.each(['before', 'after'])('adopts nothing if the host is lost %s it has started', async (when) => {
  const { done, host, awaited } = open();
  const error = new LinkspanError('loader/host', {});
  if (when === 'after') await awaited.started(host);
  awaited.lost(error);
  await expect(awaited.adopt('evm', approved, lease)).rejects.toBe(error);
  expect(done).toEqual([]);
});
