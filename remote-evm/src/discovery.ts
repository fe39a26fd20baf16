import {
  type Approved,
  type AttemptOptions,
  type Discover,
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

/** Lists the wallets that announce themselves by EIP-6963, and those that the team knows. */
export const discover: Discover<'eip155'> = (port) =>
  openDiscovery(port, catalog, { hear: hearAnnounced, attempt, restore: readSilently });

async function attempt(wallet: Wallet, asked: AttemptOptions<'eip155'>): Promise<Approved<'eip155'>> {
  const { provider, name } = wallet;
  const addresses = await raceAttempt(name, asked, {
    ask: () => readApproved(wallet, asked),
    undo: () => revoke(provider),
  });
  asked.onProgress({ step: 'adopting' });
  const network = await raceRead(name, asked, () => readNetwork(wallet, 'attempt'));
  return toApproved(wallet, { id: asked.id, network, addresses });
}

async function readApproved(wallet: Wallet, { isChoice, deadlineMs }: AttemptOptions<'eip155'>) {
  if (isChoice && (await askForChoice(wallet))) return readShown(wallet, deadlineMs);
  const addresses = await readAddresses(wallet, 'attempt');
  return addresses.length > 0 ? addresses : readShown(wallet, deadlineMs);
}

/** EIP-2255: also a wallet that grants accounts already asks which ones. Returns whether it can. */
async function askForChoice(wallet: Wallet): Promise<boolean> {
  try {
    await ask(wallet, 'wallet_requestPermissions', 'attempt', accountsPermission);
    return true;
  } catch (error) {
    if (hasCode(error, 'wallet/unsupported')) return false;
    throw error;
  }
}

/** The accounts that a wallet shows without a prompt; some show them a moment after their approval, or after a load. */
async function readShown(wallet: Wallet, waitMs: number) {
  const read = () =>
    readAddresses(wallet, 'restore').catch((error: unknown) => {
      // Some wallets refuse to show accounts (4100) where others show none.
      if (hasCode(error, 'wallet/revoked')) return [];
      throw error;
    });
  const addresses = await read();
  if (addresses.length > 0) return addresses;
  const { readLate } = await loadCode(() => import('@linkspan/kit/late-accounts'), own);
  return readLate(read, waitMs);
}

async function readSilently(
  wallet: Wallet,
  { id, deadlineMs }: RestoreOptions<'eip155'>,
): Promise<Approved<'eip155'> | undefined> {
  // What it means that there is none is told before the deadline.
  const addresses = await readShown(wallet, deadlineMs / 2);
  if (addresses.length === 0) return assertRevoked(wallet);
  return toApproved(wallet, { id, network: await readNetwork(wallet, 'restore'), addresses });
}

/** A wallet that is locked still grants what it shows no more. */
async function assertRevoked({ provider, name }: Wallet): Promise<undefined> {
  const why = await (await loadAccounts()).whyNone(provider);
  if (why !== 'wallet/revoked') throw new LinkspanError(why, { wallet: name });
}

type Before = 'attempt' | 'restore';

async function readAddresses(wallet: Wallet, before: Before) {
  const method = before === 'attempt' ? 'eth_requestAccounts' : 'eth_accounts';
  const loading = loadAccounts();
  // It is awaited after the wallet has answered; if the wallet rejects, nobody needs it.
  loading.catch(() => undefined);
  const answer = await ask(wallet, method, before);
  return (await loading).parseAccounts(answer, wallet.name);
}

/** What it is if its code does not load. */
const own = { remote: 'remote-evm', stage: 'discovery' };

/** The list of wallets does not wait for the checksum of addresses: it loads while the wallet is asked. */
const loadAccounts = () => loadCode(() => import('./accounts.ts'), own);

async function readNetwork(wallet: Wallet, before: Before) {
  return parseNetworkId(await ask(wallet, 'eth_chainId', before), wallet.name);
}

async function ask(
  { provider, name }: Wallet,
  method: string,
  before: Before,
  params?: readonly unknown[],
): Promise<unknown> {
  try {
    return await provider.request({ method, ...(params && { params }) });
  } catch (error) {
    throw await toWalletErrorLater(error, { wallet: name, method, before });
  }
}

/** MIP-2. A wallet that lacks it keeps its permission. */
async function revoke(provider: Provider): Promise<void> {
  await provider.request({ method: 'wallet_revokePermissions', params: accountsPermission });
}
