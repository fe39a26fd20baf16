import {
  connect,
  createConfig,
  disconnect,
  getConnection,
  http,
  reconnect,
  switchChain,
  watchConnection,
  writeContract,
} from '@wagmi/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeContracts, getProvider } from './evm.ts';
import type { PageFamily, ShellPage } from './page.ts';
import { withSummary } from './summary.ts';
import { createFakeLinkspan, type FakeLinkspan } from './testing.ts';
import { linkspan, linkspanChains, linkspanTransports } from './wagmi.ts';

const chain = (reference: string): PageFamily['networks'][0] => ({
  ...{ id: `eip155:${reference}`, title: `Chain ${reference}`, rpc: [`http://localhost:1/${reference}`] },
  ...{ symbol: 'ETH', decimals: 18, explorer: 'https://explorer.invalid/{transaction}' },
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

let fake: FakeLinkspan;
let config: ReturnType<typeof create>;
let ends: (() => void)[];
/** Each new state of wagmi's connection, with its account. */
let seen: string[];

function create() {
  const made = createConfig({
    chains: linkspanChains(),
    connectors: [linkspan()],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: { 31337: http(), 31338: http() },
  });
  seen = [];
  ends.push(
    watchConnection(made, {
      onChange: ({ status, address = '', chainId = '' }) => void seen.push(`${status} ${address} ${chainId}`),
    }),
  );
  return made;
}

const connector = () => config.connectors[0] as (typeof config.connectors)[number];
const now = () => {
  const { status, address, chainId } = getConnection(config);
  return { status, address, chainId };
};
const connected = { status: 'connected', address: one, chainId: 31337 };
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(async () => {
  ends = [];
  fake = createFakeLinkspan([evm]);
  config = create();
  await settle();
});
afterEach(() => {
  for (const end of ends) end();
  Reflect.deleteProperty(globalThis, 'linkspanPage');
});

it("has the page's networks and nodes", () => {
  expect(linkspanChains()).toMatchObject([
    {
      ...{ id: 31337, name: 'Chain 31337', nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 } },
      rpcUrls: { default: { http: ['http://localhost:1/31337'] } },
      blockExplorers: { default: { name: 'explorer.invalid', url: 'https://explorer.invalid' } },
    },
    { id: 31338 },
  ]);
  expect(Object.keys(linkspanTransports())).toEqual(['31337', '31338']);
});

describe('wagmi', () => {
  it('connects, once', async () => {
    fake.connect('evm', on(one));
    await expect(connect(config, { connector: connector() })).resolves.toMatchObject({ chainId: 31337 });
    await settle();
    expect(now()).toEqual(connected);
    expect(seen.filter((line) => line.startsWith('connected'))).toEqual([`connected ${one} 31337`]);
  });

  it('rejects with the code of EIP-1193 if the person closes the dialog', async () => {
    fake.answers.failure = { code: 'wallet/closed' };
    await expect(connect(config, { connector: connector() })).rejects.toMatchObject({ code: 4001 });
    expect(now().status).toBe('disconnected');
  });

  it("takes over a connection by the shell's own button, once", async () => {
    fake.connect('evm', on(one));
    await settle();
    expect(now()).toEqual(connected);
    expect(seen).toEqual([`connected ${one} 31337`]);
  });

  it('reconnects once the shell has restored its wallet', async () => {
    fake.reconnect('evm', on(one));
    const reconnecting = reconnect(config);
    await settle();
    expect(now().status).not.toBe('connected');
    fake.connect('evm', on(one));
    await expect(reconnecting).resolves.toHaveLength(1);
    await settle();
    expect(now()).toEqual(connected);
    expect(seen.filter((line) => line.startsWith('connected'))).toEqual([`connected ${one} 31337`]);
    expect(fake.asked).toEqual([]);
  });

  it('does not wait for a locked wallet, and connects when it is back', async () => {
    fake.reconnect('evm', on(one), 'wallet/locked');
    await expect(reconnect(config)).resolves.toEqual([]);
    expect(now().status).toBe('disconnected');
    fake.connect('evm', on(one));
    await settle();
    expect(now()).toEqual(connected);
  });

  it('reconnects nothing if no wallet is remembered', async () => {
    await expect(reconnect(config)).resolves.toEqual([]);
    expect(fake.asked).toEqual([]);
  });

  describe('and the shell, which restores a wallet too,', () => {
    const toSlow = (code?: string) => () => fake.reconnect('evm', on(one), code);
    const back = () => fake.connect('evm', on(one));

    it.each<[string, readonly (() => void)[]]>([
      ['at once', [back]],
      ['after a long time', [toSlow(), toSlow(), back]],
      ['on a second read', [toSlow(), toSlow('wallet/timeout'), toSlow(), back]],
      ['after a person has unlocked it', [toSlow('wallet/locked'), back]],
      ['and shows it ahead of its adoption', [toSlow(), back, back]],
      ['and loses it for a moment', [toSlow(), back, toSlow('wallet/locked'), back]],
    ])('connect it once: %s', async (_, steps) => {
      const heard: unknown[] = [];
      for (const event of ['connect', 'accountsChanged', 'disconnect'] as const)
        getProvider().on(event, () => void heard.push(event));
      const [first, ...rest] = steps;
      first?.();
      const reconnecting = reconnect(config);
      for (const step of rest) {
        await settle();
        step();
      }
      await reconnecting;
      await settle();
      expect(now()).toEqual(connected);
      expect(seen.filter((line) => line.startsWith('connected'))).toEqual([`connected ${one} 31337`]);
      expect(heard).toEqual(['connect', 'accountsChanged']);
    });

    it('connect none if it is gone', async () => {
      const heard: unknown[] = [];
      for (const event of ['connect', 'accountsChanged', 'disconnect'] as const)
        getProvider().on(event, () => void heard.push(event));
      toSlow()();
      const reconnecting = reconnect(config);
      await settle();
      fake.disconnect('evm');
      await expect(reconnecting).resolves.toEqual([]);
      expect([now().status, heard]).toEqual(['disconnected', []]);
    });
  });

  it('follows a change of account and of network', async () => {
    fake.connect('evm', on(one));
    await settle();
    fake.connect('evm', on(other), on(one));
    expect(now()).toEqual({ ...connected, address: other });
    fake.connect('evm', on(other, '31338'));
    expect(now()).toEqual({ status: 'connected', address: other, chainId: 31338 });
  });

  it('switches the chain', async () => {
    fake.answers.call = (family, method, params) => {
      const [{ chainId }] = params as [{ chainId: string }];
      fake.connect(family, on(one, String(Number(chainId))));
      expect(method).toBe('wallet_switchEthereumChain');
      return null;
    };
    fake.connect('evm', on(one));
    await settle();
    await expect(switchChain(config, { chainId: 31338 })).resolves.toMatchObject({ id: 31338 });
    expect(now().chainId).toBe(31338);
  });

  it('disconnects the wallet of the shell, and can connect again', async () => {
    for (const _ of [1, 2, 3]) {
      fake.connect('evm', on(one));
      await settle();
      expect(now()).toEqual(connected);
      await disconnect(config);
      expect(now().status).toBe('disconnected');
      expect(fake.linkspan.family('evm').$connection.get().status).toBe('disconnected');
    }
    expect(seen).toHaveLength(6);
  });

  it('is disconnected by the shell, and can connect again', async () => {
    for (const _ of [1, 2, 3]) {
      fake.connect('evm', on(one));
      await settle();
      expect(now()).toEqual(connected);
      fake.disconnect('evm');
      expect(now().status).toBe('disconnected');
    }
    expect(seen).toHaveLength(6);
  });
});

it("carries the application's words and ABI in a call of wagmi's own", async () => {
  fake.connect('evm', on(one));
  await connect(config, { connector: connector() });
  const call = vi.spyOn(await (globalThis.linkspanPage as ShellPage).shell, 'call');
  const abi = [
    { ...{ type: 'function', name: 'setFare', stateMutability: 'nonpayable', outputs: [] }, inputs: [] },
  ] as const;
  describeContracts(abi);
  await withSummary('Set the fare to 7', () =>
    writeContract(config, { abi, address: other as `0x${string}`, functionName: 'setFare' }),
  );
  const sending = call.mock.calls.find(([, { method }]) => method === 'eth_sendTransaction');
  expect(sending?.[1]).toMatchObject({
    summary: 'Set the fare to 7',
    abi: [{ type: 'function', name: 'setFare', inputs: [] }],
  });
});
