import type { Wallet } from '@wallet-standard/base';
import { toClaims } from '../claims.ts';
import type { WalletCore } from '../wallet-core.ts';
import { createLife } from '../wallet-life.ts';
import { tellChains } from './clusters.ts';
import { createSolanaFeatures, type SolanaFeatures } from './solana-features.ts';
import type { SolanaKey } from './solana-keys.ts';
import { createSolanaSession } from './solana-session.ts';
import { tellAccounts } from './tell-accounts.ts';

/** A wallet as the Wallet Standard has it, with the features of a practice wallet. */
export type SolanaWallet = Wallet & { readonly features: SolanaFeatures };

/** Makes a practice wallet as the Wallet Standard has it. */
export function createSolanaWallet(
  core: WalletCore,
  keys: readonly SolanaKey[],
  life = createLife(core),
): SolanaWallet {
  const session = createSolanaSession(core, keys, life);
  const features = createSolanaFeatures(core, session, life);
  const { identity, name, icon } = toClaims(core);
  return Object.freeze({
    version: '1.0.0',
    // Not of the standard itself; others of its family declare themselves so.
    id: identity,
    name,
    icon: icon as Wallet['icon'],
    get chains() {
      return tellChains(core);
    },
    get features() {
      return features();
    },
    get accounts() {
      return tellAccounts(core, session.accounts());
    },
  } as const);
}
