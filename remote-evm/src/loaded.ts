import type { DiscoveryPort } from '@linkspan/contract';
import type { KnownWallet, Loaded, LoadRequest } from '@linkspan/kit/discovery';
import { openInPress } from '@linkspan/kit/race';
import { siteOf } from '@linkspan/kit/util';
import { scopeTo } from '@linkspan/kit/wallet-storage';
import type { Provider } from './provider.ts';
import type { Coinbase } from './wallets/coinbase.ts';

type Port = DiscoveryPort<'eip155'>;

/**
 * A wallet whose code is part of this remote, the same at each call. For an attempt the wallet's code is
 * there when this resolves, so that it can open a window. Undefined if there is no session to restore, and if the code
 * was only to be loaded. Rejects with `loader/…`, `config/malformed`.
 */
export async function openLoaded(
  known: KnownWallet,
  options: LoadRequest<'eip155'>,
  port: Port,
): Promise<Loaded<Provider> | undefined> {
  if (known.reach === 'window') return openCoinbase(known, options, port);
  const { openWalletConnect } = await port.importCode(
    ['walletconnect'],
    () => import('./wallets/walletconnect.ts'),
  );
  return openWalletConnect(known, options, port);
}

const opened = new WeakMap<Port, Promise<Coinbase>>();

async function openCoinbase(
  { id, name }: KnownWallet,
  options: LoadRequest<'eip155'>,
  port: Port,
): Promise<Loaded<Provider> | undefined> {
  const storage = scopeTo(port.storage, id);
  const isAttempt = 'onProgress' in options;
  if (!isAttempt && 'deadlineMs' in options && storage.get('connected') === undefined) return undefined;
  const load = async () => {
    const { networks, options: page, signal } = port;
    const { createCoinbase } = await port.importCode(['coinbase'], () => import('./wallets/coinbase.ts'));
    return createCoinbase({ wallet: name, site: siteOf(page, id), networks, storage, signal });
  };
  const open = () => {
    const opening = opened.get(port) ?? load();
    opened.set(port, opening);
    opening.catch(() => opened.delete(port));
    return opening;
  };
  const { loaded, begin } = isAttempt ? await openInPress(name, options, open) : await open();
  if (isAttempt) begin(options);
  return 'deadlineMs' in options ? loaded : undefined;
}
