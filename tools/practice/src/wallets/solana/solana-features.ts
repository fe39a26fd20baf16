import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features';
import type { WalletCore } from '../wallet-core.ts';
import type { Life } from '../wallet-life.ts';
import { signIn } from './sign-in-feature.ts';
import { signMessage } from './sign-message-feature.ts';
import type { SolanaSession } from './solana-session.ts';
import { onChange } from './standard-events.ts';
import { tellAccounts } from './tell-accounts.ts';
import { signAndSendTransaction, signTransaction } from './transaction-features.ts';

type Needed = StandardConnectFeature & StandardDisconnectFeature & StandardEventsFeature;
type Signing = SolanaSignAndSendTransactionFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature;

/** What a practice wallet can do for a Solana page. */
export type SolanaFeatures = Needed & Signing;

/** Returns the features that the wallet has now; those that sign are missing where no more is supported. */
export function createSolanaFeatures(
  core: WalletCore,
  session: SolanaSession,
  life: Life,
): () => SolanaFeatures {
  const needed = toNeeded(core, session, life, () => now());
  const all = Object.freeze({ ...needed, ...toSigning(core, session, life) });
  const now = () =>
    core.store.get().switches.unsupportedMethods ? (Object.freeze(needed) as SolanaFeatures) : all;
  return now;
}

function toNeeded(
  core: WalletCore,
  session: SolanaSession,
  life: Life,
  features: () => SolanaFeatures,
): Needed {
  const version = '1.0.0';
  return {
    'standard:connect': {
      version,
      connect: ({ silent = false } = {}) =>
        life.serve(async () => ({ accounts: tellAccounts(core, await session.connect(silent)) })),
    },
    'standard:disconnect': {
      version,
      disconnect: () =>
        life.serve(async () => {
          core.assertPresent();
          session.disconnect();
        }),
    },
    'standard:events': {
      version,
      on: (_change, listener) => onChange({ core, session, life, features }, listener),
    },
  };
}

function toSigning(core: WalletCore, session: SolanaSession, life: Life): Signing {
  const version = '1.0.0';
  const supportedTransactionVersions = ['legacy', 0] as const;
  const inOrder = <I, O>(inputs: readonly I[], run: (input: I) => Promise<O>) =>
    life.serve(async () => {
      const outputs: O[] = [];
      for (const input of inputs) outputs.push(await run(input));
      return outputs;
    });
  return {
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
