import {
  type Approved,
  type AttemptOptions,
  type Discover,
  type DiscoveryPort,
  field,
  hasCode,
  LinkspanError,
  type RestoreOptions,
  toList,
} from '@linkspan/contract';
import { type Announced, openDiscovery, toApproved, toWalletErrorLater } from '@linkspan/kit/discovery';
import { raceAttempt } from '@linkspan/kit/race';
import { withWalletConnect } from '@linkspan/kit/walletconnect/offer';
import { catalog, hearAnnounced } from './announced.ts';
import { ask, connectSilently, type Provider } from './provider.ts';
import { withWalletApp } from './wallets/offer-app.ts';

type Wallet = Announced<Provider>;
type Port = DiscoveryPort<'solana'>;

/** Lists the wallets that register by the Wallet Standard, and those that the team knows. */
export const discover: Discover<'solana'> = (port) =>
  openDiscovery(port, withWalletConnect(withWalletApp(catalog), port.options), {
    hear: hearAnnounced,
    attempt,
    restore: readSilently,
    load: async (wallet, asked) =>
      (await port.importCode(['loaded'], () => import('./loaded.ts'))).openLoaded(wallet, asked, port),
  });

async function attempt(
  wallet: Wallet,
  { id, network, ...asked }: AttemptOptions<'solana'>,
  port: Port,
): Promise<Approved<'solana'>> {
  const addresses = await raceAttempt(wallet.name, asked, {
    ask: () => readApproved(wallet, asked.deadlineMs, port),
    // A wallet that lacks it keeps its permission.
    undo: async () => void (await ask(wallet.provider, 'standard:disconnect')),
  });
  return toApproved(wallet, { id, network, addresses });
}

/** Some wallets answer with their accounts, and some only show them, a moment later even. */
async function readApproved(wallet: Wallet, deadlineMs: number, port: Port): Promise<readonly string[]> {
  const addresses = await connect(wallet, 'attempt', port);
  return addresses.length > 0 ? addresses : readShown(wallet, deadlineMs, port);
}

/** The accounts that a wallet shows, some a moment after it has connected. It is not asked for them. */
async function readShown(wallet: Wallet, waitMs: number, port: Port): Promise<readonly string[]> {
  const { readLate } = await loadAccounts(port);
  return readLate(() => toAddresses(wallet, wallet.provider.accounts, port), waitMs);
}

/** The list of wallets does not wait for what parses accounts: it loads while the wallet is asked. */
const loadAccounts = (port: Port) => port.importCode(['accounts'], () => import('./accounts.ts'));

async function toAddresses({ name }: Wallet, accounts: unknown, port: Port): Promise<readonly string[]> {
  return (await loadAccounts(port)).parseAccounts(accounts, name).map(({ address }) => address);
}

/** The accounts that the wallet shows; one that shows none is asked, but not twice. */
async function readSilently(
  wallet: Wallet,
  { id, network, deadlineMs }: RestoreOptions<'solana'>,
  port: Port,
): Promise<Approved<'solana'> | undefined> {
  const { accounts } = wallet.provider;
  // A wallet that shows none is asked within this call, as others that wait for its answer expect.
  const shown = toList(accounts)?.length
    ? await toAddresses(wallet, accounts, port).catch(() => undefined)
    : undefined;
  const answered = shown?.length ? shown : await connectOnce(wallet, port);
  const addresses = answered.length > 0 ? answered : await readShown(wallet, deadlineMs / 2, port);
  // Many wallets answer so while they are locked, and some when they permit nothing any more.
  if (addresses.length === 0) throw new LinkspanError('wallet/locked-or-ended', { wallet: wallet.name });
  return toApproved(wallet, { id, network, addresses });
}

async function connectOnce(wallet: Wallet, port: Port): Promise<readonly string[]> {
  return connect(wallet, 'restore', port).catch((error: unknown) => {
    // Nothing is permitted.
    if (!hasCode(error, 'wallet/revoked')) throw error;
    throw new LinkspanError('wallet/refuses', { wallet: wallet.name }, { cause: error });
  });
}

async function connect(
  wallet: Wallet,
  before: 'attempt' | 'restore',
  port: Port,
): Promise<readonly string[]> {
  const { provider, name } = wallet;
  const method = 'standard:connect';
  loadAccounts(port).catch(() => undefined);
  const asked = before === 'restore' ? connectSilently(provider) : ask(provider, method, {});
  const answer = await asked.catch(async (error: unknown) => {
    throw await toWalletErrorLater(error, { wallet: name, method, before }, port);
  });
  return toAddresses(wallet, field(answer, 'accounts') ?? provider.accounts, port);
}
