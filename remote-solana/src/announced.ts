import { isProvider, type Provider } from './provider.ts';

/** A wallet as it has registered itself by the Wallet Standard. Its name is a claim, not a proof. */
export interface Announced {
  /** The name; `name#2` for a second wallet of the same name. */
  readonly id: string;
  readonly name: string;
  readonly icon?: string;
  readonly provider: Provider;
}

/** The wallets that are here now. */
export interface Announcements {
  list(): readonly Announced[];
  find(id: string): Announced | undefined;
  /** Settles once the wallet is here; never, where the signal aborts first. */
  whenHere(id: string, signal: AbortSignal): Promise<Announced>;
}

const mostWallets = 100;
const mostName = 90;
const iconForm = /^data:image\/[a-z+.-]+[;,]/;
const mostIcon = 200_000;

/**
 * Hears the wallets of a page until the signal aborts: each registers, early or late, with the call that it is
 * given, and takes itself out again by what that call answers (Wallet Standard, "Events").
 */
export function hearAnnounced(
  page: EventTarget,
  signal: AbortSignal,
  changed: (here: readonly Announced[]) => void,
): Announcements {
  let here: readonly Announced[] = [];
  const waiting = new Set<() => void>();

  function replace(next: readonly Announced[]): void {
    here = next;
    changed(here);
    for (const look of [...waiting]) look();
  }

  function register(...wallets: readonly unknown[]): () => void {
    for (const wallet of signal.aborted ? [] : wallets) add(wallet);
    return () => {
      const rest = here.filter(({ provider }) => !wallets.includes(provider));
      if (!signal.aborted && rest.length < here.length) replace(rest);
    };
  }

  function add(wallet: unknown): void {
    if (!isProvider(wallet) || wallet.name === '' || wallet.name.length > mostName) return;
    if (here.some(({ provider }) => provider === wallet) || here.length === mostWallets) return;
    replace([...here, toAnnounced(wallet, freeId(wallet.name, here))]);
  }

  const api = Object.freeze({ register });
  const hear = (event: Event) => {
    const { detail } = event as CustomEvent<unknown>;
    if (typeof detail === 'function') detail(api);
  };
  page.addEventListener('wallet-standard:register-wallet', hear, { signal });
  page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));

  const find = (id: string) => here.find((wallet) => wallet.id === id);
  return {
    list: () => here,
    find,
    whenHere: (id, until) =>
      new Promise((resolve) => {
        const look = () => {
          const found = find(id);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        until.addEventListener('abort', () => waiting.delete(look), { once: true });
        waiting.add(look);
        look();
      }),
  };
}

function toAnnounced(provider: Provider, id: string): Announced {
  const { name, icon } = provider;
  const isIcon = typeof icon === 'string' && icon.length <= mostIcon && iconForm.test(icon);
  return { id, name, provider, ...(isIcon ? { icon } : {}) };
}

function freeId(name: string, here: readonly Announced[]): string {
  const isTaken = (id: string) => here.some((wallet) => wallet.id === id);
  let id = name;
  for (let count = 2; isTaken(id); count += 1) id = `${name}#${count}`;
  return id;
}
