import {
  type Approved,
  type AttemptOptions,
  type Discover,
  type DiscoveryPort,
  field,
  hasCode,
  LinkspanError,
  type NetworkId,
  type RestoreOptions,
} from '@linkspan/contract';
import { type Announced, nameOf, readOnceHere, toApproved, toListings } from '@linkspan/kit/discovery';
import { raceAttempt, within } from '@linkspan/kit/race';
import { parseAccounts } from './accounts.ts';
import { attemptParameter, hearAnnounced, type Options, type Site, toKnown } from './announced.ts';
import { type Provider, readQuietly, watchFocus } from './provider.ts';

type Wallet = Announced<Provider>;
type Port = DiscoveryPort<'near'>;

/** Lists NEAR wallets by the injected protocol, and those that the team knows. */
export const discover: Discover<'near'> = (port) => {
  const { storage } = port;
  const { practice, redirectWallets = [] }: Options = port.options ?? {};
  const known = toKnown(redirectWallets, port.networks);
  const publish = (here: readonly Wallet[]) => port.publish(toListings(here, known, practice));
  const announced = hearAnnounced(window, { ...port, known }, publish);
  if (announced.list().length === 0) publish([]);
  const findSite = (id: string) =>
    known.find((wallet): wallet is Site => wallet.id === id && 'sites' in wallet);

  return {
    async attempt(walletId, asked) {
      const wallet = announced.find(walletId);
      if (wallet !== undefined) return attempt(wallet, asked, port);
      const name = nameOf(walletId, known);
      const site = findSite(walletId);
      if (site === undefined) throw new LinkspanError('wallet/absent', { wallet: name });
      const { leavePage } = await loadRedirect(port);
      if (asked.signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet: name });
      return leavePage(site, asked, storage);
    },
    async restore(walletId, asked) {
      const site = findSite(walletId);
      // Before the wallet's deadline: what does not load is no wallet that is missing.
      const wallet = site && (await loadInTime(port, asked.deadlineMs)).toWallet(site, storage);
      const whenHere = async () => wallet ?? announced.whenHere(walletId);
      const arrival = { name: nameOf(walletId, known), whenHere };
      return readOnceHere(arrival, asked, (wallet) => readSilently(wallet, asked));
    },
    async resume(url, id) {
      if (!url.searchParams.has(attemptParameter)) return undefined;
      return (await loadRedirect(port)).readReturn(url, id, { storage, findSite });
    },
  };
};

/** Wallets that leave the page are chosen now and then: the list does not wait for them. */
const loadRedirect = (port: Port) => port.importCode(['redirect'], () => import('./redirect.ts'));

const loadInTime = (port: Port, timeMs: number) =>
  within(
    loadRedirect(port),
    timeMs,
    () => new LinkspanError('loader/timeout', { remote: 'remote-near', stage: 'discovery' }),
  );

async function attempt(
  wallet: Wallet,
  { id, network, ...asked }: AttemptOptions<'near'>,
  port: Port,
): Promise<Approved<'near'>> {
  const { provider, name } = wallet;
  if (provider.refuses(network))
    throw new LinkspanError('wallet/network-unsupported', { wallet: name, network });
  const addresses = await raceAttempt(name, asked, {
    ask: () => signIn(wallet, { network, deadlineMs: asked.deadlineMs, port }),
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
  {
    network,
    deadlineMs,
    port,
  }: { readonly network: NetworkId<'near'>; readonly deadlineMs: number; readonly port: Port },
): Promise<readonly string[]> {
  const answer = await wallet.provider.request('signIn', network);
  if (field(answer, '0')) return parseAccounts(answer, wallet.name);
  const { readLate } = await port.importCode(['late-accounts'], () => import('@linkspan/kit/late-accounts'));
  const focus = watchFocus();
  // One that opens a window at each read is not read again and again.
  const read = async () =>
    focus.isLost() ? [] : parseAccounts(await wallet.provider.request('getAccounts', network), wallet.name);
  return readLate(read, deadlineMs).finally(focus.stop);
}
