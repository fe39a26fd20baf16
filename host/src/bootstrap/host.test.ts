import { LinkspanError } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { beforeEach, expect, it } from 'vitest';
import { approve } from '../testing/fake-discovery.ts';
import { createFakeHandle } from '../testing/fake-handle.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { toHost } from './host.ts';

const withdrawn = new LinkspanError('release/withdrawn', { remote: 'remote-evm' });
let stopped: LinkspanError | undefined;
let noted: string[];

beforeEach(() => {
  [stopped, noted] = [undefined, []];
});

function open() {
  const handle = createFakeHandle();
  const connectors = {
    async mounted() {
      noted.push('mounted');
      return handle;
    },
    preload: () => undefined,
    unmount: () => undefined,
  };
  const host = toHost(connectors, {
    async confirm() {
      noted.push('confirmed');
      throw withdrawn;
    },
    assertMayRun() {
      if (stopped) throw stopped;
    },
  });
  const { lease } = createStore(fakeConfig.families).openLease('evm');
  return { host, adopt: () => host.adopt('evm', approve('one'), lease), handle };
}

it('has the connector adopt an approved wallet', async () => {
  const { adopt, handle } = open();
  await adopt();
  expect(handle.adopted).toEqual(['one']);
});

it('lets a release that was stopped adopt nothing', async () => {
  stopped = withdrawn;
  const { adopt, handle } = open();
  await expect(adopt()).rejects.toBe(withdrawn);
  expect([handle.adopted, noted]).toEqual([[], []]);
});

it('asks about the release while the wallet is asked, and fetches the connector', () => {
  const { host } = open();
  host.prepare('evm');
  expect(noted).toEqual(['confirmed', 'mounted']);
});

it('brings nothing into the page ahead of need of a release that was stopped', () => {
  stopped = withdrawn;
  const { host } = open();
  host.prepare('evm');
  expect(noted).toEqual([]);
});
