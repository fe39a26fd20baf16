import { toIcon } from './icon.ts';
import type { InstantAccounts } from './instant-accounts.ts';
import { createListeners } from './listeners.ts';
import type { Permission } from './permission.ts';
import { signsNothing } from './signs-nothing.ts';

type Account = InstantAccounts['evm'];

/** Announces an EVM wallet as EIP-6963 has it, now and whenever the page asks. */
export function announceEvm(account: Account, permission: Permission): void {
  const icon = toIcon('#5d3fd3');
  const info = { uuid: crypto.randomUUID(), name: 'Instant EVM', icon, rdns: 'test.instant.evm' };
  const detail = Object.freeze({ info: Object.freeze(info), provider: createProvider(account, permission) });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
}

function createProvider(account: Account, permission: Permission) {
  const listeners = createListeners<readonly string[]>();
  const shown = () => (permission.isGranted() ? [account.address] : []);
  const methods = toMethods(account, shown, (change) => {
    const before = permission.isGranted();
    permission[change]();
    if (before !== permission.isGranted()) queueMicrotask(() => listeners.tell(shown()));
  });
  return Object.freeze({
    request: async ({ method }: { readonly method: string }) => (methods[method] ?? signsNothing)(),
    // The accounts are all that ever changes.
    on: (event: string, listener: (addresses: readonly string[]) => void) =>
      event === 'accountsChanged' && listeners.add(listener),
    removeListener: (_event: string, listener: (addresses: readonly string[]) => void) =>
      listeners.remove(listener),
  });
}

/** Connecting and permissions: EIP-1193, EIP-1102, EIP-2255 and MIP-2. */
function toMethods(
  { chainId }: Account,
  shown: () => readonly string[],
  change: (how: 'ask' | 'revoke') => void,
): Readonly<Record<string, () => unknown>> {
  const permissions = () => shown().map(toPermission);
  return {
    eth_accounts: shown,
    eth_chainId: () => chainId,
    net_version: () => String(Number(chainId)),
    eth_requestAccounts() {
      change('ask');
      return shown();
    },
    wallet_requestPermissions() {
      change('ask');
      return permissions();
    },
    wallet_getPermissions: permissions,
    wallet_revokePermissions() {
      change('revoke');
      return null;
    },
  };
}

function toPermission(address: string) {
  const caveats = [{ type: 'restrictReturnedAccounts', value: [address] }];
  return { invoker: location.origin, parentCapability: 'eth_accounts', caveats };
}
