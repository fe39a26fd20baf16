import { LinkspanError } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '../loader/deferred.ts';
import { approve } from '../testing/fake-discovery.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createRequests, type Requests } from './requests.ts';

const intent = { kind: 'message', account: 'eip155:31337:0xone', text: 'Hello' } as const;
const asking = { state: 'asking', intent } as const;
const rejected = new LinkspanError('wallet/rejected', { wallet: 'Wallet one' });

let store: ReturnType<typeof createStore>;
let requests: Requests;
const state = () => requests.of('evm').get();

beforeEach(() => {
  store = createStore(fakeConfig.families);
  requests = createRequests(store.view);
  connect('one');
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
