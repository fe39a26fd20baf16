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

type Wallet = Announced<Provider>;

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
  const uuids = new WeakMap<Provider, unknown>();
  const heard = new Set<Provider>();
  /** Heard of, and not listed before it is known whether they take the place of a dead one. */
  const admitting = new Set<Provider>();

  function hear(event: Event): void {
    const { detail } = event as CustomEvent<unknown>;
    const found = parseAnnounced(detail);
    if (found === undefined) return;
    const { id, provider } = found;
    heard.add(provider);
    if (admitting.has(provider) || here.list().some((one) => one.provider === provider)) return;
    uuids.set(provider, field(field(detail, 'info'), 'uuid'));
    const claimed = here.list().filter(({ identity }) => identity === id);
    if (claimed.length === 0) list(found);
    else void admit(found, claimed);
  }

  /** An extension that was updated announces itself anew, and its object of before is dead: it makes room. */
  async function admit(found: Wallet, claimed: readonly Wallet[]): Promise<void> {
    admitting.add(found.provider);
    const { isAlive } = await import('./own/quiet.ts');
    const dead = claimed.map(async ({ provider }) => ((await isAlive(provider)) ? [] : [provider]));
    const leaving = (await Promise.all(dead)).flat();
    admitting.delete(found.provider);
    if (signal.aborted) return;
    for (const provider of leaving) remove(provider);
    const isSame = (one: Wallet) => uuids.get(one.provider) === uuids.get(found.provider);
    if (!here.list().some(isSame)) list(found);
  }

  function list(found: Wallet): void {
    here.add({ ...found, id: toFreeId(found.id, here.list()) });
    listen(found.provider, 'on', ask);
  }

  function remove(provider: Provider): void {
    listen(provider, 'removeListener', ask);
    here.remove((wallet) => wallet.provider === provider);
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
      if (!signal.aborted && !heard.has(provider)) remove(provider);
    }
  }

  function stop(): void {
    for (const { provider } of here.list()) listen(provider, 'removeListener', ask);
  }

  page.addEventListener('eip6963:announceProvider', hear, { signal });
  page.addEventListener('focus', ask, { signal });
  signal.addEventListener('abort', stop, { once: true });
  ask();
  return here;
}

/** Some wallets throw where one listens. */
function listen(provider: Provider, how: 'on' | 'removeListener', listener: () => void): void {
  try {
    provider[how]?.('disconnect', listener);
  } catch {
    // It is asked again when the page gets the focus.
  }
}

/** What does not have the form of EIP-6963 is no wallet. */
function parseAnnounced(detail: unknown): Announced<Provider> | undefined {
  const info = field(detail, 'info');
  const [id, name] = [field(info, 'rdns'), field(info, 'name')];
  const provider = field(detail, 'provider');
  if (!isName(id) || !isName(name) || !isName(field(info, 'uuid')) || !isProvider(provider)) return undefined;
  return { id, identity: id, name, ...toIcon(field(info, 'icon')), provider };
}
