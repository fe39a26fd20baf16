import {
  type Announced,
  type Announcements,
  createAnnouncements,
  isName,
  toIcon,
} from '@linkspan/kit/discovery';
import { field } from '@linkspan/kit/field';
import { type Provider, toProvider } from './provider.ts';

/**
 * Hears the wallets of a page until the signal aborts, and asks for them again when the page gets the focus. No
 * wallet says that it goes: one that used to answer within the call and no longer does is gone. A wallet's id is its
 * manifest's.
 */
export function hearAnnounced(
  page: EventTarget,
  signal: AbortSignal,
  changed: (here: readonly Announced<Provider>[]) => void,
): Announcements<Provider> {
  const here = createAnnouncements(changed);
  let prompt: ReadonlySet<string> | undefined;
  let answering: Set<string> | undefined;

  function hear(event: Event): void {
    const found = parseAnnounced((event as CustomEvent<unknown>).detail);
    if (found === undefined) return;
    answering?.add(found.id);
    // By its id a wallet is found again after a reload: of two with one id, the first stays.
    if (here.find(found.id) === undefined) here.add(found);
  }

  function ask(): void {
    const now = new Set<string>();
    answering = now;
    page.dispatchEvent(new Event('near-selector-ready'));
    answering = undefined;
    here.remove(({ id }) => prompt?.has(id) && !now.has(id));
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
  return provider && { id, name, ...toIcon(field(manifest, 'icon')), provider };
}
