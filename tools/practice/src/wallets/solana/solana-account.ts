import type { IdentifierString, WalletAccount } from '@wallet-standard/base';
import type { SolanaKey } from './solana-keys.ts';

/** The features that each account can be used with. */
const accountFeatures = [
  'solana:signAndSendTransaction',
  'solana:signIn',
  'solana:signMessage',
  'solana:signTransaction',
] as const;

/** Makes the Wallet Standard's view of an account. It is frozen, and its key a copy. */
export function toWalletAccount(
  { name, address, publicKey }: SolanaKey,
  toChains: () => readonly IdentifierString[],
): WalletAccount {
  return Object.freeze({
    address,
    publicKey: publicKey.slice(),
    get chains() {
      return toChains();
    },
    features: accountFeatures,
    label: name,
  });
}
