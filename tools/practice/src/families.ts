import type { NetworkId } from '@linkspan/contract';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { evmKeys, nearKeys, solanaKeys } from './accounts.ts';

/** The chain ids of the two anvil nodes. */
export const evmChainIds = [31337, 31338] as const;

/** The genesis hashes of the two simulated Solana clusters, in base58. */
export const solanaGenesisHashes = [toGenesisHash('first'), toGenesisHash('second')] as const;

/** The chain ids by which the two NEAR fixtures answer `status`. */
export const nearChainIds = ['practice', 'practice-two'] as const;

/** CAIP-2. */
export const toEvmId = (chainId: number): NetworkId<'eip155'> => `eip155:${chainId}`;

/** CAIP-2: the namespace with the first 32 characters of the genesis hash. */
export const toSolanaId = (genesisHash: string): NetworkId<'solana'> => `solana:${genesisHash.slice(0, 32)}`;

/** CAIP-2. */
export const toNearId = (chainId: string): NetworkId<'near'> => `near:${chainId}`;

/** The path of each family's second network, where one server answers for both. */
export const SECOND_PATH = '/second';

/** A fixed port of the practice: the environment variable that moves it, and its default. */
export interface PortChoice {
  readonly variable: string;
  readonly port: number;
  readonly scheme?: 'ws';
}

/** All that differs between the chain families of the practice, beside the code of their wallets and chains. */
interface FamilyEntry {
  /** What people call it. */
  readonly title: string;
  /** The CAIP-2 namespace of its networks. */
  readonly namespace: string;
  /** The package of its remote, and where that is served. */
  readonly remote: string;
  readonly origin: PortChoice;
  /** The path of an outline in a square of 20, and the hue of its color in oklch. */
  readonly mark: { readonly path: string; readonly hue: number };
  /** Who chooses the network: the person in the wallet, or the page with each request. */
  readonly networkBy: 'wallet' | 'page';
  /** The native coin. */
  readonly coin: { readonly symbol: string; readonly decimals: number };
  /** The servers of its chains, by names that no other family has. */
  readonly servers: Readonly<Record<string, PortChoice>>;
  /** A first and a second network: CAIP-2, title, server, path, and the server of subscriptions if it has one. */
  readonly networks: readonly [FamilyNetwork, FamilyNetwork];
  /** The accounts of the first wallet and of the second, in the chain's own writing. */
  readonly accounts: readonly [readonly Account[], readonly Account[]];
}

interface FamilyNetwork {
  readonly id: NetworkId;
  /** Says what the network is, short enough for a card. */
  readonly title: string;
  readonly rpc: string;
  readonly ws?: string;
  readonly path?: string;
}

interface Account {
  readonly name: string;
  readonly address: string;
}

/** The families that practice has, in the order of the house. */
export const families = {
  evm: {
    title: 'Ethereum',
    namespace: 'eip155',
    remote: 'remote-evm',
    origin: { variable: 'LINKSPAN_EVM_PORT', port: 4301 },
    mark: { path: 'M10 1.2 15.4 10 10 13.2 4.6 10zM10 18.8 15.4 11.7 10 14.9 4.6 11.7z', hue: 268 },
    networkBy: 'wallet',
    coin: { symbol: 'ETH', decimals: 18 },
    servers: {
      evm: { variable: 'LINKSPAN_EVM_CHAIN_PORT', port: 8545 },
      evmTwo: { variable: 'LINKSPAN_EVM_CHAIN_TWO_PORT', port: 8546 },
    },
    networks: [
      { id: toEvmId(evmChainIds[0]), title: 'Practice network', rpc: 'evm' },
      { id: toEvmId(evmChainIds[1]), title: 'Second practice network', rpc: 'evmTwo' },
    ],
    accounts: evmKeys,
  },
  solana: {
    title: 'Solana',
    namespace: 'solana',
    remote: 'remote-solana',
    origin: { variable: 'LINKSPAN_SOLANA_PORT', port: 4302 },
    mark: { path: 'M5.6 3.6h11l-2.3 3.1h-11zM3.3 8.4h11l2.3 3.1h-11zM5.6 13.2h11l-2.3 3.1h-11z', hue: 305 },
    networkBy: 'page',
    coin: { symbol: 'SOL', decimals: 9 },
    servers: {
      solana: { variable: 'LINKSPAN_SOLANA_CHAIN_PORT', port: 8899 },
      solanaWs: { variable: 'LINKSPAN_SOLANA_CHAIN_WS_PORT', port: 8900, scheme: 'ws' },
    },
    networks: [
      {
        ...{ id: toSolanaId(solanaGenesisHashes[0]), title: 'Practice network' },
        ...{ rpc: 'solana', ws: 'solanaWs' },
      },
      {
        ...{ id: toSolanaId(solanaGenesisHashes[1]), title: 'Second practice network' },
        ...{ rpc: 'solana', ws: 'solanaWs', path: SECOND_PATH },
      },
    ],
    accounts: solanaKeys,
  },
  near: {
    title: 'NEAR',
    namespace: 'near',
    remote: 'remote-near',
    origin: { variable: 'LINKSPAN_NEAR_PORT', port: 4303 },
    mark: {
      path: 'M3.35 4.4a1.25 1.25 0 0 1 2.15-.87l8.65 8.97V4.4a1.25 1.25 0 0 1 2.5 0v11.2a1.25 1.25 0 0 1-2.15.87L5.85 7.5v8.1a1.25 1.25 0 0 1-2.5 0z',
      hue: 168,
    },
    networkBy: 'page',
    coin: { symbol: 'NEAR', decimals: 24 },
    servers: { near: { variable: 'LINKSPAN_NEAR_CHAIN_PORT', port: 3030 } },
    networks: [
      { id: toNearId(nearChainIds[0]), title: 'Practice network', rpc: 'near' },
      {
        id: toNearId(nearChainIds[1]),
        title: 'Second practice network',
        rpc: 'near',
        path: SECOND_PATH,
      },
    ],
    accounts: nearKeys,
  },
} as const satisfies Readonly<Record<string, FamilyEntry>>;

/** One of the families that practice has. */
export type Family = keyof typeof families;

/** The families in the order of the house. */
export const familyIds = Object.keys(families) as readonly Family[];

/** A server of a practice chain. */
export type ChainServer = { [Id in Family]: keyof (typeof families)[Id]['servers'] }[Family];

/** One local network that practice wallets and the page can use. */
export interface PracticeNetwork {
  /** CAIP-2, such as `eip155:31337`. */
  readonly id: NetworkId;
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
export type PracticeNetworks = Readonly<Record<Family, readonly [PracticeNetwork, PracticeNetwork]>>;

/** Names the practice networks and where they answer. */
export function practiceNetworks({
  chains,
}: {
  readonly chains: Readonly<Record<ChainServer, { readonly url: string }>>;
}): PracticeNetworks {
  const urlOf = (server: string, path: string) => `${chains[server as ChainServer].url}${path}`;
  const toNetworks = ({ networks, coin }: FamilyEntry) =>
    networks.map(({ id, title, rpc, ws, path = '' }) => ({
      ...{ id, title, rpcUrl: urlOf(rpc, path) },
      ...(ws !== undefined && { wsUrl: urlOf(ws, path) }),
      ...coin,
    }));
  const entries = familyIds.map((id) => [id, toNetworks(families[id])]);
  return Object.fromEntries(entries);
}

function toGenesisHash(which: 'first' | 'second'): string {
  return base58.encode(sha256(utf8ToBytes(`linkspan practice, simulated Solana cluster: ${which}`)));
}
