import {
  type Approved,
  type AttemptOptions,
  type Discover,
  type DiscoveryPort,
  field,
  hasCode,
  LinkspanError,
  type RestoreOptions,
} from '@linkspan/contract';
import { type Announced, openDiscovery, toApproved } from '@linkspan/kit/discovery';
import { raceAttempt } from '@linkspan/kit/race';
import { parseAccounts } from './accounts.ts';
import { hearAnnounced, toKnown } from './announced.ts';
import { type Provider, readQuietly, watchFocus } from './provider.ts';

type Wallet = Announced<Provider>;
type Port = DiscoveryPort<'near'>;

/** Lists NEAR wallets by the injected protocol, and those that the team knows. */
export const discover: Discover<'near'> = (port) =>
  openDiscovery(port, toKnown(port), {
    hear: hearAnnounced,
    attempt,
    restore: readSilently,
    load: async (wallet, asked) =>
      (await port.importCode(['loaded'], () => import('./loaded.ts'))).openLoaded(wallet, asked, port),
  });

async function attempt(
  wallet: Wallet,
  { id, network, ...asked }: AttemptOptions<'near'>,
  port: Port,
): Promise<Approved<'near'>> {
  const { provider, name } = wallet;
  if (provider.refuses(network))
    throw new LinkspanError('wallet/network-unsupported', { wallet: name, network });
  const addresses = await raceAttempt(name, asked, {
    ask: () => signIn(wallet, { ...asked, network, port }),
    undo: async () => void (await provider.request('signOut', network)),
  });
  return toApproved(wallet, { id, network, addresses });
}

async function readSilently(
  wallet: Wallet,
  { id, network }: RestoreOptions<'near'>,
): Promise<Approved<'near'> | undefined> {
  const answer = await readQuietly(wallet.provider, network).catch((cause: unknown) => {
    // Nobody was asked, so that nobody has rejected.
    if (!hasCode(cause, 'wallet/rejected') && !hasCode(cause, 'wallet/closed')) throw cause;
    throw new LinkspanError('wallet/refuses', { wallet: wallet.name }, { cause });
  });
  const addresses = parseAccounts(answer, wallet.name);
  if (addresses.length === 0) return undefined;
  return toApproved(wallet, { id, network, addresses });
}

/** Some wallets answer a sign-in with their accounts, and some with nothing, and show them a moment later. */
async function signIn(
  wallet: Wallet,
  asked: Pick<AttemptOptions<'near'>, 'network' | 'deadlineMs' | 'signal'> & { readonly port: Port },
): Promise<readonly string[]> {
  const { network, deadlineMs, signal, port } = asked;
  const answer = await wallet.provider.request('signIn', network, undefined, signal);
  if (field(answer, '0')) return parseAccounts(answer, wallet.name);
  if (signal.aborted) return [];
  const { readLate } = await port.importCode(['late-accounts'], () => import('@linkspan/kit/late-accounts'));
  const focus = watchFocus();
  // One that opens a window at each read is not read again and again.
  const read = async () =>
    focus.isLost() ? [] : parseAccounts(await wallet.provider.request('getAccounts', network), wallet.name);
  return readLate(read, deadlineMs).finally(focus.stop);
}
