import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeContracts, type EvmEvent, type EvmProvider, getProvider } from './evm.ts';
import type { PageFamily, ShellPage } from './page.ts';
import { createFakeLinkspan, type FakeLinkspan } from './testing.ts';

const chain = (reference: string): PageFamily['networks'][0] => ({
  ...{ id: `eip155:${reference}`, title: 'Practice chain', rpc: ['http://localhost:1/'] },
  ...{ symbol: 'ETH', decimals: 18 },
});
const evm: PageFamily = {
  ...{ id: 'evm', title: 'Ethereum', namespace: 'eip155' },
  networks: [chain('31337'), chain('31338')],
};
const [one, other] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
];
const on = (address: string, reference = '31337') => `eip155:${reference}:${address}`;
const events: readonly EvmEvent[] = ['connect', 'accountsChanged', 'chainChanged', 'disconnect'];

let fake: FakeLinkspan;
let provider: EvmProvider;
let heard: unknown[];

beforeEach(async () => {
  fake = createFakeLinkspan([evm]);
  provider = getProvider();
  heard = [];
  for (const event of events)
    provider.on(event, (value: unknown) => void heard.push([event, event === 'disconnect' ? '' : value]));
  await new Promise((resolve) => setTimeout(resolve));
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'linkspanPage'));

const ask = (method: string, params?: unknown): Promise<unknown> => provider.request({ method, params });

it('is one object for the life of the page', () => {
  expect(getProvider()).toBe(provider);
});

describe('an event', () => {
  it('comes once when a wallet connects, changes its account or its network, and disconnects', () => {
    fake.connect('evm', on(one), on(other));
    expect(heard.splice(0)).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [one, other]],
    ]);
    fake.connect('evm', on(one), on(other));
    expect(heard).toEqual([]);
    fake.connect('evm', on(other), on(one));
    expect(heard.splice(0)).toEqual([['accountsChanged', [other, one]]]);
    fake.connect('evm', on(other, '31338'));
    expect(heard.splice(0)).toEqual([
      ['chainChanged', '0x7a6a'],
      ['accountsChanged', [other]],
    ]);
    fake.disconnect('evm');
    expect(heard.splice(0)).toEqual([
      ['chainChanged', '0x7a69'],
      ['accountsChanged', []],
      ['disconnect', ''],
    ]);
    fake.disconnect('evm');
    expect(heard).toEqual([]);
  });

  it('comes once after a reload, when the remembered wallet is back', () => {
    fake.reconnect('evm', on(one));
    expect(heard).toEqual([]);
    fake.connect('evm', on(one));
    expect(heard).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [one]],
    ]);
  });

  it('does not come while a connected wallet is away for a moment', () => {
    fake.connect('evm', on(one));
    heard = [];
    fake.reconnect('evm', on(one));
    fake.connect('evm', on(one));
    expect(heard).toEqual([]);
  });

  it('comes to the other listeners of one that throws, which is reported', async () => {
    const late = vi.fn();
    const thrown: unknown[] = [];
    vi.stubGlobal('queueMicrotask', (run: () => void) => {
      try {
        run();
      } catch (error) {
        thrown.push(error);
      }
    });
    provider.on('connect', () => {
      throw new Error('mine');
    });
    provider.on('connect', late);
    fake.connect('evm', on(one));
    expect(late).toHaveBeenCalledOnce();
    expect(thrown).toMatchObject([{ message: 'mine' }]);
    await expect(ask('eth_accounts')).resolves.toEqual([one]);
  });

  it('comes no more to a listener that was removed', () => {
    const listener = vi.fn();
    provider.on('connect', listener).removeListener('connect', listener);
    fake.connect('evm', on(one));
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('a request', () => {
  it('for accounts is answered by the page, with none while the wallet is not back', async () => {
    await expect(ask('eth_accounts')).resolves.toEqual([]);
    fake.reconnect('evm', on(one));
    await expect(ask('eth_accounts')).resolves.toEqual([]);
    fake.connect('evm', on(one), on(other));
    await expect(ask('eth_accounts')).resolves.toEqual([one, other]);
    await expect(ask('eth_requestAccounts')).resolves.toEqual([one, other]);
    expect(fake.asked).toEqual([]);
  });

  it('for permission opens the dialog', async () => {
    await expect(ask('eth_requestAccounts')).resolves.toEqual(['fake']);
    expect(fake.asked).toEqual(['connect evm']);
  });

  it("for the chain is answered with the wallet's, or the page's first", async () => {
    await expect(ask('eth_chainId')).resolves.toBe('0x7a69');
    fake.connect('evm', on(one, '31338'));
    await expect(ask('eth_chainId')).resolves.toBe('0x7a6a');
    await expect(ask('net_version')).resolves.toBe('31338');
    expect(fake.asked).toEqual([]);
  });

  it('of any other method is passed on, with its params', async () => {
    fake.answers.call = (family, method, params) => ({ family, method, params });
    await expect(ask('personal_sign', ['0x00', one])).resolves.toEqual({
      ...{ family: 'evm', method: 'personal_sign' },
      params: ['0x00', one],
    });
  });

  it.each([
    ['wallet/rejected', 4001],
    ['wallet/unsupported', 4200],
    ['wallet/account-changed', 4100],
    ['wallet/network-unsupported', 4902],
    ['wallet/busy', -32002],
    ['input/call', -32602],
    ['release/withdrawn', 4900],
    ['remote/failed', -32603],
  ])('that fails with %s rejects with the number of EIP-1193, and the code as data', async (code, number) => {
    fake.answers.failure = { code, context: { wallet: 'Harbour' } };
    const error = await ask('personal_sign', []).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      ...{ name: 'ProviderRpcError', code: number },
      data: { code, context: { wallet: 'Harbour' } },
    });
  });

  it.each([[undefined], [null], ['eth_accounts'], [{}], [{ method: 5 }], [{ method: {} }]])(
    'that is malformed rejects with -32602, and asks nobody: %#',
    async (args) => {
      const error = await provider.request(args as never).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: -32602, data: { code: 'input/call' } });
      expect(fake.asked).toEqual([]);
    },
  );

  it('rejects on a page without Ethereum', async () => {
    createFakeLinkspan([{ ...evm, id: 'near', namespace: 'near' }]);
    await expect(getProvider().request({ method: 'eth_accounts' })).rejects.toMatchObject({
      data: { code: 'remote/unknown-family' },
    });
  });
});

describe('the ABI of a contract', () => {
  const setFare = {
    ...{ type: 'function', name: 'setFare', stateMutability: 'nonpayable' },
    inputs: [
      {
        type: 'tuple',
        name: 'fare',
        internalType: 'struct Fare',
        components: [{ type: 'uint8', name: 'is' }],
      },
    ],
    outputs: [{ type: 'bool', name: '' }],
  };
  const told = {
    ...{ type: 'function', name: 'setFare' },
    inputs: [{ type: 'tuple', name: 'fare', components: [{ type: 'uint8', name: 'is' }] }],
  };
  const others = [
    { type: 'event', name: 'Fare', inputs: [] },
    { type: 'function', name: 'fare', inputs: [], outputs: [], stateMutability: 'view' },
    { type: 'receive', stateMutability: 'payable' },
  ];

  it('goes with requests that call contracts, as far as it is of functions that change something, once', async () => {
    const call = vi.spyOn(await (globalThis.linkspanPage as ShellPage).shell, 'call');
    const askAll = async () => {
      call.mockClear();
      for (const method of ['eth_sendTransaction', 'wallet_sendCalls', 'eth_call', 'personal_sign'])
        await ask(method, []);
      return call.mock.calls.map(([, { abi }]) => abi);
    };
    expect(await askAll()).toEqual([undefined, undefined, undefined, undefined]);
    describeContracts([setFare, ...others]);
    describeContracts([setFare]);
    expect(await askAll()).toEqual([[told], [told], undefined, undefined]);
    describeContracts([{ ...setFare, name: 'setTip' }]);
    expect((await askAll())[0]).toEqual([told, { ...told, name: 'setTip' }]);
  });

  it('is refused as a whole if it is too much to tell, and what was told stays', async () => {
    const call = vi.spyOn(await (globalThis.linkspanPage as ShellPage).shell, 'call');
    const many = Array.from({ length: 1_000 }, (_, at) => ({ ...setFare, name: `setFare${at}` }));
    expect(() => describeContracts(many)).toThrow(expect.objectContaining({ code: 'input/call' }));
    describeContracts([setFare]);
    await ask('eth_sendTransaction', []);
    expect(JSON.stringify(call.mock.calls[0]?.[1].abi)).not.toContain('setFare0');
  });
});
