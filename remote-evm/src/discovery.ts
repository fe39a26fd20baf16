import {
  type Approved,
  type AttemptOptions,
  type Discover,
  type DiscoveryPort,
  hasCode,
  LinkspanError,
  type RestoreOptions,
} from '@linkspan/contract';
import { type Announced, openDiscovery, toApproved, toWalletErrorLater } from '@linkspan/kit/discovery';
import { raceAttempt, raceRead } from '@linkspan/kit/race';
import { loadCode } from '@linkspan/kit/util';
import { catalog, hearAnnounced } from './announced.ts';
import { accountsPermission, type Provider, parseNetworkId } from './provider.ts';

type Wallet = Announced<Provider>;
type Port = DiscoveryPort<'eip155'>;

/** Lists the wallets that announce themselves by EIP-6963, and those that the team knows. */
export const discover: Discover<'eip155'> = (port) =>
  openDiscovery(port, catalog, { hear: hearAnnounced, attempt, restore: readSilently });

async function attempt(
  wallet: Wallet,
  asked: AttemptOptions<'eip155'>,
  port: Port,
): Promise<Approved<'eip155'>> {
  const { provider, name } = wallet;
  const addresses = await raceAttempt(name, asked, {
    ask: () => readApproved(wallet, asked.deadlineMs, port),
    undo: () => revoke(provider),
  });
  asked.onProgress({ step: 'adopting' });
  const network = await raceRead(name, asked, () => readNetwork(wallet, 'attempt'));
  return toApproved(wallet, { id: asked.id, network, addresses });
}

async function readApproved(wallet: Wallet, deadlineMs: number, port: Port) {
  const addresses = await readAddresses(wallet, 'attempt', port);
  if (addresses.length > 0) return addresses;
  const { readLate } = await loadCode(() => import('@linkspan/kit/late-accounts'), own, {
    fetch: () => port.fetchCode?.('late-accounts'),
  });
  return readLate(() => readAddresses(wallet, 'restore', port), deadlineMs);
}

async function readSilently(
  wallet: Wallet,
  { id }: RestoreOptions<'eip155'>,
  port: Port,
): Promise<Approved<'eip155'> | undefined> {
  const addresses = await readAddresses(wallet, 'restore', port).catch((error: unknown) => {
    // Some wallets refuse to show accounts (4100) where others show none.
    if (hasCode(error, 'wallet/revoked')) return [];
    throw error;
  });
  if (addresses.length === 0) return assertRevoked(wallet, port);
  return toApproved(wallet, { id, network: await readNetwork(wallet, 'restore'), addresses });
}

/** A wallet that is locked still grants what it shows no more. */
async function assertRevoked({ provider, name }: Wallet, port: Port): Promise<undefined> {
  const why = await (await loadAccounts(port)).whyNone(provider);
  if (why !== 'wallet/revoked') throw new LinkspanError(why, { wallet: name });
}

type Before = 'attempt' | 'restore';

async function readAddresses(wallet: Wallet, before: Before, port: Port) {
  const method = before === 'attempt' ? 'eth_requestAccounts' : 'eth_accounts';
  const loading = loadAccounts(port);
  // It is awaited after the wallet has answered; if the wallet rejects, nobody needs it.
  loading.catch(() => undefined);
  const answer = await ask(wallet, method, before);
  return (await loading).parseAccounts(answer, wallet.name);
}

/** What it is if its code does not load. */
const own = { remote: 'remote-evm', stage: 'discovery' };

/** The list of wallets does not wait for the checksum of addresses: it loads while the wallet is asked. */
const loadAccounts = (port: Port) =>
  loadCode(() => import('./accounts.ts'), own, { fetch: () => port.fetchCode?.('accounts') });

async function readNetwork(wallet: Wallet, before: Before) {
  return parseNetworkId(await ask(wallet, 'eth_chainId', before), wallet.name);
}

async function ask({ provider, name }: Wallet, method: string, before: Before): Promise<unknown> {
  try {
    return await provider.request({ method });
  } catch (error) {
    throw await toWalletErrorLater(error, { wallet: name, method, before });
  }
}

/** MIP-2. A wallet that lacks it keeps its permission. */
async function revoke(provider: Provider): Promise<void> {
  await provider.request({ method: 'wallet_revokePermissions', params: accountsPermission });
}
