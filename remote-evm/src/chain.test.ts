import { describe, expect, it } from 'vitest';
import { openChain } from './chain.ts';
import type { Landing, Library } from './library.ts';
import { toChain } from './own/chain-client.ts';
import { send } from './send.ts';
import { toNetworks } from './testing/page.ts';

const [network] = toNetworks();
const account = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as const;
const intent = {
  kind: 'send' as const,
  account,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '1',
};

/** Stands in for wagmi: what was sent ends as told, after as many failures to reach the node. */
function toLibrary(landing: Landing, failures = 0): Library {
  let left = failures;
  const unused = async () => {
    throw new Error('not asked for here');
  };
  return {
    state: () => ({ addresses: [], chainId: 31337 }),
    watch: () => {},
    switchChain: unused,
    signMessage: unused,
    getBalance: unused,
    send: async () => '0xabc',
    waitForLanding: async () => {
      if (left-- > 0) throw new Error('the node is away');
      return landing;
    },
  };
}

async function settle(library: Library, ended = new AbortController().signal) {
  const chain = openChain(library, network, ended);
  const { settled } = await send({ library, wallet: 'Harbour', chain }, intent);
  return settled;
}

describe('what became of a transfer', () => {
  it('has landed, also as the same transfer with another fee', async () => {
    await expect(settle(toLibrary({ status: 'success' }))).resolves.toBeUndefined();
    await expect(settle(toLibrary({ status: 'success', replacedBy: 'repriced' }))).resolves.toBeUndefined();
  });

  it('was undone by its execution, or by the person in the wallet', async () => {
    await expect(settle(toLibrary({ status: 'reverted' }))).rejects.toMatchObject({
      code: 'network/reverted',
    });
    for (const replacedBy of ['cancelled', 'replaced'] as const)
      await expect(settle(toLibrary({ status: 'success', replacedBy }))).rejects.toMatchObject({
        code: 'network/expired',
      });
  });

  it('is asked for again where the node was away', async () => {
    await expect(settle(toLibrary({ status: 'success' }, 1))).resolves.toBeUndefined();
  });

  it('is not asked for past the end of the connector, nor told', async () => {
    const ended = new AbortController();
    let asked = 0;
    const waitForLanding = async () => {
      asked += 1;
      ended.abort();
      throw new Error('the node is away');
    };
    const settled = settle({ ...toLibrary({ status: 'success' }), waitForLanding }, ended.signal);
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBe(1);
    await expect(Promise.race([settled, 'still open'])).resolves.toBe('still open');
  });
});

it('describes a configured network as the wallet is to add it', () => {
  const explorer = 'https://explorer.example/tx/{transaction}';
  expect(toChain({ ...network, explorer })).toMatchObject({
    id: 31337,
    name: 'First chain',
    nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: network.rpc } },
    blockExplorers: { default: { url: 'https://explorer.example' } },
  });
});
