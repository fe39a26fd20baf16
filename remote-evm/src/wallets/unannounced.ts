import { type DiscoveryPort, field } from '@linkspan/contract';
import type { Announced, Announcements } from '@linkspan/kit/discovery';
import { isProvider, type Provider } from '../provider.ts';
import { findSafe, ofSafe } from './safe.ts';

/** A page with its list of wallets. */
interface Page {
  readonly page: EventTarget;
  readonly port: DiscoveryPort<'eip155'>;
  readonly here: Announcements<Provider>;
  add(wallet: Announced<Provider>): void;
  remove(provider: Provider): void;
}

const finders = new WeakMap<Page, () => Promise<void>>();

/**
 * Lists wallets that do not announce themselves: a Safe around the page, as the first, and the wallet at `window.ethereum`,
 * while it answers and no announced wallet is the same. To be called again when either may have changed.
 */
export async function findInjectedWallets(page: Page): Promise<void> {
  const find = finders.get(page) ?? createFinder(page);
  finders.set(page, find);
  await Promise.allSettled([find(), addSafe(page)]);
}

async function addSafe({ here, port }: Page): Promise<void> {
  const isListed = () => here.list().some(({ own }) => own === ofSafe);
  if (isListed()) return;
  const found = await findSafe(port);
  if (found && !isListed() && !port.signal.aborted) here.replace(() => true, found, ...here.list());
}

/** Finds the wallet at `window.ethereum`. It rejects if that does not answer. */
function createFinder({ page, here, add, remove }: Page): () => Promise<void> {
  /** The last wallet found, and the provider of its row. */
  let last: { readonly found: Provider; readonly provider: Provider } | undefined;

  const isListed = () => here.list().some(({ provider }) => provider === last?.provider);

  /** The object at `window.ethereum`, unless an announced wallet is it. */
  function find(): Provider | undefined {
    const found = field(page, 'ethereum');
    if (!isProvider(found)) return undefined;
    const others = here.list().filter(({ provider }) => provider !== last?.provider);
    return others.some(({ provider }) => isSame(provider, found)) ? undefined : found;
  }

  return async () => {
    const found = find();
    if (found !== last?.found) {
      if (last !== undefined) remove(last.provider);
      last = found && { found, provider: toProvider(found) };
    }
    const own = last;
    if (own === undefined || isListed()) return;
    // The object of a removed extension stays, but does not answer.
    await own.provider.request({ method: 'eth_chainId' });
    if (own === last && own.found === find() && !isListed())
      add({ id: 'browser', name: 'Browser wallet', provider: own.provider });
  };
}

/** An object of the page's own: an announced wallet may be the same one under another row. */
function toProvider(found: Provider): Provider {
  const { on, removeListener } = { on: field(found, 'on'), removeListener: field(found, 'removeListener') };
  return {
    request: async (call) => found.request(call),
    ...(typeof on === 'function' && {
      on: (event, listener) => Reflect.apply(on, found, [event, listener]),
    }),
    ...(typeof removeListener === 'function' && {
      removeListener: (event, listener) => Reflect.apply(removeListener, found, [event, listener]),
    }),
  };
}

/** Some wallets announce another object than the one at `window.ethereum`; many say that they are MetaMask, too. */
function isSame(announced: Provider, found: Provider): boolean {
  if (announced === found) return true;
  const [flags, others] = [toFlags(announced), toFlags(found)];
  const isMore = others.some((name) => name !== 'isMetaMask');
  return isMore && String(flags) === String(others);
}

/** Limits for the prototypes and names of a provider. */
const mostPrototypes = 5;
const mostNames = 1_000;

/** The names of the fields such as `isMetaMask` that are true, sorted. Cannot throw. */
function toFlags(provider: Provider): readonly string[] {
  const names = new Set<string>();
  try {
    let holder: object | null = provider;
    for (let depth = 0; holder !== null && depth < mostPrototypes; depth += 1) {
      for (const name of Object.getOwnPropertyNames(holder).slice(0, mostNames)) names.add(name);
      holder = Object.getPrototypeOf(holder);
    }
  } catch {
    // A proxy may refuse: the names so far count.
  }
  return [...names].filter((name) => /^is[A-Z]/.test(name) && field(provider, name) === true).sort();
}
