import type { NetworkId } from '@linkspan/contract';
import {
  type Announced,
  type Announcements,
  createAnnouncements,
  isName,
  toIcon,
  toIdentity,
} from '@linkspan/kit/discovery';
import { field } from '@linkspan/kit/field';
import { toProvider } from './own/injected.ts';
import type { Provider } from './provider.ts';

type Wallet = Announced<Provider>;

/**
 * Hears the wallets of a page until the signal aborts, and asks for them again when the page gets the focus. No
 * wallet says that it goes: one that used to answer within the call and no longer does is gone. A wallet's id is its
 * manifest's. `network` is one to ask a wallet on whether it is still there.
 */
export function hearAnnounced(
  page: EventTarget,
  { network, signal }: { readonly network: NetworkId<'near'>; readonly signal: AbortSignal },
  changed: (here: readonly Announced<Provider>[]) => void,
): Announcements<Provider> {
  const here = createAnnouncements(changed);
  /** Who has answered when the page asked last, by object and by id; and while it asks. */
  let prompt: ReadonlySet<unknown> = new Set();
  let answering: Set<unknown> | undefined;
  /** The wallet's own object behind each provider. */
  const objects = new WeakMap<Provider, unknown>();
  const met = new WeakSet<object>();

  function hear(event: Event): void {
    const { detail } = event as CustomEvent<object>;
    const found = parseAnnounced(detail);
    if (found === undefined) return;
    answering?.add(detail).add(found.id);
    if (met.has(detail) || here.list().some(({ provider }) => objects.get(provider) === detail)) return;
    objects.set(found.provider, detail);
    if (here.find(found.id) === undefined) here.add(found);
    else void meet(found, detail);
  }

  /** Of two with one id, who is here and who is not is asked first. */
  async function meet(found: Wallet, detail: object): Promise<void> {
    met.add(detail);
    if (answering === undefined) ask();
    const { findPlace } = await import('./own/find-place.ts');
    const isHere = ({ provider }: Wallet) => prompt.has(objects.get(provider));
    const row = await findPlace(found, { here, network, isHere });
    met.delete(detail);
    if (row !== undefined && !signal.aborted) here.add(row);
  }

  function ask(): void {
    const now = new Set<unknown>();
    const has = (who: ReadonlySet<unknown>, { id, provider }: Wallet) =>
      who.has(id) || who.has(objects.get(provider));
    answering = now;
    page.dispatchEvent(new Event('near-selector-ready'));
    answering = undefined;
    here.remove((wallet) => has(prompt, wallet) && !has(now, wallet));
    prompt = now;
  }

  page.addEventListener('near-wallet-injected', hear, { signal });
  page.addEventListener('focus', ask, { signal });
  ask();
  return here;
}

/** What does not have the form of the injected protocol is no wallet. */
function parseAnnounced(detail: unknown): Announced<Provider> | undefined {
  const manifest = field(detail, 'manifest');
  const [id, name] = [field(manifest, 'id'), field(manifest, 'name')];
  if (!isName(id) || !isName(name)) return undefined;
  const provider = toProvider(detail, name);
  return provider && { id, ...toIdentity(id), name, ...toIcon(field(manifest, 'icon')), provider };
}
