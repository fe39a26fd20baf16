import { type DiscoveryPort, field } from '@linkspan/contract';
import {
  type Announced,
  type Announcements,
  createAnnouncements,
  type KnownWallet,
  toIcon,
  toIdentity,
  toName,
} from '@linkspan/kit/discovery';
import { quietReadMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import { listen } from '@linkspan/kit/util';
import { type WalletConnectOptions, withWalletConnect } from '@linkspan/kit/walletconnect/offer';
import { isProvider, type Provider } from './provider.ts';

/** The wallets that the team knows, by the rdns that each announces itself by, in the order in which they are offered. */
const catalog: readonly KnownWallet[] = [
  {
    id: 'io.metamask',
    identity: 'io.metamask',
    name: 'MetaMask',
    installUrl: 'https://metamask.io/download',
    otherIds: ['io.metamask.flask', 'io.metamask.mobile'],
  },
  { id: 'io.rabby', identity: 'io.rabby', name: 'Rabby Wallet', installUrl: 'https://rabby.io' },
  {
    id: 'com.coinbase.wallet',
    identity: 'com.coinbase.wallet',
    name: 'Coinbase Wallet',
    installUrl: 'https://www.coinbase.com/wallet/downloads',
  },
];

/** The remote's own part of the configuration, which `accepts` checks when the page is deployed. */
export interface Options extends WalletConnectOptions {
  readonly practice?: true;
}

/** The wallets that the page may offer though they are not here. */
export function toKnown({ options }: DiscoveryPort<'eip155'>): readonly KnownWallet[] {
  return withWalletConnect(catalog, options);
}

/**
 * Hears the wallets of a page until the signal aborts, and asks for them again when the page gets the focus.
 * EIP-6963 knows no withdrawal: a wallet is gone when it neither announces itself again nor answers. A wallet's id is
 * its rdns; every object that claims an rdns and answers has a row of its own.
 */
export function hearAnnounced(
  page: EventTarget,
  port: DiscoveryPort<'eip155'>,
  changed: (here: readonly Announced<Provider>[]) => void,
  known: readonly KnownWallet[],
): Announcements<Provider> {
  const { signal } = port;
  const here = createAnnouncements(known, changed, port.lastUsed);
  /** Since the page has asked last. */
  let heard = new WeakSet<Provider>();
  const isListed = ({ provider }: Announced<Provider>) =>
    here.list().some((one) => one.provider === provider);
  const listening = new WeakMap<Provider, AbortController>();
  /** Those that are asked whether they are still there: some report a disconnect each time. */
  const probed = new Set<Provider>();
  let isAsking = false;

  function hear(event: Event): void {
    const found = parseAnnounced((event as CustomEvent<unknown>).detail);
    if (found === undefined) return;
    heard.add(found.provider);
    if (isListed(found)) return;
    const before = here.find(found.id);
    if (before === undefined) add(found);
    else void makeRoom(before.provider).then(() => add(found));
  }

  /** An updated extension announces another object: the one before it does not answer, and its row goes first. */
  async function makeRoom(provider: Provider): Promise<void> {
    const limits = { signal, deadlineMs: quietReadMs };
    await raceRead('', limits, () => probe(provider)).catch(() => remove(provider));
  }

  function add(found: Announced<Provider>): void {
    if (!signal.aborted && !isListed(found) && here.add(found)) open(found.provider);
  }

  function open(provider: Provider): void {
    const idOf = () => here.list().find((one) => one.provider === provider)?.id ?? '';
    const open = new AbortController();
    listening.set(provider, open);
    const accountsChanged = (shown: unknown) =>
      void (Number(field(shown, 'length')) > 0 && port.unlocked(idOf()));
    // One that takes no listeners is asked again when the page gets the focus.
    listen(provider, { disconnect: ask, accountsChanged }, open.signal);
  }

  function close(provider: Provider): void {
    listening.get(provider)?.abort();
  }

  function ask(): void {
    if (signal.aborted || isAsking) return;
    heard = new WeakSet();
    isAsking = true;
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    isAsking = false;
    for (const { provider } of here.list()) if (!heard.has(provider)) void removeIfGone(provider);
  }

  async function removeIfGone(provider: Provider): Promise<void> {
    if (probed.has(provider)) return;
    probed.add(provider);
    try {
      await probe(provider);
    } catch {
      if (!heard.has(provider)) remove(provider);
    } finally {
      probed.delete(provider);
    }
  }

  function remove(provider: Provider): void {
    if (signal.aborted) return;
    close(provider);
    here.replace((wallet) => wallet.provider === provider);
  }

  function stop(): void {
    for (const { provider } of here.list()) close(provider);
  }

  page.addEventListener('eip6963:announceProvider', hear, { signal });
  page.addEventListener('focus', ask, { signal });
  signal.addEventListener('abort', stop, { once: true });
  ask();
  return here;
}

/** Any answer shows that the wallet is still there. */
async function probe(provider: Provider): Promise<unknown> {
  return provider.request({ method: 'eth_chainId' });
}

/** What does not have the form of EIP-6963 is no wallet. */
function parseAnnounced(detail: unknown): Announced<Provider> | undefined {
  const info = field(detail, 'info');
  const [id, name] = [toName(field(info, 'rdns')), toName(field(info, 'name'))];
  const provider = field(detail, 'provider');
  if (!id || !name || !toName(field(info, 'uuid')) || !isProvider(provider)) return undefined;
  return { id, ...toIdentity(id), name, ...toIcon(field(info, 'icon')), provider };
}
