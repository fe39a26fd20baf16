import {
  type Approved,
  type AttemptOptions,
  type Discover,
  type DiscoveryPort,
  hasCode,
  type RestoreOptions,
} from '@linkspan/contract';
import { type Announced, openDiscovery, toApproved, toWalletErrorLater } from '@linkspan/kit/discovery';
import { raceAttempt, raceRead } from '@linkspan/kit/race';
import { hearAnnounced, toKnown } from './announced.ts';
import { accountsPermission, type Provider } from './provider.ts';

type Wallet = Announced<Provider>;
type Port = DiscoveryPort<'eip155'>;

/** Lists the wallets that announce themselves by EIP-6963, the one at `window.ethereum`, and those that the team knows. */
export const discover: Discover<'eip155'> = (port) =>
  openDiscovery(port, toKnown(port), {
    hear: hearAnnounced,
    attempt,
    restore: readSilently,
    load: async (wallet, asked) =>
      (await port.importCode(['loaded'], () => import('./loaded.ts'))).openLoaded(wallet, asked, port),
  });

async function attempt(
  wallet: Wallet,
  asked: AttemptOptions<'eip155'>,
  port: Port,
): Promise<Approved<'eip155'>> {
  const { provider, name } = wallet;
  const addresses = await raceAttempt(name, asked, {
    ask: () => readApproved(wallet, asked, port),
    undo: async () => (await loadAccounts(port)).revoke(provider),
  });
  asked.onProgress({ step: 'adopting' });
  const network = await raceRead(name, asked, () => readNetwork(wallet, 'attempt', port));
  return toApproved(wallet, { id: asked.id, network, addresses });
}

async function readApproved(wallet: Wallet, { isChoice, deadlineMs }: AttemptOptions<'eip155'>, port: Port) {
  if (isChoice && (await askForChoice(wallet, port))) return readShown(wallet, deadlineMs, port);
  const addresses = await readAddresses(wallet, 'attempt', port);
  return addresses.length > 0 ? addresses : readShown(wallet, deadlineMs, port);
}

/** EIP-2255: also a wallet that grants accounts already asks which ones. Returns whether it can. */
async function askForChoice(wallet: Wallet, port: Port): Promise<boolean> {
  try {
    const call = { method: 'wallet_requestPermissions', params: accountsPermission };
    await ask(wallet, call, 'attempt', port);
    return true;
  } catch (error) {
    if (hasCode(error, 'wallet/unsupported')) return false;
    throw error;
  }
}

/** The accounts that a wallet shows without a prompt. */
async function readShown(wallet: Wallet, waitMs: number, port: Port) {
  return (await loadAccounts(port)).readShown(() => readAddresses(wallet, 'restore', port), waitMs);
}

async function readSilently(
  wallet: Wallet,
  { id, deadlineMs }: RestoreOptions<'eip155'>,
  port: Port,
): Promise<Approved<'eip155'> | undefined> {
  // What it means that there is none is told before the deadline.
  const addresses = await readShown(wallet, deadlineMs / 2, port);
  if (addresses.length === 0) return (await loadAccounts(port)).assertRevoked(wallet);
  return toApproved(wallet, { id, network: await readNetwork(wallet, 'restore', port), addresses });
}

type Before = 'attempt' | 'restore';

async function readAddresses(wallet: Wallet, before: Before, port: Port) {
  const method = before === 'attempt' ? 'eth_requestAccounts' : 'eth_accounts';
  const loading = loadAccounts(port);
  // It is awaited after the wallet has answered; if the wallet rejects, nobody needs it.
  loading.catch(() => undefined);
  const answer = await ask(wallet, { method }, before, port);
  return (await loading).parseAccounts(answer, wallet.name);
}

/** The list of wallets does not wait for the checksum of addresses: it loads while the wallet is asked. */
const loadAccounts = (port: Port) => port.importCode(['accounts'], () => import('./accounts.ts'));

async function readNetwork(wallet: Wallet, before: Before, port: Port) {
  const answer = await ask(wallet, { method: 'eth_chainId' }, before, port);
  return (await loadAccounts(port)).parseNetworkId(answer, wallet.name);
}

async function ask(
  { provider, name }: Wallet,
  call: Parameters<Provider['request']>[0],
  before: Before,
  port: Port,
): Promise<unknown> {
  try {
    return await provider.request(call);
  } catch (error) {
    throw await toWalletErrorLater(error, { wallet: name, method: call.method, before }, port);
  }
}
