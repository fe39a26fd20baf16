import { field } from '@linkspan/contract';
import type { Announced } from '@linkspan/kit/discovery';
import { isProvider, type Provider } from '../provider.ts';

/** A page with its list of wallets, as far as the wallet at `window.ethereum` changes it. */
export interface Place {
  readonly page: EventTarget;
  list(): readonly Announced<Provider>[];
  add(wallet: Announced<Provider>): void;
  remove(provider: Provider): void;
}

const looks = new WeakMap<Place, () => Promise<void>>();

/**
 * Lists the wallet at `window.ethereum` while it answers and no wallet that has announced itself is it. To be called again
 * when either may have changed. Rejects if the wallet does not answer.
 */
export function lookAt(place: Place): Promise<void> {
  const look = looks.get(place) ?? openLook(place);
  looks.set(place, look);
  return look();
}

function openLook({ page, list, add, remove }: Place): () => Promise<void> {
  /** What was found last, and the provider of its row. */
  let last: { readonly found: Provider; readonly provider: Provider } | undefined;

  const isListed = () => list().some(({ provider }) => provider === last?.provider);

  /** The object at `window.ethereum`, unless an announced wallet is it. */
  function find(): Provider | undefined {
    const found = field(page, 'ethereum');
    if (!isProvider(found)) return undefined;
    const others = list().filter(({ provider }) => provider !== last?.provider);
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
    // One that has gone may still be there.
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

/** What has a longer chain of prototypes, or more names, is no wallet's. */
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
    // A proxy may refuse: what it has shown so far counts.
  }
  return [...names].filter((name) => /^is[A-Z]/.test(name) && field(provider, name) === true).sort();
}
