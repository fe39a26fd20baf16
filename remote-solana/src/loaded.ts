import type { DiscoveryPort } from '@linkspan/contract';
import type { KnownWallet, Loaded, LoadRequest } from '@linkspan/kit/discovery';
import { openInPress } from '@linkspan/kit/race';
import { scopeTo } from '@linkspan/kit/wallet-storage';
import { walletApp } from './catalog.ts';
import type { Provider } from './provider.ts';
import type { WalletApp } from './wallets/app.ts';

type Port = DiscoveryPort<'solana'>;

/**
 * A wallet whose code is part of this remote, the same at each call. For an attempt the wallet's code is
 * there when this resolves, so that it can open an app. Undefined if there is nothing to restore, and if the code was
 * only to be loaded. Rejects with `loader/…`, `config/malformed`, `wallet/…`.
 */
export async function openLoaded(
  known: KnownWallet,
  options: LoadRequest<'solana'>,
  port: Port,
): Promise<Loaded<Provider> | undefined> {
  if (known.id === walletApp.id) return openApp(options, port);
  const { openWalletConnect } = await port.importCode(
    ['walletconnect'],
    () => import('./wallets/walletconnect.ts'),
  );
  return openWalletConnect(known, options, port);
}

const opened = new WeakMap<Port, Promise<WalletApp>>();

async function openApp(options: LoadRequest<'solana'>, port: Port): Promise<Loaded<Provider> | undefined> {
  const { id, name } = walletApp;
  const storage = scopeTo(port.storage, id);
  const isAttempt = 'onProgress' in options;
  if (!isAttempt && 'deadlineMs' in options && storage.get('authorization') === undefined) return undefined;
  const load = async () => {
    const { networks, signal } = port;
    const { createApp } = await port.importCode(['app'], () => import('./wallets/app.ts'));
    return createApp({ wallet: name, networks, storage, signal });
  };
  const open = () => {
    const opening = opened.get(port) ?? load();
    opened.set(port, opening);
    opening.catch(() => opened.delete(port));
    return opening;
  };
  const openAllowed = async (signal: AbortSignal) => {
    const app = await open();
    await app.allow(signal);
    return app;
  };
  const { loaded, begin } = isAttempt
    ? await openInPress(name, options, () => openAllowed(options.signal))
    : await open();
  if (isAttempt) begin(options);
  return 'deadlineMs' in options ? loaded : undefined;
}
