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
  let prompt = new Set<string>();
  let answering = new Set<string>();

  function hear(event: Event): void {
    const found = parseAnnounced((event as CustomEvent<unknown>).detail);
    if (found === undefined) return;
    answering.add(found.id);
    // By its id a wallet is found again after a reload: of two with one id, the first stays.
    if (here.find(found.id) === undefined) here.add(found);
  }

  function ask(): void {
    answering = new Set();
    page.dispatchEvent(new Event('near-selector-ready'));
    here.remove(({ id }) => prompt.has(id) && !answering.has(id));
    prompt = answering;
    answering = new Set();
  }

  page.addEventListener('near-wallet-injected', hear, { signal });
  page.addEventListener('focus', ask, { signal });
  ask();
  return here;
}

/** What does not have the form of the injected protocol is no wallet. */
function parseAnnounced(detail: unknown): Announced<Provider> | undefined {
  const [id, name, icon] = ['id', 'name', 'icon'].map((key) => field(field(detail, 'manifest'), key));
  if (!isName(id) || !isName(name)) return undefined;
  const provider = toProvider(detail, name);
  return provider && { id, name, ...toIcon(icon), provider };
}
