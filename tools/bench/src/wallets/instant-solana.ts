import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { toIcon } from './icon.ts';
import type { InstantAccounts } from './instant-accounts.ts';
import type { Permission } from './permission.ts';
import { signsNothing } from './signs-nothing.ts';
import { createSolanaSession, type SolanaSession } from './solana-session.ts';

const version = '1.0.0';
const signing = ['solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signMessage'] as const;

/** Registers a Solana wallet as the Wallet Standard has it, with pages that are ready and those that will be. */
export function announceSolana(account: InstantAccounts['solana'], permission: Permission): void {
  const wallet = createWallet(account, permission);
  const register = (api: { register(wallet: Wallet): unknown }) => void api.register(wallet);
  addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail));
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}

function createWallet(
  { address, publicKey, chain }: InstantAccounts['solana'],
  permission: Permission,
): Wallet {
  const chains = [chain, 'solana:localnet'] as const;
  const account: WalletAccount = {
    address,
    publicKey: Uint8Array.from(publicKey),
    chains,
    features: signing,
  };
  const session = createSolanaSession(Object.freeze(account), permission);
  return Object.freeze({
    version,
    name: 'Instant Solana',
    icon: toIcon('#12705f') as Wallet['icon'],
    chains,
    features: toFeatures(session),
    get accounts() {
      return session.accounts();
    },
  });
}

/** What adapters ask for before they take a wallet. */
function toFeatures({ connect, disconnect, on }: SolanaSession): Wallet['features'] {
  const transactions = { version, supportedTransactionVersions: ['legacy', 0] };
  return {
    'standard:connect': { version, connect },
    'standard:disconnect': { version, disconnect },
    'standard:events': { version, on },
    'solana:signTransaction': { ...transactions, signTransaction: signsNothing },
    'solana:signAndSendTransaction': { ...transactions, signAndSendTransaction: signsNothing },
    'solana:signMessage': { version, signMessage: signsNothing },
  };
}
