import { LinkspanError } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../async.ts';
import { sending, signing } from '../testing/facts.ts';
import { approve } from '../testing/fake-discovery.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { Requests } from './requests.ts';

const intent = signing;
const asking = { state: 'asking', intent } as const;
const rejected = new LinkspanError('wallet/rejected', { wallet: 'Wallet one' });

let store: ReturnType<typeof createStore>;
let requests: Requests;
const state = () => requests.of('evm').get();

beforeEach(() => {
  vi.useFakeTimers();
  store = createStore(fakeConfig.families);
  requests = new Requests(store.view);
  connect('one');
});

afterEach(() => {
  vi.useRealTimers();
});

/** Asks the wallet for something that it never answers. */
function askForEver(): void {
  requests.run('evm', asking, () => new Promise(() => undefined)).catch(expect.fail);
}

function connect(walletId: string): void {
  const { wallet, accounts } = approve(walletId);
  store.openLease('evm').lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
}

function disconnect(): void {
  store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
}

describe('a request', () => {
  it('is shown by what cannot write it', () => {
    const shown = requests.of('evm');
    expect(Reflect.ownKeys(shown)).toEqual(['get', 'listen', 'subscribe']);
    expect(Object.isFrozen(shown)).toBe(true);
    expect(requests.of('evm')).toBe(shown);
  });

  it('shows what is asked until the wallet answers', async () => {
    const answer = createDeferred<number>();
    const run = requests.run('evm', asking, () => answer.promise);
    expect(state()).toEqual(asking);
    answer.resolve(7);
    await expect(run).resolves.toBe(7);
    expect(state()).toEqual({ state: 'none' });
  });

  it('shows its failure with what was asked, and passes it on', async () => {
    await expect(requests.run('evm', asking, () => Promise.reject(rejected))).rejects.toBe(rejected);
    expect(state()).toMatchObject({ state: 'failed', intent, failure: { code: 'wallet/rejected' } });
    requests.dismiss('evm');
    expect(state()).toEqual({ state: 'none' });
  });

  it('that fails without a code is a failure of the remote', async () => {
    await expect(requests.run('evm', asking, () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(state()).toMatchObject({ failure: { code: 'remote/failed' } });
  });

  it('is refused while another is asked, without a second prompt', async () => {
    const answer = createDeferred<number>();
    const first = requests.run('evm', asking, () => answer.promise);
    let prompts = 0;
    const second = requests.run('evm', { state: 'switching', network: 'eip155:1' }, async () => {
      prompts += 1;
    });
    await expect(second).rejects.toMatchObject({
      code: 'wallet/pending',
      context: { wallet: 'Wallet one' },
    });
    expect(prompts).toBe(0);
    expect(state()).toEqual(asking);
    answer.resolve(1);
    await first;
  });

  it('keeps no other family waiting', async () => {
    askForEver();
    await expect(requests.run('near', asking, async () => 1)).resolves.toBe(1);
  });

  it('cannot be dismissed while it is asked', () => {
    askForEver();
    requests.dismiss('evm');
    expect(state()).toEqual(asking);
  });
});

describe('a prompt that stays open', () => {
  it('is told as late past the deadline for software, and is not cut off', async () => {
    const answer = createDeferred<number>();
    const run = requests.run('evm', asking, () => answer.promise);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(state()).toEqual(asking);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(state()).toEqual({ ...asking, isLate: true });
    answer.resolve(7);
    await expect(run).resolves.toBe(7);
    expect(state()).toEqual({ state: 'none' });
  });

  it('is counted from when the wallet is asked, not from when the release is', async () => {
    const checked = createDeferred<void>();
    const run = requests.run('evm', { state: 'checking', intent }, async ({ ask }) => {
      await checked.promise;
      ask();
      return new Promise(() => undefined);
    });
    run.catch(expect.fail);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(state()).toEqual({ state: 'checking', intent });
    checked.resolve();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(state()).toEqual(asking);
    await vi.advanceTimersByTimeAsync(1);
    expect(state()).toEqual({ ...asking, isLate: true });
  });

  it('leaves no timer behind', async () => {
    await requests.run('evm', asking, async () => 1);
    await requests.run('evm', asking, () => Promise.reject(rejected)).catch(() => undefined);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a cancel', () => {
  const switching = { state: 'switching', network: 'eip155:1' } as const;

  it('ends what is asked at once, says that the wallet may still show it, and frees the way', async () => {
    const answer = createDeferred<number>();
    const run = requests.run('evm', asking, () => answer.promise);
    expect(requests.cancel('evm')).toBe(true);
    expect(state()).toEqual({
      state: 'failed',
      intent,
      failure: { code: 'wallet/cancelled', context: { wallet: 'Wallet one' } },
    });
    await expect(run).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await expect(requests.run('evm', switching, async () => 1)).resolves.toBe(1);
  });

  it('ends a switch of network too, and names the network', async () => {
    const run = requests.run('evm', switching, () => new Promise(() => undefined));
    expect(requests.cancel('evm')).toBe(true);
    await expect(run).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(state()).toMatchObject({ ...switching, state: 'failed', failure: { code: 'wallet/cancelled' } });
  });

  it('of a send says that it may be sent, which settles as the wallet answers', async () => {
    const answer = createDeferred<number>();
    const run = requests.run('evm', { state: 'asking', intent: sending }, () => answer.promise);
    requests.cancel('evm');
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toMatchObject({ state: 'failed', intent: sending, mayBeSent: true });
    answer.resolve(7);
    await expect(run).resolves.toBe(7);
  });

  it.each(['approves', 'rejects'])('is no longer spoken of once the wallet %s', async (how) => {
    const answer = createDeferred<number>();
    const run = requests.run('evm', asking, () => answer.promise);
    requests.cancel('evm');
    await expect(run).rejects.toMatchObject({ code: 'wallet/cancelled' });
    if (how === 'approves') answer.resolve(7);
    else answer.reject(rejected);
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toEqual({ state: 'none' });
  });

  it('leaves what was asked since alone when the late answer comes', async () => {
    const answer = createDeferred<number>();
    requests.run('evm', asking, () => answer.promise).catch(() => undefined);
    requests.cancel('evm');
    requests.run('evm', switching, () => new Promise(() => undefined)).catch(expect.fail);
    answer.resolve(7);
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toEqual(switching);
  });

  it('while the release is asked about asks the wallet nothing, and says nothing', async () => {
    const checked = createDeferred<void>();
    let prompts = 0;
    const run = requests.run('evm', { state: 'checking', intent }, async ({ ask }) => {
      await checked.promise;
      ask();
      prompts += 1;
    });
    requests.cancel('evm');
    expect(state()).toEqual({ state: 'none' });
    checked.resolve();
    await expect(run).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await vi.advanceTimersByTimeAsync(0);
    expect(prompts).toBe(0);
  });

  it('where nothing is asked changes nothing', async () => {
    expect(requests.cancel('evm')).toBe(false);
    await requests.run('evm', asking, () => Promise.reject(rejected)).catch(() => undefined);
    const failed = state();
    expect(requests.cancel('evm')).toBe(false);
    expect(state()).toBe(failed);
  });
});

describe('the end of a connection', () => {
  it('ends what its wallet was asked for, and frees the way for the next', async () => {
    const old = createDeferred<number>();
    const run = requests.run('evm', asking, () => old.promise);
    disconnect();
    expect(state()).toEqual({ state: 'none' });
    connect('two');
    askForEver();
    old.reject(rejected);
    await expect(run).rejects.toBe(rejected);
    expect(state()).toEqual(asking);
  });

  it('takes away what its wallet had refused', async () => {
    await expect(requests.run('evm', asking, () => Promise.reject(rejected))).rejects.toBe(rejected);
    connect('two');
    expect(state()).toEqual({ state: 'none' });
  });

  it('is not seen in a change of account', () => {
    askForEver();
    const { wallet } = approve('one');
    const accounts = ['eip155:31337:0xother'] as const;
    store
      .openLease('evm')
      .lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
    expect(state()).toEqual(asking);
  });
});

describe('what shows no prompt', () => {
  it('is silent where it succeeds', async () => {
    await expect(requests.watch('evm', async () => 1)).resolves.toBe(1);
    expect(state()).toEqual({ state: 'none' });
  });

  it('shows its failure', async () => {
    await expect(requests.watch('evm', () => Promise.reject(rejected))).rejects.toBe(rejected);
    expect(state()).toEqual({
      state: 'failed',
      failure: { code: 'wallet/rejected', context: { wallet: 'Wallet one' } },
    });
  });

  it('does not take the place of what the wallet is being asked', async () => {
    askForEver();
    await expect(requests.watch('evm', () => Promise.reject(rejected))).rejects.toBe(rejected);
    expect(state()).toEqual(asking);
  });
});
