import { type AccountId, type Accounts, accountsOf, type Connection } from '@linkspan/contract';
import { createRandom, type Random } from '@linkspan/trust/testing';
import { describe, expect, it } from 'vitest';
import { settle } from '../testing/fake-family.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { type FakeTab, openFakeTabs, type Truth } from '../testing/fake-tabs.ts';
import { ended, nameOf, recall } from './remembered.ts';

const [harbour, pier, lantern]: [AccountId, AccountId, AccountId] = [
  'eip155:31337:0xa',
  'eip155:31337:0xb',
  'eip155:31337:0xc',
];

const revoked: Connection = {
  status: 'disconnected',
  failure: { code: 'wallet/revoked', context: { wallet: 'one' } },
};

/** Everything that was written is heard, and all that follows from it has happened. */
async function calm(tabs: readonly FakeTab[]): Promise<void> {
  do await settle();
  while (tabs.map((tab) => tab.hear()).some(Boolean));
  await settle();
}

function open(truth?: (tab: number) => Truth) {
  const world = openFakeTabs(2, truth);
  const [here, there] = world.tabs as [FakeTab, FakeTab];
  return { ...world, here, there, calm: () => calm(world.tabs) };
}

describe('a tab', () => {
  it('connects what another tab has connected, by a silent read', async () => {
    const { here, there, calm } = open();
    there.connect('one', harbour, pier);
    await calm();
    expect(here.connection()).toMatchObject({ status: 'connected', accounts: [harbour, pier] });
    expect(here.done).toEqual(['read one']);
    expect(there.done).toEqual([]);
  });

  it('shows it as reconnecting meanwhile, and nothing where its wallet grants nothing here, which ends nothing elsewhere', async () => {
    const { here, there, calm, storage } = open((tab) => (tab === 0 ? () => undefined : (_, asked) => asked));
    there.connect('one', harbour);
    const before = storage.get('evm');
    here.hear();
    await Promise.resolve();
    expect(here.connection().status).toBe('reconnecting');
    await calm();
    expect(here.connection()).toEqual({ status: 'disconnected' });
    expect(here.done).toEqual(['read one', 'end']);
    expect(storage.get('evm')).toBe(before);
    expect(there.connection().status).toBe('connected');
  });

  it('follows another account and another wallet, and keeps its own where the wallet grants it nothing', async () => {
    const { here, there, calm } = open(
      (tab) => (id, asked) => (tab === 0 && id === 'three' ? undefined : asked),
    );
    there.connect('one', harbour, pier);
    await calm();
    there.connect('one', pier, harbour);
    await calm();
    expect(accountsOf(here.connection())).toEqual([pier, harbour]);
    there.connect('two', lantern);
    await calm();
    expect(here.connection()).toMatchObject({ wallet: { id: 'two' }, accounts: [lantern] });
    there.connect('three', harbour);
    await calm();
    expect(here.connection()).toMatchObject({ wallet: { id: 'two' } });
  });

  it('does not say that the wallet has ended what a person has disconnected in another tab', async () => {
    const { here, there, calm, storage } = open();
    there.connect('one', harbour);
    await calm();
    there.disconnect();
    here.store.openLease('evm').lease.publishConnection(revoked);
    await calm();
    expect(here.connection()).toEqual({ status: 'disconnected' });
    expect(storage.get('evm')).toBe(ended);
  });

  it('disconnects what another tab has disconnected, without asking the wallet', async () => {
    const { here, there, calm } = open();
    there.connect('one', harbour);
    await calm();
    there.disconnect();
    await calm();
    expect(here.connection()).toEqual({ status: 'disconnected' });
    expect(here.done).toEqual(['read one', 'end']);
  });

  it('goes on with what is connected if the storage was cleared', async () => {
    const { here, there, storage, calm } = open();
    there.connect('one', harbour);
    await calm();
    storage.clear();
    here.tabs.onStorage(null);
    await settle();
    expect(here.connection().status).toBe('connected');
    expect(here.done).toEqual(['read one']);
  });

  it('does nothing while a wallet is being asked here, and follows once it is over', async () => {
    const { here, there, calm } = open();
    there.connect('one', harbour, pier);
    await calm();
    here.request.set({ state: 'switching', network: 'eip155:31338' });
    there.connect('one', pier, harbour);
    await calm();
    expect(accountsOf(here.connection())).toEqual([harbour, pier]);
    here.request.set({ state: 'none' });
    await calm();
    expect(accountsOf(here.connection())).toEqual([pier, harbour]);
  });

  it.each([
    ['another account', (there: FakeTab) => there.connect('one', pier, harbour), [pier, harbour]],
    ['another wallet', (there: FakeTab) => there.connect('two', lantern), [lantern]],
  ])(
    'takes nothing over while a wallet is asked since it is read, and %s after that',
    async (_, act, told) => {
      const { here, there, calm } = open();
      there.connect('one', harbour, pier);
      await calm();
      const before = here.connection();
      act(there);
      here.hear();
      here.request.set({ state: 'switching', network: 'eip155:31338' });
      await calm();
      expect(here.connection()).toBe(before);
      here.request.set({ state: 'none' });
      await calm();
      expect(accountsOf(here.connection())).toEqual(told);
    },
  );

  it('has the last word with what the person has chosen here meanwhile', async () => {
    const { here, there, calm } = open();
    here.request.set({ state: 'switching', network: 'eip155:31338' });
    there.connect('one', harbour);
    await calm();
    here.connect('two', lantern);
    here.request.set({ state: 'none' });
    await calm();
    expect(here.connection()).toMatchObject({ wallet: { id: 'two' } });
    expect(there.connection()).toMatchObject({ wallet: { id: 'two' } });
  });

  it('looks at all families by itself after a sleep in which it heard nothing', async () => {
    const { here, there } = open();
    there.connect('one', harbour);
    here.tabs.look('evm');
    await settle();
    expect(here.connection().status).toBe('connected');
    here.tabs.look('evm');
    await settle();
    expect(here.done).toEqual(['read one']);
  });

  it('hears nothing of what others keep, nor of a balance', async () => {
    const { here, there, calm } = open();
    there.connect('one', harbour);
    await calm();
    here.tabs.onStorage('linkspan:1:last-used:evm');
    here.tabs.onStorage('practice-wallet:evm');
    await calm();
    expect(here.done).toEqual(['read one']);
  });
});

const rounds = 300;
const timeMs = rounds * 60;

describe('three tabs in which all happens in any order', () => {
  const wallets = ['one', 'two'] as const;
  const orders: readonly [Accounts, ...Accounts[]] = [
    [harbour, pier],
    [pier, harbour],
    [harbour],
    [lantern, harbour],
  ];

  async function run(random: Random, truth?: (tab: number) => Truth) {
    const world = openFakeTabs(3, truth);
    let acts = 0;
    const take = (tab: FakeTab) => {
      if (random.chance(0.5)) return void tab.hear();
      const { status } = tab.connection();
      // A wallet that is asked has its own answer; the person acts on what rests.
      if (status === 'reconnecting' && random.chance(0.7)) return;
      acts += 1;
      if (random.chance(0.25)) tab.disconnect();
      else tab.connect(random.pick(wallets), ...random.pick(orders));
    };
    for (let step = random.whole([3, 25]); step > 0; step--) {
      take(random.pick(world.tabs as [FakeTab, ...FakeTab[]]));
      for (let turns = random.whole([0, 12]); turns > 0; turns--) await Promise.resolve();
    }
    await calm(world.tabs);
    return { ...world, acts };
  }

  it(
    'agree in the end, and by what was written last',
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { tabs, storage } = await run(createRandom(5, round));
        const remembered = recall({ ...createFakeStorage(), get: (key) => storage.get(key) }, 'evm');
        const wanted = remembered ? nameOf(remembered.connection) : '';
        const names = tabs.map((tab) => nameOf(tab.connection()));
        expect([round, ...names]).toEqual([round, wanted, wanted, wanted]);
        expect(tabs.every((tab) => tab.connection().status !== 'reconnecting')).toBe(true);
      }
    },
    timeMs,
  );

  it(
    'come to rest though their wallets tell each of them something else: they do not follow each other in circles',
    async () => {
      const truths: readonly Truth[] = [
        (_, asked) => asked,
        (_, asked) => asked.slice(0, 1),
        (id, asked) => (id === 'two' ? undefined : [...asked].reverse()),
      ];
      for (let round = 0; round < rounds; round++) {
        const { writes, acts } = await run(createRandom(6, round), (tab) => truths[tab] as Truth);
        expect(writes()).toBeLessThanOrEqual(2 * acts);
      }
    },
    timeMs,
  );
});
