import type { Network, WalletRef } from '@linkspan/contract';
import { type Address, numberToHex } from 'viem';
import { createConfig, injected } from 'wagmi';
import {
  connect,
  getConnection,
  getConnectorClient,
  signMessage,
  switchChain,
  watchConnection,
} from 'wagmi/actions';
import { createChainClient, type Transfer, toChain } from './chain.ts';
import { toChainId } from './provider.ts';
import type { Adapter } from './wallet.ts';

/** The wallet's accounts and chain: addresses with their checksum (EIP-55), the one in use first. */
export interface WalletState {
  readonly addresses: readonly Address[];
  /** As EIP-155 counts it; it may be a chain that the page does not have. */
  readonly chainId: number;
}

/**
 * One wallet in wagmi. Errors are the library's own. Balance and transfer are asked for through wagmi's clients:
 * its actions for them bring contract calls and local signing along, half of the connector's weight.
 */
export interface Library {
  state(): WalletState;
  /** Tells of each change by the wallet; of no address, once the wallet has ended it. */
  watch(changed: (state: WalletState) => void): void;
  switchChain(chainId: number): Promise<void>;
  /** EIP-191. */
  signMessage(account: Address, message: string): Promise<string>;
  /** `before` as in `request`. */
  send(transfer: Transfer, before: () => void): Promise<unknown>;
  /**
   * Asks the wallet if it shows the account and is on the chain, which is the one that it was on last if it is left out.
   * Calls `before` right before that; the wallet is not asked if that throws.
   */
  request(call: WalletCall, on: Where, before?: () => void): Promise<unknown>;
}

type WalletCall = Parameters<Adapter['request']>[0];

interface Where {
  readonly account: Address;
  readonly chainId?: number | undefined;
}

export interface LibraryOptions {
  readonly wallet: WalletRef;
  readonly adapter: Adapter;
  readonly networks: readonly [Network<'eip155'>, ...Network<'eip155'>[]];
  /** Aborted when the session closes: the wallet's events are ignored. */
  readonly signal: AbortSignal;
  /** Aborted when the connector ends: no request to the chains. A transfer outlives its session. */
  readonly ended: AbortSignal;
}

/** Connects wagmi to a wallet that has approved, without a prompt and without any store of its own. */
export async function openLibrary(options: LibraryOptions): Promise<Library> {
  const { wallet, adapter, signal, ended } = options;
  const [first, ...rest] = options.networks;
  const networkOfChain = (chainId: number) => rest.find(({ id }) => toChainId(id) === chainId) ?? first;
  const target = { id: wallet.id, name: wallet.name, provider: adapter as never };
  const config = createConfig({
    chains: [toChain(first), ...rest.map(toChain)],
    client: ({ chain }) => createChainClient(chain, networkOfChain(chain.id), ended),
    connectors: [injected({ target, shimDisconnect: false })],
    storage: null,
    multiInjectedProviderDiscovery: false,
  });
  const [connector] = config.connectors;
  if (connector === undefined) throw new Error('wagmi made no connector');
  await connect(config, { connector });

  const state = (): WalletState => {
    const { addresses = [], chainId = 0 } = getConnection(config);
    return { addresses, chainId };
  };
  const request: Library['request'] = async (call, { account, chainId }, before) => {
    const client = await getConnectorClient(config, { account, ...(chainId !== undefined && { chainId }) });
    before?.();
    return client.request(call as never, { retryCount: 0 });
  };
  return {
    state,
    request,
    watch: (changed) => {
      const stop = watchConnection(config, { onChange: () => changed(state()) });
      signal.addEventListener('abort', stop, { once: true });
    },
    switchChain: async (chainId) => {
      await switchChain(config, { chainId });
    },
    signMessage: (account, message) => signMessage(config, { account, message }),
    send: async ({ account, to, value, chainId }, before) => {
      const transaction = { from: account, to, value: numberToHex(value), chainId: numberToHex(chainId) };
      const call = { method: 'eth_sendTransaction', params: [transaction] };
      return request(call, { account, chainId }, before);
    },
  };
}
