import {
  type AccountId,
  type Accounts,
  addressOf,
  type Capability,
  failure,
  LinkspanError,
  type Network,
  type NetworkId,
  networkOf,
  type Signed,
  toAccountId,
} from '@linkspan/contract';
import type { OpenSession, Session } from '@linkspan/kit/session';
import { openChain, toBase58 } from './chain.ts';
import { type Facade, openFacade } from './facade.ts';
import { toWalletError } from './failures.ts';
import { assertSharedReact, type Library, openLibrary } from './library.ts';
import { parseProvider } from './provider.ts';
import { assertSignInText, toSignInInput } from './sign-in.ts';

type Solana = 'solana';

/** Opens a wallet of the Wallet Standard in wallet-adapter-react. Throws `wallet/…` and `remote/second-copy`. */
export const openSession: OpenSession<Solana> = async (approved, port, events) => {
  assertSharedReact(port);
  const { wallet } = approved;
  const closed = new AbortController();
  const signal = AbortSignal.any([port.signal, closed.signal]);
  try {
    const facade = openFacade(parseProvider(approved.provider, wallet.name), wallet.name, signal);
    if (facade.accounts().length === 0) throw new LinkspanError('wallet/no-accounts', { wallet: wallet.name });
    const told: { changed(addresses: readonly string[]): void } = { changed: () => undefined };
    const library = await openLibrary({ wallet, facade, signal, changed: (found) => told.changed(found) });
    const [account] = approved.accounts;
    const parts = { facade, library, wallet: wallet.name, networks: port.networks, signal };
    const session = createSession(parts, networkOf(account), events);
    told.changed = session.changed;
    return { ...session, close: () => closed.abort() };
  } catch (error) {
    closed.abort();
    throw toWalletError(error, { wallet: wallet.name });
  }
};
