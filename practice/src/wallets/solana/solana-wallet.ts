import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type { Wallet } from '@wallet-standard/base';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features';
import { toIcon } from '../icon.ts';
import type { WalletCore } from '../wallet-core.ts';
import { toChainNames } from './clusters.ts';
import { signIn } from './sign-in-feature.ts';
import { signMessage } from './sign-message-feature.ts';
import type { SolanaKey } from './solana-keys.ts';
import { createSolanaSession, type SolanaSession } from './solana-session.ts';
import { signAndSendTransaction, signTransaction } from './transaction-features.ts';

/** What a practice wallet can do for a Solana page. */
export type SolanaFeatures = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignAndSendTransactionFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature;

/** A wallet as the Wallet Standard has it, with the features of a practice wallet. */
export type SolanaWallet = Wallet & { readonly features: SolanaFeatures };

/** Makes a practice wallet as the Wallet Standard has it. */
export function createSolanaWallet(core: WalletCore, keys: readonly SolanaKey[]): SolanaWallet {
  const session = createSolanaSession(core, keys);
  return Object.freeze({
    version: '1.0.0',
    name: core.name,
    icon: toIcon(core.id !== 'solana'),
    chains: Object.freeze([...toChainNames(core.networks)]),
    features: Object.freeze(toFeatures(core, session)),
    get accounts() {
      return session.accounts();
    },
  } as const);
}

function toFeatures(core: WalletCore, session: SolanaSession): SolanaFeatures {
  const version = '1.0.0';
  const supportedTransactionVersions = ['legacy', 0] as const;
  return {
    'standard:connect': {
      version,
      connect: async ({ silent = false } = {}) => ({ accounts: await session.connect(silent) }),
    },
    'standard:disconnect': {
      version,
      disconnect: async () => {
        core.assertPresent();
        session.disconnect();
      },
    },
    'standard:events': {
      version,
      on: (_change, listener) => session.subscribe(() => listener({ accounts: session.accounts() })),
    },
    'solana:signAndSendTransaction': {
      version,
      supportedTransactionVersions,
      signAndSendTransaction: (...inputs) =>
        inOrder(inputs, (input) => signAndSendTransaction(core, session, input)),
    },
    'solana:signIn': {
      version,
      signIn: (...inputs) =>
        inOrder(inputs.length > 0 ? inputs : [{}], (input) => signIn(core, session, input)),
    },
    'solana:signMessage': {
      version,
      signMessage: (...inputs) => inOrder(inputs, (input) => signMessage(core, session, input)),
    },
    'solana:signTransaction': {
      version,
      supportedTransactionVersions,
      signTransaction: (...inputs) => inOrder(inputs, (input) => signTransaction(core, session, input)),
    },
  };
}

async function inOrder<I, O>(inputs: readonly I[], run: (input: I) => Promise<O>): Promise<O[]> {
  const outputs: O[] = [];
  for (const input of inputs) outputs.push(await run(input));
  return outputs;
}
