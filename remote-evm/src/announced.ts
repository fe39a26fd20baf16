import { type DiscoveryPort, field } from '@linkspan/contract';
import {
  type Announced,
  type Announcements,
  createAnnouncements,
  toIcon,
  toIdentity,
  toName,
} from '@linkspan/kit/discovery';
import { listen } from '@linkspan/kit/listen';
import { catalog } from './catalog.ts';
import { isProvider, type Provider } from './provider.ts';

type Wallet = Announced<Provider>;

/** Of one id, that wait until it is known which of them are here. */
const mostRivals = 20;

/**
 * Hears the wallets of a page until the signal aborts, and asks for them again when the page gets the focus.
 * EIP-6963 knows no withdrawal: a wallet is gone when it neither announces itself again nor answers. A wallet's id is
 * its rdns.
 */
export function hearAnnounced(
  page: EventTarget,
  port: DiscoveryPort<'eip155'>,
  changed: (here: readonly Announced<Provider>[]) => void,
): Announcements<Provider> {
  const { signal } = port;
  const here = createAnnouncements(catalog, changed);
  /** The rdns by which each listed wallet has announced itself. */
  const claims = new WeakMap<Provider, string>();
  /** Since the page has asked last. */
  let heard = new WeakSet<Provider>();
  const listening = new WeakMap<Provider, AbortController>();
  const rivals = new Map<string, Wallet[]>();

  const rowsOf = (id: string) => here.list().filter(({ provider }) => claims.get(provider) === id);

  function hear(event: Event): void {
    const found = parseAnnounced((event as CustomEvent<unknown>).detail);
    if (found === undefined) return;
    const { id, provider } = found;
    heard.add(provider);
    const isSame = (one: Wallet) => one.provider === provider;
    const waiting = rivals.get(id);
    if (here.list().some(isSame) || waiting?.some(isSame)) return;
    claims.set(provider, id);
    if (waiting !== undefined) void (waiting.length < mostRivals && waiting.push(found));
    else if (rowsOf(id).length === 0) list(found);
    else void contest(id, found);
  }

  /** Another one has this rdns: an updated extension, the same wallet by another object, or an imitator. */
  async function contest(id: string, found: Wallet): Promise<void> {
    rivals.set(id, [found]);
    const { settleRivals } = await import('@linkspan/kit/rivals');
    const hasAnswered = ({ provider }: Wallet) => heard.has(provider);
    const changed = (came: readonly Wallet[], gone: readonly Wallet[]) => {
      for (const { provider } of gone) close(provider);
      for (const { provider } of came) open(provider);
    };
    await settleRivals(id, { here, rivals, signal, rowsOf, ask, hasAnswered, probe, changed });
  }

  function list(found: Wallet): void {
    if (here.add(found)) open(found.provider);
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
    if (signal.aborted) return;
    heard = new WeakSet();
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    for (const { provider } of here.list()) if (!heard.has(provider)) void removeIfGone(provider);
  }

  async function removeIfGone(provider: Provider): Promise<void> {
    try {
      await probe(provider);
    } catch {
      if (signal.aborted || heard.has(provider)) return;
      close(provider);
      here.remove((wallet) => wallet.provider === provider);
    }
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
