import {
  type Approved,
  type AttemptOptions,
  type Discover,
  type DiscoveryPort,
  field,
  LinkspanError,
  type RestoreOptions,
} from '@linkspan/contract';
import { type Announced, openDiscovery, toApproved, toWalletErrorLater } from '@linkspan/kit/discovery';
import { raceAttempt } from '@linkspan/kit/race';
import { loadCode, tryTo } from '@linkspan/kit/util';
import { parseAccounts } from './accounts.ts';
import { catalog, hearAnnounced } from './announced.ts';
import { ask, canAsk, connectSilently, isRefusal, type Provider } from './provider.ts';

type Wallet = Announced<Provider>;
type Port = DiscoveryPort<'solana'>;

/** Lists the wallets that register by the Wallet Standard, and those that the team knows. */
export const discover: Discover<'solana'> = (port) =>
  openDiscovery(port, catalog, { hear: hearAnnounced, attempt, restore: readSilently });

async function attempt(
  wallet: Wallet,
  { id, network, ...asked }: AttemptOptions<'solana'>,
  port: Port,
): Promise<Approved<'solana'>> {
  const addresses = await raceAttempt(wallet.name, asked, {
    ask: () => readApproved(wallet, asked.deadlineMs, port),
    undo: () => disconnect(wallet),
  });
  return toApproved(wallet, { id, network, addresses });
}

/** Some wallets answer with their accounts, and some only show them, a moment later even. */
async function readApproved(wallet: Wallet, deadlineMs: number, port: Port): Promise<readonly string[]> {
  const addresses = await connect(wallet, 'attempt');
  if (addresses.length > 0) return addresses;
  const load = () => import('@linkspan/kit/late-accounts');
  const { readLate } = await loadCode(load, own, {
    fetch: () => port.fetchCode?.('late-accounts'),
  });
  return readLate(async () => toAddresses(wallet, wallet.provider.accounts), deadlineMs);
}

/** What it is if its code does not load. */
const own = { remote: 'remote-solana', stage: 'discovery' };

function toAddresses({ name }: Wallet, accounts: unknown): readonly string[] {
  return parseAccounts(accounts, name).map(({ address }) => address);
}

/** The accounts that the wallet shows; one that shows none is asked, but not twice. */
async function readSilently(
  wallet: Wallet,
  { id, network }: RestoreOptions<'solana'>,
): Promise<Approved<'solana'> | undefined> {
  const shown = tryTo(() => toAddresses(wallet, wallet.provider.accounts));
  const addresses = shown?.length ? shown : await connectOnce(wallet);
  // Many wallets answer so while they are locked, and some when they permit nothing any more.
  if (addresses.length === 0) throw new LinkspanError('wallet/locked-or-ended', { wallet: wallet.name });
  return toApproved(wallet, { id, network, addresses });
}

async function connectOnce(wallet: Wallet): Promise<readonly string[]> {
  return connect(wallet, 'restore').catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    throw new LinkspanError('wallet/refuses', { wallet: wallet.name }, { cause: error });
  });
}

async function connect(wallet: Wallet, before: 'attempt' | 'restore'): Promise<readonly string[]> {
  const { provider, name } = wallet;
  const method = 'standard:connect';
  const asked = before === 'restore' ? connectSilently(provider) : ask(provider, method, {});
  const answer = await asked.catch(async (error: unknown) => {
    throw await toWalletErrorLater(error, { wallet: name, method, before });
  });
  return toAddresses(wallet, field(answer, 'accounts') ?? provider.accounts);
}

/** A wallet that lacks it keeps its permission. */
async function disconnect({ provider }: Wallet): Promise<void> {
  if (canAsk(provider, 'standard:disconnect')) await ask(provider, 'standard:disconnect');
}
