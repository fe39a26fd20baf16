import { toClaims } from '../claims.ts';
import type { WalletCore } from '../wallet-core.ts';

/** Describes an injected NEAR wallet, in the fields that wallet connectors read. */
export function toNearManifest(core: WalletCore): Readonly<Record<string, unknown>> {
  const { identity, name, icon } = toClaims(core);
  return Object.freeze({
    id: identity,
    name,
    icon,
    description: 'A practice wallet with public test keys, for local chains only.',
    website: '',
    version: '1.0.0',
    executor: '',
    type: 'injected',
    platform: Object.freeze(['web']),
    permissions: Object.freeze({}),
    features: Object.freeze({
      signMessage: true,
      signTransaction: false,
      signAndSendTransaction: true,
      signAndSendTransactions: true,
      signInWithoutAddKey: true,
      signInAndSignMessage: true,
      signInWithFunctionCallKey: false,
      signDelegateActions: false,
      mainnet: false,
      testnet: true,
    }),
  });
}
