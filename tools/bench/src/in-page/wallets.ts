import type { Accounts, Notes, Settings } from './settings.ts';

type WalletFamily = keyof Accounts;
type Listener = (change: unknown) => void;

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Crect width="8" height="8" fill="%235d3fd3"/%3E%3C/svg%3E';

async function signNothing(): Promise<never> {
  throw Object.assign(new Error('This wallet signs nothing.'), { code: 4200 });
}

/** Announces a wallet of each family, as an extension does. It approves after a while, and remembers that. */
export function announceWallets({ accounts, approvesAfterMs }: Settings, { approved }: Notes): void {
  const permission = (family: WalletFamily) => {
    const key = `bench-wallet-${family}`;
    return {
      isGranted: () => localStorage.getItem(key) !== null,
      async ask() {
        if (approvesAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, approvesAfterMs));
        localStorage.setItem(key, 'granted');
        approved[family] ??= performance.now();
      },
      revoke: () => localStorage.removeItem(key),
    };
  };
  announceEvm(accounts.evm, permission('evm'));
  announceSolana(accounts.solana, permission('solana'));
  announceNear(accounts.near, permission('near'));
}

interface Permission {
  isGranted(): boolean;
  ask(): Promise<void>;
  revoke(): void;
}

/** EIP-6963, EIP-1193, EIP-2255. */
function announceEvm({ address, chainId }: Accounts['evm'], { isGranted, ask, revoke }: Permission): void {
  const listeners = new Set<Listener>();
  const shown = () => (isGranted() ? [address] : []);
  const permissions = () =>
    shown().map((value) => ({
      ...{ invoker: location.origin, parentCapability: 'eth_accounts' },
      caveats: [{ type: 'restrictReturnedAccounts', value: [value] }],
    }));
  const change = async (how: () => unknown) => {
    const before = isGranted();
    await how();
    if (before === isGranted()) return;
    queueMicrotask(() => {
      for (const listener of listeners) listener(shown());
    });
  };
  const methods: Readonly<Record<string, () => unknown>> = {
    eth_accounts: shown,
    eth_chainId: () => chainId,
    net_version: () => String(Number(chainId)),
    eth_requestAccounts: () => change(ask).then(shown),
    wallet_requestPermissions: () => change(ask).then(permissions),
    wallet_getPermissions: permissions,
    wallet_revokePermissions: () => change(revoke).then(() => null),
  };
  const provider = Object.freeze({
    request: async ({ method }: { readonly method: string }) => (methods[method] ?? signNothing)(),
    on: (event: string, listener: Listener) => event === 'accountsChanged' && listeners.add(listener),
    removeListener: (_event: string, listener: Listener) => listeners.delete(listener),
  });
  const info = { uuid: crypto.randomUUID(), name: 'Bench EVM', icon, rdns: 'test.bench.evm' };
  const detail = Object.freeze({ info: Object.freeze(info), provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
}

/** The Wallet Standard. */
function announceSolana({ publicKey, chain, address }: Accounts['solana'], permission: Permission): void {
  const version = '1.0.0';
  const listeners = new Set<Listener>();
  const features = ['solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signMessage'];
  const chains = [chain, 'solana:localnet'];
  const account = Object.freeze({ address, publicKey: Uint8Array.from(publicKey), chains, features });
  let accounts: readonly object[] = [];
  const show = (next: readonly object[]) => {
    if (next.length === accounts.length) return;
    accounts = next;
    for (const listener of listeners) listener({ accounts });
  };
  const transactions = { version, supportedTransactionVersions: ['legacy', 0] };
  const wallet = Object.freeze({
    ...{ version, name: 'Bench Solana', icon, chains },
    features: {
      'standard:connect': {
        version,
        async connect({ silent = false } = {}) {
          if (!silent) await permission.ask();
          show(permission.isGranted() ? [account] : []);
          return { accounts };
        },
      },
      'standard:disconnect': {
        version,
        async disconnect() {
          permission.revoke();
          show([]);
        },
      },
      'standard:events': {
        version,
        on(_event: string, listener: Listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      'solana:signTransaction': { ...transactions, signTransaction: signNothing },
      'solana:signAndSendTransaction': { ...transactions, signAndSendTransaction: signNothing },
      'solana:signMessage': { version, signMessage: signNothing },
    },
    get accounts() {
      return accounts;
    },
  });
  const register = (api: { register(one: object): unknown }) => void api.register(wallet);
  addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail));
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}

/** NEAR's injected protocol; any network. */
function announceNear(account: Accounts['near'], { isGranted, ask, revoke }: Permission): void {
  const shown = () => (isGranted() ? [account] : []);
  const can = ['signMessage', 'signAndSendTransaction', 'signAndSendTransactions', 'signInWithoutAddKey'];
  const detail = Object.freeze({
    manifest: Object.freeze({
      ...{ id: 'bench-near', name: 'Bench NEAR', icon, version: '1.0.0', type: 'injected' },
      ...{ description: 'A wallet of the bench.', website: '' },
      features: Object.freeze(Object.fromEntries(can.map((feature) => [feature, true]))),
    }),
    signIn: () => ask().then(shown),
    signOut: async () => revoke(),
    getAccounts: async () => shown(),
    ...{
      signMessage: signNothing,
      signAndSendTransaction: signNothing,
      signAndSendTransactions: signNothing,
    },
  });
  const announce = () => dispatchEvent(new CustomEvent('near-wallet-injected', { detail }));
  addEventListener('near-selector-ready', announce);
  announce();
}
