import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { ChainAddresses } from '../addresses.mjs';

/** One local network that practice wallets and the page can use. */
export interface PracticeNetwork {
  /** CAIP-2, such as `eip155:31337`. */
  readonly id: string;
  /** Says what the network is, short enough for a card. */
  readonly title: string;
  /** Answers JSON-RPC over HTTP. */
  readonly rpcUrl: string;
  /** Carries JSON-RPC subscriptions; only where the family has them. */
  readonly wsUrl?: string;
  /** The native coin, such as `ETH`. */
  readonly symbol: string;
  /** Decimal places of the native coin. */
  readonly decimals: number;
}

/** The practice networks of each family: a first and a second one. */
export interface PracticeNetworks {
  readonly evm: readonly [PracticeNetwork, PracticeNetwork];
  readonly solana: readonly [PracticeNetwork, PracticeNetwork];
  readonly near: readonly [PracticeNetwork, PracticeNetwork];
}

/** The genesis hashes of the two simulated Solana clusters, in base58. */
export const solanaGenesisHashes = [toGenesisHash('first'), toGenesisHash('second')] as const;

/** The chain ids by which the two NEAR fixtures answer `status`. */
export const nearChainIds = ['practice', 'practice-two'] as const;

/** The chain ids of the two anvil nodes. */
export const evmChainIds = [31337, 31338] as const;

/** CAIP-2. */
export function toNearId(chainId: string): string {
  return `near:${chainId}`;
}

/** CAIP-2: the namespace with the first 32 characters of the genesis hash. */
export function toSolanaId(genesisHash: string): string {
  return `solana:${genesisHash.slice(0, 32)}`;
}

/** CAIP-2. */
export function toEvmId(chainId: number): string {
  return `eip155:${chainId}`;
}

/** The path of each family's second network, where one server answers for both. */
export const SECOND_PATH = '/second';

/** Names the practice networks and where they answer. */
export function practiceNetworks({ chains }: { readonly chains: ChainAddresses }): PracticeNetworks {
  const eth = { symbol: 'ETH', decimals: 18 };
  const sol = { symbol: 'SOL', decimals: 9 };
  const near = { symbol: 'NEAR', decimals: 24 };
  const solanaSecond = { rpcUrl: second(chains.solana.url), wsUrl: second(chains.solanaWs.url) };
  const [genesis, genesisSecond] = solanaGenesisHashes;
  return {
    evm: [
      { id: toEvmId(evmChainIds[0]), title: 'Practice chain (anvil)', rpcUrl: chains.evm.url, ...eth },
      {
        id: toEvmId(evmChainIds[1]),
        title: 'Second practice chain (anvil)',
        rpcUrl: chains.evmTwo.url,
        ...eth,
      },
    ],
    solana: [
      {
        id: toSolanaId(genesis),
        title: 'Simulated cluster (litesvm)',
        rpcUrl: chains.solana.url,
        wsUrl: chains.solanaWs.url,
        ...sol,
      },
      { id: toSolanaId(genesisSecond), title: 'Second simulated cluster (litesvm)', ...solanaSecond, ...sol },
    ],
    near: [
      { id: toNearId(nearChainIds[0]), title: 'NEAR fixture (no node)', rpcUrl: chains.near.url, ...near },
      {
        id: toNearId(nearChainIds[1]),
        title: 'Second NEAR fixture (no node)',
        rpcUrl: second(chains.near.url),
        ...near,
      },
    ],
  };
}

function second(url: string): string {
  return `${url}${SECOND_PATH}`;
}

function toGenesisHash(which: 'first' | 'second'): string {
  return base58.encode(sha256(utf8ToBytes(`linkspan practice, simulated Solana cluster: ${which}`)));
}
