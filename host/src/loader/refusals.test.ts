import { type Code, LinkspanError } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../limits.ts';
import type { Release } from '../releases/release.ts';
import type { ReleaseSource } from '../releases/release-source.ts';
import { createFakeRelease, createFakeSlot } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import {
  type ClockDependencies,
  publishRefusals,
  refuseMisconfigured,
  refuseUnenforced,
  retryDocument,
} from './refusals.ts';
import { chooseReleases, createSlot, type FamilySlot } from './slot.ts';

/** What each remote's documents come to. */
let outcomes: Record<string, Release | LinkspanError>;
/** What the page's own server says of this device's clock. */
let ahead: number | undefined;
let slots: readonly [FamilySlot, FamilySlot, FamilySlot];
let needs: ClockDependencies & { readonly store: Store; readonly source: ReleaseSource };
const remote = (family = 'evm') => needs.store.view.family(family).remote.get();
const refused = (code: Code) => new LinkspanError(code, {} as never);

/** What the inline script does, and then the early script. */
async function choose(): Promise<void> {
  await chooseReleases(slots, needs.source);
  await publishRefusals(slots, needs);
}

beforeEach(() => {
  ahead = 30 * dayMs;
  outcomes = { evm: createFakeRelease(), solana: createFakeRelease(), near: createFakeRelease() };
  const source = {
    open: () => undefined,
    async load({ family }: FamilySlot) {
      const outcome = outcomes[family.id];
      if (outcome === undefined || outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
  const now = () => Date.parse('2031-01-01T00:00:00Z');
  needs = {
    store: createStore(fakeConfig.families),
    offered: { react: '19.3.1' },
    source,
    now,
    measureClock: async () => ahead,
  };
  slots = fakeConfig.families.map((family) =>
    createSlot(family, createFakeStorage(), undefined),
  ) as unknown as typeof slots;
});

describe('the choice of releases', () => {
  it('takes those that are live', async () => {
    await choose();
    expect(slots[0].release).toBe(outcomes.evm);
    expect(remote()).toEqual({ stage: 'pending' });
  });

  it('publishes why there is none, ends the wait for its wallets, and leaves the others be', async () => {
    outcomes.evm = refused('release/unreachable');
    await choose();
    expect(remote()).toMatchObject({
      stage: 'failed',
      step: 'again',
      failure: { code: 'release/unreachable' },
    });
    await expect(slots[0].discovery.promise).rejects.toBe(outcomes.evm);
    expect(slots[1].release).toBe(outcomes.solana);
    expect(remote('solana')).toEqual({ stage: 'pending' });
  });

  it('refuses a release that does not fit before any of its code is loaded', async () => {
    outcomes.evm = createFakeRelease({ shared: { react: '^18.0.0' } });
    await choose();
    expect(remote()).toMatchObject({ failure: { code: 'release/misfit-shared' } });
    expect(slots[0].release).toBeUndefined();
  });
});

describe('the clock', () => {
  it('is wrong if every document is out of its time and the page’s server says so, and each card says it', async () => {
    outcomes = {
      evm: refused('release/expired'),
      solana: refused('release/expires-too-late'),
      near: refused('release/expired'),
    };
    await choose();
    for (const { id, remote: named } of fakeConfig.families)
      expect(remote(id)).toMatchObject({
        step: 'reload',
        failure: { code: 'release/clock', context: { remote: named.name, now: '2031-01-01T00:00:00.000Z' } },
      });
    await expect(slots[0].discovery.promise).rejects.toMatchObject({ code: 'release/clock' });
  });

  it('is wrong if every document that came is, and the card of the one that did not says so', async () => {
    outcomes = {
      evm: refused('release/expired'),
      solana: refused('release/unreachable'),
      near: refused('release/expired'),
    };
    await choose();
    expect(remote()).toMatchObject({ step: 'reload', failure: { code: 'release/clock' } });
    expect(remote('solana')).toMatchObject({ step: 'again', failure: { code: 'release/unreachable' } });
  });

  it('is not asked about if one document is in its time', async () => {
    needs = { ...needs, measureClock: () => expect.fail() };
    outcomes.evm = refused('release/expired');
    outcomes.near = refused('release/expired');
    await choose();
    expect(remote()).toMatchObject({ step: 'again', failure: { code: 'release/expired' } });
  });
});

it.each(['loader/unenforced', 'release/uncheckable'] as const)(
  'lets only a fresh page help where the browser cannot check: %s',
  async (code) => {
    slots[0].refusal = refused(code);
    await publishRefusals(slots, needs);
    expect(remote()).toMatchObject({ step: 'reload', failure: { code } });
  },
);

describe('a clock that the page’s server confirms', () => {
  it.each([
    ['each document', ['evm', 'solana', 'near']],
    ['the only document that came', ['evm']],
  ])('leaves each card with the reason of its document: %s', async (_, families) => {
    ahead = 15 * 60_000;
    for (const id of ['evm', 'solana', 'near'])
      outcomes[id] = refused(families.includes(id) ? 'release/expired' : 'release/unreachable');
    await choose();
    for (const id of families)
      expect(remote(id)).toMatchObject({ step: 'again', failure: { code: 'release/expired' } });
  });
});

it('blames neither clock nor team if the page’s server does not say the time', async () => {
  ahead = undefined;
  for (const id of ['evm', 'solana', 'near']) outcomes[id] = refused('release/expired');
  await choose();
  expect(remote()).toMatchObject({
    step: 'reload',
    failure: { code: 'release/out-of-time', context: { now: '2031-01-01T00:00:00.000Z' } },
  });
});

describe('a document that is asked for again', () => {
  it('is good for the next page', async () => {
    await retryDocument(slots[0], needs);
    expect(remote()).toMatchObject({ step: 'reload', failure: { code: 'release/late' } });
    expect(slots[0].release).toBeUndefined();
  });

  it('runs in this page if its release is the one of the import map', async () => {
    const { id, url, addressOf, manifest } = await needs.source.load(slots[0]);
    slots[0].copied = { id, url, addressOf, manifest };
    await retryDocument(slots[0], needs);
    expect(slots[0].release?.id).toBe(id);
    slots[0].copied = { ...slots[0].copied, id: 'another' };
    slots[0].release = undefined;
    await retryDocument(slots[0], needs);
    expect([slots[0].release, remote()]).toMatchObject([undefined, { step: 'reload' }]);
  });

  it.each(['release/unreachable', 'release/unsigned', 'release/withdrawn'] as const)(
    'can be asked for once more after %s',
    async (code) => {
      outcomes.evm = refused(code);
      await retryDocument(slots[0], needs);
      expect(remote()).toMatchObject({ step: 'again', failure: { code } });
    },
  );

  it('can be asked for once more where it does not fit', async () => {
    outcomes.evm = createFakeRelease({ contract: '9.0' });
    await retryDocument(slots[0], needs);
    expect(remote()).toMatchObject({ step: 'again', failure: { code: 'release/misfit-contract' } });
  });
});

describe('where the browser enforces nothing', () => {
  it('takes the release from a remote that would run unchecked, and says why', () => {
    const slot = createFakeSlot();
    refuseUnenforced(slot);
    expect(slot).toMatchObject({ release: undefined, refusal: { code: 'loader/unenforced' } });
  });

  it('leaves a remote that has no release with its own reason', () => {
    const slot = Object.assign(createFakeSlot(), { release: undefined, refusal: 'another' });
    refuseUnenforced(slot);
    expect(slot.refusal).toBe('another');
  });
});

describe('the configuration of a family', () => {
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
});
