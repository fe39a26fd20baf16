import {
  type Approved,
  type AttemptOptions,
  type Discover,
  type DiscoveryPort,
  field,
  hasCode,
  type RestoreOptions,
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
import { raceAttempt, raceRead } from '@linkspan/kit/race';
import { listen } from '@linkspan/kit/util';
import { toKnown } from './catalog.ts';
import { accountsPermission, isProvider, type Provider } from './provider.ts';

type Wallet = Announced<Provider>;
type Port = DiscoveryPort<'eip155'>;

/** Lists the wallets that announce themselves by EIP-6963, the one at `window.ethereum`, and those that the team knows. */
export const discover: Discover<'eip155'> = (port) =>
  openDiscovery(port, toKnown(port), {
    listen: listenForWallets,
    attempt,
    restore: readSilently,
    load: async (wallet, options) =>
      (await port.importCode(['loaded'], () => import('./loaded.ts'))).openLoaded(wallet, options, port),
  });

async function attempt(
  wallet: Wallet,
  options: AttemptOptions<'eip155'>,
  port: Port,
): Promise<Approved<'eip155'>> {
  const { provider, name } = wallet;
  const addresses = await raceAttempt(name, options, {
    ask: () => readApproved(wallet, options, port),
    undo: async () => (await loadAccounts(port)).revoke(provider),
  });
  options.onProgress({ step: 'adopting' });
  const network = await raceRead(name, options, () => readNetwork(wallet, 'attempt', port));
  return toApproved(wallet, { id: options.id, network, addresses });
}

async function readApproved(wallet: Wallet, { isChoice, deadlineMs }: AttemptOptions<'eip155'>, port: Port) {
  const chosen =
    isChoice && (await askForChoice(wallet, port)) && (await readShown(wallet, deadlineMs, port));
  if (chosen && chosen.length > 0) return chosen;
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
  // Leave time to find out why there are no accounts.
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

/** The list of wallets does not wait for the checksum of addresses, which loads during the request. */
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

/**
 * Hears the wallets of a page until the signal aborts, and asks for them again when the page gets the focus; one at
 * `window.ethereum` that announces nothing is looked for, and a Safe that shows the page in a frame.
 * EIP-6963 knows no withdrawal: a wallet is gone when it neither announces itself again nor answers. A wallet's id is
 * its rdns.
 */
function listenForWallets(
  page: EventTarget,
  port: DiscoveryPort<'eip155'>,
  changed: (here: readonly Announced<Provider>[]) => void,
  known: readonly KnownWallet[],
): Announcements<Provider> {
  const { signal } = port;
  const here = createAnnouncements(known, changed, port.lastUsed);
  /** Since the page has asked last. */
  let announced = new WeakSet<Provider>();
  const isListed = (provider: Provider) => here.list().some((one) => one.provider === provider);
  const listening = new WeakMap<Provider, AbortController>();
  /** Those that are asked whether they are still there: some report a disconnect each time. */
  const probed = new Set<Provider>();
  let isAsking = false;
  const injected = { page, port, here, parse: parseAnnounced, add, remove };

  function onAnnounce(event: Event): void {
    const found = parseAnnounced((event as CustomEvent<unknown>).detail);
    if (found === undefined) return;
    announced.add(found.provider);
    if (isListed(found.provider)) return;
    if (here.find(found.id) === undefined) add(found);
    else
      port
        .importCode(['second-claim'], () => import('./wallets/second-claim.ts'))
        .then(({ listClaim }) => listClaim(injected, found))
        .catch(() => add(found));
  }

  function add(found: Announced<Provider>): void {
    const { provider } = found;
    if (signal.aborted || isListed(provider) || !here.add(found)) return;
    const idOf = () => here.list().find((one) => one.provider === provider)?.id ?? '';
    const open = new AbortController();
    listening.set(provider, open);
    const accountsChanged = (shown: unknown) =>
      void (Number(field(shown, 'length')) > 0 && port.unlocked(idOf()));
    // One that takes no listeners is asked again when the page gets the focus.
    listen(provider, { disconnect: ask, accountsChanged }, AbortSignal.any([signal, open.signal]));
    look();
  }

  /** Most pages have nothing at `window.ethereum` and are in no frame, so this code is loaded on demand. */
  function look(): void {
    const parent = field(page, 'parent');
    if (field(page, 'ethereum') || (parent && parent !== page))
      port
        .importCode(['unannounced'], () => import('./wallets/unannounced.ts'))
        .then(({ findInjectedWallets }) => findInjectedWallets(injected))
        .catch(() => undefined);
  }

  function ask(): void {
    if (signal.aborted || isAsking) return;
    announced = new WeakSet();
    isAsking = true;
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    isAsking = false;
    look();
    for (const { provider } of here.list()) if (!announced.has(provider)) void removeIfGone(provider);
  }

  async function removeIfGone(provider: Provider): Promise<void> {
    if (probed.has(provider)) return;
    probed.add(provider);
    try {
      await probe(provider);
    } catch {
      if (!announced.has(provider)) remove(provider);
    } finally {
      probed.delete(provider);
    }
  }

  function remove(provider: Provider): void {
    if (signal.aborted) return;
    listening.get(provider)?.abort();
    here.replace((wallet) => wallet.provider === provider);
  }

  page.addEventListener('eip6963:announceProvider', onAnnounce, { signal });
  for (const event of ['focus', 'ethereum#initialized']) page.addEventListener(event, ask, { signal });
  ask();
  return here;
}

/** Any answer shows that the wallet is still there. */
async function probe(provider: Provider): Promise<unknown> {
  return provider.request({ method: 'eth_chainId' });
}

/** Undefined for any form but that of EIP-6963. */
function parseAnnounced(detail: unknown): Announced<Provider> | undefined {
  const info = field(detail, 'info');
  const [id, name] = [toName(field(info, 'rdns')), toName(field(info, 'name'))];
  const provider = field(detail, 'provider');
  if (!id || !name || !toName(field(info, 'uuid')) || !isProvider(provider)) return undefined;
  return { id, ...toIdentity(id), name, ...toIcon(field(info, 'icon')), provider };
}
