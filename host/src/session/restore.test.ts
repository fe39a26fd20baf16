import { capabilities, LinkspanError } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../async.ts';
import { endConnection } from '../loader/slot.ts';
import { approve } from '../testing/fake-discovery.ts';
import { createFakeFamily, type FakeFamily, settle } from '../testing/fake-family.ts';
import { type PersistedConnection, persistConnection } from './remembered.ts';

const accounts = ['eip155:31337:0xone', 'eip155:31337:0xother'] as const;
const wallet = { id: 'one', name: 'Wallet one' };

let family: FakeFamily;
let memory: FakeFamily['memory'];
let persisted: PersistedConnection;
const view = () => family.store.view.family('evm');
const connection = () => view().connection.get();

beforeEach(() => {
  vi.useFakeTimers();
  family = createFakeFamily();
  memory = family.memory;
  persisted = persistConnection(memory, 'evm', view(), () => family.reads.isAhead('evm'));
});

afterEach(() => vi.useRealTimers());

function remember(balance?: object, known: readonly string[] = accounts): void {
  memory.set('evm', JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts: known } }));
  if (balance !== undefined) memory.set('evm:balance', JSON.stringify(balance));
  persisted.take();
}

/** Begins to restore what is remembered, with the discovery listing at once unless another promise is given. */
function start(listed?: FakeFamily['listed']): Promise<boolean> {
  family.listed = listed ?? family.listed;
  return family.reads.restoreRemembered('evm');
}

async function begin(listed?: FakeFamily['listed']): Promise<boolean> {
  const done = start(listed);
  await settle();
  return done;
}

describe('coming back', () => {
  it('does nothing where nothing is remembered', async () => {
    await begin();
    expect(connection()).toEqual({ status: 'disconnected' });
    expect(family.discovery.restores).toEqual([]);
  });

  it('shows the last known accounts at once, and connects without a prompt', async () => {
    remember({ account: accounts[0], amount: '5' });
    const done = start();
    expect(connection()).toEqual({ status: 'reconnecting', wallet, accounts });
    expect(view().balance.get()?.amount).toBe('5');
    await settle();
    expect(family.discovery.restores[0]).toMatchObject({
      walletId: 'one',
      options: { network: 'eip155:31337' },
    });
    family.discovery.restores[0]?.resolve(approve('one', accounts[1], accounts[0]));
    await done;
    expect(family.discovery.attempts).toEqual([]);
    expect(connection()).toMatchObject({ status: 'connected', accounts });
  });

  it('takes the accounts as the wallet grants them where the one in use is gone', async () => {
    remember();
    const done = start();
    await settle();
    family.discovery.restores[0]?.resolve(approve('one', 'eip155:31337:0xnew'));
    await done;
    expect(connection()).toMatchObject({ accounts: ['eip155:31337:0xnew'] });
  });

  describe('with the same accounts as then', () => {
    const granted = approve('one', accounts[1], accounts[0]);
    const shown = { status: 'connected', wallet: granted.wallet, accounts, capabilities: ['send'] };

    /** The wallet has answered; its connector adopts it when the test says so. */
    async function answer() {
      remember();
      const stored = JSON.parse(memory.get('evm') ?? '');
      memory.set('evm', JSON.stringify({ ...stored, connected: { capabilities: ['send'] } }));
      const adopting = createDeferred<void>();
      family.handle.faults.adoptAfter = adopting.promise;
      const done = start();
      await settle();
      family.discovery.restores[0]?.resolve(granted);
      await settle();
      return { done, adopting };
    }

    it('is shown as connected by the wallet’s answer, as it was, before its connector has adopted it', async () => {
      const { done, adopting } = await answer();
      expect(connection()).toEqual(shown);
      let isAdopted = false;
      const adopted = family.reads.adopted('evm').then(() => (isAdopted = true));
      await settle();
      expect(isAdopted).toBe(false);
      adopting.resolve();
      expect(await done).toBe(true);
      await adopted;
      // By its connector.
      expect(connection()).toMatchObject({ ...shown, capabilities: [...capabilities] });
    });

    it('ends with the reason if its connector does not adopt it', async () => {
      const { done, adopting } = await answer();
      adopting.reject(new LinkspanError('remote/failed', { family: 'evm' }));
      expect(await done).toBe(false);
      expect(connection()).toMatchObject({ status: 'disconnected', failure: { code: 'remote/failed' } });
      expect(memory.kept).toHaveProperty('evm');
    });

    it('stays as the person or the wallet has left it meanwhile, whatever its connector publishes', async () => {
      const { done, adopting } = await answer();
      endConnection(family.store, 'evm');
      adopting.resolve();
      expect(await done).toBe(false);
      expect(connection()).toEqual({ status: 'disconnected' });
    });
  });

  it('ends as revoked, and is forgotten, where the wallet grants nothing any more', async () => {
    remember();
    const done = start();
    await settle();
    family.discovery.restores[0]?.resolve(undefined);
    await done;
    expect(connection()).toMatchObject({ status: 'disconnected', failure: { code: 'wallet/revoked' } });
    expect(memory.kept).toEqual({});
  });

  it('ends with the reason, and stays remembered, where the wallet is not here', async () => {
    remember();
    const done = start();
    await settle();
    family.discovery.restores[0]?.reject(new LinkspanError('wallet/absent', { wallet: 'one' }));
    await done;
    expect(connection()).toMatchObject({
      status: 'disconnected',
      // By its name, though its discovery knows no more than its id.
      failure: { code: 'wallet/absent', context: { wallet: 'Wallet one' } },
    });
    expect(memory.kept).toHaveProperty('evm');
  });

  it.each(['wallet/locked', 'wallet/locked-or-ended'] as const)(
    'goes on with the reason after %s, stays remembered, and connects once the wallet is unlocked',
    async (code) => {
      remember();
      const done = start();
      await settle();
      family.discovery.restores[0]?.reject(new LinkspanError(code, { wallet: 'Wallet one' }));
      await done;
      const waiting = {
        ...{ status: 'reconnecting', wallet, accounts },
        failure: { code, context: { wallet: 'Wallet one' } },
      };
      expect(connection()).toEqual(waiting);
      expect(memory.kept).toHaveProperty('evm');
      const again = start();
      expect(connection()).toEqual(waiting);
      await settle();
      family.discovery.restores[1]?.resolve(approve('one', ...accounts));
      await again;
      expect(connection()).toMatchObject({ status: 'connected', accounts });
      expect(family.discovery.attempts).toEqual([]);
    },
  );

  it('ends past the deadline with a wallet that never answers', async () => {
    remember();
    const done = start();
    await settle();
    await vi.advanceTimersByTimeAsync(8_000);
    await done;
    expect(connection()).toMatchObject({ status: 'disconnected', failure: { code: 'wallet/timeout' } });
    expect(family.discovery.restores[0]?.options.signal.aborted).toBe(true);
  });

  describe('a wallet that is slow at each load', () => {
    async function begin(): Promise<void> {
      remember();
      const done = start();
      await settle();
      family.discovery.restores[0]?.reject(new LinkspanError('wallet/timeout', { wallet: 'Wallet one' }));
      expect(await done).toBe(false);
      await settle();
      expect(connection()).toMatchObject({ status: 'disconnected', failure: { code: 'wallet/timeout' } });
    }
    const answer = async () => {
      family.discovery.restores[1]?.resolve(approve('one', ...accounts));
      await settle();
    };

    it('comes back by its late answer, without a prompt', async () => {
      await begin();
      await vi.advanceTimersByTimeAsync(30_000);
      await answer();
      expect(connection()).toMatchObject({ status: 'connected', accounts });
      expect(family.discovery.attempts).toEqual([]);
      expect(memory.kept).toHaveProperty('evm');
    });

    it('comes back too where the person has come to the page meanwhile, which reads it again', async () => {
      await begin();
      void start();
      await settle();
      expect(family.discovery.restores).toHaveLength(3);
      await answer();
      expect(connection()).toMatchObject({ status: 'connected' });
    });

    it('is read on once, and not for ever', async () => {
      await begin();
      await vi.advanceTimersByTimeAsync(300_000);
      expect(family.discovery.restores).toHaveLength(2);
      await answer();
      expect(connection().status).toBe('disconnected');
    });

    it('stays away where the person has chosen another one meanwhile', async () => {
      await begin();
      family.attempts.start('evm', 'two');
      await settle();
      await answer();
      family.discovery.attempts[0]?.resolve(approve('two'));
      await settle();
      expect(connection()).toMatchObject({ status: 'connected', wallet: { id: 'two' } });
      expect(family.handle.adopted).toEqual(['two']);
    });

    it('stays away where it was disconnected in another tab, or is remembered no more', async () => {
      await begin();
      memory.set('evm', '');
      await answer();
      expect(connection().status).toBe('disconnected');
    });
  });

  it('ends where the remote does not list wallets at all', async () => {
    remember();
    await begin(Promise.reject(new LinkspanError('release/unreachable', { remote: 'remote-evm' })));
    expect(connection()).toMatchObject({ failure: { code: 'release/unreachable' } });
    expect(memory.kept).toHaveProperty('evm');
  });

  it('ends where the connector fails to adopt', async () => {
    remember();
    family.handle.faults.adopt = new LinkspanError('loader/broken', {
      remote: 'remote-evm',
      stage: 'connector',
    });
    const done = start();
    await settle();
    family.discovery.restores[0]?.resolve(approve('one'));
    await done;
    expect(connection()).toMatchObject({ status: 'disconnected', failure: { code: 'loader/broken' } });
  });

  it('ends where the connector adopts and says nothing', async () => {
    remember();
    family.handle.faults.adoptSilently = true;
    const done = start();
    await settle();
    family.discovery.restores[0]?.resolve(approve('one'));
    await done;
    expect(connection()).toMatchObject({ status: 'disconnected', failure: { code: 'remote/failed' } });
  });

  it('asks for the first network where the remembered one is not offered any more', async () => {
    remember(undefined, ['eip155:1:0xone']);
    const done = start();
    await settle();
    expect(family.discovery.restores[0]?.options.network).toBe('eip155:31337');
    family.discovery.restores[0]?.resolve(undefined);
    await done;
  });

  it('shows nothing of what an earlier configuration remembered of another namespace', async () => {
    remember(undefined, ['solana:practice:one']);
    await begin();
    expect(connection()).toEqual({ status: 'disconnected' });
    expect(memory.kept).toEqual({});
  });

  it('shows no balance of another account, and comes back all the same', async () => {
    remember({ account: accounts[1], amount: '5' });
    const done = start();
    expect(view().balance.get()).toBeUndefined();
    await settle();
    family.discovery.restores[0]?.resolve(approve('one', ...accounts));
    await done;
    expect(connection().status).toBe('connected');
  });

  it('leaves a family alone that is in use', async () => {
    remember();
    family.attempts.start('evm', 'two');
    await begin();
    expect(connection()).toMatchObject({ status: 'connecting', wallet: { id: 'two' } });
    expect(family.discovery.restores).toEqual([]);
  });
});

describe('of two wallets that claim to be the remembered one', () => {
  const list = (...ids: readonly string[]) =>
    family.store.publishWallets(
      'evm',
      ids.map((id) => ({ id, name: 'Wallet one', reach: 'installed' })),
    );
  const doubted = {
    status: 'disconnected',
    failure: { code: 'wallet/claimed-twice', context: { wallet: 'Wallet one' } },
  };

  it('none is read, and it stays remembered', async () => {
    remember();
    list('one', 'two', 'one#2');
    await begin();
    expect(connection()).toEqual(doubted);
    expect(family.discovery.restores).toEqual([]);
    expect(memory.kept).toHaveProperty('evm');
  });

  it('none is taken over where the second comes while the first is read', async () => {
    remember();
    const done = start();
    await settle();
    list('one', 'one#2');
    family.discovery.restores[0]?.resolve(approve('one'));
    await done;
    expect(connection()).toEqual(doubted);
    expect(family.handle.adopted).toEqual([]);
  });

  it('none stays where the second comes after the first was taken over', async () => {
    remember();
    const done = start();
    await settle();
    family.discovery.restores[0]?.resolve(approve('one'));
    await done;
    list('one', 'two', 'two#2');
    expect(connection()).toMatchObject({ status: 'connected', wallet: { id: 'one' } });
    list('one', 'one#2');
    expect(connection()).toEqual(doubted);
  });

  it('none takes the place of what is connected, and the one in use is read again', async () => {
    family.attempts.start('evm', 'two');
    await settle();
    family.discovery.attempts[0]?.resolve(approve('two'));
    await settle();
    list('one', 'two', 'one#2', 'two#2');
    const read = (id: string) => {
      const remembered = {
        connection: { status: 'reconnecting', accounts, wallet: { ...wallet, id } },
      } as const;
      return family.reads.restore('evm', { remembered, reason: 'other-tab', isWanted: () => true });
    };
    await expect(read('one')).rejects.toMatchObject({ code: 'wallet/claimed-twice' });
    expect(family.discovery.restores).toEqual([]);
    const again = read('two');
    await settle();
    family.discovery.restores[0]?.resolve(approve('two'));
    await again;
    expect(connection()).toMatchObject({ status: 'connected', wallet: { id: 'two' } });
  });

  it('the one that a person chooses then stays', async () => {
    remember();
    list('one', 'one#2');
    await begin();
    family.attempts.start('evm', 'one');
    await settle();
    family.discovery.attempts[0]?.resolve(approve('one'));
    await settle();
    list('one', 'one#2', 'one#3');
    expect(connection()).toMatchObject({ status: 'connected', wallet: { id: 'one' } });
  });
});

describe('a person who acts meanwhile', () => {
  it('has the last word with another wallet', async () => {
    remember();
    const done = start();
    await settle();
    family.attempts.start('evm', 'two');
    await settle();
    const slow = createDeferred<void>();
    family.handle.faults.adoptAfter = slow.promise;
    family.discovery.attempts[0]?.resolve(approve('two'));
    await settle();
    family.discovery.restores[0]?.resolve(approve('one'));
    await settle();
    slow.resolve();
    await done;
    expect(connection()).toMatchObject({ status: 'connected', wallet: { id: 'two' } });
    expect(family.handle.adopted).toEqual(['two']);
  });

  it('keeps the wallet that comes back where the new one is rejected', async () => {
    remember();
    const done = start();
    await settle();
    family.attempts.start('evm', 'two');
    await settle();
    expect(connection().status).toBe('reconnecting');
    family.discovery.attempts[0]?.reject(new LinkspanError('wallet/rejected', { wallet: 'Wallet two' }));
    family.discovery.restores[0]?.resolve(approve('one'));
    await done;
    expect(connection()).toMatchObject({ status: 'connected', wallet: { id: 'one' } });
  });

  it('can end it, for good', async () => {
    remember();
    const done = start();
    await settle();
    family.reads.abandon('evm');
    family.discovery.restores[0]?.resolve(approve('one'));
    await done;
    expect(connection()).toEqual({ status: 'disconnected' });
    expect(memory.kept).toEqual({ evm: '' });
    expect(family.handle.adopted).toEqual([]);
  });
});
