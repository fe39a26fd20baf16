import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

/** The phrase anvil is known for. Public: whatever is sent to its accounts on a real network is lost. */
export const PRACTICE_MNEMONIC = 'test test test test test test test test test test test junk';

const names = ['Harbour', 'Pier', 'Lantern'] as const;
const secondNames = ['Anchor', 'Buoy'] as const;

/** The names of the three practice accounts, the same in every family. */
export type PracticeName = (typeof names)[number];

/** A practice account for EVM networks. Its private key is public. */
export interface PracticeEvmAccount {
  readonly name: string;
  /** With the checksum of EIP-55. */
  readonly address: `0x${string}`;
  /** 32 bytes in hex. */
  readonly privateKey: `0x${string}`;
}

/** A practice account for Solana clusters. Its seed is public. */
export interface PracticeSolanaAccount {
  readonly name: string;
  /** The public key in base58. */
  readonly address: string;
  /** The 32 bytes of the ed25519 public key. */
  readonly publicKey: Uint8Array;
  /** The 32 bytes of the ed25519 seed. */
  readonly seed: Uint8Array;
}

/** A practice account for NEAR networks, with one full-access key. Its seed is public. */
export interface PracticeNearAccount {
  readonly name: string;
  /** Such as `harbour.practice`. */
  readonly accountId: string;
  /** The account id, by the name that it has in every family. */
  readonly address: string;
  /** Such as `ed25519:` and base58. */
  readonly publicKey: `ed25519:${string}`;
  /** The 32 bytes of the ed25519 seed. */
  readonly seed: Uint8Array;
}

/** The first three accounts of `PRACTICE_MNEMONIC`. */
export const evmAccounts: readonly PracticeEvmAccount[] = [
  {
    name: 'Harbour',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  },
  {
    name: 'Pier',
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  },
  {
    name: 'Lantern',
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    privateKey: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  },
];

/** Three accounts whose seeds are hashes of a fixed text. */
export const solanaAccounts = names.map(toSolanaAccount);

/** Three named accounts whose seeds are hashes of a fixed text. */
export const nearAccounts = names.map((name) =>
  toNearKey(name, toPublicSeed('near', name), `${name.toLowerCase()}.practice`),
);

/** The keys of the first and of the second practice wallet. */
type Keys<Key> = readonly [readonly Key[], readonly Key[]];

/** The second wallet has the fourth and fifth account of the mnemonic, which anvil funds as well. */
export const evmKeys: Keys<PracticeEvmAccount> = [
  evmAccounts,
  [
    {
      name: 'Anchor',
      address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
      privateKey: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
    },
    {
      name: 'Buoy',
      address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
      privateKey: '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
    },
  ],
];

/** The accounts of the second wallet hold nothing until somebody sends them something. */
export const solanaKeys: Keys<PracticeSolanaAccount> = [solanaAccounts, secondNames.map(toSolanaAccount)];

/** The accounts of the second wallet are implicit ones, which begin to exist when somebody sends to them. */
export const nearKeys: Keys<PracticeNearAccount> = [
  nearAccounts,
  secondNames.map((name) => toNearKey(name, toPublicSeed('near', name))),
];

function toSolanaAccount(name: string): PracticeSolanaAccount {
  const seed = toPublicSeed('solana', name);
  const publicKey = ed25519.getPublicKey(seed);
  return { name, address: base58.encode(publicKey), publicKey, seed };
}

/** An account by the seed of its key; without a name on the chain it is the implicit one. */
export function toNearKey(name: string, seed: Uint8Array, accountId?: string): PracticeNearAccount {
  const key = ed25519.getPublicKey(seed);
  const address = accountId ?? bytesToHex(key);
  return { name, accountId: address, address, publicKey: `ed25519:${base58.encode(key)}`, seed };
}

/** The 32 bytes of the public ed25519 seed of an account. */
function toPublicSeed(family: 'solana' | 'near', name: string): Uint8Array {
  return sha256(utf8ToBytes(`linkspan practice key, public, holds nothing of value: ${family} ${name}`));
}
