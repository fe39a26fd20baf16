import {
  type Announced,
  type Announcements,
  createAnnouncements,
  isName,
  toFreeId,
  toIcon,
} from '@linkspan/kit/discovery';
import { field } from '@linkspan/kit/field';
import { isProvider, type Provider } from './provider.ts';

/**
 * Hears the wallets of a page until the signal aborts, and asks for them again when the page gets the focus.
 * EIP-6963 knows no withdrawal: a wallet is gone when it neither announces itself again nor answers. A wallet's id is
 * its rdns.
 */
export function hearAnnounced(
  page: EventTarget,
  signal: AbortSignal,
  changed: (here: readonly Announced<Provider>[]) => void,
): Announcements<Provider> {
  const here = createAnnouncements(changed);
  const uuids = new Map<Provider, unknown>();
  const heard = new Set<Provider>();

  function hear(event: Event): void {
    const { detail } = event as CustomEvent<unknown>;
    const found = parseAnnounced(detail);
    if (found === undefined) return;
    const { id, provider } = found;
    const uuid = field(field(detail, 'info'), 'uuid');
    heard.add(provider);
    if (here.list().some((one) => one.provider === provider || uuids.get(one.provider) === uuid)) return;
    uuids.set(provider, uuid);
    provider.on?.('disconnect', ask);
    here.add({ ...found, id: toFreeId(id, here.list()) });
  }

  function ask(): void {
    if (signal.aborted) return;
    heard.clear();
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    for (const { provider } of here.list()) if (!heard.has(provider)) void removeIfGone(provider);
  }

  async function removeIfGone(provider: Provider): Promise<void> {
    try {
      await provider.request({ method: 'eth_chainId' });
    } catch {
      if (signal.aborted || heard.has(provider)) return;
      provider.removeListener?.('disconnect', ask);
      here.remove((wallet) => wallet.provider === provider);
    }
  }

  function stop(): void {
    for (const provider of uuids.keys()) provider.removeListener?.('disconnect', ask);
  }

  page.addEventListener('eip6963:announceProvider', hear, { signal });
  page.addEventListener('focus', ask, { signal });
  signal.addEventListener('abort', stop, { once: true });
  ask();
  return here;
}

/** What does not have the form of EIP-6963 is no wallet. */
function parseAnnounced(detail: unknown): Announced<Provider> | undefined {
  const info = field(detail, 'info');
  const [id, name] = [field(info, 'rdns'), field(info, 'name')];
  const provider = field(detail, 'provider');
  if (!isName(id) || !isName(name) || !isName(field(info, 'uuid')) || !isProvider(provider)) return undefined;
  return { id, identity: id, name, ...toIcon(field(info, 'icon')), provider };
}
