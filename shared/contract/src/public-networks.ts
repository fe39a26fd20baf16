import type { FamilyId } from './ids.ts';
import { localSockets, type WalletNeeds } from './needs.ts';
import type { Network } from './network.ts';

/** A chain family with a remote of ours, and its public networks by their names. */
export interface PublicFamily {
  readonly id: FamilyId;
  readonly title: string;
  /** The CAIP-2 namespace of its networks. */
  readonly namespace: string;
  /** A filled SVG path in a square of 20, and a hue of the oklch circle in degrees. */
  readonly mark: { readonly path: string; readonly hue: number };
  /** The npm package that has a release of its remote. */
  readonly package: string;
  /** In the order in which a page offers them. */
  readonly networks: Readonly<Record<string, Network>>;
}

/** The name of a public network in a short configuration. */
export type NetworkName = keyof typeof evm | keyof typeof solana | keyof typeof near;

const evm = {
  ethereum: {
    id: 'eip155:1',
    title: 'Ethereum',
    rpc: ['https://ethereum.reth.rs/rpc'],
    symbol: 'ETH',
    decimals: 18,
    explorer: 'https://etherscan.io/tx/{transaction}',
  },
  base: {
    id: 'eip155:8453',
    title: 'Base',
    rpc: ['https://mainnet.base.org'],
    symbol: 'ETH',
    decimals: 18,
    explorer: 'https://basescan.org/tx/{transaction}',
  },
  arbitrum: {
    id: 'eip155:42161',
    title: 'Arbitrum One',
    rpc: ['https://arb1.arbitrum.io/rpc'],
    symbol: 'ETH',
    decimals: 18,
    explorer: 'https://arbiscan.io/tx/{transaction}',
  },
  optimism: {
    id: 'eip155:10',
    title: 'OP Mainnet',
    rpc: ['https://mainnet.optimism.io'],
    symbol: 'ETH',
    decimals: 18,
    explorer: 'https://optimistic.etherscan.io/tx/{transaction}',
  },
  polygon: {
    id: 'eip155:137',
    title: 'Polygon',
    rpc: ['https://polygon.drpc.org'],
    symbol: 'POL',
    decimals: 18,
    explorer: 'https://polygonscan.com/tx/{transaction}',
  },
  bnb: {
    id: 'eip155:56',
    title: 'BNB Smart Chain',
    rpc: ['https://56.rpc.thirdweb.com'],
    symbol: 'BNB',
    decimals: 18,
    explorer: 'https://bscscan.com/tx/{transaction}',
  },
  avalanche: {
    id: 'eip155:43114',
    title: 'Avalanche',
    rpc: ['https://api.avax.network/ext/bc/C/rpc'],
    symbol: 'AVAX',
    decimals: 18,
    explorer: 'https://snowtrace.io/tx/{transaction}',
  },
  'ethereum-testnet': {
    id: 'eip155:11155111',
    title: 'Sepolia',
    rpc: ['https://11155111.rpc.thirdweb.com'],
    symbol: 'ETH',
    decimals: 18,
    explorer: 'https://sepolia.etherscan.io/tx/{transaction}',
    isTest: true,
  },
  'base-testnet': {
    id: 'eip155:84532',
    title: 'Base Sepolia',
    rpc: ['https://sepolia.base.org'],
    symbol: 'ETH',
    decimals: 18,
    explorer: 'https://sepolia.basescan.org/tx/{transaction}',
    isTest: true,
  },
} satisfies Record<string, Network<'eip155'>>;

const solana = {
  solana: {
    id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    title: 'Solana',
    rpc: ['https://api.mainnet-beta.solana.com'],
    ws: 'wss://api.mainnet-beta.solana.com',
    symbol: 'SOL',
    decimals: 9,
    explorer: 'https://explorer.solana.com/tx/{transaction}',
  },
  'solana-testnet': {
    id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    title: 'Solana Devnet',
    rpc: ['https://api.devnet.solana.com'],
    ws: 'wss://api.devnet.solana.com',
    symbol: 'SOL',
    decimals: 9,
    explorer: 'https://explorer.solana.com/tx/{transaction}?cluster=devnet',
    isTest: true,
  },
} satisfies Record<string, Network<'solana'>>;

const near = {
  near: {
    id: 'near:mainnet',
    title: 'NEAR',
    rpc: ['https://rpc.mainnet.fastnear.com'],
    symbol: 'NEAR',
    decimals: 24,
    explorer: 'https://nearblocks.io/txns/{transaction}',
  },
  'near-testnet': {
    id: 'near:testnet',
    title: 'NEAR Testnet',
    rpc: ['https://rpc.testnet.fastnear.com'],
    symbol: 'NEAR',
    decimals: 24,
    explorer: 'https://testnet.nearblocks.io/txns/{transaction}',
    isTest: true,
  },
} satisfies Record<string, Network<'near'>>;

/** The families in their order. The symbols, explorers and nodes of EVM networks are those of viem. */
export const publicFamilies: readonly PublicFamily[] = [
  {
    id: 'evm',
    title: 'Ethereum',
    namespace: 'eip155',
    mark: {
      path: 'M10 1.2 15.4 10 10 13.2 4.6 10zM10 18.8 15.4 11.7 10 14.9 4.6 11.7z',
      hue: 268,
    },
    package: '@linkspan/remote-evm',
    networks: evm,
  },
  {
    id: 'solana',
    title: 'Solana',
    namespace: 'solana',
    mark: {
      path: 'M5.6 3.6h11l-2.3 3.1h-11zM3.3 8.4h11l2.3 3.1h-11zM5.6 13.2h11l-2.3 3.1h-11z',
      hue: 305,
    },
    package: '@linkspan/remote-solana',
    networks: solana,
  },
  {
    id: 'near',
    title: 'NEAR',
    namespace: 'near',
    mark: {
      path: 'M3.35 4.4a1.25 1.25 0 0 1 2.15-.87l8.65 8.97V4.4a1.25 1.25 0 0 1 2.5 0v11.2a1.25 1.25 0 0 1-2.15.87L5.85 7.5v8.1a1.25 1.25 0 0 1-2.5 0z',
      hue: 168,
    },
    package: '@linkspan/remote-near',
    networks: near,
  },
];

/** A wallet that is one row of the dialog in several families. */
export interface KnownIdentity {
  readonly identity: string;
  readonly families: readonly FamilyId[];
}

/** Wallets of several families. */
export const publicIdentities: readonly KnownIdentity[] = [
  { identity: 'app.phantom', families: ['evm', 'solana'] },
];

/** One connection to the families that WalletConnect pairs, and its relay: a page has both with the id of a project. */
export const paired: KnownIdentity = { identity: 'com.walletconnect', families: ['evm', 'solana'] };
export const publicRelay = 'wss://relay.walletconnect.org';

/** What wallets of a family need of a page, as the `accepts` of its remote says. */
export interface WalletOrigins extends Omit<WalletNeeds, 'options'> {
  readonly family: FamilyId;
}

/** In the order in which a page lists them. */
export const walletOrigins: readonly WalletOrigins[] = [
  {
    family: 'near',
    connect: ['https://h4n.app', 'https://logout-bridge-service.intear.tech'],
    frames: ['https://wallet.intear.tech'],
  },
  { family: 'solana', connect: [localSockets] },
  { family: 'evm', framedBy: ['https://app.safe.global'] },
];
