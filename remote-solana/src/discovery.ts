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
import {
  type Announced,
  type Announcements,
  createAnnouncements,
  type KnownWallet,
  openDiscovery,
  toApproved,
  toIcon,
  toIdentity,
  toName,
  toWalletErrorLater,
} from '@linkspan/kit/discovery';
import { raceAttempt } from '@linkspan/kit/race';
import { tryTo } from '@linkspan/kit/util';
import { toKnown } from './catalog.ts';
import {
  accountsOf,
  ask,
  connectSilently,
  hiddenKey,
  isProvider,
  onChange,
  type Provider,
} from './provider.ts';

type Wallet = Announced<Provider>;
type Port = DiscoveryPort<'solana'>;

/** Lists the wallets that register by the Wallet Standard, and those that the team knows. */
export const discover: Discover<'solana'> = (port) =>
  openDiscovery(port, toKnown(port), {
    listen: listenForWallets,
    attempt,
    restore: readSilently,
    load: async (wallet, options) =>
      (await port.importCode(['loaded'], () => import('./loaded.ts'))).openLoaded(wallet, options, port),
  });

async function attempt(
  wallet: Wallet,
  { id, network, ...options }: AttemptOptions<'solana'>,
  port: Port,
): Promise<Approved<'solana'>> {
  const addresses = await raceAttempt(wallet.name, options, {
    ask: () => readApproved(wallet, options.deadlineMs, port),
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
  return readLate(() => toAddresses(wallet, accountsOf(wallet.provider), port), waitMs);
}

/** The list of wallets does not wait for the parser of accounts, which loads during the request. */
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
  const accounts = accountsOf(wallet.provider);
  // A wallet that shows none is asked within this call, as others that wait for its answer expect.
  const shown = toList(accounts)?.length
    ? await toAddresses(wallet, accounts, port).catch(() => undefined)
    : undefined;
  const isHidden = port.storage.get(hiddenKey) === wallet.id;
  const answered = shown?.length ? shown : isHidden ? [] : await connectOnce(wallet, port);
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
  const options = before === 'restore' ? connectSilently(provider) : ask(provider, method, {});
  const answer = await options.catch(async (error: unknown) => {
    throw await toWalletErrorLater(error, { wallet: name, method, before }, port);
  });
  return toAddresses(wallet, field(answer, 'accounts') ?? accountsOf(provider), port);
}

/** A wallet registers by a function that the page calls. */
type Callback = (api: { register(...wallets: readonly unknown[]): () => void }) => void;

/**
 * Hears the wallets of a page until the signal aborts: each registers, early or late, with the call that it is
 * given, and takes itself out again by that call's result (Wallet Standard, "Events"). A wallet's id is its name.
 */
function listenForWallets(
  page: EventTarget,
  port: DiscoveryPort<'solana'>,
  changed: (here: readonly Announced<Provider>[]) => void,
  known: readonly KnownWallet[],
): Announcements<Provider> {
  const { signal } = port;
  const here = createAnnouncements(known, changed, port.lastUsed);

  function add(found: Announced<Provider>): void {
    if (!here.add(found)) return;
    const { provider } = found;
    const idOf = () => here.list().find((one) => one.provider === provider)?.id ?? '';
    onChange(
      provider,
      signal,
      () => void (Number(field(accountsOf(provider), 'length')) > 0 && port.unlocked(idOf())),
    );
  }

  function register(...wallets: readonly unknown[]): () => void {
    for (const wallet of signal.aborted ? [] : wallets) {
      const found = parseAnnounced(wallet);
      if (found !== undefined && !here.list().some(({ provider }) => provider === wallet)) add(found);
    }
    return () => {
      if (!signal.aborted) here.replace(({ provider }) => wallets.includes(provider));
    };
  }

  const api = Object.freeze({ register });
  /** One that is no function, or throws, hinders no other. */
  function addAll(callbacks: readonly unknown[]): void {
    for (const callback of callbacks) tryTo(() => (callback as Callback)(api));
  }

  const onRegister = ({ detail }: Event & { readonly detail?: unknown }) => addAll([detail]);
  page.addEventListener('wallet-standard:register-wallet', onRegister, { signal });
  tryTo(() => listenForPushed(page as unknown as PushedTo, addAll));
  page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  return here;
}

/** Where wallets that are older than the events of the Wallet Standard put their callbacks. */
interface PushedTo {
  readonly navigator: { wallets?: unknown[] };
}

/**
 * Hears the callbacks that are in the page's array, and those that are pushed later. The array is not replaced: other
 * scripts may read it too. Throws if the page has something else there.
 */
function listenForPushed({ navigator }: PushedTo, addAll: (callbacks: readonly unknown[]) => void): void {
  navigator.wallets ??= [];
  const { wallets } = navigator;
  const { push } = wallets;
  addAll(wallets);
  wallets.push = (...callbacks) => {
    addAll(callbacks);
    return push.apply(wallets, callbacks);
  };
}

/** Undefined for any form but that of the Wallet Standard. */
function parseAnnounced(provider: unknown): Announced<Provider> | undefined {
  if (!isProvider(provider)) return undefined;
  const name = toName(field(provider, 'name'));
  return name === undefined
    ? undefined
    : { id: name, ...identityOf(provider), name, ...toIcon(field(provider, 'icon')), provider };
}

/** Wallets' identities across families, by a feature of their own. */
const byFeature = [
  ['phantom:', 'app.phantom'],
  ['backpack:', 'app.backpack'],
] as const;

/**
 * A wallet's identity across families: the `id` that some register with, if it is a reverse domain name,
 * else by a feature of its own. The Wallet Standard has no field for it, and a name is none.
 */
function identityOf(wallet: Provider): { readonly identity?: string } {
  const own = byFeature.find(([feature]) => field(field(wallet, 'features'), feature) !== undefined);
  return toIdentity(field(wallet, 'id') ?? own?.[1]);
}
