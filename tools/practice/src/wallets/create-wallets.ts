import type { AccountLabel, Ask } from './approval.ts';
import { createEvmAnnouncement } from './evm/announce-evm.ts';
import { firstEvmKeys, secondEvmKeys } from './evm/evm-keys.ts';
import { type Family, families } from './family.ts';
import { createNearAnnouncement } from './near/announce-near.ts';
import { firstNearKeys, secondNearKeys } from './near/near-keys.ts';
import type { Networks } from './network.ts';
import { type NonEmpty, toNonEmpty } from './non-empty.ts';
import type { FamilyNetworks } from './options.ts';
import type { Platform } from './platform.ts';
import { createSolanaAnnouncement } from './solana/announce-solana.ts';
import { firstSolanaKeys, secondSolanaKeys } from './solana/solana-keys.ts';
import { createWalletCore, type WalletCore } from './wallet-core.ts';
import { toWalletName, type WalletId } from './wallet-id.ts';
import { createWalletStore, type WalletStore } from './wallet-store.ts';

/** A wallet that is not announced yet. */
export interface PracticeWallet {
  readonly core: WalletCore;
  /** Announces the wallet; returns the undoing. */
  readonly open: () => () => void;
}

/** What the wallets of a page share. */
export interface WalletSurroundings {
  readonly networks: FamilyNetworks;
  readonly platform: Platform;
  readonly ask: Ask;
}

/** Makes the first and second wallet of every family that has networks. */
export function createWallets({
  networks: all,
  ...surroundings
}: WalletSurroundings): readonly PracticeWallet[] {
  const wallets: PracticeWallet[] = [];
  const others = (id: WalletId) => () => wallets.map(({ core }) => core).filter((core) => isOther(id, core));
  for (const family of families) {
    const networks = all[family];
    if (networks === undefined) continue;
    const first = createWallet(family, family, { ...surroundings, networks, others: others(family) });
    const id = `${family}-second` as const;
    const more = { networks, others: others(id), first: first.core.store };
    wallets.push(first, createWallet(id, family, { ...surroundings, ...more }));
  }
  return wallets;
}

/** The wallet of the same rank in another family is the same wallet to its owner. */
function isOther(id: WalletId, core: WalletCore): boolean {
  return core.id !== id && core.id.endsWith('-second') === id.endsWith('-second');
}

function createWallet(
  id: WalletId,
  family: Family,
  { networks, platform, ask, first, others }: Omit<WalletSurroundings, 'networks'> & Kin,
): PracticeWallet {
  const { accounts, announce } = kinds[family](id !== family);
  const choices = {
    accounts: toNonEmpty(accounts.map(({ address }) => address)),
    networks: toNonEmpty(networks.map((network) => network.id)),
  };
  const store = createWalletStore(id, choices, platform.storage);
  const core = createWalletCore({
    ...{ id, family, accounts, store, first, platform, ask, others },
    name: toWalletName(id),
    networks,
  });
  return { core, open: announce(core) };
}

interface Kin {
  readonly networks: Networks;
  readonly first?: WalletStore;
  readonly others: () => readonly WalletCore[];
}

type Kind = (isSecond: boolean) => {
  readonly accounts: NonEmpty<AccountLabel>;
  readonly announce: (core: WalletCore) => () => () => void;
};

const kinds: Readonly<Record<Family, Kind>> = {
  evm: (isSecond) => {
    const keys = isSecond ? secondEvmKeys : firstEvmKeys;
    return { accounts: keys, announce: (core) => createEvmAnnouncement(core, keys) };
  },
  solana: (isSecond) => {
    const keys = isSecond ? secondSolanaKeys : firstSolanaKeys;
    return { accounts: keys, announce: (core) => createSolanaAnnouncement(core, keys) };
  },
  near: (isSecond) => {
    const keys = isSecond ? secondNearKeys : firstNearKeys;
    const accounts = keys.map(({ name, accountId }) => ({ name, address: accountId }));
    return { accounts: toNonEmpty(accounts), announce: (core) => createNearAnnouncement(core, keys) };
  },
};
