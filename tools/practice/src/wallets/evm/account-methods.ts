import type { WalletCore } from '../wallet-core.ts';
import { alreadyPending, invalidParams } from '../wallet-error.ts';
import { toRevoked, toShownAccounts } from '../wallet-state.ts';
import type { EvmMethods } from './evm-methods.ts';
import { parseFirst } from './evm-params.ts';
import { tellAccounts } from './tell-accounts.ts';

/** Connecting and permissions: EIP-1102, EIP-2255, and `wallet_revokePermissions` of MIP-2. */
export function accountMethods(core: WalletCore): EvmMethods {
  const once = oneAtATime();
  const shown = () => tellAccounts(core, toShownAccounts(core.store.get()));
  return {
    eth_accounts: () => core.readSilently(shown),
    eth_requestAccounts: () => once(async () => tellAccounts(core, await core.connect())),
    // A wallet that is locked shows no account, and keeps what it has permitted.
    wallet_getPermissions: () =>
      core.readSilently(() => toPermissions(core, tellAccounts(core, core.store.get().granted))),
    wallet_requestPermissions: async (params) => {
      assertAccountsAsked(parseFirst(params));
      return once(async () => toPermissions(core, await core.requestAccounts()));
    },
    wallet_revokePermissions: async (params) => {
      assertAccountsAsked(parseFirst(params));
      core.assertPresent();
      core.store.update(toRevoked);
      return null;
    },
  };
}

function oneAtATime(): <T>(connect: () => Promise<T>) => Promise<T> {
  let isPending = false;
  return async (connect) => {
    if (isPending) throw alreadyPending();
    isPending = true;
    return connect().finally(() => {
      isPending = false;
    });
  };
}

function assertAccountsAsked(permissions: Readonly<Record<string, unknown>>): void {
  if (Object.keys(permissions).join() !== 'eth_accounts') {
    throw invalidParams('The only permission of the practice wallet is eth_accounts.');
  }
}

function toPermissions({ platform }: WalletCore, accounts: readonly unknown[]): readonly unknown[] {
  if (accounts.length === 0) return [];
  const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }];
  return [{ invoker: platform.origin, parentCapability: 'eth_accounts', caveats }];
}
